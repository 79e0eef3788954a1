"""A table and time: reminders, holds and flags, judged only once all that came before is heard."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import aiohttp
import pytest

from bot.live.values.events import Reading, Ruled, Scope
from bot.live.values.live_match import LiveMatch
from bot.matches import runner as runners
from engine.game import Outcome, Reason
from tests.bot.cards import DMO, EC, card_of
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.live_rooms import FLAG_MS, POSTED_MS, SECOND, Room, Rooms, flagged, typed
from tests.engine.playing import fire_and_ice
from tests.waiting import eventually

# Time


async def test_a_reminder_comes_when_it_is_due_and_once(deal: Rooms):
    room = await deal(turn="60")
    due = POSTED_MS + 30 * SECOND
    assert room.wake_ms == due
    await room.wakes(due - 1)
    assert room.told() == []
    await room.wakes(due)
    (post,) = room.told()
    assert "30 s of turn time left" in post.content
    assert room.wake_ms == POSTED_MS + 55 * SECOND
    await room.wakes(due + 1)
    assert room.told() == []


async def test_in_reserve_a_reminder_comes_every_30_seconds(deal: Rooms):
    room = await deal(turn="60", reserve="120")
    for seconds, told in (
        (30, "30 s of turn time left"),
        (55, "5 s of turn time left"),
        (60, "your reserve is running: 2:00"),
        (90, "30 s into your reserve: 1:30 left"),
        (120, "60 s into your reserve: 1:00 left"),
        (150, "90 s into your reserve: 30 s left"),
    ):
        await room.wakes(POSTED_MS + seconds * SECOND)
        (post,) = room.told()
        assert told in post.content


@pytest.mark.parametrize(
    ("woken_ms", "typed_ms", "left"),
    [
        (POSTED_MS + 60_004, POSTED_MS + 59_990, "300"),
        (POSTED_MS + 60_004, POSTED_MS + 60_002, "299.998"),
        (POSTED_MS + 90_050, POSTED_MS + 89_500, "270.5"),
    ],
)
async def test_a_reminder_does_not_make_a_move_later_that_was_typed_before_it(
    deal: Rooms, woken_ms: int, typed_ms: int, left: str
):
    room = await deal(takeback="0", turn="60", reserve="300")
    await room.wakes(woken_ms)
    await room.typed(EC, "E6 E7", typed_ms)
    assert room.match.entries[-1].at == Decimal(typed_ms) / 1000
    assert room.match.reserve_left(EC) == Decimal(left)


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
    assert result.record


@pytest.mark.parametrize(("before_flag_ms", "left"), [(500, "0.5"), (0, "0"), (8_000, "8")])
async def test_a_move_that_the_reading_brings_in_time_saves_it_and_costs_its_own_time(
    deal: Rooms, before_flag_ms: int, left: str
):
    room = await flagged(deal)
    room.unheard.append(typed(EC, "E6 E7", FLAG_MS - before_flag_ms))
    await room.room_is_read()
    assert room.match.result is None
    assert room.match.to_act == (DMO,)
    assert room.match.reserve_left(EC) == Decimal(left)
    (turn,) = room.told()
    assert turn.opens
    await room.stands(room.runner.live.turn_post, FLAG_MS + 2 * SECOND)
    assert room.wake_ms == FLAG_MS + 32 * SECOND


async def test_a_move_that_the_reading_brings_too_late_does_not_save_it(deal: Rooms):
    room = await flagged(deal)
    room.unheard.append(typed(EC, "E6 E7", FLAG_MS + 1))
    await room.room_is_read()
    assert room.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert "ec E6 E7" not in room.log


async def test_an_event_stamped_after_the_flag_lets_it_fall_once_the_room_is_read(deal: Rooms):
    room = await flagged(deal)
    await room.typed(EC, "hello", FLAG_MS + 1)
    assert room.match.result is None
    await room.room_is_read()
    assert room.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_room_that_cannot_be_read_is_read_again(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runners, "RETRY_SECONDS", 0)
    room = await deal(takeback="0", turn="60", reserve="0")
    failures = [ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError()]

    async def read(_: Callable[[], LiveMatch], scope: Scope) -> Reading:
        assert scope.until_ms == BEGAN_MS + POSTED_MS + 60 * SECOND
        room.reads += 1
        if failures:
            raise failures.pop()
        return Reading((), 0)

    room.runner._services = replace(
        room.runner._services,
        reader=SimpleNamespace(read=read),  # type: ignore[arg-type]
    )
    await room.wakes(POSTED_MS + 60 * SECOND)
    await eventually(lambda: room.match.result)
    assert room.reads == 4


async def test_a_flag_between_two_milliseconds_falls_at_the_next(deal: Rooms):
    room = await deal(takeback="0", turn="60.0004", reserve="0")
    await room.wakes(POSTED_MS + 55 * SECOND + 1)
    flag_ms = POSTED_MS + 60_001
    assert room.wake_ms == flag_ms
    await room.wakes(flag_ms)
    await room.room_is_read()
    assert room.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_choice_that_is_late_goes_to_the_lot_and_the_lot_is_kept(deal: Rooms):
    room = await chosen_late(deal)
    assert room.log[-2:] == ["dealer", f"dealer first {room.match.to_act[0]}"]
    assert (await room.sources())[-2:] == [None, None]
    (turn,) = room.told()
    assert turn.opens


async def chosen_late(deal: Rooms) -> Room:
    game = fire_and_ice(choice="5", seed="4")
    card = card_of(game, room_id=77)
    room = Room(deal.store, card)
    await room.open()
    deal.open.append(room)
    await room.stands(1, POSTED_MS)
    room.told()
    await room.wakes(POSTED_MS + 5 * SECOND)
    await room.room_is_read()
    return room


async def test_asking_for_the_match_now_changes_nothing_and_lets_no_flag_fall(deal: Rooms):
    room = await deal(turn="60", reserve="10")
    room.clock.ms = BEGAN_MS + POSTED_MS + 64 * SECOND
    assert room.runner.live.match_at(room.clock.ms).reserve_left(EC) == 6
    room.clock.ms = BEGAN_MS + POSTED_MS + 999 * SECOND
    assert room.runner.live.match_at(room.clock.ms).result is None
    assert room.match.now == Decimal(POSTED_MS) / 1000


async def test_a_ruling_after_the_flag_is_answered_once_the_flag_is_judged(deal: Rooms):
    room = await flagged(deal)
    answer = room.runner.ask(Ruled("abort", 1, BEGAN_MS + FLAG_MS + SECOND))
    await room.happen()
    assert not answer.done()
    await room.room_is_read()
    refusal = await answer
    assert refusal
    assert refusal.code == "match-over"
    assert room.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
