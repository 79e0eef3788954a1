"""The writer: requests that wait go together, and none suffers for another's fault."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import Connection, Engine, event, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.storage import writer as keeping_module
from bot.storage.databases import sqlite as database_module
from bot.storage.databases.database import Database, Operation
from bot.storage.databases.database_url import location_of
from bot.storage.databases.dialects import SQLITE
from bot.storage.databases.opening import open_database, read_from
from bot.storage.tables.schema import HOST_ROLES
from bot.storage.writer import Access, WriteRetries
from bot.values.observer import Observer
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.new_databases import on_both

BUSY_MS = 20


@pytest.fixture
async def opened(monkeypatch: pytest.MonkeyPatch, url: str) -> AsyncIterator[Database]:
    monkeypatch.setattr(database_module, "BUSY_MS", BUSY_MS)
    opened = await open_database(location_of(url))
    yield opened
    await opened.close()


@pytest.fixture
def engine(opened: Database) -> Engine:
    return opened.writing.sync_engine


@pytest.fixture
def writer(opened: Database) -> Access:
    return Access(opened)


@pytest.fixture
def transactions(engine: Engine) -> list[str]:
    ends: list[str] = []
    for end in ("commit", "rollback"):
        event.listen(engine, end, lambda _, end=end: ends.append(end))
    return ends


def putting(guild: int) -> Operation[int]:
    def put(connection: Connection) -> int:
        connection.execute(insert(HOST_ROLES).values(guild_id=guild, role_id=guild))
        return guild

    return put


async def kept(url: str) -> list[int]:
    guilds = select(HOST_ROLES.c.guild_id).order_by(HOST_ROLES.c.guild_id)
    read = lambda connection: list(connection.scalars(guilds))  # noqa: E731
    return await asyncio.to_thread(read_from, location_of(url), read)


@asynccontextmanager
async def held_back(writer: Access) -> AsyncIterator[None]:
    """Keep back what is written meanwhile; it follows a write of its own."""
    is_in, may_go_on, store = asyncio.Event(), asyncio.Event(), writer._store

    async def slowly(batch: list) -> list:
        writer._store = store
        is_in.set()
        await may_go_on.wait()
        return await store(batch)

    writer._store = slowly
    passing = asyncio.create_task(writer.write(putting(0)))
    await is_in.wait()
    try:
        yield
    finally:
        may_go_on.set()
        await passing


async def written(writer: Access, *guilds: int) -> list[asyncio.Task[int]]:
    callers = [asyncio.create_task(writer.write(putting(guild))) for guild in guilds]
    await asyncio.sleep(0)
    return callers


@on_both
async def test_requests_that_arrive_during_a_commit_go_into_one_transaction(
    writer: Access, transactions: list[str], url: str
):
    async with held_back(writer):
        callers = await written(writer, *range(1, 51))
    assert await asyncio.gather(*callers) == list(range(1, 51))
    assert transactions == ["commit", "commit"]
    assert await kept(url) == list(range(51))


async def test_changes_are_stored_in_the_order_they_came(writer: Access):
    seen: list[int] = []
    async with held_back(writer):
        callers = [
            asyncio.create_task(writer.write(lambda _, number=number: seen.append(number)))
            for number in range(20)
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*callers)
    assert seen == list(range(20))


@on_both
async def test_a_failing_change_takes_no_other_with_it_and_its_caller_is_told(
    writer: Access, url: str
):
    def fail(_: Connection) -> None:
        raise ZeroDivisionError

    async with held_back(writer):
        callers = await written(writer, 1, 2, 0, 3, 2, 4)
        callers.append(asyncio.create_task(writer.write(fail)))
        await asyncio.sleep(0)
    ends = await asyncio.gather(*callers, return_exceptions=True)
    assert [end if isinstance(end, int) else type(end) for end in ends] == [
        1,
        2,
        IntegrityError,
        3,
        IntegrityError,
        4,
        ZeroDivisionError,
    ]
    assert await kept(url) == [0, 1, 2, 3, 4]
    assert await writer.write(putting(5)) == 5


async def test_a_caller_that_gives_up_before_its_turn_leaves_nothing(writer: Access, url: str):
    async with held_back(writer):
        first, second, third = await written(writer, 1, 2, 3)
        second.cancel()
    assert await asyncio.gather(first, third) == [1, 3]
    assert second.cancelled()
    assert await kept(url) == [0, 1, 3]


async def test_a_caller_that_gives_up_during_its_transaction_breaks_nobody_elses(
    writer: Access, url: str, database: Path
):
    callers = list[asyncio.Task[int]]()

    def give_up(connection: Connection) -> None:
        putting(2)(connection)
        callers[1].cancel()

    async with held_back(writer):
        callers += await written(writer, 1)
        callers.append(asyncio.create_task(writer.write(give_up)))
        callers += await written(writer, 3)
    assert await asyncio.gather(callers[0], callers[2]) == [1, 3]
    assert callers[1].cancelled()
    assert await kept(url) == [0, 1, 2, 3]
    assert await writer.write(putting(4)) == 4


async def test_what_can_wait_goes_into_the_next_transaction_and_makes_none_of_its_own(
    writer: Access, transactions: list[str], url: str
):
    writer.write_later(putting(1))
    await asyncio.sleep(0)
    assert transactions == []
    await writer.write(putting(2))
    assert transactions == ["commit"]
    assert await kept(url) == [1, 2]


@on_both
async def test_what_can_wait_and_fails_takes_no_other_with_it(writer: Access, url: str):
    await writer.write(putting(1))
    writer.write_later(putting(1))
    await writer.write(putting(2))
    assert await kept(url) == [1, 2]


async def test_closing_stores_everything_that_waits(writer: Access, url: str):
    async with held_back(writer):
        callers = await written(writer, 1, 2, 3)
        closing_it = asyncio.create_task(writer.close())
        await asyncio.sleep(0)
        assert not closing_it.done()
    await closing_it
    assert await kept(url) == [0, 1, 2, 3]
    assert await asyncio.gather(*callers) == [1, 2, 3]
    await writer.close()


async def test_if_no_transaction_can_begin_every_caller_is_told_and_nothing_is_stored(
    writer: Access, url: str, database: Path
):
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ends = await asyncio.gather(*await written(writer, 1, 2, 3), return_exceptions=True)
        assert [type(end) for end in ends] == [OperationalError] * 3
        other.execute("COMMIT")
    assert await kept(url) == []
    assert await writer.write(putting(1)) == 1


@pytest.mark.parametrize("kind", [SQLITE])
async def test_if_the_transaction_cannot_be_committed_every_caller_is_told(
    engine: Engine, writer: Access, url: str
):
    def fail(_: object) -> None:
        event.remove(engine, "commit", fail)
        raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    event.listen(engine, "commit", fail)
    ends = await asyncio.gather(*await written(writer, 1, 2, 3), return_exceptions=True)
    assert [type(end) for end in ends] == [OperationalError] * 3
    assert await kept(url) == []
    assert await writer.write(putting(1)) == 1


async def test_a_writer_waits_for_its_turn_before_it_reads(opened: Database, database: Path):
    async with opened.writing.begin():
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(sqlite3.connect(database, timeout=0)) as other, locked:
            other.execute("BEGIN IMMEDIATE")


# Callers without patience


async def test_a_caller_that_loses_patience_before_its_work_begins_leaves_nothing(
    writer: Access, url: str
):
    async with held_back(writer):
        first, other = await written(writer, 1, 2)
        with pytest.raises(TimeoutError):
            await writer.write(putting(3), patience=0.0)
    assert await asyncio.gather(first, other) == [1, 2]
    assert await kept(url) == [0, 1, 2]


async def test_work_that_has_begun_is_awaited_whatever_patience_its_caller_has(
    writer: Access, url: str
):
    batches: list[list[Any]] = []

    def put(connection: Connection) -> None:
        (waiting,) = batches[-1]
        waiting.give_up()
        putting(1)(connection)

    store = writer._store

    async def noting(batch: list) -> list:
        batches.append(batch)
        return await store(batch)

    writer._store = noting
    await writer.write(put, patience=30.0)
    assert await kept(url) == [1]


# Spells without writing


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_module, "RETRY_SECONDS", 0.001)


async def tries(log: pytest.LogCaptureFixture, least: int) -> None:
    """Wait until it has tried this often, each time with one log line."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(log.messages) < least:  # noqa: ASYNC110 - the log tells nobody
            await asyncio.sleep(0.001)
    assert all("not writable" in message for message in log.messages)
    assert all(len(message.splitlines()) == 1 for message in log.messages)


@pytest.mark.usefixtures("at_once")
async def test_nothing_is_lost_while_another_process_holds_the_lock(
    writer: Access, url: str, database: Path, caplog: pytest.LogCaptureFixture
):
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        retries = WriteRetries()
        callers = [
            asyncio.create_task(
                retries.until_stored(lambda guild=guild: writer.write(putting(guild)))
            )
            for guild in range(5)
        ]
        await tries(caplog, least=10)
        assert "database is locked" in caplog.messages[0]
        assert retries.failing_seconds is not None
        other.execute("COMMIT")
        await asyncio.gather(*callers)
    assert await kept(url) == [0, 1, 2, 3, 4]
    assert retries.failing_seconds is None
    await retries.restored()


async def test_a_transaction_is_told_of_once_and_only_if_it_was_stored(opened: Database):
    observer = Mock(spec=Observer)
    writer = Access(opened, observer)
    await asyncio.gather(*(writer.write(putting(guild)) for guild in range(5)))
    (seconds,) = observer.committed.call_args.args
    assert seconds >= 0
    with pytest.raises(IntegrityError):
        await writer.write(putting(1))
    observer.committed.assert_called_once()
