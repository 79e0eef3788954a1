"""A SQLite file: the bot creates and upgrades it, other commands only read it."""

import asyncio
import fcntl
import logging
import os
import sqlite3
import stat
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast
from urllib.parse import quote

import aiosqlite
from sqlalchemy import URL, Connection, NullPool, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.databases.atomic_file import BackupError, free_name, new_file
from bot.storage.databases.database import (
    Database,
    DatabaseInUseError,
    Operation,
    new_engine,
    read,
)
from bot.storage.databases.revisions import migrate, refuse_unknown

log = logging.getLogger(__name__)

OWNER_ALONE: Final = 0o600
COMPANIONS: Final = ("-wal", "-shm")
"""The files SQLite keeps next to an open database; the newest changes are only there."""
_LOCKS_ARE_APART: Final = sys.platform == "linux"
"""True if `flock` is independent of SQLite's locks, which are the other kind (fcntl).

Otherwise a separate file next to the database is locked instead.
"""


class FileLock:
    """A lock that keeps other Dealers off a file, under any path, until `release`."""

    def __init__(self, path: Path) -> None:
        """Lock a file; create it if it is missing.

        Raises:
            DatabaseInUseError: Another Dealer came first.
            OSError: The file does not exist and cannot be created.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _open(path)
        lock = file if _LOCKS_ARE_APART else _open(_beside(path, "-lock"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Closing the file would drop every lock that SQLite holds on it in this process.
            raise DatabaseInUseError from None
        self._open = {file, lock}
        self._known = {path: os.fstat(file)}

    def keep_from_others(self) -> None:
        """Restrict the file to its owner; SQLite's files next to it inherit that."""
        files = (self.path, *self._companions())
        narrowed = [str(file) for file in files if _is_narrowed(file)]
        if narrowed:
            log.warning("others could read this; now only its owner can: %s", ", ".join(narrowed))

    def note_companions(self) -> None:
        """Remember SQLite's files next to the database, now that it is open."""
        self._known |= {companion: companion.stat() for companion in self._companions()}

    async def loss(self) -> str:
        """Wait until the data is no longer under the file's name; return the reason."""
        while True:
            for path, known in self._known.items():
                try:
                    if not os.path.samestat(path.stat(), known):
                        return f"{path} was replaced"
                except FileNotFoundError:
                    return f"{path} was deleted"
                except OSError as error:
                    log.warning("cannot check %s: %s", path, error.strerror)
            await asyncio.sleep(LOOK_EVERY_SECONDS)

    def release(self) -> None:
        """Release the file; call this only after SQLite has closed it."""
        while self._open:
            os.close(self._open.pop())

    def _companions(self) -> tuple[Path, ...]:
        # SQLite names them after the file itself, not after a link to it.
        real = Path(os.path.realpath(self.path))
        return tuple(_beside(real, suffix) for suffix in COMPANIONS)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ALONE)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


def _is_narrowed(path: Path) -> bool:
    """Restrict a file to its owner; return whether others had access."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~OWNER_ALONE:
            path.chmod(mode & OWNER_ALONE)
            return True
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("cannot take other users' access to %s away: %s", path, error.strerror)
    return False


T = TypeVar("T")

BUSY_MS: Final = 2_500
"""Longest wait of a writer for one in another process."""
LOOK_EVERY_SECONDS: Final = 2.0
READ: Final = "BEGIN"
WRITE: Final = "BEGIN IMMEDIATE"
"""The beginnings of transactions; one that writes waits for its turn before it reads."""


class SqliteDatabase(Database):
    """A file locked by this process: one connection writes, another one reads."""

    def __init__(self, lock: FileLock) -> None:
        super().__init__(_durable_engine(lock.path, WRITE), _durable_engine(lock.path, READ))
        self.lock = lock
        # Kept open: to give a connection back and fetch it costs more than a small transaction.
        self._writer, self._reader = self.writing.connect(), self.reading.connect()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a file, creating or upgrading its tables; errors are those of `open_database`."""
        database = cls(FileLock(path))
        try:
            await read(engine_to_read(path), refuse_unknown)
            database.lock.keep_from_others()
            await database._writer
            if await database.transact(migrate):
                await database._overwrite_what_is_deleted()
            # While the path still names the right file.
            await database._reader
            database.lock.note_companions()
        except BaseException:
            await database.close()
            raise
        return database

    async def transact(self, operation: Operation[T]) -> T:
        """Do work in a transaction, all of it in one visit to the driver's thread."""
        return await _visit(self._writer, operation)

    async def read(self, operation: Operation[T]) -> T:
        """Read from one snapshot, likewise in one visit."""
        return await _visit(self._reader, operation)

    async def _overwrite_what_is_deleted(self) -> None:
        """Overwrite deleted data, such as tokens, after a migration."""
        driver = await _driver_of(self._writer)
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            await driver.execute_fetchall(statement)

    async def loss(self) -> str:
        """Wait until the path no longer names the open file; return the reason."""
        return await self.lock.loss()

    async def rescue(self) -> Path:
        """Copy the lost file's data to a new file next to it."""
        lost = self.lock.path
        try:
            lost.parent.mkdir(parents=True, exist_ok=True)
            target = free_name(lost.with_name(f"{lost.name}-rescued"))
            with new_file(target) as copy:
                driver = await _driver_of(self._reader)
                with closing(sqlite3.connect(copy, check_same_thread=False)) as into:
                    await driver.backup(into)
                put_in_one_file(copy)
        except OSError as error:
            raise BackupError(error.strerror or str(error)) from None
        except sqlite3.Error as error:
            raise BackupError(str(error)) from None
        return target

    async def close(self) -> None:
        """Close and release the file."""
        for connection in (self._writer, self._reader):
            if connection.sync_connection:
                await connection.close()
        await super().close()
        self.lock.release()


class _Driver(aiosqlite.Connection):
    """The driver's connection, for many steps in one visit to its thread.

    The driver goes there and back for each cursor, statement and commit: 28 times in a turn, which
    takes 2 to 4 ms of CPU. Its way into the thread has a private name, so its version is pinned.
    """

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        """Run a step: at once in a visit to the thread, else in a visit of its own."""
        try:
            if threading.current_thread() is self._thread:
                return fn(*args, **kwargs)
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]
        except UnicodeDecodeError:
            # SQLite quotes names in its messages about damage.
            raise sqlite3.DatabaseError("a name in it is no text") from None


async def _visit(connection: AsyncConnection, operation: Operation[T]) -> T:
    """Do work in a transaction; one visit ends before the next begins, so callers may share it."""
    driver = await _driver_of(connection)
    steps = connection.run_sync(partial(_in_transaction, operation))
    return cast("T", await driver._execute(_take, steps))


def _in_transaction(operation: Operation[T], connection: Connection) -> T:
    """Run work in a transaction, and leave none open where its commit fails."""
    try:
        with connection.begin():
            return operation(connection)
    except DatabaseError:
        connection.connection.rollback()
        raise


def _take(steps: Coroutine[Any, Any, T]) -> T:
    """Run steps that wait only for the connection of this thread, to their end."""
    try:
        steps.send(None)
    except StopIteration as done:
        return cast("T", done.value)
    finally:
        steps.close()
    raise RuntimeError("a step waits for something else than its connection")


async def _driver_of(connection: AsyncConnection) -> _Driver:
    return cast("_Driver", (await connection.get_raw_connection()).driver_connection)


def put_in_one_file(path: Path) -> None:
    """Make a closed database a single file, which can be moved by itself."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


@asynccontextmanager
async def alone(path: Path) -> AsyncIterator[AsyncConnection]:
    """Open one transaction on a file without a bot, with JSON as text.

    Raises:
        DatabaseInUseError: A Dealer has it open.
    """
    lock = FileLock(path)
    engine = _durable_engine(path, WRITE, json_serializer=lambda stored: stored)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()
        lock.release()


def engine_to_read(path: Path) -> AsyncEngine:
    """Return an engine for a file in use; it changes and creates nothing."""
    return _engine(path, READ, "ro", poolclass=NullPool)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return the standard library's connection to an existing file."""
    return sqlite3.connect(f"{_uri(path)}?mode=ro", uri=True)


def _durable_engine(path: Path, begin: str, **options: Any) -> AsyncEngine:
    """Return an engine whose connections' commits survive a power cut (measured)."""
    # If the file is gone, an empty one must not take its place.
    engine = _engine(path, begin, "rw", poolclass=NullPool, **options)
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _engine(path: Path, begin: str, mode: str, **options: Any) -> AsyncEngine:
    """Return an engine whose transactions begin at once: all reads in one see the same instant.

    The driver would wait for the first change.
    """
    connect = partial(_connect, f"{_uri(path)}?mode={mode}")
    engine = new_engine(
        URL.create("sqlite+aiosqlite", database=str(path)), async_creator=connect, **options
    )
    event.listen(engine.sync_engine, "connect", _take_over)
    event.listen(engine.sync_engine, "begin", lambda item: item.exec_driver_sql(begin))
    return engine


def _connect(uri: str) -> _Driver:
    """Return an awaitable connection whose thread does not keep the process alive."""
    driver = _Driver(partial(sqlite3.connect, uri, uri=True), iter_chunk_size=64)
    driver._thread.daemon = True
    return driver


def _uri(path: Path) -> str:
    return f"file:{quote(str(path))}"


def _take_over(connection: Any, _record: object) -> None:
    """Leave the start of transactions to the engine, and undecodable text to the reader."""
    connection.isolation_level = None
    connection.driver_connection.text_factory = _text


def _text(stored: bytes) -> str | bytes:
    """Decode a value; leave it as bytes, for the reader to judge, if it is not UTF-8."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _make_durable(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # The first of these statements may itself have to wait for another writer.
    for pragma in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        # Deleted data must not survive in the file.
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
