"""Reads what was said while nobody listened, in the order in which it was said."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias, TypeGuard

import discord

from bot.card import MatchCard
from bot.discord_clock import snowflake_before, snowflake_ms
from bot.history import Message, read_history
from bot.incoming import messages as hearing
from bot.incoming.direct_messages import DirectMessages
from bot.live.events import Edited, Reading, Scope, Typed
from bot.live.live_match import LiveMatch
from bot.matches.obstacles import RoomShut
from bot.obstacles import Obstacle
from bot.posts.post import Urgency
from bot.posts.rate_limit import RateLimiter
from bot.posts.request_guard import RequestGuard
from bot.room_permissions import allowed_in, obstacle_in

Said: TypeAlias = Typed | Edited

UNKNOWN_MESSAGE: Final = 10008


class Reader:
    """Reads rooms from where they were last heard, and direct messages if secrets are awaited."""

    def __init__(
        self, client: discord.Client, direct_messages: DirectMessages, limiter: RateLimiter
    ) -> None:
        self._client = client
        self._direct_messages = direct_messages
        self._limiter = limiter

    async def read(self, live: Callable[[], LiveMatch], scope: Scope) -> Reading:
        """All that has been said for a match and may not be judged yet.

        Raises:
            discord.HTTPException: Discord does not answer, or does not let the Dealer read.
            TimeoutError: Discord does not answer in time.
            RoomShut: What Discord answers is not to be trusted.
        """
        until_ms = inf if scope.until_ms is None else scope.until_ms
        urgency = Urgency.USUAL if scope.until_ms is None else Urgency.LAST_WARNING
        async with RequestGuard(self._limiter, urgency).watching():
            said, read_to = await self._everywhere(live, scope, until_ms)
            if said and live().awaits_secrets:
                # While one channel was being read, something earlier may have come in another.
                newest_ms = max(each.at_ms for each in said)
                said, read_to = await self._everywhere(live, scope, newest_ms)
            self._check_permissions(live().card)
        return Reading(_with_cursors(said, read_to), read_to)

    async def _everywhere(
        self, live: Callable[[], LiveMatch], scope: Scope, until_ms: float
    ) -> tuple[list[Said], int]:
        """What was said aloud and in private, and the newest message in the room looked at."""
        in_room, read_to = await self._in_room(live(), scope, until_ms)
        in_private = await self._in_private(live(), until_ms)
        kept = [each for each in await self._in_inbox(live()) if each.at_ms <= until_ms]
        return sorted([*in_room, *in_private, *kept], key=_order), read_to

    async def _in_room(
        self, live: LiveMatch, scope: Scope, until_ms: float
    ) -> tuple[list[Said], int]:
        """What the players have said in the room, and the newest message that was looked at.

        Of what was heard already in this turn, that which was edited is among it. A held move whose
        message is gone stands, as nobody saw it go.

        It is read from the Dealer's own newest post on, so that what is read proves itself.
        """
        read_to, said = live.read_to, list[Said]()
        if scope.knows_newest and self._has_nothing_new(live):
            return said, read_to
        after = min([_read_from(live), *(each - 1 for each in _own_post(live))])
        players, is_empty = frozenset(each.id for each in live.card.players.values()), True
        room_id = live.card.room_id
        async for message_id, message in read_history(self._client, room_id, after, players):
            is_empty = False
            if snowflake_ms(message_id) > until_ms:
                break
            read_to = max(read_to, message_id)
            heard = _heard(live, message) if message else None
            if heard:
                said.append(heard)
        if is_empty and live.newest_post:
            await self._check_own_post(live)
        late = [each for each in said if each.at_ms > until_ms]
        # What was edited since is for another reading; what was heard before is found there again.
        new = [_message_of(each) for each in late if _message_of(each) > live.read_to]
        read_to = min([read_to, *(each - 1 for each in new)])
        return [each for each in said if each not in late], read_to

    async def _check_own_post(self, live: LiveMatch) -> None:
        """Make sure that a room which seems empty is one in which the Dealer's post is deleted.

        Raises:
            RoomShut: It is not shown the room's history.
        """
        try:
            await self._client.http.get_message(live.card.room_id, live.newest_post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        except discord.Forbidden:
            raise RoomShut(Obstacle.NO_HISTORY) from None
        else:
            raise ValueError("the history lacks a post that stands in the room")

    def _check_permissions(self, card: MatchCard) -> None:
        """Trust no answer that the Dealer is given without the permissions for it.

        Raises:
            RoomShut: It lacks some.
        """
        allowed = allowed_in(self._client, card.guild_id, card.room_id)
        obstacle = obstacle_in(allowed) if allowed else None
        if obstacle:
            raise RoomShut(obstacle)

    def _has_nothing_new(self, live: LiveMatch) -> bool:
        """Whether the newest message of a room has been heard, and no earlier one may change."""
        newest = getattr(self._client.get_channel(live.card.room_id), "last_message_id", None)
        return newest is not None and newest <= min(live.read_to, _read_from(live))

    async def _in_private(self, live: LiveMatch, until_ms: float) -> list[Said]:
        """What the players have said in private since the phase began that awaits it."""
        if not live.awaits_secrets:
            return []
        since = discord.Object(snowflake_before(live.card.discord_ms(live.match.opened)))
        players = [player.id for player in live.card.players.values()]
        messages = [
            each for player in players for each in await self._direct_messages.since(player, since)
        ]
        answered = {each.reference.message_id for each in messages if each.reference}
        said = list[Said]()
        for message in messages:
            is_mine = message.author.id in players and snowflake_ms(message.id) <= until_ms
            is_known = message.id in answered
            # One that was answered is judged, or its author was asked which match it is for.
            if is_mine and (message.edited_at or not is_known):
                said += await self._if_for(live, message, is_known=is_known)
        return said

    async def _in_inbox(self, live: LiveMatch) -> list[Typed]:
        """The forms and choices that were kept and are not judged yet."""
        heard = list[Typed]()
        for each in live.inbox:
            if isinstance(each, Typed):
                heard.append(each)
                continue
            channel = self._client.get_partial_messageable(each.channel_id)
            # A message that is gone meanwhile is for no match, and no reason to stop this one.
            with suppress(discord.NotFound, discord.Forbidden):
                message = await channel.fetch_message(each.message_id)
                typed = hearing.chosen(live.card, each, message)
                heard += [typed] if typed else []
        return heard

    async def _if_for(
        self, live: LiveMatch, message: discord.Message, *, is_known: bool
    ) -> list[Said]:
        """A private message that may have been heard already, or edited since, if it is for it."""
        found = self._direct_messages.route(message)
        matches = [each.card.id for each in found.runners]
        if matches == [live.card.id]:
            typed = hearing.said_in_private(live.card, message, found.text)
            return [typed] if typed else []
        asking = [each.card.id for each in found.runners if each.live.awaits_secrets]
        if asking[:1] == [live.card.id] and not is_known:
            await self._direct_messages.ask_which(message, found.runners)
        return []


def _own_post(live: LiveMatch) -> frozenset[int]:
    return frozenset({live.newest_post} if live.newest_post else ())


def _read_from(live: LiveMatch) -> int:
    """The message after which a room is read: others have been heard, and cannot change."""
    after = live.changeable_after
    return live.read_to if after is None else min(live.read_to, after)


def _heard(live: LiveMatch, message: Message) -> Said | None:
    """A message in the room if it is new, or else its edit."""
    if message.id > live.read_to:
        return hearing.said_aloud(live.card, message)
    return hearing.edited(live.card, message)


def _order(said: Said) -> tuple[int, int]:
    """Discord's own order: by the instant, and within it by the message's id."""
    return said.at_ms, _message_of(said)


def _message_of(said: Said) -> int:
    return said.said_id if isinstance(said, Typed) else said.message_id


def _with_cursors(said: list[Said], read_to: int) -> tuple[Said, ...]:
    """Each with the message up to which the room has been heard once it is judged.

    An edited message comes later than its place in the room: until it is judged, the room has been
    heard only to the message before it.
    """
    heard_to, cursors = read_to, list[int]()
    for each in reversed(said):
        cursors.append(heard_to)
        if _is_aloud(each):
            heard_to = min(heard_to, each.said_id - 1)
    return tuple(
        replace(each, heard_to=cursor) if _is_aloud(each) else each
        for each, cursor in zip(said, reversed(cursors), strict=True)
    )


def _is_aloud(said: Said) -> TypeGuard[Typed]:
    return isinstance(said, Typed) and not said.is_private
