"""Routes of reactions."""

import re

from sandbox.errors import (
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    TOO_MANY_REACTIONS,
    DiscordError,
    unknown,
)
from sandbox.rest.access import may, readable_message, refuse_if_archived, seen_channel
from sandbox.rest.request import Request, Route
from sandbox.state.models import Json, Message
from sandbox.state.permissions import Permission

DIFFERENT_EMOJIS = 20
EMOJI_LENGTH = 32
PLAIN_TEXT = re.compile(
    r"[\w:]*", re.ASCII
)  # a custom emoji's name; the sandbox has no custom emojis


def add_reaction(request: Request) -> None:
    """React to a message."""
    message, emoji = readable_message(request), _emoji(request)
    channel = seen_channel(request)
    refuse_if_archived(channel)
    if emoji not in message.reactions:
        if not may(request, channel, Permission.ADD_REACTIONS):
            raise DiscordError(*MISSING_PERMISSIONS)
        if len(message.reactions) == DIFFERENT_EMOJIS:
            raise DiscordError(*TOO_MANY_REACTIONS)
    user_ids = message.reactions.setdefault(emoji, [])
    if request.caller.id in user_ids:
        return
    user_ids.append(request.caller.id)
    request.services.world.keep(message)
    request.services.events.reaction_added(message, channel, request.caller, emoji)


def list_reactions(request: Request) -> list[Json]:
    """Return the users who reacted with an emoji."""
    message = readable_message(request)
    after = request.query_id("after") or 0
    limit = request.query_number("limit", 25, 100)
    user_ids = sorted(one for one in message.reactions.get(_emoji(request), ()) if one > after)
    return [
        request.services.payloads.user(request.services.world.user(one)) for one in user_ids[:limit]
    ]


def remove_own_reaction(request: Request) -> None:
    """Remove one's own reaction."""
    _remove(request, readable_message(request), request.caller.id)


def remove_reaction(request: Request) -> None:
    """Remove somebody else's reaction."""
    _remove(request, _managed_message(request), request.id("user_id"))


def clear_reactions(request: Request) -> None:
    """Remove every reaction to a message."""
    message = _managed_message(request)
    message.reactions.clear()
    request.services.world.keep(message)
    request.services.events.reactions_cleared(message, seen_channel(request))


def _remove(request: Request, message: Message, user_id: int) -> None:
    emoji = _emoji(request)
    user_ids = message.reactions.get(emoji, [])
    if user_id not in user_ids:
        return
    user_ids.remove(user_id)
    if not user_ids:
        del message.reactions[emoji]
    request.services.world.keep(message)
    request.services.events.reaction_removed(message, seen_channel(request), user_id, emoji)


def _managed_message(request: Request) -> Message:
    message, channel = readable_message(request), seen_channel(request)
    if channel.guild_id is None:
        raise DiscordError(*NOT_IN_A_DM)
    if not may(request, channel, Permission.MANAGE_MESSAGES):
        raise DiscordError(*MISSING_PERMISSIONS)
    return message


def _emoji(request: Request) -> str:
    emoji = request.part("emoji")
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
    Route("DELETE", ALL, clear_reactions),
)
