"""A SQLite file: the bot creates and upgrades it, other commands only read it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event

from bot.storage.databases.database import Hear, Run, Work
from bot.storage.databases.file_lock import FileLock
from bot.storage.databases.new_file import BackupFailed, free_name, give_name, unfinished
from bot.storage.databases.revisions import migrate, refuse_newer

T = TypeVar("T")

BUSY_MS: Final = 2_500
"""How long a writer waits for a writer in another process."""
LOOK_EVERY_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Connections:
    """An open file: one connection that writes, and one that reads.

    Both are used in worker threads, for a whole transaction at a time. A driver for asyncio would
    hand each statement to a thread and back, which takes longer than the statement.
    """

    writing: Engine
    reading: Engine

    def close(self) -> None:
        """Close both connections."""
        self.reading.dispose()
        self.writing.dispose()


class SqliteDatabase:
    """The file that this process has locked."""

    is_shared = False

    def __init__(self, lock: FileLock, connections: Connections) -> None:
        self.lock = lock
        self.connections = connections
        self._listening: list[tuple[str, Hear]] = []
        self._thread = ThreadPoolExecutor(1, "writer")

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a file; create it, or bring its tables up to date, as needed.

        Raises:
            DatabaseInUse: Another Dealer has it.
            NewerDatabase: A later version wrote the file; nothing in it was changed.
        """
        lock = FileLock(path)
        try:
            connections = await asyncio.to_thread(connect, lock)
        except BaseException:
            lock.release()
            raise
        return cls(lock, connections)

    async def transact(self, work: Work[T]) -> T:
        """Do work in a transaction, in the writer's thread."""

        def transact() -> T:
            with self.connections.writing.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, transact)

    async def briefly(self, work: Work[T]) -> T:
        """Do a little work, after what is being written: a file has one writer."""
        return await self.transact(work)

    async def read(self, work: Work[T]) -> T:
        """Read from one snapshot, in a worker thread."""

        def read() -> T:
            with self.connections.reading.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(read)

    async def tell(self, topic: str, number: int) -> None:
        """Tell all that listen in this process, which are all."""
        for about, hear in self._listening:
            if about == topic:
                hear(number)

    async def listen(self, topic: str, hear: Hear) -> None:
        """Let each number be heard that is told about a topic, until this is cancelled."""
        listening = (topic, hear)
        self._listening.append(listening)
        try:
            await asyncio.Event().wait()
        finally:
            self._listening.remove(listening)

    async def loss(self) -> str:
        """Wait until the path no longer names the open file; return why."""
        while (why := self.lock.loss()) is None:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(LOOK_EVERY_SECONDS)
        return why

    async def rescue(self) -> Path:
        """Copy everything to a new file next to the lost one, which nobody writes to any more."""
        return await asyncio.to_thread(_rescue, self.connections.reading, self.lock.path)

    async def close(self) -> None:
        """Close the file and let others use it."""
        await asyncio.to_thread(self._thread.shutdown)
        await asyncio.to_thread(self.connections.close)
        self.lock.release()


def connect(lock: FileLock) -> Connections:
    """Open the file that this process has locked, and bring its tables up to date.

    Raises:
        NewerDatabase: A later version wrote the file; nothing in it was changed.
    """
    with reading(lock.path) as connection:
        refuse_newer(connection)
    lock.keep_from_others()
    connections = Connections(_engine(lock.path, "BEGIN IMMEDIATE"), _engine(lock.path, "BEGIN"))
    try:
        _bring_up_to_date(connections.writing)
        # While the path still names the right file.
        connections.reading.connect().close()
        lock.note_companions()
    except BaseException:
        connections.close()
        raise
    return connections


def _engine(path: Path, begin: str, **options: Any) -> Engine:
    """One connection, for any thread, and the statement with which its transactions begin."""
    engine = create_engine(
        # If the file is gone, an empty one must not take its place.
        URL.create("sqlite", database=_uri(path), query={"mode": "rw", "uri": "true"}),
        connect_args={"check_same_thread": False},
        pool_size=1,
        max_overflow=0,
        # Otherwise errors would quote the values being stored, secrets and tokens included.
        hide_parameters=True,
        **options,
    )
    event.listen(engine, "connect", _make_durable)
    _begin_with(engine, begin)
    return engine


def _bring_up_to_date(writing: Engine) -> None:
    """Bring the tables up to date.

    What that deletes from them, such as tokens, is overwritten: the file keeps no trace.
    """
    with writing.begin() as connection:
        is_changed = migrate(connection)
    if is_changed:
        with writing.connect() as connection:
            driver: Any = connection.connection.driver_connection
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                driver.execute(statement).close()


def put_in_one_file(path: Path) -> None:
    """Make a database that nobody uses a single file, which can be moved without any others."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _rescue(engine: Engine, lost: Path) -> Path:
    """Copy an open database whose file has lost its name to a new file next to the old path."""
    try:
        lost.parent.mkdir(parents=True, exist_ok=True)
        target = free_name(lost.with_name(f"{lost.name}-rescued"))
        with unfinished(target) as copy:
            with closing(engine.raw_connection()) as read, closing(sqlite3.connect(copy)) as into:
                cast("sqlite3.Connection", read.driver_connection).backup(into)
            put_in_one_file(copy)
            give_name(copy, target)
    except OSError as error:
        raise BackupFailed(error.strerror or str(error)) from None
    except sqlite3.Error as error:
        raise BackupFailed(str(error)) from None
    return target


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """One snapshot of a file that another process may be writing; changes and creates nothing."""
    engine: Engine = create_engine(
        "sqlite://", creator=lambda: connect_to_read(path), poolclass=NullPool
    )
    _begin_with(engine, "BEGIN")
    with engine.connect() as connection:
        yield connection


@asynccontextmanager
async def alone(path: Path) -> AsyncIterator[Run]:
    """One transaction on a file that no bot uses meanwhile, with JSON as the stored text.

    Raises:
        DatabaseInUse: A Dealer has it.
    """
    lock = FileLock(path)
    try:
        engine = _engine(path, "BEGIN IMMEDIATE", json_serializer=lambda stored: stored)
        try:
            with engine.begin() as connection:

                async def run(work: Work[T]) -> T:
                    return work(connection)

                yield run
        finally:
            engine.dispose()
    finally:
        lock.release()


def connect_to_read(path: Path) -> sqlite3.Connection:
    """The driver's own connection to an existing file."""
    connection = sqlite3.connect(f"{_uri(path)}?mode=ro", uri=True)
    connection.text_factory = _text
    return connection


def _text(kept: bytes) -> str | bytes:
    """The value as text, or as the raw bytes if they are not UTF-8; the reader judges those."""
    try:
        return kept.decode()
    except UnicodeDecodeError:
        return kept


def _uri(path: Path) -> str:
    return f"file:{quote(str(path))}"


def _make_durable(connection: sqlite3.Connection, _record: object) -> None:
    """Set WAL with full syncing: whatever was acknowledged survives a power cut (measured)."""
    connection.text_factory = _text
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


def _begin_with(engine: Engine, statement: str) -> None:
    """Begin each transaction at once; the driver would wait for the first change.

    This way all reads in it see one instant, and a writer waits for its turn at the start. This is
    the dialect's hook: if anything listened to the engine, SQLAlchemy would look for listeners at
    each step of each statement, which takes as long as the statement.
    """

    def begin(connection: Any) -> None:
        connection.execute(statement)

    engine.dialect.do_begin = begin  # type: ignore[assignment]
