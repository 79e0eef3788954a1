"""Backups, checks and copies of databases, even while the bot runs."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import JSON, URL, Connection, RowMapping, Table, func, insert, inspect, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.databases.atomic_file import BackupError, new_file
from bot.storage.databases.database import DatabaseInUseError, DatabaseUnavailableError
from bot.storage.databases.database_url import DatabaseLocation, name_of
from bot.storage.databases.dialects import SOUND, faults_of_storage, go_on_numbering
from bot.storage.databases.opening import alone, read_from
from bot.storage.databases.revisions import (
    migrate,
    newest_revision,
    other_revision,
    required_revision,
)
from bot.storage.databases.sqlite import connect_to_read, put_in_one_file
from bot.storage.tables.loading import DamagedDataError, read_matches, rows_in
from bot.storage.tables.records import LoadedMatch, UnreadableMatch
from bot.storage.tables.replay import Fault, replayed
from bot.storage.tables.schema import ENTRIES, INBOX, MATCHES, METADATA, POSTS, read_rows
from engine.options import shortened


def back_up(source: DatabaseLocation, target: Path) -> None:
    """Copy a database as of one instant to a new file, even while others write to it.

    A SQLite file's copy is another one; a server's is for `pg_restore`. The copy gets its name only
    once it is complete, sound and on disk.

    Raises:
        DatabaseUnavailableError: The source is missing or not a Dealer's.
        BackupError: The target already exists, cannot be written, or is not sound.
    """
    if isinstance(source, Path) and not source.is_file():
        raise DatabaseUnavailableError("there is no such file")
    try:
        with new_file(target) as copy:
            if isinstance(source, URL):
                _dump(source, copy)
            else:
                _copy(source, copy)
    except OSError as error:
        raise BackupError(error.strerror or str(error)) from None


def _copy(source: Path, copy: Path) -> None:
    """Copy a file by SQLite's online backup, and check the copy."""
    try:
        read_from(source, required_revision)
        with closing(connect_to_read(source)) as read, closing(sqlite3.connect(copy)) as into:
            read.backup(into)
            sound = into.execute("PRAGMA integrity_check(1)").fetchone()[0]
        put_in_one_file(copy)
    except (DatabaseError, sqlite3.Error) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise BackupError(f"the database cannot be copied ({reason})") from None
    if sound != SOUND:
        raise BackupError(f"the copy is damaged ({sound})")


def _dump(source: URL, target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupError(
            "pg_dump is not installed: install PostgreSQL's client programs, or copy the database "
            "to a SQLite file with `dealer copy`"
        )
    try:
        read_from(source, required_revision)
    except DatabaseError as error:
        raise DatabaseUnavailableError(f"it cannot be read ({error.orig})") from None
    requested = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    environment = os.environ | _environment(source)
    ended = subprocess.run(  # noqa: S603 - nothing of it comes from players
        [program, *requested], env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        lines = ended.stderr.strip().splitlines() or ["it says nothing"]
        raise BackupError(f"pg_dump failed ({lines[0]})")


def _environment(source: URL) -> dict[str, str]:
    """Return the environment for PostgreSQL's programs: arguments are visible to all users."""
    query = {name: value for name, value in source.query.items() if isinstance(value, str)}
    known = {
        "PGHOST": source.host or query.get("host"),
        "PGPORT": (source.port and str(source.port)) or query.get("port"),
        "PGUSER": source.username,
        "PGPASSWORD": source.password and str(source.password),
        "PGDATABASE": source.database,
        "PGSSLMODE": query.get("ssl") or query.get("sslmode"),
    }
    return {name: value for name, value in known.items() if value}


LONGEST_FAULT: Final = 300


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of checking a database.

    Attributes:
        faults: One line each.
        live: Number of matches that are not over.
        quarantined: Number of those in quarantine.
        over: Number of finished matches.
    """

    faults: tuple[str, ...]
    live: int = 0
    quarantined: int = 0
    over: int = 0


def verify(place: DatabaseLocation) -> Findings:
    """Find all faults of a database, without changing it, or raise DatabaseUnavailableError."""
    try:
        return read_from(place, findings)
    except DatabaseError as error:
        why = _one_line(str(error.orig))
        raise DatabaseUnavailableError(
            f"it cannot be read as a database of the Dealer's ({why})"
        ) from None


def findings(connection: Connection) -> Findings:
    """Find all faults of an open database, or raise DatabaseUnavailableError."""
    revision = required_revision(connection)
    faults = list[str]()
    try:
        faults += faults_of_storage(connection)
    except DatabaseError as error:
        faults.append(f"the file is damaged: {error.orig}")
    if revision != newest_revision():
        return Findings((*faults, other_revision(revision)))
    result = Counter[str]()
    try:
        faults += _faults_of_rows(connection)
        for match in read_matches(connection, select(MATCHES.c.id)):
            result.update(_kinds(match))
            faults.extend(_faults_of_match(match))
    except DamagedDataError as damaged:
        faults.append(f"the matches cannot be read: {damaged}")
    except DatabaseError as error:
        faults.append(f"the matches cannot be read: {error.orig}")
    return Findings(tuple(map(_one_line, faults)), **result)


def other_tables() -> list[Table]:
    """Return the tables whose rows do not belong to a match."""
    of_matches = {MATCHES, ENTRIES, POSTS, INBOX}
    return [table for table in METADATA.sorted_tables if table not in of_matches]


def _faults_of_rows(connection: Connection) -> Iterator[str]:
    for table in other_tables():
        rows = connection.execute(rows_in(table)).mappings().all()
        if len(read_rows(table, rows, partial(_parse_json, table))) < len(rows):
            yield f"a row in table {table.name} cannot be read"


def _parse_json(table: Table, row: RowMapping) -> list[object]:
    return [
        json.loads(row[column.name]) for column in table.columns if isinstance(column.type, JSON)
    ]


def _one_line(text: str) -> str:
    return shortened(
        "".join(character if character.isprintable() else " " for character in text), LONGEST_FAULT
    )


def _kinds(match: LoadedMatch) -> Iterator[str]:
    yield "over" if match.is_over else "live"
    if match.quarantined_ms is not None and not match.is_over:
        yield "quarantined"


def _faults_of_match(match: LoadedMatch) -> Iterator[str]:
    if match.quarantined_ms is not None and match.is_over:
        # A host has ended it because it could not go on.
        return
    room_id, match_id = match.address.room_id, match.address.match_id
    room = f" in room {room_id}" if room_id else ""
    fault = replayed(match)
    if isinstance(fault, Fault):
        problems = match.problems if isinstance(match, UnreadableMatch) else (fault.reason,)
        yield from (f"match {match_id}{room}: {finding}" for finding in problems)


AT_ONCE: Final = 500
"""Number of rows that are copied at a time."""

Tell = Callable[[int, int], None]
"""Is told how many rows are copied, and of how many."""


class CopyError(Exception):
    """Error for a failed copy; the message is a line."""


async def copy(source: DatabaseLocation, target: DatabaseLocation, tell: Tell) -> Findings:
    """Copy a database without a bot; return its contents, live matches included.

    The target is complete once this returns, and empty if it fails.

    Raises:
        CopyError: Something is wrong with one of them, or a Dealer uses it.
    """
    if isinstance(source, Path) and not source.is_file():
        raise CopyError(f"{name_of(source)}: there is no such file")
    with _naming(source):
        async with alone(source) as read:
            revision = await read.run_sync(required_revision)
            if revision != newest_revision():
                raise DatabaseUnavailableError(other_revision(revision))
            found_findings = await read.run_sync(findings)
            if found_findings.faults:
                raise CopyError(
                    f"{name_of(source)} has faults, which `dealer verify` names: mend those first"
                )
            with _naming(target):
                async with _empty(target) as write:
                    await _copy_tables(read, write, tell)
                    is_whole = await write.run_sync(_digests) == await read.run_sync(_digests)
                    if not is_whole or await write.run_sync(findings) != found_findings:
                        raise CopyError(f"{name_of(target)} does not give back what was copied")
    return found_findings


@contextmanager
def _naming(place: DatabaseLocation) -> Iterator[None]:
    """Name the database in every error about it."""
    try:
        yield
    except DatabaseInUseError:
        raise CopyError(f"{name_of(place)} is in use by a Dealer: stop that one first") from None
    except DatabaseError as error:
        raise CopyError(f"{name_of(place)}: {error.orig}") from None
    except OSError as error:
        raise CopyError(f"{name_of(place)}: {error.strerror or error}") from None
    except (DatabaseUnavailableError, BackupError) as error:
        raise CopyError(f"{name_of(place)}: {error}") from None


@asynccontextmanager
async def _empty(target: DatabaseLocation) -> AsyncIterator[AsyncConnection]:
    """Open a transaction on a new database with the Dealer's tables; it is kept on success."""
    if isinstance(target, Path):
        with new_file(target) as new:
            async with alone(new) as write:
                await write.run_sync(migrate)
                yield write
            put_in_one_file(new)
    else:
        async with alone(target) as write:
            await write.run_sync(_refuse_used)
            await write.run_sync(migrate)
            yield write


def _refuse_used(connection: Connection) -> None:
    if inspect(connection).get_table_names():
        raise DatabaseUnavailableError("there is something in it already: name an empty database")


async def _copy_tables(read: AsyncConnection, write: AsyncConnection, tell: Tell) -> None:
    """Copy all rows, referenced ones first; JSON is the stored text."""
    copied, total = 0, await read.run_sync(_rows)
    for table in METADATA.sorted_tables:
        async with read.stream(rows_in(table)) as result:
            async for rows in result.mappings().partitions(AT_ONCE):
                await write.execute(insert(table), [dict(row) for row in rows])
                copied += len(rows)
                tell(copied, total)
        await write.run_sync(go_on_numbering, table)


def _rows(connection: Connection) -> int:
    counts = (select(func.count()).select_from(table) for table in METADATA.sorted_tables)
    return sum(connection.scalar(count) or 0 for count in counts)


def _digests(connection: Connection) -> Mapping[str, tuple[int, int]]:
    """Return the number of each table's rows and, in any order of them, the sum of digests."""
    return {
        table.name: _digest(connection.execute(rows_in(table)).mappings())
        for table in METADATA.sorted_tables
    }


def _digest(rows: Iterable[RowMapping]) -> tuple[int, int]:
    # A server stores no NUL, but a sign in its place.
    lines = [
        repr(tuple(row.values())).replace(r"\x00", "\N{REPLACEMENT CHARACTER}") for row in rows
    ]
    digests = (sha256(text.encode(errors="replace")).digest() for text in lines)
    return len(lines), sum(map(int.from_bytes, digests))
