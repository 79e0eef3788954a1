"""Reads what was said while nobody listened, in the order in which it was said."""

from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias, TypeGuard

import discord

from bot.discord_clock import snowflake_before, snowflake_ms
from bot.history import Message, read_history
from bot.incoming import messages as hearing
from bot.incoming.direct_messages import DirectMessages
from bot.live.events import Edited, Reading, Scope, Typed
from bot.matches.obstacles import RoomShut
from bot.matches.runner import MatchRunner
from bot.obstacles import Obstacle
from bot.posts.post import Urgency
from bot.posts.rate_limit import RateLimiter
from bot.posts.request_guard import RequestGuard
from bot.room_permissions import allowed_in, obstacle_in

Said: TypeAlias = Typed | Edited

UNKNOWN_MESSAGE: Final = 10008


class Reader:
    """Reads rooms from where they have been heard to, and private words while they are awaited."""

    def __init__(
        self, client: discord.Client, direct_messages: DirectMessages, limiter: RateLimiter
    ) -> None:
        self._client = client
        self._direct_messages = direct_messages
        self._limiter = limiter

    async def read(self, runner: MatchRunner, scope: Scope) -> Reading:
        """All that has been said for a match and may not be judged yet.

        Raises:
            discord.HTTPException: Discord does not answer, or does not let the Dealer read.
            TimeoutError: Discord does not answer in time.
            RoomShut: What Discord answers is not to be trusted.
        """
        until_ms = inf if scope.until_ms is None else scope.until_ms
        urgency = Urgency.USUAL if scope.until_ms is None else Urgency.LAST_WARNING
        async with RequestGuard(self._limiter, urgency).watching():
            said, read_to = await self._everywhere(runner, scope, until_ms)
            if said and runner.awaits_secrets:
                # While one channel was being read, something earlier may have come in another.
                newest_ms = max(each.at_ms for each in said)
                said, read_to = await self._everywhere(runner, scope, newest_ms)
            self._check_permissions(runner)
        return Reading(_with_cursors(said, read_to), read_to)

    async def _everywhere(
        self, runner: MatchRunner, scope: Scope, until_ms: float
    ) -> tuple[list[Said], int]:
        """What was said aloud and in private, and the newest message in the room looked at."""
        in_room, read_to = await self._in_room(runner, scope, until_ms)
        in_private = await self._in_private(runner, until_ms)
        kept = [each for each in await self._in_inbox(runner) if each.at_ms <= until_ms]
        return sorted([*in_room, *in_private, *kept], key=_order), read_to

    async def _in_room(
        self, runner: MatchRunner, scope: Scope, until_ms: float
    ) -> tuple[list[Said], int]:
        """What the players have said in the room, and the newest message that was looked at.

        Of what was heard already in this turn, that which was edited is among it. A held move whose
        message is gone stands, as nobody saw it go.

        It is read from the Dealer's own newest post on, so that what is read proves itself.
        """
        read_to, said = runner.read_to, list[Said]()
        if scope.knows_newest and self._has_nothing_new(runner):
            return said, read_to
        after = min([_read_from(runner), *(each - 1 for each in _own_post(runner))])
        players, is_empty = frozenset(each.id for each in runner.card.players.values()), True
        room_id = runner.card.room_id
        async for message_id, message in read_history(self._client, room_id, after, players):
            is_empty = False
            if snowflake_ms(message_id) > until_ms:
                break
            read_to = max(read_to, message_id)
            heard = _heard(runner, message) if message else None
            if heard:
                said.append(heard)
        if is_empty and runner.newest_post:
            await self._check_own_post(runner)
        late = [each for each in said if each.at_ms > until_ms]
        # What was edited since is for another reading; what was heard before is found there again.
        new = [_message_of(each) for each in late if _message_of(each) > runner.read_to]
        read_to = min([read_to, *(each - 1 for each in new)])
        return [each for each in said if each not in late], read_to

    async def _check_own_post(self, runner: MatchRunner) -> None:
        """Make sure that a room which seems empty is one in which the Dealer's post is deleted.

        Raises:
            RoomShut: It is not shown the room's history.
        """
        try:
            await self._client.http.get_message(runner.card.room_id, runner.newest_post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        except discord.Forbidden:
            raise RoomShut(Obstacle.NO_HISTORY) from None
        else:
            raise ValueError("the history lacks a post that stands in the room")

    def _check_permissions(self, runner: MatchRunner) -> None:
        """Trust no answer that the Dealer is given without the permissions for it.

        Raises:
            RoomShut: It lacks some.
        """
        card = runner.card
        allowed = allowed_in(self._client, card.guild_id, card.room_id)
        obstacle = obstacle_in(allowed) if allowed else None
        if obstacle:
            raise RoomShut(obstacle)

    def _has_nothing_new(self, runner: MatchRunner) -> bool:
        """Whether the newest message of a room has been heard, and no earlier one may change."""
        newest = getattr(self._client.get_channel(runner.card.room_id), "last_message_id", None)
        return newest is not None and newest <= min(runner.read_to, _read_from(runner))

    async def _in_private(self, runner: MatchRunner, until_ms: float) -> list[Said]:
        """What the players have said in private since the phase began that awaits it."""
        if not runner.awaits_secrets:
            return []
        since = discord.Object(snowflake_before(runner.card.discord_ms(runner.match.opened)))
        players = [player.id for player in runner.card.players.values()]
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
                said += await self._for_runner(runner, message, is_known=is_known)
        return said

    async def _in_inbox(self, runner: MatchRunner) -> list[Typed]:
        """The forms and choices that were kept and are not judged yet."""
        heard = list[Typed]()
        for each in runner.inbox:
            if isinstance(each, Typed):
                heard.append(each)
                continue
            channel = self._client.get_partial_messageable(each.channel_id)
            # A message that is gone meanwhile is for no match, and no reason to stop this one.
            with suppress(discord.NotFound, discord.Forbidden):
                message = await channel.fetch_message(each.message_id)
                typed = hearing.chosen(runner.card, each, message)
                heard += [typed] if typed else []
        return heard

    async def _for_runner(
        self, runner: MatchRunner, message: discord.Message, *, is_known: bool
    ) -> list[Said]:
        """A private message that may have been heard already, or edited since, if it is for it."""
        found = self._direct_messages.route(message)
        if found.runners == (runner,):
            typed = hearing.said_in_private(runner.card, message, found.text)
            return [typed] if typed else []
        asks = next((each for each in found.runners if each.awaits_secrets), None)
        if runner is asks and not is_known:
            await self._direct_messages.ask_which(message, found.runners)
        return []


def _own_post(runner: MatchRunner) -> frozenset[int]:
    return frozenset({runner.newest_post} if runner.newest_post else ())


def _read_from(runner: MatchRunner) -> int:
    """The message after which a room is read: others have been heard, and cannot change."""
    after = runner.changeable_after
    return runner.read_to if after is None else min(runner.read_to, after)


def _heard(runner: MatchRunner, message: Message) -> Said | None:
    """A message in the room if it is new, or else its edit."""
    if message.id > runner.read_to:
        return hearing.said_aloud(runner.card, message)
    return hearing.edited(runner.card, message)


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
