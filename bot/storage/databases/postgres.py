"""A database on a PostgreSQL server, which the processes of one bot share.

Each stores over one connection, which holds the Dealers' lock together with those of the others:
whoever wants the database alone, to copy it, waits until none is left.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final, Self, TypeAlias, TypeVar

import asyncpg
from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    ExceptionContext,
    NullPool,
    bindparam,
    event,
    func,
    select,
    text,
)
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.databases.database import (
    Database,
    DatabaseInUse,
    Hear,
    ServerSays,
    Work,
    new_engine,
    transact,
)
from bot.storage.databases.dialects import REPLACEMENT
from bot.storage.databases.listening import Listening
from bot.storage.databases.revisions import migrate, refuse_unknown

T = TypeVar("T")
Driver: TypeAlias = "asyncpg.Connection[Any]"
Connect: TypeAlias = Callable[[], Awaitable[Driver]]

LOCK: Final = int.from_bytes(b"dealer")
"""The key of the Dealers' advisory lock; such locks belong to one database."""
MIGRATING: Final = LOCK + 1
"""The key of the lock of whichever process brings the tables up to date."""
LOCK_SECONDS: Final = 3.0
"""How long the lock of a Dealer that has just died may take to be free."""
AGAIN_SECONDS: Final = 0.1
CONNECT_SECONDS: Final = 5.0
STATEMENT_SECONDS: Final = 30.0
BRIEF: Final = 2
"""How many brief transactions of a process may run at once."""
BRIEF_SECONDS: Final = 1.0
"""How long each of their steps may take."""
READERS: Final = 4
READ_SECONDS: Final = 10.0
"""How long a reader waits for a server that is starting again."""
SETTINGS: Final = {
    "application_name": "dealer",
    # A process that is frozen within a transaction would otherwise keep its shards from others.
    "idle_in_transaction_session_timeout": "3000",
    # Otherwise the lock of a machine that lost its power would be held for hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
}

BRIEFLY: Final = {
    "synchronous_commit": "off",
    # Whoever is frozen in the middle must not keep all others waiting.
    "idle_in_transaction_session_timeout": "250",
}
"""Settings of the connections for brief transactions."""

_DURABLY: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Whatever was acknowledged has to survive a crash of the server."""
_PATIENTLY: Final = text("SET LOCAL idle_in_transaction_session_timeout = 0")
"""A copy keeps nobody waiting, and may be long busy with the other database."""
_NUMBER: Final = select(func.txid_current_if_assigned())
_FATE: Final = text(
    "SELECT CASE WHEN :number < txid_snapshot_xmax(txid_current_snapshot())"
    " THEN txid_status(:number) ELSE 'aborted' END"
).bindparams(bindparam("number", type_=BigInteger))
"""What became of a transaction; another server that took over may never have heard of it."""


class PostgresDatabase(Database):
    """A database that this process shares with others of the same bot."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        self._lock = _Lock(url, _TOGETHER)
        super().__init__(
            _engine(url, self._lock.connect, pool_size=1, max_overflow=0),
            engine_to_read(url, pool_size=READERS, max_overflow=0),
        )
        self._listening = Listening(partial(asyncpg.connect, **_arguments(url)))
        self._brief = _brief_engine(url)

    @classmethod
    async def open(cls, url: URL) -> Self:
        """Open a database, and bring its tables up to date as needed.

        Raises:
            DatabaseInUse: It is being copied.
            NewerDatabase: A later version wrote it; nothing in it was changed.
            OlderDatabase: It is too old to be brought up to date; nothing in it was changed.
            DatabaseError: It cannot be reached.
        """
        database = cls(url)
        try:
            await database.transact(refuse_unknown)
            await database.transact(_migrate_in_turn)
        except BaseException:
            await database.close()
            raise
        return database

    async def transact(self, work: Work[T]) -> T:
        """Do work in a transaction over the connection that writes.

        If the connection is lost while the transaction is committed, this waits until the server
        can say what became of it.
        """
        done = list[tuple[T, int | None]]()

        def numbered(connection: Connection) -> T:
            result = work(connection)
            done.append((result, connection.scalar(_NUMBER)))
            return result

        try:
            with as_database_errors():
                return await super().transact(numbered)
        except OperationalError:
            for result, number in done:
                if await self._is_committed(number):
                    return result
            raise

    async def _is_committed(self, number: int | None) -> bool:
        """Whether a transaction is in force whose end nobody was told."""
        while True:
            try:
                fate = await self.read(
                    lambda connection: connection.scalar(_FATE, {"number": number})
                )
            except DatabaseError:
                fate = "unknown"
            if fate not in {"unknown", "in progress"}:
                return bool(fate == "committed")
            await asyncio.sleep(AGAIN_SECONDS)

    async def briefly(self, work: Work[T]) -> T:
        """Do a little work over a connection of its own, without waiting for the server's disk."""
        with as_database_errors():
            return await transact(self._brief, work)

    async def read(self, work: Work[T]) -> T:
        """Read from one snapshot; a server that is starting again is waited for."""
        ends = asyncio.get_running_loop().time() + READ_SECONDS
        while True:
            try:
                with as_database_errors():
                    return await super().read(work)
            except OperationalError:
                if asyncio.get_running_loop().time() >= ends:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)

    async def loss(self) -> str:
        """Wait until somebody has the database alone; return why this process must end."""
        await self._lock.is_taken.wait()
        return TAKEN

    async def tell(self, topic: str, number: int) -> None:
        """Tell all processes that listen; it is lost where the server cannot be reached."""
        await self._listening.tell(topic, number)

    async def listen(self, topic: str, hear: Hear) -> None:
        """Let each number be heard that is told about a topic, until this is cancelled."""
        await self._listening.listen(topic, hear)

    async def rescue(self) -> None:
        """Copy nothing: all that was acknowledged is on the server."""

    async def close(self) -> None:
        """Close all connections, and the lock with them."""
        await self._listening.close()
        await self._brief.dispose()
        await super().close()


def _migrate_in_turn(connection: Connection) -> None:
    connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    migrate(connection)


TAKEN: Final = "the database is being copied"
_TOGETHER: Final = "SELECT pg_try_advisory_lock_shared($1)"
_ALONE: Final = "SELECT pg_try_advisory_lock($1)"


class _Lock:
    """Makes connections that hold the Dealers' lock, one after the other.

    Attributes:
        is_taken: Set once somebody holds it alone.
    """

    def __init__(self, url: URL, taking: str) -> None:
        """Make a lock; `taking` is the statement by which it is taken."""
        self.is_taken = asyncio.Event()
        self._taking = taking
        self._arguments = _arguments(url)
        self._former: tuple[int, Any] | None = None

    async def connect(self) -> Driver:
        """Connect and take the lock.

        Raises:
            DatabaseInUse: Somebody else holds it.
        """
        connection = await asyncpg.connect(**self._arguments)
        try:
            await self._take(connection)
            for kind in ("text", "varchar"):
                await connection.set_type_codec(
                    kind, schema="pg_catalog", encoder=_storable, decoder=_as_it_is, format="text"
                )
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _take(self, connection: Driver) -> None:
        ends = asyncio.get_running_loop().time() + LOCK_SECONDS
        await self._end_former(connection)
        while not await connection.fetchval(self._taking, LOCK):
            if asyncio.get_running_loop().time() >= ends:
                if self._former:
                    self.is_taken.set()
                    raise ConnectionError(TAKEN)
                raise DatabaseInUse
            await asyncio.sleep(AGAIN_SECONDS)
        await connection.execute(_DURABLY)
        self._former = await connection.fetchrow(
            "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        )

    async def _end_former(self, connection: Driver) -> None:
        """End this process's own earlier connection, which the server may not know to be lost."""
        if self._former:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid = $1 AND backend_start = $2",
                *self._former,
            )


@asynccontextmanager
async def alone(url: URL) -> AsyncIterator[AsyncConnection]:
    """One transaction on a database that no bot uses meanwhile, with JSON as the stored text."""
    lock = _Lock(url, _ALONE)
    engine = _engine(url, lock.connect, poolclass=NullPool, json_serializer=_as_it_is)
    with as_database_errors():
        async with engine.begin() as connection:
            await connection.execute(_PATIENTLY)
            yield connection


def _brief_engine(url: URL) -> AsyncEngine:
    arguments = _arguments(url)
    arguments |= {"timeout": BRIEF_SECONDS, "command_timeout": BRIEF_SECONDS}
    arguments["server_settings"] = arguments["server_settings"] | BRIEFLY
    connect = partial(asyncpg.connect, **arguments)
    return _engine(url, connect, pool_size=BRIEF, max_overflow=0, pool_timeout=BRIEF_SECONDS)


def engine_to_read(url: URL, **options: Any) -> AsyncEngine:
    """An engine that changes nothing."""
    connect = partial(asyncpg.connect, **_arguments(url))
    engine = _engine(url, connect, isolation_level="REPEATABLE READ", **options)
    return engine.execution_options(postgresql_readonly=True)


def _engine(url: URL, connect: Connect, **options: Any) -> AsyncEngine:
    # JSON is read as the stored text.
    engine = new_engine(url, async_creator=connect, json_deserializer=_as_it_is, **options)
    event.listen(engine.sync_engine, "handle_error", _give_up)
    return engine


def _give_up(context: ExceptionContext) -> None:
    """Have another connection made where one fails: it may only look sound."""
    if not isinstance(context.sqlalchemy_exception, IntegrityError):
        context.is_disconnect = True


def _storable(said: str) -> str:
    """A text as the server can store it: no NUL, no half of a pair of surrogates."""
    return said.replace("\0", REPLACEMENT).encode(errors="replace").decode()


def _as_it_is(stored: T) -> T:
    return stored


def _arguments(url: URL) -> dict[str, Any]:
    """How the driver is told where the database is."""
    _, arguments = url.get_dialect()().create_connect_args(url)
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": SETTINGS,
        **arguments,
    }


DATABASE_FAILS: Final = (
    DBAPIError,
    PoolTimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
"""What the library or the driver may raise where the server cannot be reached, or refuses."""


@contextmanager
def as_database_errors() -> Iterator[None]:
    """Raise everything that the database does not take as the same kind of error."""
    try:
        yield
    except IntegrityError:
        raise
    except DATABASE_FAILS as error:
        first = error.orig if isinstance(error, DBAPIError) else error
        said = str(first).strip().partition("\n")[0] or type(first).__name__
        raise OperationalError(None, None, ServerSays(said)) from error
