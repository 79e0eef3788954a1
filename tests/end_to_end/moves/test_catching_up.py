"""Tests that deeds while the bot is down, or shut out of its room, are neither lost nor unfair."""

import asyncio

from tests.end_to_end.helpers.matches import World, judge
from tests.helpers.people import Listener, from_dealer
from tests.helpers.processes.bot_process import BotProcess

FLOWER, OTHER_FLOWER = "flower U G7 H7 I7 G8 I8", "flower X H8 G8 I8 H7 H9"
VIEW_AND_WRITE = 1 << 10 | 1 << 11


async def test_what_both_say_aloud_and_in_private_meanwhile_comes_in_one_order(
    bot: BotProcess, world: World, room: str
):
    await world.deal(room, "demeters-anguish")
    await bot.kill()
    first = await world.ec.tell(FLOWER)
    # Not yet: the other opening is still to come.
    early = await world.dmo.say(room, "first them")
    await world.dmo.tell("flower X H8 G8 I8 H7 H10")
    await world.dmo.tell(OTHER_FLOWER)
    await world.dmo.say(room, "first me")
    await bot.start()
    assert "U" in (await world.ec.reply(first))["content"]
    assert "You can't do that now" in (await world.dmo.reply(early))["content"]
    record = await world.concede(room)
    lines = [line.partition("] ")[2] or line for line in record.splitlines()]
    order = [line for line in lines if FLOWER in line or OTHER_FLOWER in line or "first" in line]
    assert [line.split(" ", 2)[2] for line in order] == [FLOWER, OTHER_FLOWER, "first me"]
    assert await world.gaps(room) == 1


async def test_a_lost_session_is_caught_up_with_and_told_in_one_line(world: World, room: str):
    opening = await world.start(room, turn=600, reserve=1)
    await world.clock_runs(room)
    await world.fault(fault="invalid-session")
    await asyncio.sleep(1)
    move = await world.ec.say(room, "E6 E7")
    await world.dmo.say(room, "chatter")
    await world.turn_after(room, move, world.dmo)
    await world.host.read(room, from_dealer("was away for"), opening["id"])
    record = await world.concede(room)
    assert judge(record)["clock"]["ec"] == {"reserve": 1.0}
    assert await world.gaps(room) == 1


async def test_a_room_that_is_shut_pauses_the_match_until_the_host_opens_it(
    world: World, room: str
):
    opening = await world.start(room)
    await world.deny(room, VIEW_AND_WRITE)
    move = await world.ec.say(room, "E6 E7")
    await world.told_to_host(room, "are paused", next_message=opening)
    await world.dmo.say(room, "E3 F3")
    await world.deny(room, 0)
    assert "has resumed" in await world.host.ask_text(room, "/match resume")
    # Texts typed meanwhile count from now on.
    turn = await world.turn_after(room, move, world.ec)
    assert "E3 (white) and F3 (blue)" in turn["content"]
    judge(await world.concede(room))


async def test_a_deleted_room_keeps_its_match_paused_and_the_host_can_end_it(
    world: World, room: str
):
    opening = await world.start(room)
    elsewhere = await world.new_room()
    await world.host.request("DELETE", f"/channels/{room}")
    direct, deleted = await world.host.direct(), from_dealer("has been deleted", "paused and saved")
    await world.host.read(direct, deleted, opening["id"])
    async with Listener(world.host) as ear:
        listed = (await ear.ask_text(elsewhere, "/match list")).splitlines()
        (line,) = [line for line in listed if room in line]
        number = int(line.split()[1])
        assert "aborted" in await ear.ask_text(elsewhere, "/match abort", number=number)
        answer = await ear.ask_text(elsewhere, "/match abort", number=number)
        assert "No live match on this server has that number" in answer
