"""A database of either kind: its interface and its errors."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

T = TypeVar("T")
Operation: TypeAlias = Callable[[Connection], T]
"""Work in a transaction; it may run again after a rollback."""


class DatabaseServerError(Exception):
    """Error of an unreachable or refusing server, in its own words or the system's, on one line."""


class DatabaseUnavailableError(Exception):
    """Error for a missing or foreign database; the message is a clause."""


class DatabaseInUseError(Exception):
    """Error for a database with another Dealer on it; two would post everything twice."""


class NotOwnerError(Exception):
    """Error for a process that has lost the database; its change may or may not be stored.

    So nobody may be told anything of it.
    """


class Database(ABC):
    """An open database, which this process owns.

    Attributes:
        writing: Engine of the one connection that writes.
        reading: Engine of the read-only connections.
        holds: Waits until the ownership is confirmed, and returns whether it never lapsed, or
            raises CancelledError if it never will be again; None if `loss` notices it soon enough.
    """

    holds: Callable[[], Awaitable[bool]] | None = None

    def __init__(self, writing: AsyncEngine, reading: AsyncEngine) -> None:
        self.writing, self.reading = writing, reading

    async def transact(self, operation: Operation[T]) -> T:
        """Do work in a transaction; return its result once it is durable.

        Raises:
            DatabaseError: The database does not take it; nothing of it is or will be stored.
            NotOwnerError: The database is no longer this process's.
            Exception: The work's own error; nothing was stored.
        """
        async with self.writing.connect() as connection:
            return await connection.run_sync(partial(_in_transaction, operation))

    async def read(self, operation: Operation[T]) -> T:
        """Read from one snapshot."""
        return await read(self.reading, operation)

    @abstractmethod
    async def loss(self) -> str:
        """Wait until the database is no longer this process's; return the reason as a clause."""

    @abstractmethod
    async def rescue(self) -> Path | None:
        """Copy data that would be lost to a new file, or return None; or raise BackupError."""

    async def close(self) -> None:
        """Close it, and release it for other Dealers."""
        await self.reading.dispose()
        await self.writing.dispose()


def new_engine(url: URL, **options: Any) -> AsyncEngine:
    """Return an engine whose errors quote no values: those may be secrets or tokens."""
    return create_async_engine(url, hide_parameters=True, **options)


def _in_transaction(operation: Operation[T], connection: Connection) -> T:
    """Run work in a transaction of a connection."""
    with connection.begin():
        return operation(connection)


async def read(engine: AsyncEngine, operation: Operation[T]) -> T:
    """Read from one snapshot over a connection of an engine."""
    async with engine.connect() as connection:
        return await connection.run_sync(operation)
