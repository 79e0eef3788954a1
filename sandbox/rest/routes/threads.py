"""Routes of threads: starting, changing and deleting one, and its members."""

from sandbox import errors
from sandbox.guilds.slow_mode import read_slow_mode
from sandbox.rest.request import Request, in_guild, route
from sandbox.state import models
from sandbox.state.permissions import Permission

ARCHIVE_MINUTES = (60, 1440, 4320, 10_080)
DEFAULT_ARCHIVE_MINUTES = 4320
ITS_OWNERS = {"name", "archived", "auto_archive_duration"}  # an owner may change these
CHANNEL = "/channels/{channel_id}"
MEMBERS = CHANNEL + "/thread-members"


@route("POST", CHANNEL + "/messages/{message_id}/threads")
def _begin_at_message(request: Request) -> models.Json:
    """Start a thread at a message, which it shows first."""
    parent = _parent(request)
    message = request.readable_message()
    thread = _new_thread(request, parent, message.id)
    if thread.id in request.services.world.channels:
        raise errors.DiscordError(*errors.THREAD_EXISTS)
    request.services.events.thread_changed(thread, is_new=True)
    message.flags |= models.HAS_THREAD
    request.services.events.message_updated(message)
    shown = {"reference_id": message.id, "reference_channel_id": parent.id}
    request.services.messages.notice(request.caller, thread, type=models.THREAD_STARTER, **shown)
    return request.services.payloads.channel(thread, request.caller)


@route("POST", CHANNEL + "/threads")
def _begin(request: Request) -> models.Json:
    """Start a thread without a message; a system message in the channel links to it."""
    parent = _parent(request)
    thread = _new_thread(request, parent, request.services.world.snowflakes.next())
    if request.fields.get("type") != thread.type:
        # Discord's default is a private thread; the sandbox has none.
        raise errors.wrong_choice("type")
    request.services.events.thread_changed(thread, is_new=True)
    about = {"content": thread.name, "reference_channel_id": thread.id}
    request.services.messages.notice(request.caller, parent, type=models.THREAD_NOTICE, **about)
    return request.services.payloads.channel(thread, request.caller)


def edit_thread(request: Request) -> models.Json:
    """Change a thread: its owner may rename and archive it, a moderator may change everything."""
    thread, state = _thread(request)
    manages = request.may(thread, Permission.MANAGE_THREADS)
    own = state["owner_id"] == request.caller.id and set(request.fields) <= ITS_OWNERS
    taken_up = request.fields == {"archived": False} and not state["locked"]
    if not (manages or own or taken_up):
        raise errors.DiscordError(*errors.MISSING_PERMISSIONS)
    changed: models.ThreadState = {
        **state,
        "archived": bool(request.fields.get("archived", state["archived"])),
        "locked": bool(request.fields.get("locked", state["locked"])),
        "archive_minutes": _archive_minutes(request, state["archive_minutes"]),
    }
    if changed["archived"] != state["archived"]:
        changed["changed_at"] = request.services.world.snowflakes.now_iso()
    slow_mode = read_slow_mode(request.form, thread.type, thread.rate_limit_per_user)
    if "name" in request.fields:
        thread.name = _name(request)
    thread.rate_limit_per_user = slow_mode
    request.services.threads.change(thread, changed)
    return request.services.payloads.channel(thread, request.caller)


def delete_thread(request: Request) -> models.Json:
    """Delete a thread and its messages."""
    thread, _ = _thread(request)
    request.require(thread, Permission.MANAGE_THREADS)
    payload = request.services.payloads.channel(thread, request.caller)
    request.services.events.thread_deleted(thread)
    request.services.world.drop_channel(thread)
    return payload


@route("GET", "/guilds/{guild_id}/threads/active")
def _list_active(request: Request) -> models.Json:
    guild = request.own_guild()
    payloads = request.services.payloads
    seen = request.services.world.seen_threads(guild.id, request.caller)
    joined = [
        channel
        for channel in seen
        if channel.thread and request.caller.id in channel.thread["members"]
    ]
    return {
        "threads": [payloads.channel(channel, request.caller) for channel in seen],
        "members": [payloads.thread_member(channel, request.caller.id) for channel in joined],
    }


@route("GET", MEMBERS)
def _list_members(request: Request) -> list[models.Json]:
    thread, state = _thread(request)
    return [request.services.payloads.thread_member(thread, member) for member in state["members"]]


@route("PUT", MEMBERS + "/@me")
@route("DELETE", MEMBERS + "/@me")
def _join_or_leave(request: Request) -> None:
    thread, _ = _thread(request)
    joins = request.http.method == "PUT"
    request.services.threads.change_member(request.caller, thread, joins=joins)


@route("PUT", MEMBERS + "/{user_id}")
@route("DELETE", MEMBERS + "/{user_id}")
def _change_member(request: Request) -> None:
    thread, _ = _thread(request)
    joins = request.http.method == "PUT"
    if not joins:
        request.require(thread, Permission.MANAGE_THREADS)
    world = request.services.world
    member = world.members[thread.guild_id or 0, request.id("user_id")]
    request.services.threads.change_member(world.users[member.user_id], thread, joins=joins)


def _parent(request: Request) -> models.Channel:
    channel = request.channel_with(Permission.CREATE_PUBLIC_THREADS)
    if channel.type not in (models.TEXT_CHANNEL, models.ANNOUNCEMENT_CHANNEL):
        raise errors.DiscordError(*errors.WRONG_CHANNEL_TYPE)
    return channel


def _new_thread(request: Request, parent: models.Channel, thread_id: int) -> models.Channel:
    kind = (
        models.ANNOUNCEMENT_THREAD
        if parent.type == models.ANNOUNCEMENT_CHANNEL
        else models.PUBLIC_THREAD
    )
    name = _name(request)
    state = models.ThreadState(
        owner_id=request.caller.id,
        members=[request.caller.id],
        archived=False,
        locked=False,
        archive_minutes=_archive_minutes(request, DEFAULT_ARCHIVE_MINUTES),
        changed_at=request.services.world.snowflakes.now_iso(),
    )
    slow_mode = read_slow_mode(request.form, kind, 0)
    thread = models.Channel(thread_id, kind, name, parent.guild_id, parent_id=parent.id)
    thread.thread, thread.rate_limit_per_user = state, slow_mode
    return thread


def _thread(request: Request) -> tuple[models.Channel, models.ThreadState]:
    channel = in_guild(request.seen_channel())
    if channel.thread is None:
        raise errors.DiscordError(*errors.WRONG_CHANNEL_TYPE)
    return channel, channel.thread


def _name(request: Request) -> str:
    return request.form.text("name", 1, 100)


def _archive_minutes(request: Request, default: int) -> int:
    allowed = range(ARCHIVE_MINUTES[-1] + 1)
    minutes = request.form.number("auto_archive_duration", allowed, default)
    if minutes not in ARCHIVE_MINUTES:
        raise errors.wrong_choice("auto_archive_duration")
    return minutes
