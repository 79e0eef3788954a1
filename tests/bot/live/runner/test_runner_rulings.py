"""A table and what comes from outside: rulings, the end, absences, a busy database."""

import asyncio
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.live.decide.decision import Decision
from bot.live.decide.rulings import OutdatedRulingError, undone_entry_of
from bot.storage import writer
from bot.storage.store import NotProposedError, Store
from bot.values.effects import Effects, Proposal
from bot.values.events import (
    Event,
    MessageDeleted,
    MessageEdited,
    RoomRead,
    RoomReading,
    RulingGiven,
)
from bot.values.post import Post
from engine.game import Outcome, Reason
from engine.matches.rulings import Undo
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Rooms, typed

# The host


async def test_a_ruling_is_answered_and_kept(deal: Rooms):
    room = await deal()
    assert await room.ruled("pause", 10 * SECOND) is None
    refusal = await room.ruled("pause", 11 * SECOND, 2)
    assert refusal
    assert refusal.code == "paused"
    assert await room.ruled("resume", 20 * SECOND, 3) is None
    assert room.log == ["dealer posted", "host pause", "host resume"]
    assert (await room.sources())[1:] == ["interaction:1", "interaction:3"]
    assert room.match.clock.started == Decimal(POSTED_MS) / 1000 + 10


async def test_a_proposed_ruling_is_given_once_and_forgotten_with_that(deal: Rooms, store: Store):
    room = await deal()
    number = 2**62
    await store.put_proposal(number, Proposal(room.card.id, "pause", 0))
    before = room.match
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("bot.storage.store.entry_rows", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await room.ruled("pause", 10 * SECOND, 1, proposal=number)
    assert room.match == before
    assert await store.proposal(number)
    assert await room.ruled("pause", 11 * SECOND, 2, proposal=number) is None
    assert await store.proposal(number) is None
    with pytest.raises(NotProposedError):
        await room.ruled("resume", 12 * SECOND, 3, proposal=number)
    assert room.log == ["dealer posted", "host pause"]


async def test_a_proposed_ruling_that_is_refused_is_forgotten(deal: Rooms, store: Store):
    room = await deal()
    number = 2**62
    await store.put_proposal(number, Proposal(room.card.id, "resume", 0))
    assert await room.ruled("resume", 10 * SECOND, 1, proposal=number)
    assert await store.proposal(number) is None


async def test_a_ruling_is_refused_if_a_move_slips_in_before_what_the_host_was_shown(deal: Rooms):
    room = await deal(takeback="0")
    await room.typed(EC, "E6 E7", 10 * SECOND)
    count = undone_entry_of(Undo(), room.match)
    await room.stands(2, 11 * SECOND)
    room.runner.enqueue(typed(DMO, "E3 E2", 12 * SECOND))
    refusal = await room.ruled("undo", 13 * SECOND, undone_entry=count)
    assert isinstance(refusal, OutdatedRulingError)
    assert room.log[-1] == "dmo E3 E2"
    count = undone_entry_of(Undo(), room.match)
    assert await room.ruled("undo", 14 * SECOND, 2, undone_entry=count) is None
    assert room.log[-1] == "host undo"


async def test_a_ruling_that_cannot_be_judged_is_answered_with_an_error(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    room = await deal()
    monkeypatch.setattr(Decision, "judge_entry", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(room.ruled("pause", 10 * SECOND), PATIENCE_SECONDS)
    assert "RulingGiven failed" in caplog.text
    monkeypatch.undo()
    assert await room.ruled("pause", 10 * SECOND) is None


async def test_an_event_that_fails_changes_nothing_and_the_match_goes_on(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    room = await deal(takeback="0")
    before = room.match
    with monkeypatch.context() as broken:
        broken.setattr("bot.live.runner.decide", lambda *_, **_more: 1 / 0)
        await room.typed(EC, "E6 E7", 10 * SECOND)
    assert room.match == before
    assert "PlayerMessage failed" in caplog.text
    await room.typed(EC, "E6 E7", 10 * SECOND)
    assert room.log[-1] == "ec E6 E7"


# The end


@pytest.mark.parametrize(
    ("events", "outcome"),
    [
        ([typed(EC, "concede", 10 * SECOND)], Outcome(DMO, Reason.CONCEDED)),
        ([typed(DMO, "Concede", 10 * SECOND)], Outcome(EC, Reason.CONCEDED)),
        (
            [RoomRead(RoomReading((), 0), BEGAN_MS + 999 * SECOND, 0)],
            Outcome(DMO, Reason.OUT_OF_TIME),
        ),
    ],
)
async def test_a_match_that_is_over_is_kept_as_such_and_leaves_the_registry(
    deal: Rooms, events: list[Event], outcome: Outcome
):
    room = await deal()
    await room.happen(*events)
    await eventually(lambda: room.closed)
    assert room.match.result == outcome
    assert room.closed == 1
    assert room.wake_ms is None
    assert await room.store.live_matches() == []
    result, *animations = room.told()
    assert result.has_record
    assert [post.animation for post in animations] == [True] * (outcome.winner is not None)


# The Dealer's absence


async def test_the_time_without_the_dealer_becomes_a_pause_in_the_log(deal: Rooms):
    room = await deal(turn="60", reserve="10")
    await room.restart(alive_ms=20 * SECOND, now_ms=320 * SECOND)
    assert room.log == ["dealer posted", "dealer pause", "dealer resume"]
    assert [entry.at for entry in room.match.entries] == [2, 20, 320]
    assert room.match.clock.started == 302
    assert room.wake_ms == (302 + 30) * SECOND
    (post,) = room.told()
    assert "away for 5:00" in post.content
    assert post.pings == (33,)
    assert not post.starts_clock


async def test_a_post_that_stood_before_the_gap_starts_no_clock_before_its_end(deal: Rooms):
    room = await deal(posted=False)
    await room.restart(alive_ms=3 * SECOND, now_ms=200 * SECOND)
    assert [other_post.sequence for other_post in room.sent] == [1, 2]
    assert [entry.at for entry in room.match.entries] == [200]
    assert "away for 3:17" in room.told()[-1].content
    await room.stands(1, 3 * SECOND)
    assert room.match.clock.started == 200
    assert room.wake_ms == 230 * SECOND
    (post,) = room.told()
    assert "only starts now" in post.content


async def test_every_restart_leaves_the_match_playable(deal: Rooms):
    room = await deal(takeback="0")
    now = 10
    for seat, text in ((EC, "E6 E7"), (DMO, "E3 E2"), (EC, "D4 C4")):
        await room.restart(alive_ms=now * SECOND, now_ms=(now + 5) * SECOND)
        await room.typed(seat, text, (now + 6) * SECOND)
        assert room.log[-1] == f"{seat} {text}"
        await room.restart(alive_ms=(now + 7) * SECOND, now_ms=(now + 9) * SECOND)
        await room.stands(room.runner.live.turn_post_sequence, (now + 10) * SECOND)
        now += 20
    assert room.match.reserve_left(EC) == room.match.reserve_left(DMO) == 300


# A database that is busy


class BusyStore:
    """A store whose file is locked for some tries."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.failures: list[Exception] = []
        self.tries = 0

    async def commit(self, change: Effects, **how: bool) -> None:
        self.tries += 1
        if self.failures:
            raise self.failures.pop()
        await self._store.commit(change, **how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def locked(times: int) -> list[Exception]:
    return [OperationalError("COMMIT", {}, Exception("database is locked"))] * times


async def test_an_event_counts_once_though_the_database_was_busy(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(takeback="0")
    busy = BusyStore(deal.store)
    room.runner._services = replace(room.runner._services, store=busy)
    told_at: list[int] = []
    monkeypatch.setattr(writer, "RETRY_SECONDS", 0)
    monkeypatch.setattr(room, "sent", Noting(told_at, lambda: busy.tries))
    busy.failures = locked(2)
    await room.typed(EC, "E6 E7", 10 * SECOND)
    assert busy.tries == 3
    assert told_at == [3]
    assert room.log.count("ec E6 E7") == 1
    assert (await room.stored()).entries[-1].entry.text == "E6 E7"


class Noting(list):
    """A list that notes when something was added."""

    def __init__(self, notes: list[int], now: Any) -> None:
        super().__init__()
        self.notes, self.now = notes, now

    def append(self, post: Post) -> None:
        self.notes.append(self.now())
        super().append(post)


async def test_what_is_typed_while_the_database_is_busy_is_judged_afterwards(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(takeback="0")
    busy = BusyStore(deal.store)
    busy.failures = locked(3)
    room.runner._services = replace(room.runner._services, store=busy)
    monkeypatch.setattr(writer, "RETRY_SECONDS", 0)
    await room.happen(typed(EC, "E6 E7", 10 * SECOND), typed(DMO, "E3 E2", 11 * SECOND))
    assert room.log[-2:] == ["ec E6 E7", "dmo E3 E2"]


def test_entries_are_told_apart_by_their_source():
    sources = [
        typed(EC, "E6 E7", 1).source,
        typed(EC, "E6 E7", 2).source,
        MessageEdited(EC, 7, "E6 E7", 1).source,
        MessageEdited(EC, 7, "E6 E7", 2).source,
        MessageDeleted(7, 1).source,
        RulingGiven("pause", 7, 1).source,
    ]
    assert len(set(sources)) == len(sources)
    assert MessageDeleted(7, 1).source == MessageDeleted(7, 2).source
    assert max(map(len, [MessageEdited(EC, 2**63, "", 2**63).source + ":takeback"])) <= 80
