"""A database on a PostgreSQL server: one process owns it, others wait in reserve.

The owner holds an advisory lock, and does all its writing, on one connection. The server frees the
lock with that connection: so an owner that has died or been cut off neither blocks the database nor
changes it.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final, Self, TypeAlias, TypeVar

import asyncpg
from sqlalchemy import URL, ExceptionContext, NullPool, event
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.databases.database import (
    Database,
    DatabaseInUseError,
    DatabaseServerError,
    NotOwnerError,
    Operation,
    new_engine,
)
from bot.storage.databases.dialects import REPLACEMENT
from bot.storage.databases.revisions import migrate, refuse_unknown

T = TypeVar("T")
Driver: TypeAlias = "asyncpg.Connection[Any]"
Connect: TypeAlias = Callable[[], Awaitable[Driver]]

log = logging.getLogger(__name__)

LOCK: Final = int.from_bytes(b"dealer")
"""The key of the owner's advisory lock; such locks belong to one database."""
OWNER: Final = "dealer"
COPY: Final = "dealer copy"
"""The sessions' names for operators: the owner's, and that of a copy of the database."""
LOST: Final = "the connection by which this process owned the database is lost"
LOCK_SECONDS: Final = 3.0
"""Longest time until the lock of a Dealer that has just died is free."""
AGAIN_SECONDS: Final = 0.1
CONNECT_SECONDS: Final = 5.0
STATEMENT_SECONDS: Final = 30.0
READERS: Final = 4
READ_SECONDS: Final = 10.0
"""Longest wait of a reader for a server that is starting again."""
RESERVE_SECONDS: Final = 0.2
"""Time between a reserve's questions whether the database is free."""
PROVE_SECONDS: Final = 1.0
"""Time between the owner's questions, by whose answers it proves to be alive."""
PROVED_SECONDS: Final = 3.0
"""Time after the last answer in which the owner may be sure that it still has the database."""
SILENT_SECONDS: Final = 10.0
"""Longest silence of an owner before the database is taken from it."""
SETTINGS: Final = {
    # Otherwise the server would notice only after hours that a machine has lost its power.
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}

_TAKE: Final = "SELECT pg_try_advisory_lock($1)"
_END_SILENT: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND classid::bigint << 32 | objid::bigint = $1"
    " AND datname = current_database() AND application_name <> $2"
    " AND state_change < clock_timestamp() - make_interval(secs => $3)"
)
"""The end of the owner's session where nothing has been asked for in it for so long."""
_DURABLY: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""The statement by which acknowledged data survives a crash of the server."""
_ENDS_SESSION: Final = ("08", "57P")
"""The prefixes of the server's codes for errors with which a session ends."""


class PostgresDatabase(Database):
    """A database that this process owns until its connection is lost."""

    def __init__(self, url: URL, owning: Driver) -> None:
        """Use `owning`, the connection that holds the lock, for all writing."""
        super().__init__(
            _engine(url, self._connect, pool_size=1, max_overflow=0),
            engine_to_read(url, pool_size=READERS, max_overflow=0),
        )
        self._owning = owning
        self._is_connected = False
        self._answered_at = _now()
        self._changed = asyncio.Event()
        self._lost = asyncio.Event()
        owning.add_termination_listener(lambda _: self._lose())
        self._proving = asyncio.create_task(self._prove_again_and_again())

    @classmethod
    async def open(cls, url: URL, *, is_patient: bool = False) -> Self:
        """Wait in reserve until the database is free; then upgrade its tables as needed.

        The errors are those of `open_database`; a patient call waits for a server out of reach.
        """
        while True:
            with as_database_errors():
                database = cls(url, await _owning_connection(url, is_patient=is_patient))
            try:
                await database.transact(refuse_unknown)
                await database.transact(migrate)
            except NotOwnerError:
                await database.close()
            except BaseException:
                await database.close()
                raise
            else:
                return database

    async def _connect(self) -> Driver:
        """Hand the one connection to the engine, which never gets another."""
        if self._is_connected:
            raise ConnectionError(LOST)
        self._is_connected = True
        return self._owning

    async def transact(self, operation: Operation[T]) -> T:
        """Do work in a transaction over the connection that writes."""
        try:
            with as_database_errors():
                return await super().transact(operation)
        except OperationalError as error:
            if _is_refusal(error):
                raise
            self._lose()
            raise NotOwnerError from error

    async def read(self, operation: Operation[T]) -> T:
        """Read from one snapshot, waiting for a server that is starting again."""
        ends = asyncio.get_running_loop().time() + READ_SECONDS
        while True:
            try:
                with as_database_errors():
                    return await super().read(operation)
            except OperationalError:
                if asyncio.get_running_loop().time() >= ends:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)

    async def _prove_again_and_again(self) -> None:
        while not self._lost.is_set():
            asked_at = _now()
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    await self.transact(lambda connection: connection.exec_driver_sql("SELECT 1"))
            except (DatabaseError, NotOwnerError, TimeoutError):
                self._lose()
            else:
                self._answered_at = asked_at
                self._changed.set()
                await asyncio.sleep(PROVE_SECONDS)

    def _lose(self) -> None:
        """Give the database up: nothing more can be known or changed."""
        if not self._lost.is_set():
            self._lost.set()
            self._changed.set()
            self._owning.terminate()

    async def holds(self) -> bool:
        """Wait until the server has answered just now; return whether it always has."""
        is_held = True
        while self._lost.is_set() or _now() - self._answered_at >= PROVED_SECONDS:
            if self._lost.is_set():
                raise asyncio.CancelledError
            is_held = False
            self._changed.clear()
            await self._changed.wait()
        return is_held

    async def loss(self) -> str:
        """Wait until the connection is lost."""
        await self._lost.wait()
        return LOST

    async def rescue(self) -> None:
        """Copy nothing: all acknowledged changes are on the server."""

    async def close(self) -> None:
        """Close all connections, which releases the database."""
        self._proving.cancel()
        await asyncio.gather(self._proving, return_exceptions=True)
        await super().close()
        self._lose()


def _now() -> float:
    """Return seconds of a clock that includes the machine's suspension, if there is one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


async def _owning_connection(url: URL, *, is_patient: bool) -> Driver:
    """Wait in reserve for the lock; return the connection that holds it.

    A server that has been reached once is waited for from then on.
    """
    is_told = False
    while True:
        try:
            connection = await _connected(url, OWNER)
            is_patient = True
            try:
                while not await connection.fetchval(_TAKE, LOCK):
                    if not is_told:
                        log.info("waiting in reserve: another process owns the database")
                        is_told = True
                    await connection.fetch(_END_SILENT, LOCK, COPY, SILENT_SECONDS)
                    await asyncio.sleep(RESERVE_SECONDS)
                await connection.execute(_DURABLY)
            except BaseException:
                connection.terminate()
                raise
        except DATABASE_FAILS as error:
            if not is_patient:
                raise
            log.warning("the database does not answer: %s", error)
            await asyncio.sleep(PROVE_SECONDS)
        else:
            return connection


async def _connected(url: URL, name: str) -> Driver:
    """Return a connection that stores texts and JSON as they are."""
    connection = await asyncpg.connect(**_arguments(url, name))
    try:
        for kind in ("text", "varchar"):
            await connection.set_type_codec(
                kind, schema="pg_catalog", encoder=_storable, decoder=_as_it_is, format="text"
            )
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _copying_connection(url: URL) -> Driver:
    """Return a connection that holds the lock while no Dealer has it.

    Raises:
        DatabaseInUseError: A Dealer has it open.
    """
    connection = await _connected(url, COPY)
    try:
        async with asyncio.timeout(LOCK_SECONDS):
            while not await connection.fetchval(_TAKE, LOCK):  # noqa: ASYNC110 - it cannot be awaited
                await asyncio.sleep(AGAIN_SECONDS)
        await connection.execute(_DURABLY)
    except TimeoutError:
        connection.terminate()
        raise DatabaseInUseError from None
    except BaseException:
        connection.terminate()
        raise
    return connection


@asynccontextmanager
async def alone(url: URL) -> AsyncIterator[AsyncConnection]:
    """Open one transaction on a database without a bot, with JSON as the stored text."""
    connect = partial(_copying_connection, url)
    engine = _engine(url, connect, poolclass=NullPool, json_serializer=_as_it_is)
    with as_database_errors():
        async with engine.begin() as connection:
            yield connection


def engine_to_read(url: URL, **options: Any) -> AsyncEngine:
    """Return a read-only engine."""
    connect = partial(asyncpg.connect, **_arguments(url))
    engine = _engine(url, connect, isolation_level="REPEATABLE READ", **options)
    event.listen(engine.sync_engine, "handle_error", _give_up)
    return engine.execution_options(postgresql_readonly=True)


def _engine(url: URL, connect: Connect, **options: Any) -> AsyncEngine:
    # JSON is read as the stored text.
    return new_engine(url, async_creator=connect, json_deserializer=_as_it_is, **options)


def _give_up(context: ExceptionContext) -> None:
    """Replace a failed connection: it may only look sound."""
    context.is_disconnect = True


def _storable(text: str) -> str:
    """Make a text storable for the server: no NUL, no lone surrogate."""
    return text.replace("\0", REPLACEMENT).encode(errors="replace").decode()


def _as_it_is(stored: T) -> T:
    return stored


def _arguments(url: URL, name: str = OWNER) -> dict[str, Any]:
    _, arguments = url.get_dialect()().create_connect_args(url)
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": SETTINGS | {"application_name": name},
        **arguments,
    }


def _is_refusal(error: OperationalError) -> bool:
    """Return whether the server answered and keeps the session: then nothing is stored."""
    cause = error.__cause__
    code = getattr(cause.orig, "sqlstate", None) if isinstance(cause, DBAPIError) else None
    return code is not None and not code.startswith(_ENDS_SESSION)


DATABASE_FAILS: Final = (
    DBAPIError,
    PoolTimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""Errors of the library or the driver if the server cannot be reached, or refuses."""


@contextmanager
def as_database_errors() -> Iterator[None]:
    """Turn all of the database's errors into DatabaseError."""
    try:
        yield
    except IntegrityError:
        raise
    except DATABASE_FAILS as error:
        first = error.orig if isinstance(error, DBAPIError) else error
        text = str(first).strip().partition("\n")[0] or type(first).__name__
        raise OperationalError(None, None, DatabaseServerError(text)) from error
