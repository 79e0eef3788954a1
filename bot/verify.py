"""Whether what is kept is sound: the file itself, and each log against what was kept with it."""

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from bot.database import (
    SOUND,
    NoDatabase,
    is_known,
    newest_revision,
    reading,
    required_revision,
)
from bot.kept import Kept, StoredMatch, Unreadable
from bot.rows import read_matches
from bot.schema import MATCHES
from engine.entries import Entry
from engine.game import Outcome
from engine.match import Match
from engine.refusals import Refused
from engine.standing import logged_standing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a stored match cannot go on.

    Attributes:
        reason: A clause for the host; it tells nothing of what was said.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a file.

    Attributes:
        faults: A line for each.
        live: How many matches are not over.
        aside: How many of those are set aside.
        over: How many are over.
    """

    faults: tuple[str, ...]
    live: int = 0
    aside: int = 0
    over: int = 0


def replayed(stored: Kept) -> Match | Fault:
    """The match that a stored log leads to, if it is the one that was kept with it."""
    if isinstance(stored, Unreadable):
        return Fault(stored.reason)
    number = 0

    def entries() -> Iterator[Entry]:
        nonlocal number
        for number, sourced in enumerate(stored.entries, start=1):  # noqa: B007 - told below
            yield sourced.entry

    try:
        match = Match.replay(stored.card.game, entries())
        return _difference(match, stored) or match
    except Refused as refusal:
        return Fault(f"entry {number} of its log is refused now ({refusal.code})")
    except Exception as error:
        # Whatever it is, one match must not keep the others from going on.
        log.exception("match %s: the log cannot be judged", stored.match_id)
        return Fault(f"entry {number} of its log cannot be judged ({type(error).__name__})")


def verify(path: Path) -> Findings:
    """Look for whatever is wrong in a file, without changing it.

    Raises:
        NoDatabase: The file is missing or not a Dealer's.
    """
    if not path.is_file():
        raise NoDatabase("there is no such file")
    try:
        with reading(path) as connection:
            return _findings(connection)
    except DatabaseError as error:
        raise NoDatabase(
            f"it cannot be read as a database of the Dealer's ({error.orig})"
        ) from None


def _findings(connection: Connection) -> Findings:
    revision = required_revision(connection)
    faults = list(_faults_of_file(connection))
    if revision != newest_revision():
        return Findings((*faults, _other_revision(revision)))
    found = Counter[str]()
    try:
        for match in read_matches(connection, select(MATCHES.c.id)):
            found.update(_kinds(match))
            faults.extend(_faults_of_match(match))
    except DatabaseError as error:
        faults.append(f"the matches cannot be read: {error.orig}")
    return Findings(tuple(faults), **found)


def _faults_of_file(connection: Connection) -> Iterator[str]:
    try:
        for said in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
            if said != SOUND:
                yield f"the file is damaged: {said}"
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} belongs to no row of {parent}"
    except DatabaseError as error:
        yield f"the file is damaged: {error.orig}"


def _other_revision(revision: str) -> str:
    if is_known(revision):
        return (
            f"the tables are those of an earlier Dealer (revision {revision}): "
            "start this one to bring them up to date"
        )
    return f"the tables are those of a newer Dealer (revision {revision}): use that one"


def _kinds(match: Kept) -> Iterator[str]:
    yield "over" if match.is_over else "live"
    if match.aside and not match.is_over:
        yield "aside"


def _faults_of_match(match: Kept) -> Iterator[str]:
    if match.aside and match.is_over:
        # A host has ended it just because it could not go on.
        return
    found = replayed(match)
    if isinstance(found, Fault):
        yield f"match {match.match_id} in room {match.room_id}: {found.reason}"


def _difference(match: Match, stored: StoredMatch) -> Fault | None:
    """How a replayed match differs from what was kept of it."""
    if match.result != stored.outcome:
        led, kept = _said(match.result), _said(stored.outcome)
        return Fault(f"its log leads to {led}, but what was kept is {kept}")
    if len(match.entries) != len(stored.entries):
        return Fault("its log leaves out what time did")
    now, then = logged_standing(match), stored.standing
    if then is None or now == then:
        return None
    other = [key for key in now.keys() | then.keys() if now.get(key) != then.get(key)]
    return Fault(f"its log leads to another {', '.join(sorted(other))} than what was kept")


def _said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "no end"
    return f"the end {outcome.reason} (winner: {outcome.winner or 'none'})"
