"""Shards have one owner at a time, and whoever had one before can change nothing any more."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from bot.card import MatchCard
from bot.discord_clock import IDS_OF_A_MILLISECOND
from bot.shard import ONLY, Shard
from bot.storage import shard_store
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.fence import Fence
from bot.storage.shard_store import OtherCount
from bot.storage.store import Store
from tests.bot.cards import card_of
from tests.bot.changes import change, entry, live
from tests.waiting import PATIENCE_SECONDS

KINDS = [POSTGRESQL]
TWO = (Shard(0, 2), Shard(1, 2))


@pytest.fixture
def expired(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases end as they begin."""
    monkeypatch.setattr(shard_store, "LEASE_MS", 0)


@pytest.fixture
async def other(url: str, store: Store) -> AsyncIterator[Store]:
    """The same database in another process."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


def card_on(shard: Shard, room_id: int) -> MatchCard:
    return card_of(guild_id=(4 + shard.number) * IDS_OF_A_MILLISECOND + 7, room_id=room_id)


async def test_whoever_comes_first_has_all_that_are_free(store: Store, other: Store):
    assert await store.shards.is_any_free(2, {1})
    assert await store.shards.take("first", 2, {1}) == [Fence(1, 1)]
    assert await other.shards.is_any_free(2, {0, 1})
    assert await other.shards.take("second", 2, {0, 1}) == [Fence(0, 1)]
    assert not await other.shards.is_any_free(2, {0, 1})
    assert await other.shards.take("second", 2, {0, 1}) == []


@pytest.mark.usefixtures("expired")
async def test_an_expired_lease_is_taken_with_a_higher_epoch(store: Store, other: Store):
    (first,) = await store.shards.take("first", 1, {0})
    (second,) = await other.shards.take("second", 1, {0})
    assert (first, second) == (Fence(0, 1), Fence(0, 2))
    assert await store.shards.renew([first, second]) == {second}


async def test_what_is_given_back_is_free_at_once(store: Store, other: Store):
    (first,) = await store.shards.take("first", 1, {0})
    await store.shards.give_back(first)
    assert await other.shards.take("second", 1, {0}) == [Fence(0, 2)]
    await store.shards.give_back(first)
    assert await store.shards.renew([Fence(0, 2)]) == {Fence(0, 2)}


@pytest.mark.usefixtures("expired")
async def test_a_process_frozen_between_two_messages_of_a_statement_keeps_no_shard(
    store: Store, other: Store
):
    (first,) = await store.shards.take("first", 1, {0})
    async with (
        store.access.database.writing.connect() as connection,
        asyncio.timeout(PATIENCE_SECONDS),
    ):
        await connection.execute(text("SELECT * FROM shards FOR UPDATE"))
        driver = (await connection.get_raw_connection()).driver_connection
        await driver.prepare("SELECT count(*) FROM matches")
        while not (second := await other.shards.take("second", 1, {0})):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await connection.invalidate()
    assert second == [Fence(0, first.epoch + 1)]


@pytest.mark.usefixtures("expired")
async def test_behind_a_fence_that_is_down_nothing_is_stored_and_nobody_goes_on(
    store: Store, other: Store
):
    (first,) = await store.shards.take("first", 1, {0})
    own = store.of_shard(ONLY, first)
    match_id = await own.begin(card_of(), read_to=0)
    await own.commit(change(match_id, entries=(entry(0),)))
    await other.shards.take("second", 1, {0})
    late = own.commit(change(match_id, first_number=1, entries=(entry(1),)))
    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(late)
    own.commit_with_next(change(match_id, first_number=1, entries=(entry(1),)))
    await store.put_alive(1)
    assert len((await live(other, match_id)).entries) == 1


@pytest.mark.usefixtures("expired")
async def test_others_in_the_same_transaction_are_stored_all_the_same(store: Store, other: Store):
    fences = await store.shards.take("first", 2, {0, 1})
    await other.shards.take("second", 2, {0})
    lost, kept = (store.of_shard(*each) for each in zip(TWO, fences, strict=True))
    await store.shards.renew([])
    done = await asyncio.gather(
        lost.begin(card_on(TWO[0], 1), 0), kept.begin(card_on(TWO[1], 2), 0), return_exceptions=True
    )
    # The second owner has taken the first shard alone.
    assert isinstance(done[0], asyncio.CancelledError)
    assert [each.room_id for each in await kept.live_rooms()] == [2]
    assert await lost.live_rooms() == []


async def test_a_shard_knows_its_own_matches_and_panels_alone(store: Store):
    first, second = (store.of_shard(each, None) for each in TWO)
    ids = [await store.begin(card_on(each, 10 + each.number), 0) for each in TWO]
    assert [each.match_id for each in await first.live_rooms()] == ids[:1]
    assert [each.match_id for each in await second.live_matches()] == ids[1:]
    ec_id = card_of().player_ids[next(iter(card_of().players))]
    assert [each.match_id for each in await first.live_matches_elsewhere(ec_id)] == ids[1:]
    await first.put_gap(5)
    gaps = [(await live(store, each)).away_since_ms for each in ids]
    assert gaps == [5, None]


async def test_each_shard_has_its_own_proof_of_life(store: Store):
    first, second = (store.of_shard(each, None) for each in TWO)
    await first.put_alive(7)
    await second.put_alive(5)
    assert (await first.alive_ms(), await second.alive_ms()) == (7, 5)


async def test_another_number_of_shards_waits_until_nobody_serves_the_old_ones(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
):
    await store.shards.take("first", 2, {0, 1})
    for shard in TWO:
        await store.of_shard(shard, None).put_alive(30 + shard.number)
    with pytest.raises(OtherCount, match="other processes serve 2 shards"):
        await other.shards.take("second", 3, {0, 1, 2})
    monkeypatch.setattr(shard_store, "LEASE_MS", 0)
    await store.shards.renew([Fence(0, 1), Fence(1, 1)])
    taken = await other.shards.take("second", 3, {0, 1, 2})
    # No epoch comes again, and every shard goes on from when the first of the old ones was silent.
    assert taken == [Fence(0, 2), Fence(1, 2), Fence(2, 2)]
    assert [await other.of_shard(Shard(at, 3), None).alive_ms() for at in range(3)] == [30] * 3


async def test_shards_that_are_new_go_on_from_what_was_served_before(store: Store):
    for number in range(4):
        await store.of_shard(Shard(number, 4), None).put_alive(40 + number)
    await store.shards.take("first", 2, {0, 1})
    lives = [await store.of_shard(Shard(at, 5), None).alive_ms() for at in range(5)]
    assert lives == [40, 40, None, None, None]
