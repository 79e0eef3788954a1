"""Reads the database and changes it: a change is durable before anybody is told that it is made."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import RowMapping, Select
from sqlalchemy.exc import DatabaseError, IntegrityError

from bot.observer import UNOBSERVED, Observer
from bot.storage.databases.database import Database, Work
from bot.storage.writer import Writer

T = TypeVar("T")

COMMAND_SECONDS: Final = 5.0
"""How long a command waits for its change to be stored."""


class NotStored(Exception):  # noqa: N818 - a fact about a change
    """The database accepts nothing right now: this change is not stored and never will be."""


class Access:
    """An open database, as its stores use it.

    Attributes:
        database: The database.
    """

    def __init__(self, database: Database, observer: Observer = UNOBSERVED) -> None:
        self.database = database
        self._writer = Writer(database, observer)

    async def read(self, work: Work[T]) -> T:
        """Read from one snapshot."""
        return await self.database.read(work)

    async def rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        """Read the rows of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().all())

    async def write(self, work: Work[T]) -> T:
        """Write, and wait for as long as that takes.

        Raises:
            Exception: The work's own error, or why the transaction failed; nothing was stored.
        """
        return await self._writer.write(work)

    def write_with_next(self, work: Work[object]) -> None:
        """Write together with whatever is written next; do not wait."""
        self._writer.write_with_next(work)

    async def promptly(self, work: Work[T], patience: float = COMMAND_SECONDS) -> T:
        """Write, but try only once and wait a limited time for the writer.

        Raises:
            NotStored: The change is not stored and never will be.
        """
        try:
            return await self._writer.write(work, patience)
        except IntegrityError:
            raise
        except (DatabaseError, TimeoutError) as error:
            raise NotStored from error

    async def all_stored(self) -> None:
        """Wait until everything is stored that somebody waits for."""
        await self._writer.all_stored()

    async def close(self) -> None:
        """Close the database once everything that waits is stored."""
        await self._writer.close()
        await self.database.close()
