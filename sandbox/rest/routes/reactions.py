"""Routes of reactions."""

import re

from sandbox.errors import TOO_MANY_REACTIONS, DiscordError, unknown
from sandbox.gateway.events import REACTIONS
from sandbox.rest.request import Request, in_guild, refuse_if_archived, route
from sandbox.state.models import Json, Message
from sandbox.state.permissions import Permission

# A custom emoji's name; the sandbox has no custom emojis.
PLAIN_TEXT = re.compile(r"[\w:]*", re.ASCII)
ALL = "/channels/{channel_id}/messages/{message_id}/reactions"
ONE = ALL + "/{emoji}"


@route("PUT", ONE + "/@me")
def _add_reaction(request: Request) -> None:
    message, emoji = request.readable_message(), _emoji(request)
    channel = request.seen_channel()
    refuse_if_archived(channel)
    request.refuse_in_time_out(channel)
    if emoji not in message.reactions:
        request.require(channel, Permission.ADD_REACTIONS)
        if len(message.reactions) == 20:
            raise DiscordError(*TOO_MANY_REACTIONS)
    user_ids = message.reactions.setdefault(emoji, [])
    if request.caller.id in user_ids:
        return
    user_ids.append(request.caller.id)
    request.services.events.reaction_changed(
        message, channel, request.caller.id, emoji, is_added=True
    )


@route("GET", ONE)
def _list_reactions(request: Request) -> list[Json]:
    message = request.readable_message()
    after = request.query_id("after") or 0
    limit = request.query_number("limit", 25, 100)
    reacted = message.reactions.get(_emoji(request), ())
    user_ids = sorted(user_id for user_id in reacted if user_id > after)
    users = (request.services.world.users[user_id] for user_id in user_ids[:limit])
    return [request.services.payloads.user(user) for user in users]


@route("DELETE", ONE + "/@me")
def _remove_own_reaction(request: Request) -> None:
    _remove(request, request.readable_message(), request.caller.id)


@route("DELETE", ONE + "/{user_id}")
def _remove_reaction(request: Request) -> None:
    _remove(request, _managed_message(request), request.id("user_id"))


@route("DELETE", ALL)
def _clear_reactions(request: Request) -> None:
    message = _managed_message(request)
    message.reactions.clear()
    request.services.world.keep(message)
    cleared, channel = {"message_id": str(message.id)}, request.seen_channel()
    request.services.events.tell("MESSAGE_REACTION_REMOVE_ALL", channel, REACTIONS, cleared)


def _remove(request: Request, message: Message, user_id: int) -> None:
    emoji = _emoji(request)
    user_ids = message.reactions.get(emoji, [])
    if user_id not in user_ids:
        return
    user_ids.remove(user_id)
    if not user_ids:
        del message.reactions[emoji]
    request.services.events.reaction_changed(
        message, request.seen_channel(), user_id, emoji, is_added=False
    )


def _managed_message(request: Request) -> Message:
    message = request.readable_message()
    request.require(in_guild(request.seen_channel()), Permission.MANAGE_MESSAGES)
    return message


def _emoji(request: Request) -> str:
    emoji = request.part("emoji")
    if len(emoji) > 32 or PLAIN_TEXT.fullmatch(emoji):
        raise unknown("Emoji")
    return emoji
