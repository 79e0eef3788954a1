"""A database's matches, read as they are stored there."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.storage.tables.loading import post_of_body
from bot.values.post import Post
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options
from tests.helpers.databases.kept_databases import Database, Unreadable

QUEUES: Final = ("panels", "practice_requests")
"""The tables of matches that are still to begin."""


@dataclass(frozen=True)
class Kept:
    """A match as the database has it.

    Attributes:
        match: Match at the end of its log.
        entries: Log, each line with its source.
        posts: Outbox.
        reason: Reason of its end.
    """

    match: Match
    began_ms: int
    entries: tuple[tuple[Entry, str | None], ...]
    posts: tuple["KeptPost", ...]
    reason: str | None
    winner: str | None

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(entry for entry, _ in self.entries)

    @property
    def judged(self) -> set[str | None]:
        """Return the sources of what was judged: what is in the log, and what a post answers."""
        return {source for _, source in self.entries} | {
            post.body["answers"] for post in self.posts
        }


@dataclass(frozen=True)
class KeptPost:
    """A row of the outbox."""

    sequence: int
    name: str
    body: dict[str, Any]
    state: str
    message_id: int | None

    @property
    def post(self) -> Post:
        return post_of_body(self.body)


def _kept_posts(rows: Iterable[Sequence[Any]]) -> Iterator[KeptPost]:
    """Yield the rows of an outbox, each with its place among what the same readers are told."""
    counts = Counter[str]()
    for sequence, text, state, message_id in rows:
        body = json.loads(text)
        readers = "H" if body["for_host"] else (body["to"] or "room")[0].upper()
        readers = "A" if body["audience"] else readers
        counts[readers] += 1
        name = f"{readers}{counts[readers]}"
        yield KeptPost(sequence, name, body, state, message_id)


def count_in(database: Database, query: str, number: int) -> int:
    """Return the one number that a query about another one finds; 0 if it finds none."""
    ((result,),) = database.rows(query, number)
    return int(result or 0)


def log_of(
    database: Database, match_id: int, first: int = 0
) -> tuple[tuple[Entry, str | None], ...]:
    """Return a match's log from an entry on, each line with its source."""
    entries = database.rows(
        "SELECT who, at, text, source FROM entries WHERE match_id = ? AND number >= ? "
        "ORDER BY number",
        match_id,
        first,
    )
    return tuple(
        (Entry(Speaker(entry["who"]), Decimal(entry["at"]), entry["text"]), entry["source"])
        for entry in entries
    )


def kept_match(database: Database, match_id: int) -> Kept:
    (row,) = database.rows("SELECT * FROM matches WHERE id = ?", match_id)
    posts = database.rows(
        "SELECT sequence, body, state, message_id FROM letters WHERE match_id = ? "
        "ORDER BY sequence",
        match_id,
    )
    game = GAMES[row["game"]]
    log = log_of(database, match_id)
    rules = game(**read_options(game, json.loads(row["options"])))
    return Kept(
        match=Match.replay(rules, (entry for entry, _ in log)),
        began_ms=row["began_ms"],
        entries=log,
        posts=tuple(_kept_posts(posts)),
        reason=row["reason"],
        winner=row["winner"],
    )


def is_anything_waiting(database: Database) -> bool:
    """Return whether anything is due to be done or delivered.

    That is a panel that does not say yet how it ended, somebody who still waits for practice, or a
    post.
    """
    try:
        rows = database.rows("SELECT body FROM letters WHERE state = 'waiting'")
        tables = [database.rows(f"SELECT * FROM {queue}") for queue in QUEUES]
    except Unreadable:
        return True
    expiries = (json.loads(body)["expires_ms"] for (body,) in rows)
    return any(tables) or any((expiry or 0) <= time.time() * 1000 for expiry in expiries)


def posts_of_all(database: Database) -> Iterator[tuple[int, KeptPost]]:
    """Yield the posts of all matches, each with its match."""
    rows = database.rows(
        "SELECT match_id, sequence, body, state, message_id FROM letters "
        "ORDER BY match_id, sequence"
    )
    for match_id, group in groupby(rows, key=itemgetter(0)):
        yield from ((match_id, post) for post in _kept_posts(tuple(match)[1:] for match in group))
