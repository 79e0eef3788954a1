"""All that lives as long as the bot: the tables of live matches, their clock, store and outbox."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

import aiohttp
import discord
from sqlalchemy.exc import OperationalError

from bot import words
from bot.cogs import words_of
from bot.discord_clock import DiscordClock, snowflake_before, snowflake_ms
from bot.events import Delivered, Heard, Ruled, Typed, Woken
from bot.outbox import Outbox
from bot.pace import Pace
from bot.panels import match_select
from bot.parcel import Parcel
from bot.private import Route, route
from bot.refusals import REFUSED, Obstacle
from bot.secretary import Secretary
from bot.store import MatchCard, NumberedLetter, Store, StoredMatch, insistently
from bot.tables import Surroundings, Table
from bot.timekeeper import Timekeeper
from engine.match import Match
from engine.refusals import Refused
from rendering import painter_of

log = logging.getLogger(__name__)

ALIVE_EVERY_SECONDS: Final = 2.0


class House:
    """Opens tables, takes them up again after a restart, and wakes them."""

    def __init__(self, client: discord.Client, store: Store, pace: Pace | None = None) -> None:
        self.store = store
        self.clock = DiscordClock()
        self.is_open = False
        self.is_connected = True
        self._client = client
        self._tables: dict[int, Table] = {}
        self._rooms: dict[int, Table] = {}
        self._timekeeper = Timekeeper(self.clock, self._wake)
        self._outbox = Outbox(client, self.clock, pace or Pace(), self._report, self._obstructed)
        self._around = Surroundings(
            store=store,
            clock=self.clock,
            send=self._send,
            wake_at=self._timekeeper.set,
            read_room=self._read_room,
            is_connected=lambda: self.is_connected,
            close=self._close,
        )
        self._alive_ms = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # Life

    async def start(self) -> None:
        """Take up every live match where it stood, and begin to keep time."""
        alive_ms = await self.store.alive_ms()
        for stored in await self.store.live_matches():
            await self._take_up(stored, alive_ms or self.clock.now_ms())
        for stored, letter in await self.store.waiting_letters_of_ended():
            self._outbox.put(self._parcel(stored.card, _replayed(stored), letter))
        # From here on, what the gateway tells is heard.
        self.is_open = True
        self.prove_alive()
        await self.read_rooms()
        for work in (self._timekeeper.run(), self._keep_alive()):
            self._spawn(work)

    async def stop(self) -> None:
        """Stop everything; what is not kept yet has not happened."""
        # A form that came from now on would be promised an answer that nobody gives.
        was_open, self.is_open = self.is_open, False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in self._tables.values()))
        await self._outbox.close()
        if was_open:
            await self.store.put_alive(self._alive_ms)

    def prove_alive(self) -> None:
        """Note that the gateway has just shown life; before the house is open nobody hears it."""
        if self.is_open:
            self._alive_ms = self.clock.now_ms()

    async def read_rooms(self) -> None:
        """Hear what was said in the rooms of live matches while nobody listened."""
        await asyncio.gather(*map(self._hear_missed, list(self._tables.values())))

    # Matches

    async def open_match(self, card: MatchCard, interaction_id: int) -> Table:
        """Begin a match in a room.

        Raises:
            RoomTaken: There is a live match in the room.
        """
        beginning = Match.begin(card.game, by_posts=True)
        table = Table(self._around, card, _secretary(card), beginning.match)
        await table.open(beginning, read_to=interaction_id)
        self._seat(table)
        return table

    def table_in(self, room_id: int) -> Table | None:
        """The table of a room's live match."""
        return self._rooms.get(room_id)

    def tables_of(self, guild_id: int) -> list[Table]:
        """The tables of a guild's live matches."""
        return [table for table in self._tables.values() if table.card.guild_id == guild_id]

    def table_of(self, match_id: int) -> Table | None:
        """The table of a live match."""
        return self._tables.get(match_id)

    async def hear_in_private(self, message: discord.Message, *, is_edit: bool = False) -> None:
        """Take what somebody said to the Dealer alone to the match that it is for."""
        found = self._route(message.author.id, message.content, message.id)
        if len(found.tables) == 1:
            hear_secret(found.tables[0], message, found.text, is_edit=is_edit)
        elif found.tables:
            await self._ask_which(message, found.tables)
        elif not is_edit:
            await _reply(message, words.no_seat(found.room))

    async def latest_in(self, room_id: int) -> tuple[MatchCard, Match] | None:
        """The live match of a room, or else the one that ended there last."""
        table = self.table_in(room_id)
        if table:
            return table.card, table.match
        stored = await self.store.latest_match(room_id)
        return (stored.card, _replayed(stored)) if stored else None

    async def rule(self, table: Table, text: str, interaction_id: int) -> Refused | None:
        """Put a host's ruling to a table; why it was refused, if it was."""
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        table.put(Ruled(text, interaction_id, snowflake_ms(interaction_id), answer))
        return await answer

    # What tables and the outbox ask of the house

    def _seat(self, table: Table) -> None:
        self._tables[table.card.id] = self._rooms[table.card.room_id] = table

    async def _take_up(self, stored: StoredMatch, alive_ms: int) -> None:
        try:
            table = Table(self._around, stored.card, _secretary(stored.card), _replayed(stored))
        except Refused:
            # One match that cannot be replayed must not keep the others from going on.
            log.exception("match %s is left as it is: its log does not replay", stored.card.id)
            return
        log.info("match %s in room %s goes on", stored.card.id, stored.card.room_id)
        self._seat(table)
        await table.take_up(stored, alive_ms)

    def _close(self, table: Table) -> None:
        del self._tables[table.card.id]
        if self._rooms[table.card.room_id] is table:
            del self._rooms[table.card.room_id]
        self._timekeeper.set(table.card.id, None)

    def _wake(self, match_id: int) -> None:
        table = self._tables.get(match_id)
        if table:
            table.put(Woken())

    def _send(self, table: Table, letters: Iterable[NumberedLetter]) -> None:
        for letter in letters:
            self._outbox.put(self._parcel(table.card, table.match, letter, table))

    def _parcel(
        self, card: MatchCard, match: Match, letter: NumberedLetter, table: Table | None = None
    ) -> Parcel:
        opening = table.opening if table else None
        reader = letter.letter.to
        if letter.log_length != len(match.entries):
            match = Match.replay(match.game, match.entries[: letter.log_length])
        return Parcel(
            guild_id=card.guild_id,
            room_id=card.room_id,
            reader_id=card.players[reader].id if reader else None,
            letter=letter,
            pictures=lambda: painter_of(match.game).pictures(match.view(reader), card.names),
            record=lambda: _secretary(card).record(match),
            began_ms=card.began_ms,
            is_new=table is not None and table.wrote(letter),
            is_moot=lambda: table is not None and table.opening != opening,
        )

    def _report(self, letter: NumberedLetter, message_id: int | None) -> None:
        table = self._tables.get(letter.match_id)
        if table:
            at_ms = self.clock.now_ms() if message_id is None else snowflake_ms(message_id)
            unreached = letter.letter.to if message_id is None else None
            table.put(Delivered(letter.sequence, message_id, at_ms, unreached))
        else:
            done = partial(self.store.letter_done, letter.match_id, letter.sequence, message_id)
            self._spawn(insistently(done))

    def _obstructed(self, parcel: Parcel, obstacle: Obstacle) -> None:
        log.error("nothing can be posted in room %s: it is %s", parcel.room_id, obstacle.value)

    async def _read_room(self, table: Table, until_ms: float) -> int:
        room = self._client.get_partial_messageable(
            table.card.room_id, guild_id=table.card.guild_id
        )
        await self._read_secrets(table, until_ms)
        read_to = table.read_to
        async for message in room.history(limit=None, after=discord.Object(read_to)):
            if snowflake_ms(message.id) > until_ms:
                break
            hear(table, message)
            read_to = message.id
        return read_to

    async def _read_secrets(self, table: Table, until_ms: float) -> None:
        """Hear what the players have said in private since the phase began that awaits it.

        In the order in which it was said: once both have submitted, nothing more counts.
        """
        if not _awaits_secrets(table):
            return
        since = discord.Object(snowflake_before(table.card.discord_ms(table.match.opened)))
        players = [player.id for player in table.card.players.values()]
        said = [each for player in players for each in await self._conversation(player, since)]
        replied_to = {each.reference.message_id for each in said if each.reference}
        for message in sorted(said, key=lambda each: (said_ms(each), each.id)):
            if message.author.id in players and snowflake_ms(message.id) <= until_ms:
                await self._hear_again(table, message, is_known=message.id in replied_to)

    async def _conversation(self, user_id: int, since: discord.Object) -> list[discord.Message]:
        """What somebody and the Dealer have said to each other; nothing where they cannot."""
        try:
            direct = await self._client.create_dm(discord.Object(user_id))
            return [message async for message in direct.history(limit=None, after=since)]
        except discord.HTTPException as error:
            if error.status not in REFUSED:
                raise
            log.warning("the direct messages of %s cannot be read: %s", user_id, error)
            return []

    async def _hear_again(self, table: Table, message: discord.Message, *, is_known: bool) -> None:
        """Hear a private message that may have been heard already, or edited since."""
        found = self._route(message.author.id, message.content, message.id)
        if found.tables == (table,):
            is_edit = message.edited_at is not None and table.has_judged(message.id)
            hear_secret(table, message, found.text, is_edit=is_edit)
        elif table is next(filter(_awaits_secrets, found.tables), None) and not is_known:
            await self._ask_which(message, found.tables)

    def _route(self, user_id: int, text: str, message_id: int) -> Route:
        # A message from before a match, edited now, is none for it.
        tables = [
            each
            for each in self._tables.values()
            if each.card.seat_of(user_id) and each.card.began_ms <= snowflake_ms(message_id)
        ]
        found = route(tables, user_id, text, self._room_name)
        judged = tuple(each for each in tables if each.has_judged(message_id))
        # An edit that names no room is for the match that its message was for.
        return replace(found, tables=judged) if judged and not found.room else found

    def _room_name(self, room_id: int) -> str | None:
        room = self._client.get_channel(room_id)
        return getattr(room, "name", None)

    async def _ask_which(self, message: discord.Message, tables: tuple[Table, ...]) -> None:
        rooms = [each.card.room_id for each in tables]
        choices = [
            (each.card.id, f"#{self._room_name(room) or room}: {each.card.game.title}")
            for each, room in zip(tables, rooms, strict=True)
        ]
        await _reply(message, words.WHICH_MATCH, view=match_select(message.id, choices))

    async def _hear_missed(self, table: Table) -> None:
        try:
            # All there is: the local clock may still be behind Discord's.
            read_to = await self._read_room(table, inf)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("match %s: its room cannot be read: %s", table.card.id, error)
        else:
            table.put(Heard(read_to))

    # Tasks

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the house has ended", exc_info=task.exception())

    async def _keep_alive(self) -> None:
        """Keep the proof of life every few seconds; what is written last is where a gap begins."""
        kept, latency = 0, self._client.latency
        while True:
            if self._client.latency != latency:
                # The library measures anew exactly when a heartbeat is acknowledged.
                latency = self._client.latency
                self.prove_alive()
            if self._alive_ms != kept:
                kept = self._alive_ms
                with suppress(OperationalError):
                    await self.store.put_alive(kept)
            await asyncio.sleep(ALIVE_EVERY_SECONDS)


def hear(table: Table, message: discord.Message) -> None:
    """Put a message on a table's queue, if it is a seated player's.

    Of one that was edited before it was read, only the new text is known: it counts at the edit.
    """
    seat = table.card.seat_of(message.author.id)
    if seat:
        table.put(Typed(seat, message.content, message.id, said_ms(message)))


def hear_secret(
    table: Table, message: discord.Message, text: str, *, is_edit: bool = False
) -> None:
    """Put what a player said to the Dealer alone on a table's queue."""
    seat = table.card.seat_of(message.author.id)
    if seat:
        at_ms = said_ms(message)
        table.put(Typed(seat, text, message.id, at_ms, is_private=True, is_edit=is_edit))


def said_ms(message: discord.Message) -> int:
    """When a message got the text that it has now."""
    if message.edited_at:
        return round(message.edited_at.timestamp() * 1000)
    return snowflake_ms(message.id)


def _secretary(card: MatchCard) -> Secretary:
    return Secretary(card, words_of(card.game))


def _replayed(stored: StoredMatch) -> Match:
    return Match.replay(stored.card.game, (sourced.entry for sourced in stored.entries))


def _awaits_secrets(table: Table) -> bool:
    match = table.match
    return match.result is None and bool(match.game.takes_secrets(match.state))


async def _reply(message: discord.Message, content: str, **more: Any) -> None:
    """Answer a message, if its author takes direct messages."""
    with suppress(discord.Forbidden):
        await message.reply(content, **more)
