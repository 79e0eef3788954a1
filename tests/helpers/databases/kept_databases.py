"""The database of a run, read beside the bot as it is kept: a file, or a database on a server."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias

import asyncpg
from sqlalchemy import make_url

from tests.helpers.databases.postgres_server import connected
from tests.helpers.databases.synced_files import copy_synced, undo_unsynced

Row: TypeAlias = Any
"""A row, whose values are found by their place and by their name."""


LOST: Final = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""Errors of losing a server that ends."""


class Unreadable(Exception):  # noqa: N818 - a fact about a database
    """Just now it cannot be read."""


@dataclass(frozen=True)
class OnFile:
    """A SQLite file, whose log is left alone: the bot may be at work, or killed."""

    path: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.path}"

    @property
    def synced(self) -> Path:
        """Return the folder with copies of what was synced."""
        return self.path.parent / "synced"

    def cut_power(self) -> None:
        """Let the files, which nobody has open, fall back to what was synced of them."""
        undo_unsynced(self.path, self.synced)

    def synced_copy(self, folder: Path) -> "OnFile":
        """Return a copy of it as a power cut would have left it just now."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        copy = folder / self.path.name
        copy_synced(self.synced, copy)
        return OnFile(copy)

    def rows(self, query: str, *numbers: int) -> Sequence[Row]:
        """Return a query's rows, each `?` of it standing for a number.

        Raises:
            Unreadable: It cannot be read just now, or has no such tables.
        """
        try:
            with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as connection:
                connection.row_factory = sqlite3.Row
                return connection.execute(query, numbers).fetchall()
        except sqlite3.DatabaseError as error:
            raise Unreadable from error


@dataclass(frozen=True)
class OnServer:
    """A database on a PostgreSQL server, for which this waits while it is down."""

    url: str

    def rows(self, query: str, *numbers: int) -> Sequence[Row]:
        with ThreadPoolExecutor(1) as another:
            return another.submit(asyncio.run, self._rows(query, numbers)).result()

    async def _rows(self, query: str, numbers: Sequence[int]) -> Sequence[Row]:
        places = count(1)
        numbered = re.sub(r"\?", lambda _: f"${next(places)}", query)
        while True:
            with suppress(*LOST):
                return await self._rows_now(numbered, numbers)

    async def _rows_now(self, query: str, numbers: Sequence[int]) -> Sequence[Row]:
        url = make_url(self.url)
        connection = await connected(url.port or 0, url.database or "")
        try:
            return await connection.fetch(query, *numbers)
        finally:
            connection.terminate()


Database: TypeAlias = OnFile | OnServer
"""The database of a run: its URL, as the bot is told it, and the rows of queries."""
