"""Checks whether a database is sound: itself, and each log against the data stored with it."""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import JSON, Connection, RowMapping, Table, select

from bot.place import Place
from bot.storage.databases.database import CANNOT_BE_READ, NoDatabase, why_not_read
from bot.storage.databases.dialects import faults_of_storage
from bot.storage.databases.opening import read_from
from bot.storage.databases.revisions import newest_revision, other_revision, required_revision
from bot.storage.tables.loading import Damaged, read_matches, rows_in
from bot.storage.tables.records import LoadedMatch, StoredMatch, Unreadable
from bot.storage.tables.schema import ENTRIES, INBOX, MATCHES, METADATA, POSTS, read_rows
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.matches.standing import logged_standing
from engine.options import shortened
from engine.refusals import Refused

log = logging.getLogger(__name__)

LONGEST_FAULT: Final = 300
OTHER_TABLES: Final = [
    each for each in METADATA.sorted_tables if each not in {MATCHES, ENTRIES, POSTS, INBOX}
]
"""The tables whose rows stand for themselves."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a stored match cannot go on.

    Attributes:
        reason: A clause for the host, which reveals nothing that players said.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check of a database found.

    Attributes:
        faults: A line for each.
        live: How many matches are not over.
        quarantined: How many of those are quarantined.
        over: How many are over.
    """

    faults: tuple[str, ...]
    live: int = 0
    quarantined: int = 0
    over: int = 0


def replayed(stored: LoadedMatch) -> Match | Fault:
    """The match that a stored log leads to, if it agrees with the data stored beside it."""
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
        log.debug("match %s: cannot replay the log", stored.card.id, exc_info=True)
        return Fault(f"entry {number} of its log cannot be judged ({type(error).__name__})")


def verify(place: Place) -> Findings:
    """Find everything that is wrong with a database, without changing it.

    Raises:
        NoDatabase: It is missing, cannot be reached, or is not a Dealer's.
    """
    try:
        return read_from(place, findings)
    except CANNOT_BE_READ as error:
        why = _one_line(why_not_read(error))
        raise NoDatabase(f"it cannot be read as a database of the Dealer's ({why})") from None


def findings(connection: Connection) -> Findings:
    """Find everything that is wrong with an open database.

    Raises:
        NoDatabase: It is not a Dealer's.
    """
    revision = required_revision(connection)
    faults = list(_faults_of_storage(connection))
    if revision != newest_revision():
        return Findings((*faults, other_revision(revision)))
    found = Counter[str]()
    try:
        faults += _faults_of_rows(connection)
        for match in read_matches(connection, select(MATCHES.c.id)):
            found.update(_kinds(match))
            faults.extend(_faults_of_match(match))
    except Damaged as damaged:
        faults.append(f"the matches cannot be read: {damaged}")
    except CANNOT_BE_READ as error:
        faults.append(f"the matches cannot be read: {why_not_read(error)}")
    return Findings(tuple(map(_one_line, faults)), **found)


def _faults_of_storage(connection: Connection) -> Iterator[str]:
    try:
        yield from faults_of_storage(connection)
    except CANNOT_BE_READ as error:
        yield f"the file is damaged: {why_not_read(error)}"


def _faults_of_rows(connection: Connection) -> Iterator[str]:
    """What is wrong in the tables that do not belong to a match."""
    for table in OTHER_TABLES:
        rows = connection.execute(rows_in(table)).mappings().all()
        if len(read_rows(table, rows, partial(_parse_json, table))) < len(rows):
            yield f"a row in table {table.name} cannot be read"


def _parse_json(table: Table, row: RowMapping) -> list[object]:
    return [json.loads(row[each.name]) for each in table.columns if isinstance(each.type, JSON)]


def _one_line(text: str) -> str:
    """A fault on one line, whatever the database contains."""
    return shortened("".join(each if each.isprintable() else " " for each in text), LONGEST_FAULT)


def _kinds(match: LoadedMatch) -> Iterator[str]:
    yield "over" if match.is_over else "live"
    if match.quarantined and not match.is_over:
        yield "quarantined"


def _faults_of_match(match: LoadedMatch) -> Iterator[str]:
    if match.quarantined and match.is_over:
        # Whether a host ended it because it could not go on.
        return
    room_id, match_id = match.address.room_id, match.address.match_id
    room = f" in room {room_id}" if room_id else ""
    found = replayed(match)
    if isinstance(found, Fault):
        problems = match.problems if isinstance(match, Unreadable) else (found.reason,)
        yield from (f"match {match_id}{room}: {each}" for each in problems)


def _difference(match: Match, stored: StoredMatch) -> Fault | None:
    """How a replayed match differs from the stored data; None if it does not."""
    if match.result != stored.outcome:
        led, kept = _said(match.result), _said(stored.outcome)
        return Fault(f"its log leads to {led}, but what was kept is {kept}")
    if len(match.entries) != len(stored.entries):
        return Fault("its log leaves out what time did")
    pairs = enumerate(zip(match.entries, stored.entries, strict=True), start=1)
    moved = next((number for number, (led, kept) in pairs if led != kept.entry), None)
    if moved:
        return Fault(f"entry {moved} of its log cannot have been made at that time")
    now, then = logged_standing(match), stored.standing
    if then is None or now == then:
        return None
    # Other names are not repeated: anybody may have put them there.
    other = sorted(key for key in now if now[key] != then.get(key)) or ["position"]
    return Fault(f"its log leads to another {', '.join(other)} than what was kept")


def _said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "no end"
    return f"the end {outcome.reason} (winner: {outcome.winner or 'none'})"
