"""A runner: events pass one queue, count once, are kept first, and are answered if they fail."""

import asyncio
from itertools import chain, repeat
from unittest.mock import DEFAULT, AsyncMock, Mock

import aiohttp
import pytest
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from bot.live import runner as runners
from bot.live.decide.decision import Decision
from bot.storage import writer
from bot.values.events import MessageDeleted, MessageEdited, ReadingScope, RoomReading, RulingGiven
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
    failures = (ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError())
    room.runner._services.reader.read = AsyncMock(side_effect=[*failures, RoomReading((), 0)])
    await room.wakes(POSTED_MS + 60 * SECOND)
    await eventually(lambda: room.match.result)
    scopes = [call.args[1] for call in room.runner._services.reader.read.await_args_list]
    assert scopes == 4 * [ReadingScope(until_ms=BEGAN_MS + POSTED_MS + 60 * SECOND)]


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


def failing(room: Room, error: type[DBAPIError], *, times: int) -> AsyncMock:
    """Let a room's commits fail for some times."""
    errors = [error("COMMIT", {}, Exception("it fails"))] * times
    ends = chain(errors, repeat(DEFAULT))
    room.store.commit = AsyncMock(wraps=room.store.commit, side_effect=ends)
    return room.store.commit


async def test_what_happens_while_the_database_is_busy_counts_once_and_is_told_when_it_is_kept(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(takeback="0")
    busy = failing(room, OperationalError, times=2)
    told_at: list[int] = []
    monkeypatch.setattr(room, "sent", Mock(append=lambda _: told_at.append(busy.await_count)))
    await room.happen(typed(EC, "E6 E7", 10 * SECOND), typed(DMO, "E3 E2", 11 * SECOND))
    assert (busy.await_count, told_at) == (4, [3, 4])
    assert room.log[1:] == ["ec E6 E7", "dmo E3 E2"]
    assert [stored.entry for stored in (await room.stored()).entries] == [*room.match.entries]


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
