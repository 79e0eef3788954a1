"""Access to the database in a place, whichever kind it is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.databases import sqlite
from bot.storage.databases.database import Database, DatabaseUnavailableError, Operation, read
from bot.storage.databases.database_url import DatabaseLocation

T = TypeVar("T")


async def open_database(place: DatabaseLocation, *, is_patient: bool = False) -> Database:
    """Open a database for the bot; create it or upgrade its tables as needed.

    A server's database is waited for while another process owns it and, if `is_patient`, while the
    server cannot be reached.

    Raises:
        DatabaseInUseError: Another Dealer has the file.
        OtherDealerError: A later version wrote it, or one too old; nothing in it was changed.
        OSError: A file does not exist and cannot be created.
        DatabaseError: It cannot be reached, or not read.
    """
    if isinstance(place, Path):
        return await sqlite.SqliteDatabase.open(place)
    # Its driver takes megabytes that a bot with a file never needs.
    from bot.storage.databases.postgres import PostgresDatabase  # noqa: PLC0415

    return await PostgresDatabase.open(place, is_patient=is_patient)


def read_from(place: DatabaseLocation, operation: Operation[T]) -> T:
    """Read from one snapshot of a database that a bot may be using; change and create nothing.

    Raises:
        DatabaseUnavailableError: There is no such file.
        DatabaseError: It cannot be reached, or not read.
    """
    return asyncio.run(_read_from(place, operation))


async def _read_from(place: DatabaseLocation, operation: Operation[T]) -> T:
    if isinstance(place, Path):
        if not place.is_file():
            raise DatabaseUnavailableError("there is no such file")
        return await read(sqlite.engine_to_read(place), operation)
    from bot.storage.databases import postgres  # noqa: PLC0415

    with postgres.as_database_errors():
        return await read(postgres.engine_to_read(place, poolclass=NullPool), operation)


@asynccontextmanager
async def alone(place: DatabaseLocation) -> AsyncIterator[AsyncConnection]:
    """Open one transaction on a database without a bot, with JSON as the stored text.

    Raises:
        DatabaseInUseError: A Dealer has it.
        DatabaseError: It cannot be reached, or does not take what is done.
    """
    if isinstance(place, Path):
        opened = sqlite.alone(place)
    else:
        from bot.storage.databases import postgres  # noqa: PLC0415

        opened = postgres.alone(place)
    async with opened as connection:
        yield connection
