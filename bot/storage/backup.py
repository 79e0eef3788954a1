"""Copies the database, whether the bot is using it or has just lost its file.

SQLite's online backup makes the copy. This module checks it and flushes it to disk before the copy
gets its name.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Final, cast

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from bot.storage.database import SOUND, NoDatabase, connect_to_read, reading, required_revision

IN_ONE_FILE: Final = "PRAGMA journal_mode=DELETE"
"""Makes the copy a single file, which can be moved without any others."""


class BackupFailed(Exception):  # noqa: N818 - a fact about a copy
    """No copy was made; the message is a clause that says why."""


def back_up(source: Path, target: Path) -> None:
    """Copy a database as it stands at one instant to a new file, even while others write to it.

    The copy gets its name only once it is complete, sound and on disk.

    Raises:
        NoDatabase: The source is missing or not a Dealer's.
        BackupFailed: The target already exists, cannot be written, or is not sound.
    """
    if not source.is_file():
        raise NoDatabase("there is no such file")
    try:
        with _unfinished(target) as copy:
            _copy(source, copy)
            _name(copy, target)
    except OSError as error:
        raise BackupFailed(error.strerror or str(error)) from None


def rescue(engine: Engine, lost: Path) -> Path:
    """Copy an open database whose file has lost its name to a new file next to the old path.

    Raises:
        BackupFailed: The copy cannot be written.
    """
    try:
        lost.parent.mkdir(parents=True, exist_ok=True)
        target = _free_name(lost)
        with _unfinished(target) as copy:
            with closing(engine.raw_connection()) as read, closing(sqlite3.connect(copy)) as into:
                cast("sqlite3.Connection", read.driver_connection).backup(into)
                into.execute(IN_ONE_FILE)
            _name(copy, target)
    except OSError as error:
        raise BackupFailed(error.strerror or str(error)) from None
    except sqlite3.Error as error:
        raise BackupFailed(str(error)) from None
    return target


def _free_name(lost: Path) -> Path:
    """A name that no earlier rescue has used."""
    first = lost.with_name(f"{lost.name}-rescued")
    others = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(each for each in chain([first], others) if not each.exists())


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A temporary file next to the target; it is deleted at the end unless it was renamed."""
    _refuse_to_replace(target)
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(number)
    copy = Path(name)
    try:
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _name(copy: Path, target: Path) -> None:
    """Give a copy its name, once it is on disk."""
    _sync(copy)
    _refuse_to_replace(target)
    copy.rename(target)
    _sync(target.parent)


def _refuse_to_replace(target: Path) -> None:
    if target.exists():
        raise BackupFailed("the file already exists: name another")


def _copy(source: Path, copy: Path) -> None:
    try:
        with reading(source) as connection:
            required_revision(connection)
        with closing(connect_to_read(source)) as read, closing(sqlite3.connect(copy)) as into:
            read.backup(into)
            into.execute(IN_ONE_FILE)
            sound = into.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except (DatabaseError, sqlite3.Error) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise BackupFailed(f"the database cannot be copied ({reason})") from None
    if sound != SOUND:
        raise BackupFailed(f"the copy is damaged ({sound})")


def _sync(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
