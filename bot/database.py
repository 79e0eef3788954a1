"""The SQLite file: made and brought up to date for the bot, and opened by others to read."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MS: Final = 2_500
"""How long a writer waits for one of another process."""
SOUND: Final = "ok"
"""What SQLite says of a file in which it finds no fault."""
_WRITES: Final = "writes"


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


class DatabaseInUse(Exception):  # noqa: N818 - a fact about a file
    """Another Dealer keeps its matches in the file, and would tell everything as well."""


class NoDatabase(Exception):  # noqa: N818 - a fact about a file
    """The file is missing or not a Dealer's; the message is a clause that says so."""


def hold(path: Path) -> TextIO:
    """Keep every other Dealer from a file until what is given back is closed, or the process ends.

    Raises:
        DatabaseInUse: Another one has come first.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    held = path.with_name(f"{path.name}-lock").open("a")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise DatabaseInUse from None
    return held


async def open_database(url: str) -> AsyncEngine:
    """Open the file of a URL for the bot, making it and bringing its tables up to date as needed.

    Raises:
        NewerDatabase: The file is of a later version; nothing in it was changed.
    """
    path = path_of(url)
    if path.exists():
        _refuse_newer(path)
    # Errors would else quote what is being kept, secrets and tokens among it.
    engine = create_async_engine(url, pool_size=2, max_overflow=0, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _make_durable)
    event.listen(engine.sync_engine, "begin", _begin)
    try:
        async with for_writing(engine).begin() as connection:
            await connection.run_sync(_migrate)
    except BaseException:
        await engine.dispose()
        raise
    return engine


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
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)


def path_of(url: str) -> Path:
    """The file that a URL names."""
    return Path(make_url(url).database or "")


def revision_of(connection: Connection) -> str | None:
    """What the tables of a database are at; None where they are not the Dealer's."""
    return MigrationContext.configure(connection).get_current_revision()


def required_revision(connection: Connection) -> str:
    """What the tables of a Dealer's database are at.

    Raises:
        NoDatabase: It is none.
    """
    revision = revision_of(connection)
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


def _migrate(connection: Connection) -> None:
    """Bring the tables up to date; a start that is cut short leaves nothing half made."""
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config


def _make_durable(connection: Any, _record: Any) -> None:
    """WAL with full syncing: what was acknowledged survives a power cut (measured)."""
    cursor = connection.cursor()
    # The first of them may itself have to wait for another writer.
    for pragma in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction, for which the driver would wait until something is changed.

    So all that is read is of one instant, and one that will write waits for its turn at once.
    """
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
