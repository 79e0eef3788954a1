"""Catch-up: messages from while the bot was not listening, in the order of typing."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

import discord

from bot.cogs.incoming.direct_messages import DirectMessages
from bot.cogs.incoming.messages import GameRoomsOf, chosen, typed_in_private
from bot.live.decide.live_match import LiveMatch
from bot.live.runner import MatchRunner
from bot.live.services.gateway import Hosts
from bot.posts.sending.requests import RateLimiter, RequestGuard
from bot.posts.sending.room import Message, RoomClosedError, allowed_in, obstacle_in, read_history
from bot.values.card import MatchCard
from bot.values.discord_time import snowflake_before, snowflake_ms
from bot.values.events import (
    HostMessage,
    MessageEdited,
    PlayerMessage,
    ReadingScope,
    RoomMessage,
    RoomReading,
    Submission,
    is_in_room,
)
from bot.values.obstacles import Obstacle
from bot.values.post import Urgency

UNKNOWN_MESSAGE: Final = 10008


@dataclass(eq=False)
class Reader:
    """Reads rooms from where they were last heard, and direct messages while they matter."""

    client: discord.Client
    direct_messages: DirectMessages
    limiter: RateLimiter
    hosts: Hosts
    game_rooms_of: GameRoomsOf
    _guards: dict[int, RequestGuard] = field(default_factory=dict, init=False)

    def hasten(self, match_id: int) -> None:
        """Prefer a match's current reading to others: somebody waits for it."""
        if guard := self._guards.get(match_id):
            guard.hasten(Urgency.LAST_WARNING)

    async def read(self, live: Callable[[], LiveMatch], scope: ReadingScope) -> RoomReading:
        """Return all texts typed for a match that may not be judged yet.

        Raises:
            discord.HTTPException: Discord does not answer, or does not let the Dealer read.
            TimeoutError: Discord does not answer in time.
            RoomClosedError: Discord's answers cannot be trusted.
        """
        until_ms = inf if scope.until_ms is None else scope.until_ms
        is_urgent = scope.until_ms is not None or live().has_people_waiting
        urgency = Urgency.LAST_WARNING if is_urgent else Urgency.USUAL
        match_id = live().card.id
        urgency = Urgency.PRACTICE if live().card.is_practice else urgency
        guard = self._guards[match_id] = RequestGuard(self.limiter, urgency)
        try:
            async with guard.watching():
                events, read_through = await self._everywhere(live, scope, until_ms)
                if events and live().awaits_secrets:
                    # While one channel was being read, something earlier may have come in another.
                    newest_ms = max(message.at_ms for message in events)
                    events, read_through = await self._everywhere(live, scope, newest_ms)
                self._check_permissions(live().card)
        finally:
            if self._guards.get(match_id) is guard:
                del self._guards[match_id]
        return RoomReading(_with_cursors(events, read_through), read_through)

    async def _everywhere(
        self, live: Callable[[], LiveMatch], scope: ReadingScope, until_ms: float
    ) -> tuple[list[RoomMessage], int]:
        """Return the texts typed anywhere, and the newest room message that was looked at."""
        in_room, read_through = await self._in_room(live(), scope, until_ms)
        in_private = await self._in_private(live(), until_ms)
        stored = [await self._submitted(live().card, event) for event in live().inbox]
        submitted = [message for message in stored if message and message.at_ms <= until_ms]
        return sorted([*in_room, *in_private, *submitted], key=_order), read_through

    async def _in_room(
        self, live: LiveMatch, scope: ReadingScope, until_ms: float
    ) -> tuple[list[RoomMessage], int]:
        """Return the texts typed in the room, and the newest message that was looked at.

        Messages of this turn that were heard before are included if they were edited. A held move
        stands if its message is gone, as nobody saw it go.

        Reading begins with the Dealer's own newest post: finding it proves that the history is
        complete.
        """
        read_through, events = live.read_through, list[RoomMessage]()
        if scope.is_newest_known and self._has_nothing_new(live):
            return events, read_through
        after_id = _read_from(live)
        if live.newest_message_id:
            after_id = min(after_id, live.newest_message_id - 1)
        players, is_empty = frozenset(live.card.people_ids), True
        room_id = live.card.room_id
        async for message_id, message in read_history(self.client, room_id, after_id, players):
            is_empty = False
            if snowflake_ms(message_id) > until_ms:
                break
            read_through = max(read_through, message_id)
            heard = await self._heard(live, message) if message else None
            if live.card.is_direct and message and await self._is_for_another(live.card, message):
                continue
            if heard:
                events.append(heard)
        if is_empty and live.newest_message_id:
            await self._check_own_post(live)
        late = [event for event in events if event.at_ms > until_ms]
        # Later edits are left for the next reading, which finds what was heard before once more.
        new = [_message_of(event) for event in late if _message_of(event) > live.read_through]
        read_through = min([read_through, *(number - 1 for number in new)])
        return [event for event in events if event not in late], read_through

    async def _is_for_another(self, card: MatchCard, message: Message) -> bool:
        if not card.seat_of(message.author.id):
            return False
        known = await self.direct_messages.matches_of(message.author.id)
        return self.direct_messages.is_for_another(known, card.room_id, message)

    async def _heard(self, live: LiveMatch, message: Message) -> RoomMessage | None:
        """Read a room's message like a newly typed one: if it is new, or its edit."""
        is_edit, author_id = message.id <= live.read_through, message.author.id
        heard = self.game_rooms_of(live.card).read(live.card, message, is_edit=is_edit)
        is_line = isinstance(heard, HostMessage)
        is_host = is_line and await self.hosts.include(live.card.guild_id, author_id)
        return heard if is_host or not is_line else None

    async def _check_own_post(self, live: LiveMatch) -> None:
        """Raise RoomClosedError unless the room seems empty as the Dealer's post was deleted."""
        room = self.client.get_partial_messageable(live.card.room_id)
        try:
            await room.fetch_message(live.newest_message_id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        except discord.Forbidden:
            raise RoomClosedError(Obstacle.NO_HISTORY) from None
        else:
            raise ValueError("the history lacks a post that stands in the room")

    def _check_permissions(self, card: MatchCard) -> None:
        """Raise RoomClosedError without the permissions that make Discord's answers trustworthy."""
        allowed = allowed_in(self.client, card.guild_id, card.room_id)
        obstacle = obstacle_in(allowed) if allowed else None
        if obstacle:
            raise RoomClosedError(obstacle)

    def _has_nothing_new(self, live: LiveMatch) -> bool:
        """Return whether nothing in the room is newer than the turn's post, and all is known.

        Edits and private messages are not newer messages. A text typed before that post that has
        not been heard would still count.
        """
        if (
            live.turn_message_id is None
            or live.awaits_secrets
            or _read_from(live) < live.turn_message_id
        ):
            return False
        room = self.client.get_channel(live.card.room_id)
        return getattr(room, "last_message_id", None) == live.turn_message_id

    async def _in_private(self, live: LiveMatch, until_ms: float) -> list[RoomMessage]:
        """Return the players' messages to the Dealer alone since the present phase began.

        If these are the room, they are read like a room.
        """
        if not live.awaits_secrets or live.card.is_direct:
            return []
        since = discord.Object(snowflake_before(live.card.discord_ms(live.match.turn_opened_at)))
        players, own = live.card.people_ids, live.card.private_channel_of
        known = {player: await self.direct_messages.matches_of(player) for player in players}
        places = [(player, channel_id) for player in players for channel_id in {None, own(player)}]
        messages = [
            message
            for player, channel_id in places
            for message in await self.direct_messages.since(player, since, channel_id)
        ]
        # A player's reply to themselves is no answer.
        replies = [message for message in messages if message.author.id not in players]
        answered = {reply.reference.message_id for reply in replies if reply.reference}
        events = list[RoomMessage]()
        for message in messages:
            is_mine = message.author.id in players and snowflake_ms(message.id) <= until_ms
            is_known = message.id in answered
            # An answered message was judged, or its author was asked which match it is for.
            if is_mine and (message.edited_at or not is_known):
                matches = known[message.author.id]
                events += await self._if_for(live, matches, message, is_known=is_known)
        return events

    async def _submitted(self, card: MatchCard, stored: Submission) -> PlayerMessage | None:
        if isinstance(stored, PlayerMessage):
            return stored
        channel = self.client.get_partial_messageable(stored.channel_id)
        try:
            return chosen(card, stored, await channel.fetch_message(stored.message_id))
        except (discord.NotFound, discord.Forbidden):
            # It is for no match any more, and no reason to stop this one.
            return None

    async def _if_for(
        self, live: LiveMatch, known: list[MatchRunner], message: discord.Message, *, is_known: bool
    ) -> list[RoomMessage]:
        """Return a private message if it is for this match; ask, if that is unclear."""
        route = self.direct_messages.route(known, message.channel.id, message)
        matches = [runner.card.id for runner in route.runners]
        if matches == [live.card.id]:
            typed = typed_in_private(live.card, message, route.text)
            return [typed] if typed else []
        asking = [runner.card.id for runner in route.runners if runner.live.awaits_secrets]
        if asking[:1] == [live.card.id] and not is_known:
            await self.direct_messages.ask_which(message, route.runners)
        return []


def _read_from(live: LiveMatch) -> int:
    """Return the message after which to read: those up to it were heard and cannot change."""
    after_id = live.earliest_editable_id
    return live.read_through if after_id is None else min(live.read_through, after_id)


def _order(action: RoomMessage) -> tuple[int, int]:
    return action.at_ms, _message_of(action)


def _message_of(action: RoomMessage) -> int:
    return action.message_id if isinstance(action, MessageEdited) else action.snowflake


def _with_cursors(actions: list[RoomMessage], read_through: int) -> tuple[RoomMessage, ...]:
    """Tell each message how far the room has been heard once it is judged.

    An edited message is judged later than its place in the room: until then, the room has been
    heard only up to the message before it.
    """
    heard_through, cursors = read_through, list[int]()
    for message in reversed(actions):
        cursors.append(heard_through)
        if is_in_room(message):
            heard_through = min(heard_through, message.snowflake - 1)
    return tuple(
        replace(event, heard_through=cursor) if is_in_room(event) else event
        for event, cursor in zip(actions, reversed(cursors), strict=True)
    )
