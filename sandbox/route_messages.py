"""Routes about messages: history, posting, editing, deleting, pinning."""

import time
from collections.abc import Iterator

from sandbox.calls import Access, Call, Route
from sandbox.errors import (
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    NOT_A_BULK,
    NOT_IN_A_DM,
    NOT_THE_AUTHOR,
    TOO_OLD_FOR_BULK,
    DiscordError,
)
from sandbox.fields import snowflake
from sandbox.guards import (
    channel_with,
    may,
    permissions,
    readable_message,
    refuse_if_archived,
    seen_channel,
)
from sandbox.limits import OLD_MESSAGE_SECONDS
from sandbox.messages import Origin
from sandbox.models import PIN_NOTICE, SUPPRESS_EMBEDS, Channel, Json, Message
from sandbox.payloads import without_content
from sandbox.permissions import Permission, to_post_in
from sandbox.sessions import Intent
from sandbox.snowflakes import now_iso, seconds_of, timestamp_of

PAGE = 50
LONGEST_PAGE = 100
LONGEST_BULK = 100
BULK_SECONDS = 14 * 86_400


def list_messages(call: Call) -> list[Json]:
    """A page of a channel's history, newest first."""
    channel = seen_channel(call)
    limit = call.query_number("limit", PAGE, LONGEST_PAGE)
    if not may(call, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    history = call.hub.world.history(channel.id)
    around, after = call.query_id("around"), call.query_id("after")
    if around is not None:
        page = history.around(around, limit)
    elif after is not None:
        page = history.after(after, limit)
    else:
        page = history.before(call.query_id("before"), limit)
    return [shown(call, message) for message in page]


def get_message(call: Call) -> Json:
    """One message."""
    return shown(call, readable_message(call))


def create_message(call: Call) -> Json:
    """Post a message."""
    channel = channel_with(call, to_post_in(seen_channel(call)), *_needed(call))
    if channel.guild_id is None and call.caller.bot and not _share_guild(call, channel):
        raise DiscordError(*NO_MUTUAL_GUILD)
    call.hub.slow_mode.check(call.caller, channel, permissions(call, channel))
    message, nonce = call.hub.messages.post(call.caller, channel, call.fields, call.uploads)
    call.hub.slow_mode.note(call.caller, channel)
    payload = call.hub.payloads.message(message, call.caller)
    return payload if nonce is None else {**payload, "nonce": nonce}


def edit_message(call: Call) -> Json:
    """Edit a message of one's own; with Manage Messages, hide the embeds of any."""
    channel = seen_channel(call)
    message = call.hub.world.message(channel.id, call.id("message_id"))
    refuse_if_archived(channel)
    if message.author_id != call.caller.id:
        _suppress_embeds(call, message)
        return shown(call, message)
    if call.caller.bot and time.time() - seconds_of(message.id) > OLD_MESSAGE_SECONDS:
        call.hub.limiter.count_old_edit(channel.id)
    call.hub.messages.amend(message, call.fields, call.uploads)
    return shown(call, message)


def delete_message(call: Call) -> None:
    """Delete a message of one's own, or with Manage Messages any."""
    channel = seen_channel(call)
    message = call.hub.world.message(channel.id, call.id("message_id"))
    if message.author_id != call.caller.id:
        if channel.guild_id is None:
            raise DiscordError(*NOT_IN_A_DM)
        if not may(call, channel, Permission.MANAGE_MESSAGES):
            raise DiscordError(*MISSING_PERMISSIONS)
    call.hub.messages.delete(message)


def delete_messages(call: Call) -> None:
    """Delete several messages of a guild's channel at once."""
    channel = channel_with(call, Permission.MANAGE_MESSAGES)
    listed = call.fields.get("messages")
    if not isinstance(listed, list) or not 2 <= len(listed) <= LONGEST_BULK:
        raise DiscordError(*NOT_A_BULK)
    ids = sorted({snowflake(one, "messages") for one in listed})
    if any(time.time() - seconds_of(one) > BULK_SECONDS for one in ids):
        raise DiscordError(*TOO_OLD_FOR_BULK)
    history = call.hub.world.history(channel.id)
    found = [message for one in ids if (message := history.get(one)) is not None]
    call.hub.messages.delete_all(channel, found)


def list_pins(call: Call) -> Json:
    """The pinned messages of a channel."""
    channel = channel_with(call, Permission.READ_MESSAGE_HISTORY)
    pinned = call.hub.world.history(channel.id).pinned()
    items = [
        {"pinned_at": timestamp_of(message.id), "message": shown(call, message)}
        for message in pinned
    ]
    return {"items": items, "has_more": False}


def pin_message(call: Call) -> None:
    """Pin a message: it changes without an edit, and a notice says so."""
    message = _pinnable(call)
    if message.pinned:
        return
    channel = seen_channel(call)
    _set_pinned(call, message, pinned=True)
    call.hub.events.pins_updated(channel, now_iso())
    notice = Origin(PIN_NOTICE, reference_id=message.id)
    call.hub.messages.notice(call.caller, channel, "", notice)


def unpin_message(call: Call) -> None:
    """Unpin a message."""
    message = _pinnable(call)
    if message.pinned:
        _set_pinned(call, message, pinned=False)
        call.hub.events.pins_updated(seen_channel(call), None)


def shown(call: Call, message: Message) -> Json:
    """A message as REST shows it to the caller."""
    hub = call.hub
    payload = hub.payloads.message(message, call.caller)
    in_guild = hub.world.channel(message.channel_id).guild_id is not None
    if call.caller.bot and in_guild and Intent.MESSAGE_CONTENT not in hub.gateway.granted:
        return without_content(payload, call.caller)
    return payload


def _needed(call: Call) -> Iterator[Permission]:
    """What the caller has to be allowed for what is in a message to be posted."""
    if call.uploads:
        yield Permission.ATTACH_FILES
    if call.fields.get("message_reference"):
        yield Permission.READ_MESSAGE_HISTORY
    if call.fields.get("poll"):
        yield Permission.SEND_POLLS


def _share_guild(call: Call, dm: Channel) -> bool:
    """Whether the sides of a DM are in a guild together."""
    world = call.hub.world
    one, other = (world.guilds_of(world.user(user_id)) for user_id in dm.recipients)
    return any(guild in other for guild in one)


def _suppress_embeds(call: Call, message: Message) -> None:
    channel = seen_channel(call)
    if set(call.fields) != {"flags"} or channel.guild_id is None:
        raise DiscordError(*NOT_THE_AUTHOR)
    if not may(call, channel, Permission.MANAGE_MESSAGES):
        raise DiscordError(*MISSING_PERMISSIONS)
    hidden = int(call.fields["flags"]) & SUPPRESS_EMBEDS
    message.flags = message.flags & ~SUPPRESS_EMBEDS | hidden
    call.hub.world.keep(message)
    call.hub.events.message_updated(message)


def _pinnable(call: Call) -> Message:
    message = readable_message(call)
    channel = seen_channel(call)
    if channel.guild_id is not None and not may(call, channel, Permission.PIN_MESSAGES):
        raise DiscordError(*MISSING_PERMISSIONS)
    return message


def _set_pinned(call: Call, message: Message, *, pinned: bool) -> None:
    message.pinned = pinned
    call.hub.world.keep(message)
    call.hub.events.message_updated(message)


LIST = "/channels/{channel_id}/messages"
ONE = LIST + "/{message_id}"
ROUTES = (
    Route("GET", LIST + "/pins", list_pins),
    Route("PUT", LIST + "/pins/{message_id}", pin_message),
    Route("DELETE", LIST + "/pins/{message_id}", unpin_message),
    Route("POST", LIST + "/bulk-delete", delete_messages, Access.BOT),
    Route("GET", LIST, list_messages),
    Route("POST", LIST, create_message),
    Route("GET", ONE, get_message),
    Route("PATCH", ONE, edit_message),
    Route("DELETE", ONE, delete_message),
)
