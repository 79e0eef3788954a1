"""A table and time: reminders, holds and flags, judged only once all that came before is heard."""

import asyncio
from dataclasses import replace
from decimal import Decimal

import aiohttp
import pytest

from bot.live.events import Reading, Ruled, Scope
from bot.matches import runner as runners
from bot.matches.runner import MatchRunner
from engine.game import Outcome, Reason
from tests.bot.halls import FLAG_MS, POSTED_MS, SECOND, Hall, Halls, flagged, typed
from tests.bot.support import (
    BEGAN_MS,
    DMO,
    EC,
    card_of,
    eventually,
)
from tests.engine.playing import fire_and_ice

# Time


async def test_a_reminder_comes_when_it_is_due_and_once(deal: Halls):
    hall = await deal(turn="60")
    due = POSTED_MS + 30 * SECOND
    assert hall.wake_ms == due
    await hall.wakes(due - 1)
    assert hall.told() == []
    await hall.wakes(due)
    (post,) = hall.told()
    assert "30 s of turn time left" in post.content
    assert hall.wake_ms == POSTED_MS + 55 * SECOND
    await hall.wakes(due + 1)
    assert hall.told() == []


@pytest.mark.parametrize(
    ("woken_ms", "typed_ms", "left"),
    [
        (POSTED_MS + 60_004, POSTED_MS + 59_990, "300"),
        (POSTED_MS + 60_004, POSTED_MS + 60_002, "299.998"),
        (POSTED_MS + 90_050, POSTED_MS + 89_500, "270.5"),
    ],
)
async def test_a_reminder_does_not_make_a_move_later_that_was_typed_before_it(
    deal: Halls, woken_ms: int, typed_ms: int, left: str
):
    hall = await deal(takeback="0", turn="60", reserve="300")
    await hall.wakes(woken_ms)
    await hall.typed(EC, "E6 E7", typed_ms)
    assert hall.match.entries[-1].at == Decimal(typed_ms) / 1000
    assert hall.match.reserve_left(EC) == Decimal(left)


async def test_a_flag_falls_only_after_the_room_was_read(deal: Halls):
    hall = await flagged(deal)
    assert hall.match.result is None
    assert (hall.told(), hall.reads) == ([], 1)
    await hall.wakes(FLAG_MS + 5 * SECOND)
    assert hall.match.result is None
    assert hall.reads == 1
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert hall.match.entries[-1].at == Decimal(FLAG_MS) / 1000
    (result,) = hall.told()
    assert result.record


@pytest.mark.parametrize(("before_flag_ms", "left"), [(500, "0.5"), (0, "0"), (8_000, "8")])
async def test_a_move_that_the_reading_brings_in_time_saves_it_and_costs_its_own_time(
    deal: Halls, before_flag_ms: int, left: str
):
    hall = await flagged(deal)
    hall.unheard.append(typed(EC, "E6 E7", FLAG_MS - before_flag_ms))
    await hall.room_is_read()
    assert hall.match.result is None
    assert hall.match.to_act == (DMO,)
    assert hall.match.reserve_left(EC) == Decimal(left)
    (turn,) = hall.told()
    assert turn.opens
    await hall.stands(hall.runner.opening, FLAG_MS + 2 * SECOND)
    assert hall.wake_ms == FLAG_MS + 32 * SECOND


async def test_a_move_that_the_reading_brings_too_late_does_not_save_it(deal: Halls):
    hall = await flagged(deal)
    hall.unheard.append(typed(EC, "E6 E7", FLAG_MS + 1))
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
    assert "ec E6 E7" not in hall.log


async def test_an_event_stamped_after_the_flag_lets_it_fall_once_the_room_is_read(deal: Halls):
    hall = await flagged(deal)
    await hall.typed(EC, "hello", FLAG_MS + 1)
    assert hall.match.result is None
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_room_that_cannot_be_read_is_read_again(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runners, "RETRY_SECONDS", 0)
    hall = await deal(takeback="0", turn="60", reserve="0")
    failures = [ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError()]

    async def read(_: MatchRunner, scope: Scope) -> Reading:
        assert scope.until_ms == BEGAN_MS + POSTED_MS + 60 * SECOND
        hall.reads += 1
        if failures:
            raise failures.pop()
        return Reading((), 0)

    hall.runner._around = replace(hall.runner._around, read_room=read)
    await hall.wakes(POSTED_MS + 60 * SECOND)
    await eventually(lambda: hall.match.result)
    assert hall.reads == 4


async def test_a_flag_between_two_milliseconds_falls_at_the_next(deal: Halls):
    hall = await deal(takeback="0", turn="60.0004", reserve="0")
    await hall.wakes(POSTED_MS + 55 * SECOND + 1)
    flag_ms = POSTED_MS + 60_001
    assert hall.wake_ms == flag_ms
    await hall.wakes(flag_ms)
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_a_choice_that_is_late_goes_to_the_lot_and_the_lot_is_kept(deal: Halls):
    hall = await chosen_late(deal)
    assert hall.log[-2:] == ["dealer", f"dealer first {hall.match.to_act[0]}"]
    assert (await hall.sources())[-2:] == [None, None]
    (turn,) = hall.told()
    assert turn.opens


async def chosen_late(deal: Halls) -> Hall:
    game = fire_and_ice(choice="5", seed="4")
    card = card_of(game, room_id=77)
    hall = Hall(deal.store, card)
    await hall.open()
    deal.open.append(hall)
    await hall.stands(1, POSTED_MS)
    hall.told()
    await hall.wakes(POSTED_MS + 5 * SECOND)
    await hall.room_is_read()
    return hall


async def test_asking_for_the_match_now_changes_nothing_and_lets_no_flag_fall(deal: Halls):
    hall = await deal(turn="60", reserve="10")
    hall.clock.ms = BEGAN_MS + POSTED_MS + 64 * SECOND
    assert hall.runner.match_now().reserve_left(EC) == 6
    hall.clock.ms = BEGAN_MS + POSTED_MS + 999 * SECOND
    assert hall.runner.match_now().result is None
    assert hall.match.now == Decimal(POSTED_MS) / 1000


async def test_a_ruling_after_the_flag_is_answered_once_the_flag_is_judged(deal: Halls):
    hall = await flagged(deal)
    answer = asyncio.get_running_loop().create_future()
    await hall.happen(Ruled("abort", 1, BEGAN_MS + FLAG_MS + SECOND, answer))
    assert not answer.done()
    await hall.room_is_read()
    refusal = await answer
    assert refusal
    assert refusal.code == "match-over"
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)
