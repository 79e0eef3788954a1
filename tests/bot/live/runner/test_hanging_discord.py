"""While Discord answers nothing at all, the tables go on: no queue awaits it."""

from itertools import count

from bot.live.runner import MatchRunner
from bot.values.events import PlayerMessage, TimerFired
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import snowflake
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.servers import Server

NUMBERS = count()


def types(
    server: Server, runner: MatchRunner, seat: Seat, text: str, at_ms: int | None = None
) -> None:
    at_ms = at_ms or server.clock.now_ms()
    runner.enqueue(PlayerMessage(seat, text, snowflake(at_ms, next(NUMBERS)), at_ms))


async def hangs(server: Server) -> None:
    await server.world.fault(fault="latency", seconds=60, count=None)


async def test_a_match_begins_and_all_in_it_happens_while_every_request_hangs(server: Server):
    await hangs(server)
    now = snowflake(server.clock.now_ms())
    runner = await server.registry.open_match(server.card(takeback="60"), now)
    types(server, runner, EC, "E6 E8")
    types(server, runner, EC, "E6 E7")
    await eventually(lambda: runner.match.held)
    types(server, runner, EC, "takeback")
    await eventually(lambda: runner.match.held is None)
    assert await runner.rule("pause", now + 1) is None
    assert await runner.rule("resume", now + 2) is None
    types(server, runner, DMO, "concede")
    await eventually(lambda: runner.match.result)
    await eventually(lambda: server.runners.in_room(int(server.room)) is None)


async def test_a_move_typed_in_time_is_judged_while_the_room_cannot_be_read_for_the_flag(
    server: Server,
):
    runner = await server.open(turn="5", reserve="0")
    await hangs(server)
    in_time = server.clock.now_ms()
    server.clock.hear(in_time + 10_000)
    runner.enqueue(TimerFired())
    await eventually(lambda: runner.live.is_reading)
    types(server, runner, EC, "E6 E7", in_time)
    await eventually(lambda: runner.match.to_act == (DMO,))
