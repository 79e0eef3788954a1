"""Stores matches in one SQLite file: one writer, and every change a durable transaction."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError, IntegrityError

from bot.card import MatchCard
from bot.live.effects import Effects
from bot.live.events import Submission
from bot.posts.post import Origin, Post
from bot.storage.backup import rescue
from bot.storage.database import Database, open_database, path_of, reading
from bot.storage.file_lock import FileLock
from bot.storage.loading import read_live_rooms, read_matches
from bot.storage.records import LiveRoom, LoadedMatch, StoredMatch
from bot.storage.rows import (
    ENTRY,
    MATCH_CHANGED,
    POST,
    POST_DONE,
    SETTLED,
    abort_row,
    entry_rows,
    inbox_row,
    match_changed,
    match_row,
    post_done,
    post_row,
    put_posts,
    quarantine_changed,
)
from bot.storage.schema import HOST_ROLES, INBOX, LIFE, MATCHES, POSTS, WAITING, fits
from bot.storage.write_retries import WriteRetries
from bot.storage.writer import Work, Writer
from engine.game import Reason

T = TypeVar("T")

LOOK_EVERY_SECONDS: Final = 2.0
COMMAND_SECONDS: Final = 5.0
"""How long a command waits for its change to be stored."""


class RoomTaken(Exception):  # noqa: N818 - a fact about a room
    """The room already has a live match."""


class NotLive(Exception):  # noqa: N818 - a fact about a match
    """The match is over."""


class NotStored(Exception):  # noqa: N818 - a fact about a change
    """The database accepts nothing right now: this change is not stored and never will be."""


class NotQuarantined(Exception):  # noqa: N818 - a fact about a match
    """The match is not, or is no longer, live and quarantined."""


class Store:
    """The database. A writing method returns once its whole change is durable.

    Attributes:
        write_retries: Retries writes that must succeed, and knows how long they have been failing.
    """

    def __init__(self, database: Database, lock: FileLock) -> None:
        self.write_retries = WriteRetries()
        self._database = database
        self._lock = lock
        self._writer = Writer(database.writing)

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open the file of a URL; create it, or bring its tables up to date, as needed.

        Raises:
            DatabaseInUse: Another Dealer has it.
            NewerDatabase: A later version wrote the file; nothing in it was changed.
        """
        lock = FileLock(path_of(url))
        try:
            database = await asyncio.to_thread(open_database, lock)
        except BaseException:
            lock.release()
            raise
        return cls(database, lock)

    async def close(self) -> None:
        """Close the file once everything that waits is stored."""
        await self._writer.close()
        await asyncio.to_thread(self._database.close)
        self._lock.release()

    async def loss(self) -> str:
        """Wait until the path no longer names the open file; return why."""
        while (why := self._lock.loss()) is None:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(LOOK_EVERY_SECONDS)
        return why

    async def rescue(self) -> Path:
        """Copy everything to a new file next to the lost one, which nobody writes to any more.

        Raises:
            BackupFailed: There is no space, or no permission.
        """
        await self._writer.all_stored()
        return await asyncio.to_thread(rescue, self._database.reading, self._lock.path)

    # Matches

    async def begin(self, card: MatchCard, read_to: int, posts: Sequence[Post] = ()) -> int:
        """Store a new match with its first posts; return its id.

        Raises:
            NotStored: The database cannot store it right now.
            RoomTaken: The room already has a live match.
        """
        new = insert(MATCHES).values(match_row(card, read_to)).returning(MATCHES.c.id)

        def begin(connection: Connection) -> int:
            match_id = int(connection.scalar(new) or 0)
            put_posts(connection, match_id, posts)
            return match_id

        try:
            return await self._promptly(begin)
        except IntegrityError:
            raise RoomTaken from None

    async def commit(self, effects: Effects, *, is_command: bool = False) -> None:
        """Store what follows from an event in a match.

        Raises:
            NotStored: It is a host's command, and the database cannot store it right now.
        """
        commit = partial(_commit, effects)
        await (self._promptly(commit) if is_command else self._writer.write(commit))

    def commit_with_next(self, effects: Effects) -> None:
        """Store what follows from an event together with whatever is stored next; do not wait."""
        self._writer.write_with_next(partial(_commit, effects))

    async def live_rooms(self) -> list[LiveRoom]:
        """Where the matches are played that are not over, including quarantined ones.

        Raises:
            Damaged: Not even the list of matches can be read.
        """
        return await self._read(read_live_rooms)

    async def live_matches(self, match_id: int | None = None) -> list[LoadedMatch]:
        """All matches that are not over, including quarantined ones; or only one of them."""
        live = select(MATCHES.c.id).where(MATCHES.c.reason.is_(None))
        if match_id is not None:
            live = live.where(MATCHES.c.id == match_id)
        return await self._read(lambda connection: list(read_matches(connection, live)))

    async def put_gap(self, since_ms: int) -> None:
        """Note, for all live matches at once, since when nothing has been heard.

        An earlier gap that is not in the log yet goes on, and so does a quarantine.
        """
        stopped = func.min(since_ms, func.coalesce(MATCHES.c.aside_since_ms, since_ms))
        since = func.coalesce(MATCHES.c.away_since_ms, stopped)
        put = update(MATCHES).where(MATCHES.c.reason.is_(None)).values(away_since_ms=since)
        await self._writer.write(lambda connection: connection.execute(put))

    async def latest_match(self, room_id: int) -> LoadedMatch | None:
        """The newest match in a room, over or not."""
        newest = (
            select(MATCHES.c.id)
            .where(MATCHES.c.room_id == room_id)
            .order_by(MATCHES.c.id.desc())
            .limit(1)
        )
        return await self._read(lambda connection: next(read_matches(connection, newest), None))

    async def waiting_posts_of_ended(
        self,
    ) -> list[tuple[LoadedMatch, Post]]:
        """The posts of finished matches that still have to be sent."""
        waiting = select(POSTS.c.match_id).where(POSTS.c.state == WAITING)
        ended = select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None), MATCHES.c.id.in_(waiting))
        matches = await self._read(lambda connection: list(read_matches(connection, ended)))
        return [(match, post) for match in matches for post in match.waiting]

    async def post_done(self, match_id: int, sequence: int, message_id: int | None) -> None:
        """Note that a post was delivered as a message, or dropped if there is none."""
        done = post_done(match_id, sequence, message_id)
        await self._writer.write(lambda connection: connection.execute(POST_DONE, done))

    # What leaves no trace on Discord

    async def keep(self, match_id: int, submission: Submission, patience: float) -> None:
        """Store a form or a choice until its match has judged it.

        Raises:
            NotStored: The database cannot store it within the given number of seconds.
            NotLive: The match is over.
        """
        live = select(MATCHES.c.id).where(MATCHES.c.id == match_id, MATCHES.c.reason.is_(None))
        row = insert(INBOX).values(inbox_row(match_id, submission)).on_conflict_do_nothing()

        def keep(connection: Connection) -> bool:
            is_live = connection.scalar(live) is not None
            if is_live:
                connection.execute(row)
            return is_live

        if not await self._promptly(keep, patience):
            raise NotLive

    async def return_submissions(
        self, answer: Callable[[Origin], Post]
    ) -> list[tuple[StoredMatch, Post]]:
        """Answer submissions that were never judged because their match ended; return the posts."""
        over = select(MATCHES.c.id).where(
            MATCHES.c.reason.is_not(None), MATCHES.c.id.in_(select(INBOX.c.match_id))
        )

        def give_back(connection: Connection) -> list[tuple[StoredMatch, Post]]:
            told = [
                (match, post)
                for match in read_matches(connection, over)
                if isinstance(match, StoredMatch)
                for post in put_posts(
                    connection, match.match_id, [answer(each.origin) for each in match.inbox]
                )
            ]
            connection.execute(delete(INBOX).where(INBOX.c.match_id.in_(over)))
            return told

        return await self._writer.write(give_back)

    # Matches that cannot go on

    async def quarantine_match(
        self, match_id: int, reason: str, since_ms: int, posts: Sequence[Post] = ()
    ) -> tuple[Post, ...]:
        """Quarantine a live match and store the posts about it; change nothing else.

        Those posts show the position before the first entry, the only one that needs no log.
        """
        values = {"aside_since_ms": since_ms, "aside_reason": reason}

        def quarantine_match(connection: Connection) -> tuple[Post, ...]:
            connection.execute(update(MATCHES).where(MATCHES.c.id == match_id).values(values))
            return put_posts(connection, match_id, posts)

        return await self._writer.write(quarantine_match)

    async def release(self, match_id: int) -> None:
        """Let a quarantined match go on.

        Raises:
            NotQuarantined: It is not, or is no longer, quarantined.
        """
        values = {"aside_since_ms": None, "aside_reason": None}
        await self._writer.write(
            lambda connection: _change_quarantined(connection, match_id, values)
        )

    async def abort_quarantined(
        self, match_id: int, at_ms: int, source: str, posts: Sequence[Post] = ()
    ) -> tuple[Post, ...]:
        """End a quarantined match at a host's command, and store the posts about it.

        The record that it was quarantined, and why, stays.

        Raises:
            NotQuarantined: It is not, or is no longer, quarantined.
            NotStored: The database cannot store it right now.
        """
        values = {"wake_ms": None, "reason": Reason.ABORTED.value, "winner": None}

        def abort(connection: Connection) -> tuple[Post, ...]:
            _change_quarantined(connection, match_id, values)
            connection.execute(ENTRY, abort_row(connection, match_id, at_ms, source))
            return put_posts(connection, match_id, posts)

        return await self._promptly(abort)

    # Proof of life, and host roles

    async def put_alive(self, alive_ms: int) -> None:
        """Store when the gateway was last known to be alive."""
        row = insert(LIFE).values(id=1, alive_ms=alive_ms)
        put = row.on_conflict_do_update(index_elements=["id"], set_={"alive_ms": alive_ms})
        await self._writer.write(lambda connection: connection.execute(put))

    async def alive_ms(self) -> int | None:
        """When the gateway was last known to be alive."""
        return await self._read(_alive_ms)

    async def put_host_role(self, guild_id: int, role_id: int) -> None:
        """Make everyone with a role a host on a server.

        Raises:
            NotStored: The database cannot store it right now.
        """
        row = insert(HOST_ROLES).values(guild_id=guild_id, role_id=role_id)
        put = row.on_conflict_do_update(index_elements=["guild_id"], set_={"role_id": role_id})
        await self._promptly(lambda connection: connection.execute(put))

    async def host_role(self, guild_id: int) -> int | None:
        """The role whose members are hosts on a server."""
        query = select(HOST_ROLES.c.role_id).where(HOST_ROLES.c.guild_id == guild_id)
        kept = await self._read(lambda connection: connection.scalar(query))
        return kept if fits(HOST_ROLES.c.role_id, kept) else None

    async def _promptly(self, work: Work[T], patience: float = COMMAND_SECONDS) -> T:
        """Write, but try only once and wait a limited time for the writer.

        Raises:
            NotStored: The change is not stored and never will be.
        """
        try:
            return await self._writer.write(work, patience)
        except IntegrityError:
            raise
        except (DatabaseError, TimeoutError) as error:
            raise NotStored from error

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Read from one snapshot, in a worker thread."""

        def read() -> T:
            with self._database.reading.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(read)


def read_alive_ms(url: str) -> int | None:
    """When the gateway was last known to be alive, from a file another process may be writing."""
    with reading(path_of(url)) as connection:
        return _alive_ms(connection)


def _commit(effects: Effects, connection: Connection) -> None:
    if effects.entries:
        connection.execute(ENTRY, entry_rows(effects))
    if effects.posts:
        connection.execute(POST, [post_row(each) for each in effects.posts])
    if effects.done:
        connection.execute(POST_DONE, post_done(effects.match_id, *effects.done))
    if effects.settled:
        connection.execute(SETTLED, {"interaction": effects.settled})
    connection.execute(MATCH_CHANGED, match_changed(effects))


def _alive_ms(connection: Connection) -> int | None:
    kept = connection.scalar(select(LIFE.c.alive_ms))
    return kept if fits(LIFE.c.alive_ms, kept) else None


def _change_quarantined(connection: Connection, match_id: int, values: dict[str, Any]) -> None:
    if not connection.execute(quarantine_changed(match_id, values)).rowcount:
        raise NotQuarantined
