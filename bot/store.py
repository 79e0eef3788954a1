"""Where matches are kept: one SQLite file, one writer, every change a durable transaction."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import ceil
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from pydantic import TypeAdapter
from sqlalchemy import Connection, RowMapping, event, make_url, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.letters import Letter
from bot.schema import ENTRIES, HOST_ROLES, LETTERS, LIFE, MATCHES
from engine.clocks import Seconds
from engine.entries import Entry, Speaker
from engine.game import Outcome
from engine.games import GAMES
from engine.match import AnyGame
from engine.options import read_options, write_options, write_seconds
from engine.seats import SEATS, Seat

WAITING: Final = "waiting"
DELIVERED: Final = "delivered"
DROPPED: Final = "dropped"

_LETTER: Final = TypeAdapter(Letter)


log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0


class RoomTaken(Exception):  # noqa: N818 - a fact about a room
    """There is a live match in the room already."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the Discord user and the name shown for him."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """What is fixed for a match: where, what and who. `began_ms` is by Discord's clock."""

    guild_id: int
    room_id: int
    game: AnyGame
    players: dict[Seat, Person]
    host_id: int
    began_ms: int
    id: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a Discord user, if he has one."""
        return next((seat for seat in SEATS if self.players[seat].id == user_id), None)

    @property
    def names(self) -> dict[Seat, str]:
        """What the players are called."""
        return {seat: self.players[seat].name for seat in SEATS}

    def instant(self, discord_ms: int) -> Seconds:
        """Discord's time as seconds since the match began."""
        return Decimal(max(0, discord_ms - self.began_ms)) / 1000

    def discord_ms(self, instant: Seconds) -> int:
        """The first millisecond of Discord's time at which so many seconds have passed."""
        return self.began_ms + ceil(instant * 1000)


@dataclass(frozen=True, slots=True)
class NumberedLetter:
    """A letter in the outbox.

    Attributes:
        match_id: Whose outbox.
        sequence: Its place in the order of the match.
        log_length: How many entries of the log lead to the position that it shows.
        letter: What it says.
        comes_after: The newest message that letters to the same readers before it became, as far
            as was known when it was read from the file.
    """

    match_id: int
    sequence: int
    log_length: int
    letter: Letter
    comes_after: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sourced:
    """An entry and the Discord event that it came from; None where it came from none."""

    entry: Entry
    source: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """All that one event did to a match, for one transaction.

    Attributes:
        first_number: The place of the first new entry in the log.
        entries: New entries.
        letters: New letters.
        wake_ms: When time next does something to the match.
        read_to: Up to which message the room has been heard.
        away_since_ms: Since when nothing was heard, until that gap is in the log.
        done: A letter that is now delivered or dropped, and the message it became.
        outcome: How the match ended, if it did.
    """

    match_id: int
    first_number: int
    entries: tuple[Sourced, ...]
    letters: tuple[NumberedLetter, ...]
    wake_ms: int | None
    read_to: int
    away_since_ms: int | None = None
    done: tuple[int, int | None] | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is taken up again.

    Attributes:
        card: Where, what and who.
        entries: The log.
        read_to: Up to which message the room has been heard.
        away_since_ms: Since when nothing was heard, where that gap is not in the log yet.
        sequence: How many letters there are.
        opening: The letter that opened the present turn.
        answered: The events that letters answer: those have been judged, accepted or not.
        waiting: The letters that are still to be sent.
    """

    card: MatchCard
    entries: tuple[Sourced, ...]
    read_to: int
    away_since_ms: int | None
    sequence: int
    opening: int | None
    answered: frozenset[str]
    waiting: tuple[NumberedLetter, ...]


class Store:
    """The database. Writing is serial; every `async` method is one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open the file of a URL, making it and bringing its tables up to date as needed."""
        database = make_url(url).database
        if database:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        # Errors would else quote what is being kept, secrets and tokens among it.
        engine = create_async_engine(url, pool_size=2, max_overflow=0, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _make_durable)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close the file."""
        await self._engine.dispose()

    # Matches

    async def begin(self, card: MatchCard, read_to: int, letters: Sequence[Letter] = ()) -> int:
        """Keep a new match with its first letters; its id.

        Raises:
            RoomTaken: There is a live match in the room.
        """
        row = {
            "guild_id": card.guild_id,
            "room_id": card.room_id,
            "game": card.game.name,
            "options": write_options(card.game),
            "host_id": card.host_id,
            "began_ms": card.began_ms,
            "read_to": read_to,
            **{f"{seat}_id": card.players[seat].id for seat in SEATS},
            **{f"{seat}_name": card.players[seat].name for seat in SEATS},
        }
        try:
            async with self._write() as connection:
                inserted = insert(MATCHES).values(row).returning(MATCHES.c.id)
                match_id = int(await connection.scalar(inserted) or 0)
                if letters:
                    await connection.execute(insert(LETTERS), _first_letter_rows(match_id, letters))
        except IntegrityError:
            raise RoomTaken from None
        return match_id

    async def commit(self, change: Change) -> None:
        """Keep what an event did to a match."""
        async with self._write() as connection:
            if change.entries:
                await connection.execute(insert(ENTRIES), _entry_rows(change))
            if change.letters:
                rows = [_letter_row(letter) for letter in change.letters]
                await connection.execute(insert(LETTERS), rows)
            if change.done:
                await connection.execute(_letter_done(change.match_id, *change.done))
            await connection.execute(_match_changed(change))

    async def live_matches(self) -> list[StoredMatch]:
        """All matches that are not over."""
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(MATCHES).where(MATCHES.c.reason.is_(None)).order_by(MATCHES.c.id)
            )
            return [await _stored(connection, row) for row in found.mappings().all()]

    async def latest_match(self, room_id: int) -> StoredMatch | None:
        """The newest match of a room, over or not."""
        newest = select(MATCHES).where(MATCHES.c.room_id == room_id)
        async with self._engine.connect() as connection:
            found = await connection.execute(newest.order_by(MATCHES.c.id.desc()).limit(1))
            row = found.mappings().first()
            return await _stored(connection, row) if row else None

    async def waiting_letters_of_ended(self) -> list[tuple[StoredMatch, NumberedLetter]]:
        """What is still to be told of matches that are over."""
        ended = (
            select(MATCHES)
            .where(MATCHES.c.reason.is_not(None))
            .where(MATCHES.c.id.in_(select(LETTERS.c.match_id).where(LETTERS.c.state == WAITING)))
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(ended.order_by(MATCHES.c.id))).mappings().all()
            matches = [await _stored(connection, row) for row in rows]
        return [(match, letter) for match in matches for letter in match.waiting]

    async def letter_done(self, match_id: int, sequence: int, message_id: int | None) -> None:
        """A letter was delivered as a message, or, without one, dropped."""
        async with self._write() as connection:
            await connection.execute(_letter_done(match_id, sequence, message_id))

    # Life, and who is a host

    async def put_alive(self, alive_ms: int) -> None:
        """Keep the last proof that the gateway was alive."""
        row = insert(LIFE).values(id=1, alive_ms=alive_ms)
        async with self._write() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["id"], set_={"alive_ms": alive_ms})
            )

    async def alive_ms(self) -> int | None:
        """The last proof that the gateway was alive."""
        async with self._engine.connect() as connection:
            found: int | None = await connection.scalar(select(LIFE.c.alive_ms))
            return found

    async def put_host_role(self, guild_id: int, role_id: int) -> None:
        """Make a role's bearers hosts of a guild."""
        row = insert(HOST_ROLES).values(guild_id=guild_id, role_id=role_id)
        async with self._write() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["guild_id"], set_={"role_id": role_id})
            )

    async def host_role(self, guild_id: int) -> int | None:
        """The role whose bearers are hosts of a guild."""
        query = select(HOST_ROLES.c.role_id).where(HOST_ROLES.c.guild_id == guild_id)
        async with self._engine.connect() as connection:
            found: int | None = await connection.scalar(query)
            return found

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing, self._engine.begin() as connection:
            yield connection


async def insistently(write: Callable[[], Awaitable[None]]) -> None:
    """Write, however long the database takes: nothing may be told that is not kept."""
    while True:
        try:
            return await write()
        except OperationalError:
            log.exception("the database is not writable; trying again")
            await asyncio.sleep(RETRY_SECONDS)


async def read_alive_ms(url: str) -> int | None:
    """The last proof of life in a file that another process may be writing; nothing is changed."""
    database = make_url(url).database
    engine = create_async_engine(f"sqlite+aiosqlite:///file:{database}?mode=ro&uri=true")
    try:
        async with engine.connect() as connection:
            found: int | None = await connection.scalar(select(LIFE.c.alive_ms))
            return found
    finally:
        await engine.dispose()


def _make_durable(connection: Any, _record: Any) -> None:
    """WAL with full syncing: what was acknowledged survives a power cut (measured)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    # The driver begins no transaction before a DDL statement; a start that is cut short must leave
    # nothing half made.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    command.upgrade(config, "head")


def _entry_rows(change: Change) -> list[dict[str, Any]]:
    return [
        {
            "match_id": change.match_id,
            "number": number,
            "who": sourced.entry.who.value,
            "at": write_seconds(sourced.entry.at),
            "text": sourced.entry.text,
            "source": sourced.source,
        }
        for number, sourced in enumerate(change.entries, start=change.first_number)
    ]


def _first_letter_rows(match_id: int, letters: Sequence[Letter]) -> list[dict[str, Any]]:
    return [
        _letter_row(NumberedLetter(match_id, sequence, 0, letter))
        for sequence, letter in enumerate(letters, start=1)
    ]


def _letter_row(numbered: NumberedLetter) -> dict[str, Any]:
    return {
        "match_id": numbered.match_id,
        "sequence": numbered.sequence,
        "log_length": numbered.log_length,
        "body": _LETTER.dump_python(numbered.letter, mode="json"),
        "state": WAITING,
    }


def _letter_done(match_id: int, sequence: int, message_id: int | None) -> Any:
    return (
        update(LETTERS)
        .where(LETTERS.c.match_id == match_id, LETTERS.c.sequence == sequence)
        .values(state=DELIVERED if message_id else DROPPED, message_id=message_id)
    )


def _match_changed(change: Change) -> Any:
    values: dict[str, Any] = {
        "wake_ms": change.wake_ms,
        "read_to": change.read_to,
        "away_since_ms": change.away_since_ms,
    }
    if change.outcome:
        values |= {"reason": change.outcome.reason.value, "winner": change.outcome.winner}
    return update(MATCHES).where(MATCHES.c.id == change.match_id).values(values)


async def _stored(connection: AsyncConnection, row: RowMapping) -> StoredMatch:
    entries = await connection.execute(
        select(ENTRIES).where(ENTRIES.c.match_id == row["id"]).order_by(ENTRIES.c.number)
    )
    letters = (
        await connection.execute(
            select(LETTERS).where(LETTERS.c.match_id == row["id"]).order_by(LETTERS.c.sequence)
        )
    ).mappings()
    numbered, newest = list[tuple[NumberedLetter, str]](), dict[Seat | None, int]()
    for letter in letters:
        each = _numbered(letter)
        to = each.letter.to
        newest[to] = max(newest.get(to, 0), letter["message_id"] or 0)
        numbered.append((replace(each, comes_after=newest[to]), letter["state"]))
    return StoredMatch(
        card=_card(row),
        entries=tuple(map(_sourced, entries.mappings())),
        read_to=row["read_to"],
        away_since_ms=row["away_since_ms"],
        sequence=max((each.sequence for each, _ in numbered), default=0),
        opening=max((each.sequence for each, _ in numbered if each.letter.opens), default=None),
        answered=frozenset(each.letter.answers for each, _ in numbered if each.letter.answers),
        waiting=tuple(each for each, state in numbered if state == WAITING),
    )


def _card(row: RowMapping) -> MatchCard:
    game = GAMES[row["game"]]
    return MatchCard(
        guild_id=row["guild_id"],
        room_id=row["room_id"],
        game=game(**read_options(game, row["options"])),
        players={seat: Person(row[f"{seat}_id"], row[f"{seat}_name"]) for seat in SEATS},
        host_id=row["host_id"],
        began_ms=row["began_ms"],
        id=row["id"],
    )


def _sourced(row: RowMapping) -> Sourced:
    return Sourced(Entry(Speaker(row["who"]), Decimal(row["at"]), row["text"]), row["source"])


def _numbered(row: RowMapping) -> NumberedLetter:
    letter = _LETTER.validate_python(row["body"])
    return NumberedLetter(row["match_id"], row["sequence"], row["log_length"], letter)
