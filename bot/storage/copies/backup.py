"""Copies a database to a file, even while the bot is using it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError

from bot.place import Place
from bot.storage.copies.dumps import dump
from bot.storage.databases.database import NoDatabase
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
                dump(source, copy)
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
