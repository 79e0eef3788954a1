"""The store: stored data comes back in full, once, and survives a power cut."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.storage.store import RoomTakenError, Store
from bot.texts.clocks import countdown
from bot.values.card import Person
from bot.values.effects import SourcedEntry
from bot.values.post import Extras, Post, Reply, Worth
from engine.matches.entries import Entry, Speaker
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.databases.disk import bytes_of
from tests.helpers.databases.new_databases import on_both
from tests.helpers.processes.command_line import refused_start
from tests.helpers.rooms.cards import ADA, BOB, DMO, EC, ROOM, card_of, in_outbox
from tests.helpers.rooms.changes import OVER, change, entry, live, post_of

# Stored data


@on_both
async def test_a_match_goes_on_as_it_was_stored(store: Store):
    game = fire_and_ice(
        seed="-7", first="dmo", fire="dmo", row1="top", turn="12.5", reserve="0", takeback="0.25"
    )
    card = card_of(
        game,
        guild_id=2**63 - 1,
        room_id=2**63 - 2,
        players={
            EC: Person(2**63 - 3, "Ada 🔥 \"the 'queen'\" O`Neil; DROP TABLE matches;--"),
            DMO: Person(BOB, "שרה\\ %s {0} :name ?"),
        },
    )
    match_id = await store.begin(card, read_through=2**62)
    entries = (
        SourcedEntry(Entry(Speaker.DEALER, Decimal("0.001"), "posted"), "message:1"),
        SourcedEntry(Entry(Speaker.EC, Decimal("12.5"), "E6 E7\n'\"🔥"), "message:2"),
        SourcedEntry(Entry(Speaker.DEALER, Decimal("100000.123456789012")), None),
        SourcedEntry(Entry(Speaker.HOST, Decimal("1E+5") + 1, "time ec +60"), "interaction:3"),
    )
    turn = Post(
        content=f"„post“ 🔥 {countdown(Decimal(60))}",
        pings=(ADA, 2**63 - 1),
        extras=Extras(has_board=True),
        starts_clock=True,
    )
    mark = Post(reply=Reply(reaction="👀", message_id=2**63 - 1))
    late = Post("late", worth=Worth(expires_ms=BEGAN_MS), extras=Extras(has_record=True))
    posts = tuple(
        in_outbox(post, match_id, number, log_length=number + 1)
        for number, post in enumerate((turn, mark, late), start=1)
    )
    await store.commit(
        change(match_id, entries=entries, posts=posts, wake_ms=BEGAN_MS + 5, read_through=2**62 + 1)
    )
    (stored,) = await store.live_matches()
    assert stored.card == replace(card, id=match_id)
    assert stored.entries == entries
    assert stored.waiting == posts
    assert (stored.read_through, stored.last_sequence, stored.turn_post) == (2**62 + 1, 3, posts[0])


# One live match for each room


@on_both
async def test_of_two_matches_begun_at_once_in_a_room_only_one_starts(store: Store):
    ends = await asyncio.gather(
        *(store.begin(card_of(), read_through=0) for _ in range(5)), return_exceptions=True
    )
    assert sorted(type(end).__name__ for end in ends) == ["RoomTakenError"] * 4 + ["int"]
    with pytest.raises(RoomTakenError):
        await store.begin(card_of(), read_through=0)
    await store.begin(card_of(room_id=ROOM + 1), read_through=0)
    assert len(await store.live_matches()) == 2


# A change is one transaction


@on_both
@pytest.mark.parametrize(
    "faulty",
    [
        {"entries": (entry(6), entry(7)), "first_number": 0},
        {"entries": (entry(6, "message:6"), entry(7, "message:6")), "first_number": 1},
        {"entries": (entry(6),), "first_number": 1, "posts": (post_of(1, 1),)},
    ],
    ids=["a number that is taken", "a source that is taken", "a post that exists"],
)
async def test_a_change_is_stored_entirely_or_not_at_all(store: Store, faulty: dict[str, Any]):
    match_id = await store.begin(card_of(), read_through=1)
    stored = change(
        match_id, entries=(entry(5),), posts=(post_of(match_id, 1),), wake_ms=5, read_through=2
    )
    await store.commit(stored)
    before = await live(store, match_id)
    more = {"outcome": OVER, "wake_ms": 9, "read_through": 9, "completed_post": (1, 777)} | faulty
    with pytest.raises(IntegrityError):
        await store.commit(change(match_id, **more))
    assert await live(store, match_id) == before
    assert [post.place.sequence for post in before.waiting] == [1]


@on_both
async def test_an_error_quotes_none_of_the_data_that_was_to_be_stored(store: Store):
    match_id = await store.begin(card_of(), read_through=1)
    secret = SourcedEntry(Entry(Speaker.EC, Decimal(1), "hide A1"), "message:1")
    answer = in_outbox(Post("hide A1", recipient=EC, reply=Reply(token="a token")), match_id, 1, 1)
    await store.commit(change(match_id, entries=(secret,), posts=(answer,)))
    for again in (change(match_id, entries=(secret,)), change(match_id, posts=(answer,))):
        with pytest.raises(IntegrityError) as failed:
            await store.commit(again)
        assert "hide A1" not in str(failed.value)
        assert "a token" not in str(failed.value)


@on_both
async def test_nothing_is_stored_for_a_match_that_does_not_exist(store: Store):
    with pytest.raises(IntegrityError):
        await store.commit(change(999, entries=(entry(0),)))


# Durability


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
async def test_every_connection_is_durable(store: Store, pragma: str, value: object):
    database = store.access.database
    for done_in in (database.transact, database.read):
        assert await done_in(lambda to: to.scalar(text(f"PRAGMA {pragma}"))) == value


async def test_a_change_waits_for_another_writer(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_through=0)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.commit(change(match_id, entries=(entry(0),))))
        # The writer is stopped inside SQLite; it must neither fail nor finish.
        done, _ = await asyncio.wait({writing}, timeout=0.1)
        assert not done
        other.execute("COMMIT")
        await writing
    assert len((await live(store, match_id)).entries) == 1


# Times on a match card


@pytest.mark.parametrize(
    ("later_ms", "instant"), [(0, "0"), (1, "0.001"), (12_345, "12.345"), (-5, "0")]
)
def test_an_instant_is_seconds_since_the_match_began(later_ms: int, instant: str):
    assert card_of().instant(BEGAN_MS + later_ms) == Decimal(instant)


@pytest.mark.parametrize(
    ("instant", "later_ms"),
    [("0", 0), ("0.001", 1), ("12.345", 12_345), ("0.0001", 1), ("60.0004", 60_001)],
)
def test_at_the_millisecond_of_a_deadline_the_deadline_has_come(instant: str, later_ms: int):
    card = card_of()
    assert card.discord_ms(Decimal(instant)) == BEGAN_MS + later_ms
    assert card.instant(card.discord_ms(Decimal(instant))) >= Decimal(instant)


# Tokens


async def test_no_spent_token_is_left_on_disk(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_through=0)
    tokens = {position: f"token{position:03}." + "t" * 200 for position in range(1, 101)}
    for index, token in tokens.items():
        post = Post(
            "x" * (index * 37 % 1_900),
            recipient=EC,
            reply=Reply(token=token, source=f"interaction:{index}"),
        )
        await store.commit(change(match_id, posts=(post_of(match_id, index, post),)))
    # Not in the order they were written: answers and time-outs mix them up.
    spent = sorted(tokens, key=lambda position: position * 53 % 101)[:90]
    for index in spent:
        message_id = 777 + index if index % 3 else None
        if index % 2:
            await store.post_done(match_id, index, message_id)
        else:
            await store.commit(change(match_id, completed_post=(index, message_id)))
    stored = await live(store, match_id)
    assert {item.place.sequence: item.reply.token for item in stored.waiting} == {
        position: token for position, token in tokens.items() if position not in spent
    }
    assert stored.processed_sources == {f"interaction:{position}" for position in tokens}
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    left = bytes_of(database)
    assert [position for position in spent if tokens[position].encode() in left] == []


# One Dealer at a time


async def test_a_second_dealer_is_told_in_one_line_that_the_file_is_in_use(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = f"sqlite:///{database}"
    line = await refused_start(url, tmp_path, monkeypatch)
    assert line.startswith(f"DATABASE_URL: {url} is in use by another Dealer, or being copied")
