"""Opens the SQLite file: the bot creates and upgrades it, other commands only read it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import DatabaseError

from bot.storage.file_lock import FileLock

BUSY_MS: Final = 2_500
"""How long a writer waits for a writer in another process."""
SOUND: Final = "ok"
"""SQLite's answer for a file in which it finds no fault."""


CANNOT_BE_READ: Final = (DatabaseError, UnicodeDecodeError)
"""What a damaged file can raise; the driver cannot even decode all of SQLite's messages."""


def why_not_read(error: DatabaseError | UnicodeDecodeError) -> str:
    """What SQLite says about a file that cannot be read."""
    return str(error.orig) if isinstance(error, DatabaseError) else "a name in it is no text"


class NewerDatabase(Exception):  # noqa: N818 - a fact about a file
    """A later version wrote the file; this one does not know its tables.

    Attributes:
        revision: The revision of the file's tables.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(
            f"revision {revision} is not known, the newest known is {newest_revision()}"
        )


class NoDatabase(Exception):  # noqa: N818 - a fact about a file
    """The file is missing or not a Dealer's; the message is a clause that says which."""


@dataclass(frozen=True, slots=True)
class Database:
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


def open_database(lock: FileLock) -> Database:
    """Open the file that this process has locked, and bring its tables up to date.

    Raises:
        NewerDatabase: A later version wrote the file; nothing in it was changed.
    """
    _refuse_newer(lock.path)
    lock.keep_from_others()
    # If the file is gone, an empty one must not take its place.
    there = URL.create("sqlite", database=_uri(lock.path), query={"mode": "rw", "uri": "true"})
    database = Database(_engine(there, "BEGIN IMMEDIATE"), _engine(there, "BEGIN"))
    try:
        _bring_up_to_date(database.writing)
        # While the path still names the right file.
        database.reading.connect().close()
        lock.note_companions()
    except BaseException:
        database.close()
        raise
    return database


def _engine(url: URL, begin: str) -> Engine:
    """One connection, for any thread, and the statement with which its transactions begin."""
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False},
        pool_size=1,
        max_overflow=0,
        # Otherwise errors would quote the values being stored, secrets and tokens included.
        hide_parameters=True,
    )
    event.listen(engine, "connect", _make_durable)
    _begin_with(engine, begin)
    return engine


def _bring_up_to_date(writing: Engine) -> None:
    """Bring the tables up to date.

    What that deletes from them, such as tokens, is overwritten: the file keeps no trace.
    """
    with writing.begin() as connection:
        is_changed = _migrate(connection)
    if is_changed:
        with writing.connect() as connection:
            driver: Any = connection.connection.driver_connection
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                driver.execute(statement).close()


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """One snapshot of a file that another process may be writing; changes and creates nothing."""
    engine: Engine = create_engine(
        "sqlite://", creator=lambda: connect_to_read(path), poolclass=NullPool
    )
    _begin_with(engine, "BEGIN")
    with engine.connect() as connection:
        yield connection


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


def path_of(url: str) -> Path:
    """The file that a URL names."""
    return Path(make_url(url).database or "")


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables; None if they are not the Dealer's.

    Raises:
        NoDatabase: The tables are at several revisions at once.
    """
    kept = text("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
    if connection.scalar(kept) is None:
        return None
    revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    if len(revisions) > 1:
        raise NoDatabase("its tables belong to several versions of the Dealer at once")
    return str(revisions[0]) if revisions else None


def required_revision(connection: Connection) -> str:
    """The revision of the tables in a Dealer's database.

    Raises:
        NoDatabase: It is not a Dealer's database.
    """
    revision = revision_of(connection)
    if revision is None:
        raise NoDatabase("it is not a database of the Dealer's")
    return revision


def newest_revision() -> str:
    """The revision that this version brings tables up to."""
    return max(_revisions())


def is_known(revision: str) -> bool:
    """Whether this version or an earlier one made a revision."""
    return revision in _revisions()


@cache
def _revisions() -> frozenset[str]:
    """All revisions, by which their files' names begin."""
    names = (each.name for each in files("migrations.versions").iterdir())
    return frozenset(name.partition("_")[0] for name in names if name[:1].isdigit())


def _refuse_newer(path: Path) -> None:
    with reading(path) as connection:
        revision = revision_of(connection)
    if revision is not None and not is_known(revision):
        raise NewerDatabase(revision)


def _migrate(connection: Connection) -> bool:
    """Bring the tables up to date; return whether anything had to change.

    If a start is cut short here, nothing is left half done.
    """
    if revision_of(connection) == newest_revision():
        return False
    # Alembic takes megabytes that the bot would never give back, and most starts need none of it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return True


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
