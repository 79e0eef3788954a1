"""The SQLite file: made and brought up to date for the bot, and opened by others to read."""

import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import aiosqlite
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage.file_lock import Hold

CONNECTIONS: Final = 2
"""One that writes, and one that reads."""
BUSY_MS: Final = 2_500
"""How long a writer waits for one of another process."""
SOUND: Final = "ok"
"""What SQLite says of a file in which it finds no fault."""
_WRITES: Final = "writes"


CANNOT_BE_READ: Final = (DatabaseError, UnicodeDecodeError)
"""What is raised where a file is damaged; the driver cannot even say all that SQLite says of it."""


def why_not_read(error: DatabaseError | UnicodeDecodeError) -> str:
    """What SQLite says of a file that cannot be read."""
    return str(error.orig) if isinstance(error, DatabaseError) else "a name in it is no text"


class NewerDatabase(Exception):  # noqa: N818 - a fact about a file
    """The file was written by a later version, whose tables are not known here.

    Attributes:
        revision: What the file's tables are at.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(
            f"revision {revision} is not known, the newest known is {newest_revision()}"
        )


class NoDatabase(Exception):  # noqa: N818 - a fact about a file
    """The file is missing or not a Dealer's; the message is a clause that says so."""


async def open_database(url: str, hold: Hold) -> AsyncEngine:
    """Open a file that is held, by its URL, and bring its tables up to date as needed.

    Raises:
        NewerDatabase: The file is of a later version; nothing in it was changed.
    """
    _refuse_newer(hold.path)
    hold.keep_from_others()
    # If the file is gone, no empty one may be made in its place.
    there = make_url(url).set(database=_uri(hold.path))
    engine = create_async_engine(
        there.update_query_dict({"mode": "rw", "uri": "true"}),
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,
        # Errors would else quote what is being kept, secrets and tokens among it.
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", _make_durable)
    event.listen(engine.sync_engine, "begin", _begin)
    try:
        async with for_writing(engine).begin() as connection:
            is_changed = await connection.run_sync(_migrate)
        if is_changed:
            await _rewrite(engine)
        await _open_all(engine)
        hold.note_companions()
    except BaseException:
        await engine.dispose()
        raise
    return engine


async def driver_of(connection: AsyncConnection) -> aiosqlite.Connection:
    """The driver's own connection, for what must not be within a transaction."""
    raw = (await connection.get_raw_connection()).driver_connection
    if not isinstance(raw, aiosqlite.Connection):
        raise TypeError(raw)
    return raw


async def _rewrite(engine: AsyncEngine) -> None:
    """Leave no trace in a file of what was deleted from its tables, such as tokens."""
    async with engine.connect() as connection:
        driver = await driver_of(connection)
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            async with driver.execute(statement):
                pass


async def _open_all(engine: AsyncEngine) -> None:
    """Open every connection there will be, while the file is known to be the right one."""
    async with AsyncExitStack() as opened:
        for _ in range(CONNECTIONS):
            await opened.enter_async_context(engine.connect())


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """The same database, where every transaction is one that writes."""
    return engine.execution_options(**{_WRITES: True})


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """One snapshot of a file that another process may be writing; nothing is changed or made."""
    engine: Engine = create_engine(
        "sqlite://", creator=lambda: connect_to_read(path), poolclass=NullPool
    )
    event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        yield connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """The driver's own connection to a file that is there already."""
    connection = sqlite3.connect(f"{_uri(path)}?mode=ro", uri=True)
    connection.text_factory = _text
    return connection


def _text(kept: bytes) -> str | bytes:
    """A text; the bytes themselves where they are none, which is for the reader to judge."""
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
    """What the tables of a database are at; None where they are not the Dealer's.

    Raises:
        CommandError: They are at several at once.
    """
    return MigrationContext.configure(connection).get_current_revision()


def required_revision(connection: Connection) -> str:
    """What the tables of a Dealer's database are at.

    Raises:
        NoDatabase: It is none.
    """
    try:
        revision = revision_of(connection)
    except CommandError:
        raise NoDatabase("its tables are of several Dealers at once") from None
    if revision is None:
        raise NoDatabase("it is no database of the Dealer's")
    return revision


def newest_revision() -> str:
    """What the tables are at once they are brought up to date."""
    return ScriptDirectory.from_config(_alembic()).get_current_head() or ""


def is_known(revision: str) -> bool:
    """Whether a revision is of this version or an earlier one."""
    known = ScriptDirectory.from_config(_alembic()).walk_revisions()
    return revision in {each.revision for each in known}


def _refuse_newer(path: Path) -> None:
    with reading(path) as connection:
        revision = revision_of(connection)
    if revision is not None and not is_known(revision):
        raise NewerDatabase(revision)


def _migrate(connection: Connection) -> bool:
    """Bring the tables up to date, and tell whether they were not.

    A start that is cut short leaves nothing half made.
    """
    before = revision_of(connection)
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return before != newest_revision()


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config


def _make_durable(connection: Any, _record: Any) -> None:
    """WAL with full syncing: what was acknowledged survives a power cut (measured)."""
    connection.driver_connection.text_factory = _text
    cursor = connection.cursor()
    # The first of them may itself have to wait for another writer.
    for pragma in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        # What is no longer kept is no longer in the file either.
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction, for which the driver would wait until something is changed.

    So all that is read is of one instant, and one that will write waits for its turn at once.
    """
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
