"""The bot is killed with SIGKILL and started again: every live match goes on where it stood."""

import asyncio

import pytest

from tests.bot_process import BotProcess
from tests.end_to_end.play import clock_runs, judge, record_of, result_after, start, turn_after
from tests.people import World, from_dealer

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_turn_goes_on_after_a_kill_and_the_gap_is_nobodys_time(
    bot: BotProcess, world: World, room: str
) -> None:
    opening = await start(world, room, turn=6, reserve=1)
    await clock_runs(world, room)
    await bot.kill()
    await asyncio.sleep(8)
    await bot.start()
    away = await world.host.read(room, from_dealer("was away for"), opening["id"])
    move = await world.ec.say(room, "E6 E7")
    turn = await turn_after(world, room, away, world.dmo)
    assert int(move["id"]) < int(turn["id"])
    result = await result_after(world, room, await world.dmo.say(room, "concede"))
    record = await record_of(world.session, result)
    assert "host @" in record
    assert judge(record)["clock"]["ec"] == {"reserve": 1.0}
    boards = [m for m in await world.host.history(room) if len(m["attachments"]) == 1]
    assert len(boards) == 2


async def test_a_post_that_stood_just_before_the_kill_starts_its_clock_after_the_gap(
    bot: BotProcess, world: World, room: str
) -> None:
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    await world.fault(fault="drop", after=True, match=posting, count=None, seconds=60)
    opening = await start(world, room, turn=3, reserve=1)
    await bot.kill()
    await world.clear_faults()
    await asyncio.sleep(5)
    await bot.start()
    away = await world.host.read(room, from_dealer("was away for"), opening["id"])
    await world.ec.say(room, "E6 E7")
    await turn_after(world, room, away, world.dmo)


async def test_a_move_typed_while_the_bot_was_down_counts_and_costs_nothing(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room, turn=6, reserve=1)
    await clock_runs(world, room)
    await bot.kill()
    await asyncio.sleep(6)
    move = await world.ec.say(room, "E6 E7")
    await bot.start()
    turn = await turn_after(world, room, move, world.dmo)
    result = await result_after(world, room, await world.dmo.say(room, "concede"))
    record = await record_of(world.session, result)
    assert judge(record)["clock"]["ec"] == {"reserve": 1.0}
    assert "E6 (white) and E7 (red)" in turn["content"]


async def test_a_move_missed_by_a_lost_session_counts_when_the_bot_is_back(
    bot: BotProcess, world: World, room: str
) -> None:
    opening = await start(world, room)
    await world.fault(fault="invalid-session")
    move = await world.ec.say(room, "E6 E7")
    assert int(move["id"]) > int(opening["id"])
    await turn_after(world, room, move, world.dmo)


async def test_a_held_move_survives_a_kill_and_can_still_be_taken_back(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room, takeback=4)
    move = await world.ec.say(room, "E6 E7")
    await world.host.read(room, lambda m: m["id"] == move["id"] and bool(m.get("reactions")))
    await bot.kill()
    await bot.start()
    await world.ec.delete(move)
    taken = await world.host.read(room, from_dealer("takes the move back"), move["id"])
    again = await world.ec.say(room, "D4 C4")
    await world.host.read(room, lambda m: m["id"] == again["id"] and bool(m.get("reactions")))
    await bot.kill()
    await bot.start()
    turn = await turn_after(world, room, taken, world.dmo)
    assert "D4 (white) and C4 (red)" in turn["content"]
    assert int(again["id"]) < int(turn["id"])


async def test_a_notice_that_was_not_delivered_is_delivered_after_the_restart(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room)
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    await world.fault(fault="latency", match=posting, count=1, seconds=30)
    move = await world.ec.say(room, "E6 E7")
    await asyncio.sleep(0.5)
    await bot.kill()
    await world.clear_faults()
    await bot.start()
    turn = await turn_after(world, room, move, world.dmo)
    assert "E6 (white) and E7 (red)" in turn["content"]


async def test_a_post_that_stood_before_the_kill_is_not_posted_twice(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room)
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    await world.fault(fault="5xx-after", match=posting, count=1)
    move = await world.ec.say(room, "E6 E7")
    turn = await turn_after(world, room, move, world.dmo)
    await bot.kill()
    await bot.start()
    await world.dmo.say(room, "concede")
    await result_after(world, room, turn)
    posts = [m for m in await world.host.history(room, move["id"]) if "your move" in m["content"]]
    assert posts == [turn]


async def test_the_bot_stops_cleanly_when_it_is_told_to(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room)
    assert await bot.stop() == 0
    await bot.start()
    await world.host.read(room, from_dealer("was away for"))
