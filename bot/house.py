"""All that lives as long as the bot: the tables of live matches, their clock, store and outbox."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.cogs import words_of
from bot.discord_clock import DiscordClock, snowflake_ms
from bot.events import Delivered, Ruled, Typed, Woken
from bot.outbox import Outbox, Parcel
from bot.secretary import Secretary
from bot.store import MatchCard, NumberedLetter, Store, StoredMatch
from bot.tables import Surroundings, Table
from bot.timekeeper import Timekeeper
from engine.match import Match
from engine.record import write_record
from engine.refusals import Refused
from engine.seats import PUBLIC, Seat
from rendering import Picture, painter_of

log = logging.getLogger(__name__)

ALIVE_EVERY_SECONDS: Final = 2.0
NEWEST_MESSAGES: Final = 50


class House:
    """Opens tables, takes them up again after a restart, and wakes them."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self.store = store
        self.clock = DiscordClock()
        self._client = client
        self._tables: dict[int, Table] = {}
        self._rooms: dict[int, Table] = {}
        self._timekeeper = Timekeeper(self.clock, self._wake)
        self._outbox = Outbox(client, self.clock, self._report)
        self._around = Surroundings(
            store, self.clock, self._send, self._timekeeper.set, self._read_room, self._close
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
        self.prove_alive()
        for work in (self._timekeeper.run(), self._keep_alive()):
            self._spawn(work)

    async def stop(self) -> None:
        """Stop everything between two events; all that counts is in the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in self._tables.values()))
        await self._outbox.close()
        if self._alive_ms:
            await self.store.put_alive(self._alive_ms)

    def prove_alive(self) -> None:
        """Note that the gateway has just shown life."""
        self._alive_ms = self.clock.now_ms()

    # Matches

    async def open_match(self, card: MatchCard, interaction_id: int) -> Table:
        """Begin a match in a room.

        Raises:
            RoomTaken: There is a live match in the room.
        """
        card = replace(card, id=await self.store.begin(card, read_to=interaction_id))
        beginning = Match.begin(card.game, by_posts=True)
        table = self._table(card, beginning.match)
        table.read_to = interaction_id
        await table.open(beginning)
        return table

    def table_in(self, room_id: int) -> Table | None:
        """The table of a room's live match."""
        return self._rooms.get(room_id)

    def tables_of(self, guild_id: int) -> list[Table]:
        """The tables of a guild's live matches."""
        return [table for table in self._tables.values() if table.card.guild_id == guild_id]

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

    def _table(self, card: MatchCard, match: Match) -> Table:
        secretary = Secretary(card, words_of(card.game))
        table = Table(self._around, card, secretary, match)
        self._tables[card.id] = self._rooms[card.room_id] = table
        return table

    async def _take_up(self, stored: StoredMatch, alive_ms: int) -> None:
        try:
            match = _replayed(stored)
        except Refused:
            # One match that cannot be replayed must not keep the others from going on.
            log.exception("match %s is left as it is: its log does not replay", stored.card.id)
            return
        log.info("match %s in room %s goes on", stored.card.id, stored.card.room_id)
        await self._table(stored.card, match).take_up(stored, alive_ms)

    def _close(self, table: Table) -> None:
        del self._tables[table.card.id], self._rooms[table.card.room_id]
        self._timekeeper.set(table.card.id, None)

    def _wake(self, match_id: int) -> None:
        table = self._tables.get(match_id)
        if table:
            table.put(Woken())

    def _send(self, table: Table, letters: Iterable[NumberedLetter]) -> None:
        for letter in letters:
            match = table.match
            if letter.log_length != len(match.entries):
                match = Match.replay(match.game, match.entries[: letter.log_length])
            self._outbox.put(self._parcel(table.card, match, letter, table))

    def _parcel(
        self, card: MatchCard, match: Match, letter: NumberedLetter, table: Table | None = None
    ) -> Parcel:
        opening = table.opening if table else None
        return Parcel(
            guild_id=card.guild_id,
            room_id=card.room_id,
            letter=letter,
            pictures=lambda: _pictures(match),
            record=lambda: write_record(match.game, _names(card), match.entries),
            is_moot=lambda: table is not None and table.opening != opening,
        )

    def _report(self, letter: NumberedLetter, message_id: int | None) -> None:
        table = self._tables.get(letter.match_id)
        if table:
            at_ms = self.clock.now_ms() if message_id is None else snowflake_ms(message_id)
            table.put(Delivered(letter.sequence, message_id, at_ms))
        else:
            self._spawn(self.store.letter_done(letter.match_id, letter.sequence, message_id))

    async def _read_room(self, table: Table) -> None:
        room = self._client.get_partial_messageable(
            table.card.room_id, guild_id=table.card.guild_id
        )
        after = discord.Object(table.read_to)
        # The audience may have said more since than one page holds: the newest are wanted.
        pages = room.history(limit=NEWEST_MESSAGES, after=after, oldest_first=False)
        for message in reversed([message async for message in pages]):
            hear(table, message)

    # Tasks

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
                with suppress(OSError):
                    await self.store.put_alive(kept)
            await asyncio.sleep(ALIVE_EVERY_SECONDS)


def hear(table: Table, message: discord.Message) -> None:
    """Put a message on a table's queue, if it is a seated player's."""
    seat = table.card.seat_of(message.author.id)
    if seat:
        table.put(Typed(seat, message.content, message.id, snowflake_ms(message.id)))


def _replayed(stored: StoredMatch) -> Match:
    return Match.replay(stored.card.game, (sourced.entry for sourced in stored.entries))


def _pictures(match: Match) -> tuple[Picture, ...]:
    return painter_of(match.game).pictures(match.view(PUBLIC))


def _names(card: MatchCard) -> dict[Seat, str]:
    return {seat: person.name for seat, person in card.players.items()}
