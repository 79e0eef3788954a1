"""Both kinds of database are used in one way, over SQLAlchemy's engine for asyncio."""

import logging
from pathlib import Path

import pytest

import bot
from bot.shard import ONLY
from bot.storage.databases.database import Database
from bot.storage.databases.dialects import POSTGRESQL, SQLITE
from bot.storage.fence import Fence
from bot.storage.store import Store
from tests.bot.cards import card_of
from tests.bot.changes import change, entry, post_of

DRIVERS = {SQLITE: "aiosqlite", POSTGRESQL: "asyncpg"}
STEPS_OF_A_TURN = 22
"""Of its two transactions: a `BEGIN`, four statements and a `COMMIT`, each with its cursor."""


async def test_each_kind_has_its_driver_behind_the_same_engine(store: Store, kind: str):
    database = store.access.database
    assert isinstance(database, Database)
    assert database.writing.dialect.driver == database.reading.dialect.driver == DRIVERS[kind]


async def test_a_url_that_names_the_driver_is_the_same_file(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_to=0)
    await store.close()
    again = await Store.open(f"sqlite+aiosqlite:///{database}")
    assert [each.match_id for each in await again.live_matches()] == [match_id]
    await again.close()


async def test_a_turn_is_handed_to_the_drivers_thread_a_few_times(
    store: Store, database: Path, caplog: pytest.LogCaptureFixture
):
    store = store.of_shard(ONLY, Fence(ONLY.number, 0))
    match_id = await store.begin(card_of(), read_to=0)
    effects = change(match_id, entries=(entry(0),), posts=(post_of(match_id, 1),))
    caplog.set_level(logging.DEBUG, "aiosqlite")
    caplog.clear()
    await store.commit(effects)
    await store.post_done(match_id, 1, 5)
    said = [each for each in caplog.messages if each.startswith("executing")]
    assert len(said) <= STEPS_OF_A_TURN


def test_only_copies_are_made_without_the_engine():
    (root,) = bot.__path__
    places = {each: each.read_text() for each in Path(root).rglob("*.py")}
    assert {each.name for each, text in places.items() if "sqlite3.connect" in text} == {
        "backup.py",
        "sqlite.py",
    }
    assert not [each for each, text in places.items() if "do_begin" in text]
