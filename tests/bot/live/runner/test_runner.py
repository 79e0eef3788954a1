"""A runner: events pass one queue, count once, are kept first, and are answered if they fail."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from bot.live import runner as runners
from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.storage import writer
from bot.storage.store import Store
from bot.values.effects import Effects
from bot.values.events import MessageDeleted, MessageEdited, ReadingScope, RoomReading, RulingGiven
from bot.values.post import Post
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, typed


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "RETRY_SECONDS", 0)
    monkeypatch.setattr(runners, "RETRY_SECONDS", 0)


async def test_a_room_that_cannot_be_read_is_read_again(deal: Rooms):
    room = await deal(takeback="0", turn="60", reserve="0")
    failures = [ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError()]

    async def read(_: Callable[[], LiveMatch], scope: ReadingScope) -> RoomReading:
        assert scope.until_ms == BEGAN_MS + POSTED_MS + 60 * SECOND
        room.reads += 1
        if failures:
            raise failures.pop()
        return RoomReading((), 0)

    room.runner._services = replace(
        room.runner._services,
        reader=SimpleNamespace(read=read),  # type: ignore[arg-type]
    )
    await room.wakes(POSTED_MS + 60 * SECOND)
    await eventually(lambda: room.match.result)
    assert room.reads == 4


# The host


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


# A database that is busy or broken


class FailingStore:
    """A store that fails to commit until its errors are used up."""

    def __init__(self, store: Store, errors: list[Exception]) -> None:
        self._store, self._errors = store, errors
        self.tries = 0

    async def commit(self, change: Effects, also: Any = (), **how: bool) -> None:
        self.tries += 1
        if self._errors:
            raise self._errors.pop()
        await self._store.commit(change, also, **how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def failing(room: Room, error: type[DBAPIError], *, times: int) -> FailingStore:
    """Let a room's commits fail for some times."""
    store = FailingStore(room.store, [error("COMMIT", {}, Exception("it fails"))] * times)
    room.runner._services = replace(room.runner._services, store=store)
    return store


async def test_what_happens_while_the_database_is_busy_counts_once_and_is_told_when_it_is_kept(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(takeback="0")
    busy = failing(room, OperationalError, times=2)
    told_at: list[int] = []
    monkeypatch.setattr(room, "sent", Noting(told_at, lambda: busy.tries))
    await room.happen(typed(EC, "E6 E7", 10 * SECOND), typed(DMO, "E3 E2", 11 * SECOND))
    assert (busy.tries, told_at) == (4, [3, 4])
    assert room.log[1:] == ["ec E6 E7", "dmo E3 E2"]
    assert [stored.entry for stored in (await room.stored()).entries] == [*room.match.entries]


class Noting(list):
    """A list that notes when something was added."""

    def __init__(self, notes: list[int], now: Any) -> None:
        super().__init__()
        self.notes, self.now = notes, now

    def append(self, post: Post) -> None:
        self.notes.append(self.now())
        super().append(post)


async def test_a_runner_outlives_two_failures_of_its_store(deal: Rooms):
    room = await deal(takeback="0")
    failing(room, DatabaseError, times=2)
    room.runner.enqueue(typed(EC, "E6 E7", 10 * SECOND))
    answer = await asyncio.wait_for(room.ruled("pause", 12 * SECOND), PATIENCE_SECONDS)
    assert answer is None


async def test_a_reading_that_could_not_be_kept_is_made_again(deal: Rooms):
    room = await deal(takeback="0", turn="60", reserve="0")
    await room.wakes(POSTED_MS + 60 * SECOND)
    failing(room, DatabaseError, times=1)
    await room.room_is_read()
    assert room.match.result or room.wake_ms is not None or room.runner.live.is_reading


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
