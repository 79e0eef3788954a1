"""Databases to be copied: making one, migration by migration, takes longer than most tests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage.databases.database import Database
from bot.storage.databases.dialects import POSTGRESQL, SQLITE
from bot.storage.databases.sqlite import SqliteDatabase, _driver_of
from bot.storage.store import Store
from tests.helpers.databases.postgres_server import Databases, databases_on_server

on_both = pytest.mark.parametrize("kind", [SQLITE, POSTGRESQL])
"""For what depends on the kind of database: transactions, locks, lost connections, migrations."""


@pytest.fixture(name="new_database", scope="session")
def make_new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the Dealer's tables and nothing in them."""
    path = tmp_path_factory.mktemp("new") / "dealer.sqlite"
    asyncio.run(_create(path))
    return path


async def set_pragma(database: Database, pragma: str) -> None:
    """Set it outside a transaction: none can begin where nothing can be written."""
    assert isinstance(database, SqliteDatabase)
    driver = await _driver_of(database._writer)
    await driver.execute_fetchall(f"PRAGMA {pragma}")


async def _create(path: Path) -> None:
    await (await Store.open(f"sqlite:///{path}")).close()


@pytest.fixture(name="on_server", scope="session")
def make_databases_on_server() -> Iterator[Databases]:
    """Yield databases on a PostgreSQL server of this process of the tests."""
    with databases_on_server() as databases:
        yield databases
