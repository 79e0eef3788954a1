"""The stored matches: one writer, and every change a durable transaction."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Select, case, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.storage.choices import Choices
from bot.storage.databases.database_url import location_of
from bot.storage.databases.dialects import put_if_new
from bot.storage.databases.opening import open_database, read_from
from bot.storage.tables.loading import read_live_rooms, read_matches, read_post
from bot.storage.tables.records import LiveRoom, LoadedMatch, StoredMatch
from bot.storage.tables.rows import (
    ALIVE,
    ENTRY,
    MATCH_CHANGED,
    POST,
    POST_DONE,
    SETTLED,
    abort_row,
    entry_row,
    inbox_row,
    match_changed,
    match_row,
    post_done,
    post_row,
    put_posts,
)
from bot.storage.tables.schema import INBOX, LIFE, MATCHES, POSTS, WAITING, fitting
from bot.storage.writer import Access, WriteRetries
from bot.values.card import MatchCard
from bot.values.discord_time import TimeBounds
from bot.values.effects import Effects
from bot.values.events import Submission
from bot.values.observer import Observer
from bot.values.post import Origin, Post
from engine.game import ABORTED

T = TypeVar("T")


Write: TypeAlias = Callable[[Connection], object]
"""A write in a transaction of somebody else's."""


class RefusedWriteError(Exception):
    """Error of a write in somebody else's transaction, in which nothing happens then."""


class RoomTakenError(RefusedWriteError):
    """Error for a room with a live match, or one that waits to begin."""


class NotLiveError(Exception):
    """Error for a match that is over."""


class NotQuarantinedError(Exception):
    """Error for a match that is not live and quarantined."""


class Store:
    """The database. A writing method returns once its change is durable.

    Attributes:
        write_retries: Retries of writes that must succeed, and their duration so far.
    """

    def __init__(self, access: Access) -> None:
        self.access = access
        self.write_retries = WriteRetries()
        self.choices = Choices(self.access)

    @classmethod
    async def open(
        cls, url: str, observer: Observer | None = None, *, is_patient: bool = False
    ) -> "Store":
        """Open the database of a URL; create it or upgrade its tables as needed.

        `is_patient` and the errors are those of `open_database`.
        """
        return cls(Access(await open_database(location_of(url), is_patient=is_patient), observer))

    async def close(self) -> None:
        """Close the database once everything that waits is stored."""
        await self.access.close()

    async def loss(self) -> str:
        """Wait until the database is no longer this process's; return the reason as a clause."""
        return await self.access.database.loss()

    async def rescue(self) -> Path | None:
        """Copy data that would be lost to a new file, or return None; or raise BackupError."""
        await self.access.all_stored()
        return await self.access.database.rescue()

    # Matches

    async def begin(
        self,
        card: MatchCard,
        read_through: int,
        posts: Sequence[Post] = (),
        also: Sequence[Write] = (),
    ) -> int:
        """Store a new match with its first posts; return its id.

        `also` is written before, in the same transaction.

        Raises:
            RoomTakenError: Another match is played there.
            StorageUnavailableError: The database cannot do it right now.
        """
        new = insert(MATCHES).values(match_row(card, read_through)).returning(MATCHES.c.id)

        def begin(connection: Connection) -> int:
            for write in also:
                write(connection)
            match_id = int(connection.scalar(new) or 0)
            put_posts(connection, match_id, posts)
            return match_id

        try:
            return await self.access.write_once(begin)
        except IntegrityError:
            raise RoomTakenError from None

    async def commit(
        self, effects: Effects, also: Sequence[Write] = (), *, is_command: bool = False
    ) -> None:
        """Store the consequences of an event in a match, after `also` in the same transaction.

        Raises:
            StorageUnavailableError: It is a host's command, and the database cannot store it right
                now.
            RefusedWriteError: That is what `also` says.
        """
        commit = partial(_commit, effects, also)
        await (self.access.write_once(commit) if is_command else self.access.write(commit))

    def commit_with_next(self, effects: Effects) -> None:
        """Store an event's consequences together with the next write, without waiting."""
        self.access.write_later(partial(_commit, effects, ()))

    async def live_rooms(self) -> list[LiveRoom]:
        """Return the rooms of live matches, quarantined ones too, or raise DamagedDataError."""
        return await self.access.read(read_live_rooms)

    async def live_matches(self, match_id: int | None = None) -> list[LoadedMatch]:
        """Return all live matches, including quarantined ones; or one of them."""
        live = select(MATCHES.c.id).where(MATCHES.c.reason.is_(None))
        if match_id is not None:
            live = live.where(MATCHES.c.id == match_id)
        return await self.access.read(lambda connection: list(read_matches(connection, live)))

    async def put_gap(self, since_ms: int) -> None:
        """Note for all live matches the start of a gap in hearing.

        An earlier gap that is not in the log yet goes on, and so does a quarantine.
        """
        aside_ms = MATCHES.c.aside_since_ms
        stopped = case((aside_ms < since_ms, aside_ms), else_=since_ms)
        since = func.coalesce(MATCHES.c.away_since_ms, stopped)
        put = update(MATCHES).where(MATCHES.c.reason.is_(None)).values(away_since_ms=since)
        await self.access.write(lambda connection: connection.execute(put))

    async def latest_match(self, room_id: int, *, with_posts: bool = True) -> LoadedMatch | None:
        """Return the newest match in a room, over or not."""
        return await self._newest(
            select(MATCHES.c.id).filter_by(room_id=room_id), with_posts=with_posts
        )

    async def finished_match(self, **key: int) -> LoadedMatch | None:
        """Return the newest finished match with a key: its `id`, or the `room_id`; no posts."""
        over = select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None))
        return await self._newest(over.filter_by(**key), with_posts=False)

    async def _newest(self, ids: Select[int], *, with_posts: bool) -> LoadedMatch | None:
        newest = ids.order_by(MATCHES.c.id.desc()).limit(1)
        return await self.access.read(
            lambda connection: next(read_matches(connection, newest, with_posts=with_posts), None)
        )

    async def waiting_posts_of_ended(self) -> list[tuple[LoadedMatch, Post]]:
        """Return the posts of finished matches that still have to be sent."""
        waiting = select(POSTS.c.match_id).where(POSTS.c.state == WAITING)
        ended = select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None), MATCHES.c.id.in_(waiting))
        matches = await self.access.read(lambda connection: list(read_matches(connection, ended)))
        return [(match, post) for match in matches for post in match.waiting]

    async def post(self, match_id: int, readers: str, number: int) -> Post | None:
        """Return a post by its number among those for the same readers of a match."""
        return await self.access.read(
            partial(read_post, match_id=match_id, readers=readers, number=number)
        )

    async def post_done(
        self, match_id: int, sequence: int, message_id: int | None, more: Sequence[Post] = ()
    ) -> tuple[Post, ...]:
        """Note that a post was delivered as a message, or dropped if `message_id` is None.

        `more` is appended to the outbox.
        """
        values = post_done(match_id, sequence, message_id)

        def done(connection: Connection) -> tuple[Post, ...]:
            connection.execute(POST_DONE, values)
            return put_posts(connection, match_id, more)

        return await self.access.write(done)

    # Submissions

    async def keep(self, match_id: int, submission: Submission, patience: float) -> None:
        """Store a form or a choice until its match has judged it.

        Raises:
            NotLiveError: The match is over.
            StorageUnavailableError: The database cannot do it right now.
        """
        live = select(MATCHES.c.id).where(MATCHES.c.id == match_id, MATCHES.c.reason.is_(None))
        row = inbox_row(match_id, submission)

        def keep(connection: Connection) -> bool:
            is_live = connection.scalar(live) is not None
            if is_live:
                put_if_new(connection, INBOX, row)
            return is_live

        if not await self.access.write_once(keep, patience):
            raise NotLiveError

    async def return_submissions(
        self, answer: Callable[[MatchCard, Origin], Post]
    ) -> list[tuple[StoredMatch, Post]]:
        """Answer submissions left unjudged by their match's end; return the posts."""
        over = select(MATCHES.c.id).where(
            MATCHES.c.reason.is_not(None),
            MATCHES.c.id.in_(select(INBOX.c.match_id)),
        )

        def give_back(connection: Connection) -> list[tuple[StoredMatch, Post]]:
            parts = [
                (match, post)
                for match in read_matches(connection, over)
                if isinstance(match, StoredMatch)
                for post in put_posts(
                    connection,
                    match.card.id,
                    [answer(match.card, event.origin) for event in match.inbox],
                )
            ]
            connection.execute(delete(INBOX).where(INBOX.c.match_id.in_(over)))
            return parts

        return await self.access.write(give_back)

    # Quarantined matches

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

        return await self.access.write(quarantine_match)

    async def release(self, match_id: int) -> None:
        """Let a quarantined match go on, or raise NotQuarantinedError."""
        values = {"aside_since_ms": None, "aside_reason": None}
        await self.access.write(
            lambda connection: _change_quarantined(connection, match_id, values)
        )

    async def abort_quarantined(
        self, match_id: int, at_ms: int, source: str, posts: Sequence[Post] = ()
    ) -> tuple[Post, ...]:
        """End a quarantined match at a host's command, and store the posts about it.

        The record of its quarantine, and the reason, stays.

        Raises:
            NotQuarantinedError: It is not, or is no longer, quarantined.
            StorageUnavailableError: The database cannot store it right now.
        """
        values = {"wake_ms": None, "reason": ABORTED.code, "winner": None}

        def abort(connection: Connection) -> tuple[Post, ...]:
            _change_quarantined(connection, match_id, values)
            connection.execute(ENTRY, abort_row(connection, match_id, at_ms, source))
            return put_posts(connection, match_id, posts)

        return await self.access.write_once(abort)

    # Proof of life

    async def put_alive(self, alive_ms: int, bounds: TimeBounds | None = None) -> None:
        """Store when the gateway was last known to be alive, and Discord's time as now known."""
        row = {"alive_ms": alive_ms, **(asdict(bounds) if bounds else {})}
        await self.access.write(partial(_put_alive, row))

    async def life(self) -> tuple[int, TimeBounds | None]:
        """Return when the gateway was last alive (0: never), and what was known of the time."""
        return await self.access.read(_life)


def read_silence_ms(url: str) -> float:
    """Return for how long the gateway of the bot that uses a database has not been alive."""
    return read_from(location_of(url), _silence_ms)


def _commit(effects: Effects, also: Sequence[Write], connection: Connection) -> None:
    for write in also:
        write(connection)
    if effects.entries:
        numbered = enumerate(effects.entries, start=effects.first_number)
        entries = [entry_row(effects.match_id, number, sourced) for number, sourced in numbered]
        connection.execute(ENTRY, entries)
    if effects.posts:
        connection.execute(POST, [post_row(post) for post in effects.posts])
    if effects.completed_post:
        connection.execute(POST_DONE, post_done(effects.match_id, *effects.completed_post))
    if effects.settled_interaction_id:
        connection.execute(SETTLED, {"interaction": effects.settled_interaction_id})
    connection.execute(MATCH_CHANGED, match_changed(effects))


def _put_alive(row: dict[str, int], connection: Connection) -> None:
    if not connection.execute(ALIVE, row).rowcount:
        connection.execute(insert(LIFE).values(id=1, **row))


def _life(connection: Connection) -> tuple[int, TimeBounds | None]:
    columns = LIFE.c.alive_ms, LIFE.c.host_ms, LIFE.c.earliest_ms, LIFE.c.latest_ms
    stored = connection.execute(select(*columns)).first() or (0, 0, 0, 0)
    alive_ms, *bounds = map(fitting, columns, stored)
    return alive_ms, TimeBounds(*bounds) if all(bounds) else None


def _silence_ms(connection: Connection) -> float:
    alive_ms, bounds = _life(connection)
    error_ms = bounds.host_ms - bounds.earliest_ms if bounds else 0
    return time.time() * 1000 - error_ms - alive_ms


def _change_quarantined(connection: Connection, match_id: int, values: dict[str, Any]) -> None:
    live = update(MATCHES).filter_by(id=match_id, reason=None).values(values)
    if not connection.execute(live.where(MATCHES.c.aside_since_ms.is_not(None))).rowcount:
        raise NotQuarantinedError
