"""Matches that cannot go on: quarantined, released or ended, and never in anybody's way."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bot.storage.store import NotQuarantinedError, RoomTakenError, Store
from bot.storage.tables.records import Quarantined, StoredMatch
from bot.values.effects import SourcedEntry
from bot.values.post import Post
from engine.game import Outcome, Reason
from engine.matches.entries import Entry, Speaker
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ROOM, card_of, in_outbox, unplaced
from tests.helpers.rooms.changes import OVER, change, entry, live, post_of

SINCE_MS = BEGAN_MS + 90_000
WHY = "entry 3 of its log is refused now (occupied)"
TOLD = (Post("The match is quarantined."), Post("Host, this is why.", for_host=True))
ABORTED = Outcome(None, Reason.ABORTED)


async def kept_match(store: Store) -> int:
    match_id = await store.begin(card_of(), read_to=7)
    await store.commit(
        change(
            match_id,
            entries=(entry(0, "message:1"), entry(1, "message:2")),
            posts=(post_of(match_id, 1, Post("post", starts_clock=True)), post_of(match_id, 2)),
            completed_post=(1, 777),
            wake_ms=SINCE_MS,
            read_through=9,
            standing={"position": "...", "to_act": ["ec"], "clock": {}},
        )
    )
    return match_id


def spoil(database: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as other:
        assert other.execute(statement, values).rowcount == 1
        other.commit()


# Quarantine


async def test_a_quarantined_match_keeps_its_room_and_all_else_and_is_released_as_it_was(
    store: Store,
):
    match_id = await kept_match(store)
    before = await live(store, match_id)
    posts = await store.quarantine_match(match_id, WHY, SINCE_MS, TOLD)
    # They need no log, and continue the sequence.
    assert posts == (in_outbox(TOLD[0], match_id, 3), in_outbox(TOLD[1], match_id, 4))
    with pytest.raises(RoomTakenError):
        await store.begin(card_of(), read_to=0)
    quarantined = await live(store, match_id)
    assert quarantined.quarantined == Quarantined(SINCE_MS, WHY)
    assert (quarantined.waiting, quarantined.last_sequence) == (before.waiting + posts, 4)
    for stored in ("card", "entries", "read_through", "turn_post", "standing", "outcome"):
        assert getattr(quarantined, stored) == getattr(before, stored)
    assert await store.quarantine_match(match_id, WHY, SINCE_MS) == ()
    await store.release(match_id)
    assert await live(store, match_id) == replace(quarantined, quarantined=None)


@on_both
async def test_an_ended_match_has_the_hosts_abort_in_its_log_and_its_reason_on_record(store: Store):
    match_id = await kept_match(store)
    await store.quarantine_match(match_id, WHY, SINCE_MS)
    at_ms = SINCE_MS + 1_500
    (post_told,) = await store.abort_quarantined(
        match_id, at_ms, "interaction:5", [Post("It is over.")]
    )
    assert (post_told.place.sequence, post_told.content) == (3, "It is over.")
    assert await store.live_matches() == []
    ended = await store.latest_match(ROOM)
    assert isinstance(ended, StoredMatch)
    assert ended.entries[2:] == (
        SourcedEntry(Entry(Speaker.HOST, Decimal("91.5"), "abort"), "interaction:5"),
    )
    assert (ended.outcome, ended.quarantined) == (ABORTED, Quarantined(SINCE_MS, WHY))
    waiting = [post for _, post in await store.waiting_posts_of_ended()]
    assert post_told in waiting
    await store.begin(card_of(), read_to=0)


async def test_only_a_quarantined_match_is_ended_that_way_once_and_after_its_last_entry(
    store: Store,
):
    match_id = await kept_match(store)
    before = await live(store, match_id)
    with pytest.raises(NotQuarantinedError):
        await store.abort_quarantined(match_id, SINCE_MS, "interaction:5", TOLD)
    with pytest.raises(NotQuarantinedError):
        await store.release(match_id)
    assert await live(store, match_id) == before
    await store.quarantine_match(match_id, WHY, SINCE_MS)
    await store.abort_quarantined(match_id, BEGAN_MS - 1, "interaction:5")
    with pytest.raises(NotQuarantinedError):
        await store.abort_quarantined(match_id, SINCE_MS, "interaction:6")
    with pytest.raises(NotQuarantinedError):
        await store.release(match_id)
    ended = await store.latest_match(ROOM)
    assert isinstance(ended, StoredMatch)
    assert len(ended.entries) == 3
    assert ended.entries[-1].entry.at == ended.entries[-2].entry.at == 1


# Unreadable data


async def test_an_unreadable_match_does_not_hold_up_the_posts_of_ended_matches(
    store: Store, database: Path
):
    for room in (1, 2):
        match_id = await store.begin(card_of(room_id=room), read_to=0, posts=TOLD[:1])
        await store.commit(change(match_id, outcome=OVER))
    spoil(database, "UPDATE matches SET game = 'chess' WHERE id = 1")
    waiting = await store.waiting_posts_of_ended()
    assert [match.address.match_id for match, _ in waiting] == [1, 2]
    assert [unplaced(post) for _, post in waiting] == [TOLD[0], TOLD[0]]


# Standing


async def test_the_latest_standing_is_stored_and_a_change_without_one_leaves_it_alone(store: Store):
    match_id = await store.begin(card_of(), read_to=0)
    assert (await live(store, match_id)).standing is None
    # A position that is not shown yet is none.
    for position in ("a", "b", None):
        stands = {"position": position, "to_act": ["ec"], "clock": {"ec": {"reserve": 0.1}}}
        await store.commit(change(match_id, standing=stands))
        await store.commit(change(match_id))
        assert (await live(store, match_id)).standing == stands
