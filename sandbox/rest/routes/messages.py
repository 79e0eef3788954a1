"""Routes of messages: history, posting, editing, deleting, pinning."""

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from sandbox import errors
from sandbox.fields import snowflake
from sandbox.gateway.events import MESSAGES, PINS
from sandbox.gateway.payloads import without_content
from sandbox.gateway.sessions import Intent
from sandbox.rate_limits import OLD_MESSAGE_SECONDS
from sandbox.rest.request import Access, Request, in_guild, refuse_if_archived, route
from sandbox.state.models import PIN_NOTICE, SUPPRESS_EMBEDS, Channel, Json, Message
from sandbox.state.permissions import Permission, to_post_in
from sandbox.state.snowflakes import timestamp_of

BULK_SECONDS = 14 * 86_400
# What the audit log calls the actions that it notes.
MESSAGE_DELETE, MESSAGE_BULK_DELETE, MESSAGE_PIN = 72, 73, 74
LIST = "/channels/{channel_id}/messages"
ONE = LIST + "/{message_id}"


@route("GET", LIST + "/pins")
def _list_pins(request: Request) -> Json:
    channel = request.seen_channel()
    reads = request.may(channel, Permission.READ_MESSAGE_HISTORY)
    messages = request.services.world.histories[channel.id].values() if reads else ()
    items = [
        {"pinned_at": timestamp_of(message.id), "message": shown(request, message)}
        for message in reversed(messages)
        if message.pinned
    ]
    return {"items": items, "has_more": False}


@route("PUT", LIST + "/pins/{message_id}")
def _pin_message(request: Request) -> None:
    """Pin a message: it is updated without an edit, and a system message says so."""
    message, channel = request.readable_message(), request.seen_channel()
    if channel.guild_id is not None:
        request.require(channel, Permission.PIN_MESSAGES)
    if message.pinned:
        return
    message.pinned = True
    events = request.services.events
    events.message_updated(message)
    events.tell(
        "CHANNEL_PINS_UPDATE",
        channel,
        PINS,
        {"last_pin_timestamp": request.services.world.snowflakes.now_iso()},
    )
    request.services.messages.notice(
        request.caller, channel, type=PIN_NOTICE, reference_id=message.id
    )
    pin = {"channel_id": str(channel.id), "message_id": str(message.id)}
    request.note(MESSAGE_PIN, channel.guild_id, message.author_id, options=pin)


@route("GET", LIST)
def _list_messages(request: Request) -> list[Json]:
    """Return a page of a channel's history, newest first."""
    channel = request.seen_channel()
    limit = request.query_number("limit", 50, 100)
    if not request.may(channel, Permission.READ_MESSAGE_HISTORY):
        return []
    messages = list(request.services.world.histories[channel.id].values())
    around, after = request.query_id("around"), request.query_id("after")
    if around is not None:
        start = _place(messages, around) - limit // 2
    elif after is not None:
        start = _place(messages, after + 1)
    else:
        before = request.query_id("before")
        messages = messages if before is None else messages[: _place(messages, before)]
        start = len(messages) - limit
    page = messages[max(0, start) :][:limit]
    return [shown(request, message) for message in reversed(page)]


@route("GET", ONE)
def _get_message(request: Request) -> Json:
    return shown(request, request.readable_message())


@route("POST", LIST)
def _create_message(request: Request) -> Json:
    channel = request.channel_with(to_post_in(request.seen_channel()), *_needed(request))
    if channel.guild_id is None and request.caller.bot and not _share_guild(request, channel):
        raise errors.DiscordError(*errors.NO_MUTUAL_GUILD)
    request.services.slow_mode.check(request.caller, channel, request.permissions(channel))
    message, nonce = request.services.messages.post(
        request.caller, channel, request.fields, request.uploads
    )
    request.services.slow_mode.note(request.caller, channel)
    payload = request.services.payloads.message(message, request.caller)
    return payload if nonce is None else {**payload, "nonce": nonce}


@route("PATCH", ONE)
def _edit_message(request: Request) -> Json:
    """Edit one's own message; with Manage Messages, hide anyone's embeds."""
    channel = request.seen_channel()
    message = request.services.world.histories[channel.id][request.id("message_id")]
    refuse_if_archived(channel)
    if message.author_id != request.caller.id:
        _suppress_embeds(request, message)
        return shown(request, message)
    age = request.services.world.snowflakes.age(message.id)
    if request.caller.bot and age > OLD_MESSAGE_SECONDS:
        request.services.limiter.count_old_edit(channel.id)
    request.services.messages.edit(message, request.fields, request.uploads)
    return shown(request, message)


@route("DELETE", ONE)
def _delete_message(request: Request) -> None:
    channel = request.seen_channel()
    message = request.services.world.histories[channel.id][request.id("message_id")]
    if message.author_id != request.caller.id:
        request.require(in_guild(channel), Permission.MANAGE_MESSAGES)
        if not request.caller.bot:  # Discord notes none of the single messages that bots delete
            options = {"channel_id": str(channel.id), "count": "1"}
            request.note(MESSAGE_DELETE, channel.guild_id, message.author_id, options=options)
    request.services.messages.delete(message)


@route("POST", LIST + "/bulk-delete", Access.BOT)
def _delete_messages(request: Request) -> None:
    channel = request.channel_with(Permission.MANAGE_MESSAGES)
    listed = request.fields.get("messages")
    if not isinstance(listed, list) or not 2 <= len(listed) <= 100:
        raise errors.DiscordError(*errors.NOT_A_BULK)
    ids = sorted({snowflake(item, "messages") for item in listed})
    if any(age > BULK_SECONDS for age in map(request.services.world.snowflakes.age, ids)):
        raise errors.DiscordError(*errors.TOO_OLD_FOR_BULK)
    history = request.services.world.histories[channel.id]
    messages = [message for some_id in ids if (message := history.get(some_id)) is not None]
    for message in messages:
        request.services.world.drop(message)
    deleted = {"ids": [str(message.id) for message in messages]}
    request.services.events.tell("MESSAGE_DELETE_BULK", channel, MESSAGES, deleted)
    count = {"count": str(len(messages))}
    request.note(MESSAGE_BULK_DELETE, channel.guild_id, channel.id, options=count)


def shown(request: Request, message: Message) -> Json:
    """Return a message as REST shows it to the caller."""
    services = request.services
    payload = services.payloads.message(message, request.caller)
    in_guild = services.world.channels[message.channel_id].guild_id is not None
    if request.caller.bot and in_guild and Intent.MESSAGE_CONTENT not in services.gateway.granted:
        return without_content(payload, request.caller)
    return payload


def _place(messages: list[Message], message_id: int) -> int:
    """Return how many messages are older than an id."""
    return bisect_left(messages, message_id, key=attrgetter("id"))


def _needed(request: Request) -> Iterator[Permission]:
    if request.uploads:
        yield Permission.ATTACH_FILES
    if request.fields.get("message_reference"):
        yield Permission.READ_MESSAGE_HISTORY
    if request.fields.get("poll"):
        yield Permission.SEND_POLLS


def _share_guild(request: Request, dm: Channel) -> bool:
    world = request.services.world
    item, other = (world.guilds_of(world.users[user_id]) for user_id in dm.recipients)
    return any(guild in other for guild in item)


def _suppress_embeds(request: Request, message: Message) -> None:
    channel = request.seen_channel()
    if set(request.fields) != {"flags"} or channel.guild_id is None:
        raise errors.DiscordError(*errors.NOT_THE_AUTHOR)
    request.require(channel, Permission.MANAGE_MESSAGES)
    hidden = int(request.fields["flags"]) & SUPPRESS_EMBEDS
    message.flags = message.flags & ~SUPPRESS_EMBEDS | hidden
    request.services.events.message_updated(message)
