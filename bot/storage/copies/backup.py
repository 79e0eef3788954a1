"""Copies a database to a file, even while the bot is using it."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError

from bot.place import Place
from bot.storage.databases.database import CANNOT_BE_READ, NoDatabase, why_not_read
from bot.storage.databases.dialects import SOUND
from bot.storage.databases.new_file import BackupFailed, give_name, unfinished
from bot.storage.databases.opening import read_from
from bot.storage.databases.revisions import required_revision
from bot.storage.databases.sqlite import connect_to_read, put_in_one_file


def back_up(source: Place, target: Path) -> None:
    """Copy a database as it stands at one instant to a new file, even while others write to it.

    A SQLite file's copy is another; a server's is what `pg_restore` reads. The copy gets its name
    only once it is complete, sound and on disk.

    Raises:
        NoDatabase: The source is missing or not a Dealer's.
        BackupFailed: The target already exists, cannot be written, or is not sound.
    """
    if isinstance(source, Path) and not source.is_file():
        raise NoDatabase("there is no such file")
    try:
        with unfinished(target) as copy:
            if isinstance(source, URL):
                _dump(source, copy)
            else:
                _copy(source, copy)
            give_name(copy, target)
    except OSError as error:
        raise BackupFailed(error.strerror or str(error)) from None


def _copy(source: Path, copy: Path) -> None:
    """Let SQLite's online backup copy a file, and check the copy."""
    try:
        read_from(source, required_revision)
        with closing(connect_to_read(source)) as read, closing(sqlite3.connect(copy)) as into:
            read.backup(into)
            sound = into.execute("PRAGMA integrity_check(1)").fetchone()[0]
        put_in_one_file(copy)
    except (DatabaseError, sqlite3.Error) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise BackupFailed(f"the database cannot be copied ({reason})") from None
    if sound != SOUND:
        raise BackupFailed(f"the copy is damaged ({sound})")


def _dump(source: URL, target: Path) -> None:
    """Write a database as it stands at one instant to a file, in `pg_dump`'s custom format."""
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupFailed(
            "pg_dump is not installed: install PostgreSQL's client programs, or copy the database "
            "to a SQLite file with `dealer copy`"
        )
    try:
        read_from(source, required_revision)
    except CANNOT_BE_READ as error:
        raise NoDatabase(f"it cannot be read ({why_not_read(error)})") from None
    wanted = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    environment = os.environ | _environment(source)
    ended = subprocess.run(  # noqa: S603 - nothing of it comes from players
        [program, *wanted], env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        said = ended.stderr.strip().splitlines() or ["it says nothing"]
        raise BackupFailed(f"pg_dump failed ({said[0]})")


def _environment(source: URL) -> dict[str, str]:
    """Where the database is, as PostgreSQL's programs are told; arguments are seen by all users."""
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
