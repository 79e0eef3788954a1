"""While Discord answers nothing at all, the tables go on: no queue awaits it."""

from itertools import count

from bot.live.events import Typed, Woken
from bot.matches.runner import MatchRunner
from engine.seats import Seat
from tests.bot.support import DMO, EC, eventually, snowflake
from tests.bot.town import Town

NUMBERS = count()


def types(town: Town, runner: MatchRunner, seat: Seat, text: str, at_ms: int | None = None) -> None:
    """A message, as the gateway tells of it."""
    at_ms = at_ms or town.registry.clock.now_ms()
    runner.put(Typed(seat, text, snowflake(at_ms, next(NUMBERS)), at_ms))


async def hangs(town: Town) -> None:
    """From now on nothing is answered."""
    await town.world.fault(fault="latency", seconds=60, count=None)


async def test_moves_are_judged_and_kept_while_every_request_hangs(town: Town):
    rooms = [town.room, await town.world.new_room()]
    runners = [await town.open(room=room) for room in rooms]
    await hangs(town)
    for runner in runners:
        types(town, runner, EC, "E6 E7")
        await eventually(lambda runner=runner: runner.match.to_act == (DMO,))
        types(town, runner, DMO, "E3 E2")
        await eventually(lambda runner=runner: runner.match.to_act == (EC,))
    for stored in await town.store.live_matches():
        said = [each.entry.text for each in stored.entries if each.entry.who.seat]
        assert said == ["E6 E7", "E3 E2"]
        assert stored.waiting


async def test_refusals_rulings_and_the_end_wait_for_no_request(town: Town):
    runner = await town.open()
    await hangs(town)
    types(town, runner, EC, "E6 E8")
    types(town, runner, EC, "E6 E7")
    await eventually(lambda: runner.match.to_act == (DMO,))
    now = snowflake(town.registry.clock.now_ms())
    assert await town.registry.rule(runner, "pause", now) is None
    assert await town.registry.rule(runner, "resume", now + 1) is None
    types(town, runner, DMO, "concede")
    await eventually(lambda: runner.match.result)
    await eventually(lambda: town.registry.runner_in(int(town.room)) is None)


async def test_a_match_begins_and_holds_and_takes_back_while_every_request_hangs(town: Town):
    await hangs(town)
    now = snowflake(town.registry.clock.now_ms())
    runner = await town.registry.open_match(town.card(takeback="60"), now)
    types(town, runner, EC, "E6 E7")
    await eventually(lambda: runner.match.held)
    types(town, runner, EC, "takeback")
    await eventually(lambda: runner.match.held is None)


async def test_a_move_typed_in_time_is_judged_while_the_room_cannot_be_read_for_the_flag(
    town: Town,
):
    runner = await town.open(turn="5", reserve="0")
    await hangs(town)
    in_time = town.registry.clock.now_ms()
    town.registry.clock._offset_ms += 10_000
    runner.put(Woken())
    await eventually(lambda: runner._is_reading)
    types(town, runner, EC, "E6 E7", in_time)
    await eventually(lambda: runner.match.to_act == (DMO,))
