"""Killed with SIGKILL between two steps that belong together: each is done once, and none is lost.

Discord has forgotten the nonces by then, so the room's history alone can tell what was posted.
"""

from bot.features.rulings import texts
from tests.end_to_end.helpers.matches import World, button_id, first_button_id
from tests.end_to_end.helpers.stored import count
from tests.end_to_end.moves.test_rulings import asked, opened, press
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

POSTING = {"method": "POST", "route": "/channels/{channel_id}/messages"}
FILLING_IN = {"method": "PATCH", "route": "/messages/@original"}
PANEL = from_dealer("## Next: A Battle of Fire and Ice")
OPENING = from_dealer("## A Battle of Fire and Ice")


async def set_up(world: World, room: str) -> Message:
    await world.host.command(room, "/fire-and-ice start", ready=True, **world.players)
    return await world.host.read(room, PANEL)


async def start_again(bot: BotProcess, world: World) -> None:
    await bot.kill()
    await world.fault(fault="forget-nonces")
    await world.clear_faults()
    await bot.start()


async def said(world: World, room: str, *parts: str) -> int:
    return sum(map(from_dealer(*parts), await world.host.history(room)))


async def test_a_panel_that_was_sent_but_not_kept_is_posted_once(
    bot: BotProcess, world: World, room: str
):
    await world.fault(fault="drop", after=True, match=POSTING, seconds=60)
    panel = await set_up(world, room)
    await start_again(bot, world)
    await world.host.press(panel, button_id(panel, "Start now"))
    await world.host.read(room, OPENING)
    await world.host.read(room, from_dealer("The match has started"))
    assert await said(world, room, "## Next:") == 1


async def test_a_match_that_has_begun_but_was_not_opened_begins_once(
    bot: BotProcess, world: World, room: str
):
    panel = await set_up(world, room)
    await eventually(lambda: count(bot, f"panels WHERE message_id = {panel['id']}") == 1)
    await world.fault(fault="5xx-before", status=503, match=POSTING, count=None)
    await world.host.press(panel, button_id(panel, "Start now"))
    await eventually(lambda: count(bot, f"matches WHERE room_id = {room}") == 1)
    await start_again(bot, world)
    await world.host.read(room, OPENING)
    await world.host.read(room, from_dealer("The match has started"))
    await eventually(lambda: count(bot, f"panels WHERE room_id = {room}") == 0)
    assert count(bot, f"matches WHERE room_id = {room}") == 1
    assert await said(world, room, "## A Battle of Fire and Ice") == 1


async def test_a_confirmed_ruling_that_was_kept_but_not_answered_is_given_once(
    bot: BotProcess, world: World, room: str
):
    async with Listener(world.host) as host:
        await opened(world, host, room)
        message = await asked(host, room, "/match time", player="ec", amount=60)
        await world.fault(fault="5xx-before", match=FILLING_IN, count=None)
        host.events.clear()
        await world.host.press(message, first_button_id(message))
        await host.wait("INTERACTION_SUCCESS")
        await eventually(lambda: given(bot, room) == 1)
        assert count(bot, f"proposals WHERE match_id IN ({matches_in(room)})") == 0
        await start_again(bot, world)
        host.events.clear()
        assert await press(host, message) == texts.GONE()
        assert given(bot, room) == 1


def given(bot: BotProcess, room: str) -> int:
    return count(bot, f"entries WHERE text LIKE 'time ec%' AND match_id IN ({matches_in(room)})")


def matches_in(room: str) -> str:
    return f"SELECT id FROM matches WHERE room_id = {room}"
