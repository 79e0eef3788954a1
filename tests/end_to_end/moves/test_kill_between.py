"""Killed with SIGKILL between two steps that belong together: each is done once, and none is lost.

Discord has forgotten the nonces by then, so the room's history alone can tell what was posted.
"""

from bot.features.rulings import texts
from tests.end_to_end.helpers.matches import HOUR, button_id, clock_runs, start
from tests.end_to_end.helpers.stored import count
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import EPHEMERAL, Listener, Message, World, from_dealer
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


async def press(world: World, panel: Message, name: str, label: str) -> None:
    await world.people[name].press(panel, button_id(panel, label))


async def said(world: World, room: str, *parts: str) -> int:
    return sum(map(from_dealer(*parts), await world.host.history(room)))


async def test_a_panel_that_was_sent_but_not_kept_is_posted_once(
    bot: BotProcess, world: World, room: str
):
    await world.fault(fault="drop", after=True, match=POSTING, seconds=60)
    panel = await set_up(world, room)
    await start_again(bot, world)
    await press(world, panel, "host", "Start now")
    await world.host.read(room, OPENING)
    await world.host.read(room, from_dealer("The match has started"))
    assert await said(world, room, "## Next:") == 1


async def test_a_match_that_has_begun_but_was_not_opened_begins_once(
    bot: BotProcess, world: World, room: str
):
    panel = await set_up(world, room)
    await eventually(lambda: count(bot, f"panels WHERE message_id = {panel['id']}") == 1)
    await world.fault(fault="5xx-before", status=503, match=POSTING, count=None)
    await press(world, panel, "host", "Start now")
    await eventually(lambda: count(bot, f"matches WHERE room_id = {room}") == 1)
    await start_again(bot, world)
    await world.host.read(room, OPENING)
    await world.host.read(room, from_dealer("The match has started"))
    await eventually(lambda: count(bot, f"panels WHERE room_id = {room}") == 0)
    assert count(bot, f"matches WHERE room_id = {room}") == 1
    assert await said(world, room, "## A Battle of Fire and Ice") == 1


async def proposed(world: World, host: Listener, room: str) -> Message:
    """Return a proposal of a minute more for the EC, in a match of its own."""
    await start(world, room, turn=HOUR)
    await clock_runs(world, room)
    await world.host.command(room, "/match time", player="ec", amount=60)

    def is_question(data: Message) -> bool:
        is_private = bool(data.get("flags", 0) & EPHEMERAL)
        return is_private and data["channel_id"] == room and bool(data["components"])

    return await host.wait("MESSAGE_UPDATE", is_question)


async def confirm(host: Listener, message: Message) -> None:
    host.events.clear()
    await host.person.press(message, message["components"][0]["components"][0]["custom_id"])
    await host.wait("INTERACTION_SUCCESS")


async def told(host: Listener, message: Message) -> str:
    def is_told(data: Message) -> bool:
        return data["id"] == message["id"] and not data["components"]

    return (await host.wait("MESSAGE_UPDATE", is_told))["content"]


async def test_a_confirmed_ruling_that_was_kept_but_not_answered_is_given_once(
    bot: BotProcess, world: World, room: str
):
    async with Listener(world.host) as host:
        message = await proposed(world, host, room)
        await world.fault(fault="5xx-before", match=FILLING_IN, count=None)
        await confirm(host, message)
        await eventually(lambda: given(bot, room) == 1)
        assert count(bot, f"proposals WHERE match_id IN ({matches_in(room)})") == 0
        await start_again(bot, world)
        await confirm(host, message)
        assert await told(host, message) == texts.GONE()
        assert given(bot, room) == 1


def given(bot: BotProcess, room: str) -> int:
    return count(bot, f"entries WHERE text LIKE 'time ec%' AND match_id IN ({matches_in(room)})")


def matches_in(room: str) -> str:
    return f"SELECT id FROM matches WHERE room_id = {room}"
