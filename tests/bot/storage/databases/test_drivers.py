"""Both kinds of database are used in one way, over SQLAlchemy's engine for asyncio."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator
from inspect import signature
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

import bot
from bot.storage.databases.database import Database
from bot.storage.databases.dialects import POSTGRESQL, SQLITE
from bot.storage.databases.sqlite import _driver_of, _take, engine_to_read
from bot.storage.store import Store
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import change, entry, post_of

DRIVERS = {SQLITE: "aiosqlite", POSTGRESQL: "asyncpg"}
VISITS_OF_A_TURN = 2
"""Of its two transactions, each whole."""


@on_both
async def test_each_kind_has_its_driver_behind_the_same_engine(store: Store, kind: str):
    database = store.access.database
    assert isinstance(database, Database)
    assert database.writing.dialect.driver == database.reading.dialect.driver == DRIVERS[kind]


def test_the_drivers_way_into_its_thread_has_the_name_that_it_had():
    """`_Driver` leans on it: whoever raises the pinned version looks at both."""
    assert [*signature(aiosqlite.Connection._execute).parameters] == [
        "self",
        "fn",
        "args",
        "kwargs",
    ]
    driver = aiosqlite.connect(":memory:")
    assert isinstance(driver._thread, threading.Thread)
    assert not driver._thread.is_alive()


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    sqlite3.connect(tmp_path / "any.sqlite").close()
    engine = engine_to_read(tmp_path / "any.sqlite")
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


async def test_steps_that_wait_for_something_else_are_no_visit(connection: AsyncConnection):
    driver = await _driver_of(connection)
    with pytest.raises(RuntimeError, match="waits for something else"):
        await driver._execute(_take, asyncio.sleep(0))


async def test_who_is_cancelled_in_a_visit_leaves_the_connection_to_the_next(store: Store):
    database, begun, may_end = store.access.database, threading.Event(), threading.Event()

    def work(connection: Connection) -> None:
        begun.set()
        may_end.wait()
        connection.exec_driver_sql("no statement")

    visit = asyncio.create_task(database.transact(work))
    await asyncio.to_thread(begun.wait)
    visit.cancel()
    following = asyncio.create_task(database.transact(lambda to: to.scalar(text("SELECT 1"))))
    await asyncio.sleep(0)
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await visit
    assert await following == 1


async def test_a_turn_is_one_visit_to_the_drivers_thread_for_each_transaction(
    store: Store, database: Path, caplog: pytest.LogCaptureFixture
):
    match_id = await store.begin(card_of(), read_through=0)
    effects = change(match_id, entries=(entry(0),), posts=(post_of(match_id, 1),))
    caplog.set_level(logging.DEBUG, "aiosqlite")
    caplog.clear()
    await store.commit(effects)
    await store.post_done(match_id, 1, 5)
    lines = [message for message in caplog.messages if message.startswith("executing")]
    assert len(lines) == VISITS_OF_A_TURN


def test_only_copies_are_made_without_the_engine():
    (root,) = bot.__path__
    places = {path: path.read_text() for path in Path(root).rglob("*.py")}
    assert {item.name for item, text in places.items() if "sqlite3.connect" in text} == {
        "maintenance.py",
        "sqlite.py",
    }
    assert not [item for item, text in places.items() if "do_begin" in text]
