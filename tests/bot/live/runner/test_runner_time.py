"""A table and time: reminders, holds and flags, judged only once all that came before is heard."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import aiohttp
import pytest

from bot.live import runner as runners
from bot.live.decide.live_match import LiveMatch
from bot.values.events import ReadingScope, RoomReading
from engine.game import Outcome, Reason
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import FLAG_MS, POSTED_MS, SECOND, Rooms, flagged

# Time


async def test_a_flag_falls_only_after_the_room_was_read(deal: Rooms):
    room = await flagged(deal)
    assert room.match.result is None
    assert (room.told(), room.reads) == ([], 1)
    await room.wakes(FLAG_MS + 5 * SECOND)
    assert room.match.result is None
    assert room.reads == 1
    await room.room_is_read()
    assert room.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert room.match.entries[-1].at == Decimal(FLAG_MS) / 1000
    result, _ = room.told()
    assert result.has_record


async def test_a_room_that_cannot_be_read_is_read_again(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runners, "RETRY_SECONDS", 0)
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


async def test_asking_for_the_match_now_changes_nothing_and_lets_no_flag_fall(deal: Rooms):
    room = await deal(turn="60", reserve="10")
    room.clock.ms = BEGAN_MS + POSTED_MS + 64 * SECOND
    assert room.runner.live.match_at(room.clock.ms).reserve_left(EC) == 6
    room.clock.ms = BEGAN_MS + POSTED_MS + 999 * SECOND
    assert room.runner.live.match_at(room.clock.ms).result is None
    assert room.match.now == Decimal(POSTED_MS) / 1000
