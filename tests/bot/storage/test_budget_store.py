"""The budget that processes share through a database: exact, and nobody else's work holds it up."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from bot.posts.post import Urgency
from bot.posts.sending.rate_limit import RateLimiter
from bot.posts.sending.shared_budget import CLAIMS, PACE, REQUESTS, Lease, NotLent, SharedBudget
from bot.posts.sending.slots import Claim, Pace, Reserved, reserve
from bot.storage import budget_store
from bot.storage.budget_store import BudgetStore, Comparison
from bot.storage.databases.postgres import PostgresDatabase
from bot.storage.store import Store
from tests.bot.changes import spoil
from tests.databases import on_both
from tests.postgres_server import Databases, connected
from tests.waiting import PATIENCE_SECONDS, pauses

TURNS = (CLAIMS[Urgency.TURN],)


@pytest.fixture
def granted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """All slots that are granted, in milliseconds of the database's clock."""
    all_granted: list[int] = []

    def noted(log: Sequence[int], now_ms: int, claims: Sequence[Claim], pace: Pace) -> Reserved:
        reserved = reserve(log, now_ms, claims, pace)
        all_granted.extend(reserved.granted)
        return reserved

    monkeypatch.setattr(budget_store, "reserve", noted)
    return all_granted


@on_both
async def test_slots_follow_those_that_were_taken_before(store: Store, granted: list[int]):
    budgets = BudgetStore(store.access.database)
    for _ in range(5):
        await budgets.lease(REQUESTS, TURNS * 2, PACE)
    assert len(granted) == 10
    assert all(later - one >= TURNS[0].apart_ms for one, later in pairwise(granted))


async def test_each_name_has_a_log_of_its_own(store: Store):
    budgets, one = BudgetStore(store.access.database), Pace(most=1, window_ms=3_600_000)
    leases = [await budgets.lease(name, TURNS, one) for name in ("a", "b", "a")]
    assert [len(each.slots) for each in leases] == [1, 1, 0]
    assert leases[2].again_at is not None


async def test_slots_are_told_by_the_event_loops_time(store: Store):
    loop = asyncio.get_running_loop()
    before = loop.time()
    lease = await BudgetStore(store.access.database).lease(REQUESTS, TURNS, PACE)
    # The database tells its clock in whole milliseconds.
    assert before - 0.001 <= lease.slots[0] <= loop.time() + 0.001


@pytest.mark.parametrize(
    ("later", "ahead"),
    [
        pytest.param(Comparison.of(9_001, 7.000, 7.010), 2.0, id="a worse one"),
        pytest.param(Comparison.of(9_003, 7.000, 7.001), 2.0025, id="a better one"),
        pytest.param(Comparison.of(12_500, 10.0, 10.004), 2.498, id="a later one, after a drift"),
    ],
)
def test_clocks_are_compared_by_the_answer_that_came_soonest(later: Comparison, ahead: float):
    before = Comparison.of(8_001, 6.000, 6.002)
    assert before.ahead == pytest.approx(2.0)
    assert before.better(later).ahead == pytest.approx(ahead)


@pytest.mark.parametrize("kept", ["7", '["soon"]', "[1.5]", "[true]", "null", "[" * 99_999])
async def test_a_log_that_cannot_be_read_begins_anew(store: Store, database: Path, kept: str):
    budgets, one = BudgetStore(store.access.database), Pace(most=1, window_ms=3_600_000)
    await budgets.lease(REQUESTS, TURNS, one)
    await spoil(store, "budgets", "slots", kept)
    assert [len((await budgets.lease(REQUESTS, TURNS, one)).slots) for _ in range(2)] == [1, 0]


# Several processes


@asynccontextmanager
async def processes(url: str, count: int) -> AsyncIterator[list[BudgetStore]]:
    """What so many processes have the budget from, each over connections of its own."""
    databases = [PostgresDatabase(make_url(url)) for _ in range(count)]
    yield [BudgetStore(each) for each in databases]
    for each in databases:
        await each.close()


@pytest.fixture
async def shared(on_server: Databases) -> AsyncIterator[str]:
    """The URL of a database that several processes share."""
    url = await on_server.create()
    yield url
    await on_server.drop(url)


async def test_no_window_holds_too_many_slots_whatever_the_processes_ask(
    shared: str, granted: list[int]
):
    async def leave(limiter: RateLimiter, urgency: Urgency) -> None:
        await limiter.ask(urgency).granted

    async with processes(shared, 4) as stores:
        limiters = [RateLimiter(budget=SharedBudget(each)) for each in stores]
        mixed = [urgency for urgency in Urgency for _ in range(4)]
        await asyncio.gather(*(leave(each, urgency) for each in limiters for urgency in mixed))
    assert len(granted) >= 4 * len(mixed)
    assert granted == sorted(granted)
    for first in granted:
        assert sum(first <= each < first + PACE.window_ms for each in granted) <= PACE.most


async def test_two_that_begin_a_log_at_once_share_it(shared: str, granted: list[int]):
    async with processes(shared, 5) as stores:
        await asyncio.gather(*(each.lease(REQUESTS, TURNS, PACE) for each in stores))
    assert len({*granted}) == 5


async def test_a_lease_does_not_wait_for_what_is_being_written(shared: str):
    held = await connected(port_of(shared), name_of(shared))
    await held.execute("SELECT pg_advisory_lock(1)")
    store = await Store.open(shared)
    locked = text("SELECT pg_advisory_lock(1)")
    writing = asyncio.create_task(store.access.write(lambda each: each.execute(locked).close()))
    await waiting_for_a_lock(held)
    lease = await BudgetStore(store.access.database).lease(REQUESTS, TURNS, PACE)
    assert (len(lease.slots), writing.done()) == (1, False)
    await held.close()
    await writing
    await store.close()


async def waiting_for_a_lock(connection: Any) -> None:
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    async with asyncio.timeout(PATIENCE_SECONDS):
        for pause in pauses():
            if await connection.fetchval(waits):
                return
            await asyncio.sleep(pause)


async def test_a_process_that_is_frozen_in_the_middle_of_a_lease_keeps_nobody_waiting_for_ever(
    shared: str,
):
    async with processes(shared, 2) as (frozen, other):
        await frozen.lease(REQUESTS, TURNS, PACE)
        async with frozen._database._brief.connect() as connection:
            await connection.execute(text("SELECT * FROM budgets FOR UPDATE"))
            lease = await patiently(other)
            await connection.invalidate()
    assert len(lease.slots) == 1


async def patiently(store: BudgetStore) -> Lease:
    """The first lease that comes."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(NotLent):
                return await store.lease(REQUESTS, TURNS, PACE)


async def test_where_the_database_is_gone_nothing_is_lent_and_it_is_said_why(
    shared: str, on_server: Databases
):
    async with processes(shared, 1) as (store,):
        await store.lease(REQUESTS, TURNS, PACE)
        await on_server.drop(shared)
        for _ in range(2):
            with pytest.raises(NotLent, match=r"\w"):
                await store.lease(REQUESTS, TURNS, PACE)


async def test_a_lost_connection_is_made_anew(shared: str, on_server: Databases):
    async with processes(shared, 1) as (store,):
        await store.lease(REQUESTS, TURNS, PACE)
        await on_server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{name_of(shared)}'"
        )
        assert (await patiently(store)).slots


async def test_a_lease_waits_for_no_disk_and_all_else_does(shared: str):
    store = await Store.open(shared)
    asked = text("SELECT current_setting('synchronous_commit')")
    database = store.access.database
    assert await database.briefly(lambda each: each.scalar(asked)) == "off"
    assert await database.transact(lambda each: each.scalar(asked)) == "on"
    await store.close()


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2].partition("/")[0])
