"""Routes about threads: beginning, changing and deleting one, and who is in it."""

from sandbox.calls import Call, Route
from sandbox.errors import (
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    WRONG_CHANNEL_TYPE,
    DiscordError,
    wrong_choice,
)
from sandbox.fields import text, whole_number
from sandbox.guards import channel_with, may, own_guild, readable_message, seen_channel
from sandbox.messages import Origin
from sandbox.models import (
    ANNOUNCEMENT_CHANNEL,
    ANNOUNCEMENT_THREAD,
    PUBLIC_THREAD,
    TEXT_CHANNEL,
    THREAD_NOTICE,
    THREAD_STARTER,
    Channel,
    Json,
    ThreadState,
    User,
)
from sandbox.permissions import Permission
from sandbox.slow_mode import read_slow_mode
from sandbox.snowflakes import now_iso
from sandbox.threads import Plan

ARCHIVE_MINUTES = (60, 1440, 4320, 10_080)
DEFAULT_ARCHIVE_MINUTES = 4320
ITS_OWNERS = {"name", "archived", "auto_archive_duration"}  # what who began a thread may change


def begin_at_message(call: Call) -> Json:
    """Begin a thread at a message, with a copy of which it opens."""
    parent = _parent(call)
    message = readable_message(call)
    thread = call.hub.threads.begin_at(message, call.caller, _plan(call, parent))
    origin = Origin(THREAD_STARTER, reference_id=message.id, reference_channel_id=parent.id)
    call.hub.messages.notice(call.caller, thread, "", origin)
    return call.hub.payloads.channel(thread, call.caller)


def begin(call: Call) -> Json:
    """Begin a thread by itself; a notice in its channel leads to it."""
    parent = _parent(call)
    plan = _plan(call, parent)
    if call.fields.get("type") != plan.kind:
        raise wrong_choice("type")  # Discord's default is a private thread; there are none here
    thread = call.hub.threads.begin(parent, call.caller, plan)
    origin = Origin(THREAD_NOTICE, reference_channel_id=thread.id)
    call.hub.messages.notice(call.caller, parent, thread.name, origin)
    return call.hub.payloads.channel(thread, call.caller)


def edit_thread(call: Call) -> Json:
    """Change a thread: who began it may rename it and put it away, a moderator all of it."""
    thread, state = _thread(call)
    manages = may(call, thread, Permission.MANAGE_THREADS)
    own = state["owner_id"] == call.caller.id and set(call.fields) <= ITS_OWNERS
    taken_up = call.fields == {"archived": False} and not state["locked"]
    if not (manages or own or taken_up):
        raise DiscordError(*MISSING_PERMISSIONS)
    changed: ThreadState = {
        **state,
        "archived": bool(call.fields.get("archived", state["archived"])),
        "locked": bool(call.fields.get("locked", state["locked"])),
        "archive_minutes": _archive_minutes(call, state["archive_minutes"]),
    }
    if changed["archived"] != state["archived"]:
        changed["changed_at"] = now_iso()
    slow_mode = read_slow_mode(call.fields, thread.type, thread.rate_limit_per_user)
    if "name" in call.fields:
        thread.name = _name(call)
    thread.rate_limit_per_user = slow_mode
    call.hub.threads.change(thread, changed)
    return call.hub.payloads.channel(thread, call.caller)


def delete_thread(call: Call) -> Json:
    """Delete a thread with all that was said in it."""
    thread, _ = _thread(call)
    if not may(call, thread, Permission.MANAGE_THREADS):
        raise DiscordError(*MISSING_PERMISSIONS)
    payload = call.hub.payloads.channel(thread, call.caller)
    call.hub.threads.delete(thread)
    return payload


def list_active(call: Call) -> Json:
    """A guild's threads that are not put away, and the caller's part in them."""
    guild = own_guild(call)
    world, payloads = call.hub.world, call.hub.payloads
    seen = [one for one in world.active_threads(guild.id) if world.sees(call.caller, one)]
    joined = [one for one in seen if one.thread and call.caller.id in one.thread["members"]]
    return {
        "threads": [payloads.channel(one, call.caller) for one in seen],
        "members": [payloads.thread_member(one, call.caller.id) for one in joined],
    }


def list_members(call: Call) -> list[Json]:
    """Who is in a thread."""
    thread, state = _thread(call)
    return [call.hub.payloads.thread_member(thread, one) for one in state["members"]]


def join(call: Call) -> None:
    """Join a thread."""
    thread, _ = _thread(call)
    call.hub.threads.join(call.caller, thread)


def leave(call: Call) -> None:
    """Leave a thread."""
    thread, _ = _thread(call)
    call.hub.threads.leave(call.caller, thread)


def add_member(call: Call) -> None:
    """Take somebody into a thread."""
    thread, _ = _thread(call)
    call.hub.threads.join(_member(call, thread), thread)


def remove_member(call: Call) -> None:
    """Take somebody out of a thread."""
    thread, _ = _thread(call)
    if not may(call, thread, Permission.MANAGE_THREADS):
        raise DiscordError(*MISSING_PERMISSIONS)
    call.hub.threads.leave(_member(call, thread), thread)


def _parent(call: Call) -> Channel:
    """The path's channel, in which the caller may begin a thread."""
    channel = channel_with(call, Permission.CREATE_PUBLIC_THREADS)
    if channel.type not in (TEXT_CHANNEL, ANNOUNCEMENT_CHANNEL):
        raise DiscordError(*WRONG_CHANNEL_TYPE)
    return channel


def _plan(call: Call, parent: Channel) -> Plan:
    """What the request wants a thread of a channel to be."""
    kind = ANNOUNCEMENT_THREAD if parent.type == ANNOUNCEMENT_CHANNEL else PUBLIC_THREAD
    return Plan(
        _name(call),
        kind,
        _archive_minutes(call, DEFAULT_ARCHIVE_MINUTES),
        read_slow_mode(call.fields, kind, 0),
    )


def _thread(call: Call) -> tuple[Channel, ThreadState]:
    """The path's channel, which has to be a thread, and what it has as one."""
    channel = seen_channel(call)
    if channel.thread is None:
        raise DiscordError(*(NOT_IN_A_DM if channel.guild_id is None else WRONG_CHANNEL_TYPE))
    return channel, channel.thread


def _member(call: Call, thread: Channel) -> User:
    world, user_id = call.hub.world, call.id("user_id")
    return world.user(world.member(thread.guild_id or 0, user_id).user_id)


def _name(call: Call) -> str:
    return text(call.fields, "name", "", 1, 100)


def _archive_minutes(call: Call, default: int) -> int:
    allowed = range(ARCHIVE_MINUTES[-1] + 1)
    minutes = whole_number(call.fields, "auto_archive_duration", "", allowed, default)
    if minutes not in ARCHIVE_MINUTES:
        raise wrong_choice("auto_archive_duration")
    return minutes


CHANNEL = "/channels/{channel_id}"
MEMBERS = CHANNEL + "/thread-members"
ROUTES = (
    Route("POST", CHANNEL + "/messages/{message_id}/threads", begin_at_message),
    Route("POST", CHANNEL + "/threads", begin),
    Route("GET", "/guilds/{guild_id}/threads/active", list_active),
    Route("GET", MEMBERS, list_members),
    Route("PUT", MEMBERS + "/@me", join),
    Route("DELETE", MEMBERS + "/@me", leave),
    Route("PUT", MEMBERS + "/{user_id}", add_member),
    Route("DELETE", MEMBERS + "/{user_id}", remove_member),
)
