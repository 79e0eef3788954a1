"""A store on a file of its own, and tables over it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.bot.halls import Halls, is_kept


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "dealer.sqlite"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    yield store
    await store.close()


@pytest.fixture
async def deal(store: Store) -> AsyncIterator[Halls]:
    halls = Halls(store)
    yield halls
    for hall in halls.open:
        await hall.table.stop()
        await is_kept(hall)
