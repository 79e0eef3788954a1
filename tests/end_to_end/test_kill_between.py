"""Killed with SIGKILL between the sending of a post and its keeping: the post stands once.

Discord has forgotten the nonces by then, so the room's history alone can tell.
"""

import pytest

from tests.bot_process import BotProcess
from tests.end_to_end.matches import start, turn_after
from tests.people import World, from_dealer

pytestmark = pytest.mark.asyncio(loop_scope="module")
POSTING = {"method": "POST", "route": "/channels/{channel_id}/messages"}


async def test_a_board_that_was_sent_but_not_kept_is_posted_once(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room)
    await world.fault(fault="drop", after=True, match=POSTING, seconds=60)
    move = await world.ec.say(room, "E6 E7")
    turn = await turn_after(world, room, move, world.dmo)
    await bot.kill()
    await world.fault(fault="forget-nonces")
    await world.clear_faults()
    await bot.start()
    away = await world.host.read(room, from_dealer("was away for"), turn["id"])
    move = await world.dmo.say(room, "E3 E2")
    await turn_after(world, room, away, world.ec)
    boards = [each for each in await world.host.history(room) if each["attachments"]]
    assert len(boards) == 3
    assert [each["id"] for each in boards][1] == turn["id"]


async def test_a_refusal_that_was_sent_but_not_kept_is_said_once(
    bot: BotProcess, world: World, room: str
) -> None:
    await start(world, room)
    await world.fault(fault="drop", after=True, match=POSTING, seconds=60)
    reply = await world.ec.reply(await world.ec.say(room, "E6 E8"))
    await bot.kill()
    await world.fault(fault="forget-nonces")
    await world.clear_faults()
    await bot.start()
    await world.host.read(room, from_dealer("was away for"), reply["id"])
    replies = [m for m in await world.host.history(room) if m.get("message_reference")]
    assert [each["id"] for each in replies] == [reply["id"]]
