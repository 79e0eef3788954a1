"""Routes about reactions."""

import re

from sandbox.calls import Call, Route
from sandbox.errors import (
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    TOO_MANY_REACTIONS,
    DiscordError,
    unknown,
)
from sandbox.guards import may, readable_message, refuse_if_archived, seen_channel
from sandbox.models import Json, Message
from sandbox.permissions import Permission

DIFFERENT_EMOJIS = 20
EMOJI_LENGTH = 32
PLAIN_TEXT = re.compile(r"[\w:]*", re.ASCII)  # a custom emoji's name: this guild has none


def add_reaction(call: Call) -> None:
    """React to a message."""
    message, emoji = readable_message(call), _emoji(call)
    channel = seen_channel(call)
    refuse_if_archived(channel)
    if emoji not in message.reactions:
        if not may(call, channel, Permission.ADD_REACTIONS):
            raise DiscordError(*MISSING_PERMISSIONS)
        if len(message.reactions) == DIFFERENT_EMOJIS:
            raise DiscordError(*TOO_MANY_REACTIONS)
    user_ids = message.reactions.setdefault(emoji, [])
    if call.caller.id in user_ids:
        return
    user_ids.append(call.caller.id)
    call.hub.world.keep(message)
    call.hub.events.reaction_added(message, channel, call.caller, emoji)


def list_reactions(call: Call) -> list[Json]:
    """Whoever reacted with an emoji."""
    message = readable_message(call)
    after = call.query_id("after") or 0
    limit = call.query_number("limit", 25, 100)
    user_ids = sorted(one for one in message.reactions.get(_emoji(call), ()) if one > after)
    return [call.hub.payloads.user(call.hub.world.user(one)) for one in user_ids[:limit]]


def remove_own_reaction(call: Call) -> None:
    """Take back a reaction of one's own."""
    _remove(call, readable_message(call), call.caller.id)


def remove_reaction(call: Call) -> None:
    """Remove somebody else's reaction."""
    _remove(call, _managed_message(call), call.id("user_id"))


def clear_reactions(call: Call) -> None:
    """Remove every reaction to a message."""
    message = _managed_message(call)
    message.reactions.clear()
    call.hub.world.keep(message)
    call.hub.events.reactions_cleared(message, seen_channel(call), None)


def clear_emoji(call: Call) -> None:
    """Remove every reaction with one emoji."""
    message, emoji = _managed_message(call), _emoji(call)
    message.reactions.pop(emoji, None)
    call.hub.world.keep(message)
    call.hub.events.reactions_cleared(message, seen_channel(call), emoji)


def _remove(call: Call, message: Message, user_id: int) -> None:
    emoji = _emoji(call)
    user_ids = message.reactions.get(emoji, [])
    if user_id not in user_ids:
        return
    user_ids.remove(user_id)
    if not user_ids:
        del message.reactions[emoji]
    call.hub.world.keep(message)
    call.hub.events.reaction_removed(message, seen_channel(call), user_id, emoji)


def _managed_message(call: Call) -> Message:
    message, channel = readable_message(call), seen_channel(call)
    if channel.guild_id is None:
        raise DiscordError(*NOT_IN_A_DM)
    if not may(call, channel, Permission.MANAGE_MESSAGES):
        raise DiscordError(*MISSING_PERMISSIONS)
    return message


def _emoji(call: Call) -> str:
    emoji = call.part("emoji")
    if len(emoji) > EMOJI_LENGTH or PLAIN_TEXT.fullmatch(emoji):
        raise unknown("Emoji")
    return emoji


ALL = "/channels/{channel_id}/messages/{message_id}/reactions"
ONE = ALL + "/{emoji}"
ROUTES = (
    Route("PUT", ONE + "/@me", add_reaction),
    Route("DELETE", ONE + "/@me", remove_own_reaction),
    Route("DELETE", ONE + "/{user_id}", remove_reaction),
    Route("GET", ONE, list_reactions),
    Route("DELETE", ONE, clear_emoji),
    Route("DELETE", ALL, clear_reactions),
)
