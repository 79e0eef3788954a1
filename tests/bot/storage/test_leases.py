"""Shards are served for as long as their leases last, and taken over from those who have gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.shard import ONLY
from bot.shards import leases
from bot.shards.leases import Lease, Leases
from bot.storage import shard_store
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.fence import Fence
from bot.storage.store import Store
from tests.waiting import eventually

KINDS = [POSTGRESQL]
LONG = 1_000.0
LONG_MS = 1_000_000


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LOOK_EVERY_SECONDS", 0.01)
    monkeypatch.setattr(leases, "RENEW_EVERY_SECONDS", 0.02)
    # Nobody loses a shard by standing still for a while.
    monkeypatch.setattr(leases, "LEASE_MS", LONG_MS)
    monkeypatch.setattr(shard_store, "LEASE_MS", LONG_MS)


@asynccontextmanager
async def served(store: Store, owner: str) -> AsyncIterator[list[Lease]]:
    """What a process has, in the order in which it came."""
    taken: list[Lease] = []
    keeping = Leases(store.shards, owner, 1, {0})
    running = asyncio.create_task(keeping.run(taken.append))
    yield taken
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_one_process_serves_a_shard_and_the_other_waits(store: Store):
    async with served(store, "first") as first, served(store, "second") as second:
        await eventually(lambda: first or second)
        for _ in range(3):
            await store.put_alive(1)
        assert len(first + second) == 1


async def test_whoever_does_not_renew_loses_it_and_learns_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    async with served(store, "first") as first:
        await eventually(lambda: first)
    # It is frozen for longer than its lease.
    await store.shards.renew([first[0].fence])
    monkeypatch.setattr(shard_store, "LEASE_MS", 0)
    await store.shards.renew([first[0].fence])
    monkeypatch.setattr(shard_store, "LEASE_MS", LONG_MS)
    async with served(store, "second") as second:
        await eventually(lambda: second)
        assert second[0].fence.epoch > first[0].fence.epoch
        assert await store.shards.renew([first[0].fence]) == set()


async def test_the_owner_is_told_that_another_has_it(store: Store):
    async with served(store, "first") as first:
        await eventually(lambda: first)
        # As if another one had taken it while this one could not renew.
        await store.access.write(
            lambda connection: connection.execute(
                shard_store.SHARDS.update().values(epoch=9, owner="other")
            )
        )
        await eventually(first[0].lost.is_set)


async def test_an_owner_who_wakes_waits_until_it_is_known_who_has_the_shard():
    lease = Lease(ONLY, Fence(0, 1), good_until=now() + LONG)
    assert await lease.holds()
    lease.renew(now() - 1)
    asked = asyncio.create_task(lease.holds())
    await asyncio.sleep(0)
    assert not asked.done()
    lease.renew(now() + LONG)
    # What was begun before is to be looked at again.
    assert await asked is False
    assert await lease.holds()


@pytest.mark.parametrize("left", [LONG, -1])
async def test_whoever_waits_for_a_lost_shard_does_nothing_more(left: float):
    lease = Lease(ONLY, Fence(0, 1), good_until=now() + left)
    asked = asyncio.create_task(lease.holds()) if left < 0 else None
    await asyncio.sleep(0)
    lease.lose()
    with pytest.raises(asyncio.CancelledError):
        await (asked or asyncio.create_task(lease.holds()))
