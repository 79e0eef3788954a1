"""A store on a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "dealer.sqlite"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    yield store
    await store.close()
