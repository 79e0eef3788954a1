"""A match that waits for its players or for a time, and a bot that is killed meanwhile."""

import sqlite3
import time
from contextlib import closing
from typing import Any

from bot.features.panels import texts as panels
from bot.texts import answers, hosting
from tests.end_to_end.conftest import Ears
from tests.end_to_end.helpers.matches import World, button_id
from tests.end_to_end.helpers.stored import count
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

MINUTE_MS = 60_000
ATTACH = 1 << 15
EDIT = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
OPENING = from_dealer("## A Battle of Fire and Ice")


async def set_up(world: World, ears: Ears, room: str, **options: Any) -> tuple[Message, str]:
    options = {"ready": True, "first": "ec", "takeback": 0} | world.players | options
    messages = [message["id"] for message in await world.host.history(room)]
    text = await ears["host"].ask_text(room, "/fire-and-ice start", **options)
    return await panel_in(world, room, max(messages, default="0")), text


async def panel_in(world: World, room: str, result: str = "0") -> Message:
    return await world.host.read(room, from_dealer("## Next: A Battle of Fire and Ice"), result)


async def press(ear: Listener, panel: Message, label: str) -> str:
    ear.events.clear()
    return await ear.press_text(panel, button_id(panel, label))


async def says(person: Person, panel: Message, *parts: str, buttons: bool) -> None:
    """Wait until a panel says something, with buttons or without."""

    def is_said(message: Message) -> bool:
        is_it = message["id"] == panel["id"] and bool(message["components"]) == buttons
        return is_it and all(part in message["content"] for part in parts)

    await person.read(panel["channel_id"], is_said)


async def openings(world: World, room: str) -> int:
    return sum(OPENING(message) for message in await world.host.history(room))


async def time_passes(bot: BotProcess, room: str, at_ms: int) -> None:
    """Kill the bot, and start it again when it is that long until the time of a panel."""
    await bot.kill()
    change(bot, room, f"at_ms = {round(time.time() * 1000) + at_ms}")
    await bot.start()


def change(bot: BotProcess, room: str, label: str) -> None:
    execute(bot, f"UPDATE panels SET {label} WHERE room_id = {room}")


def execute(bot: BotProcess, statement: str) -> None:
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        connection.execute(statement)


async def test_the_match_and_its_clock_begin_once_both_players_are_ready(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    panel, text = await set_up(world, ears, room)
    assert text == f"The match is set up in <#{room}>. It starts once both players are ready."
    for part in (f"<@{world.ec.id}>", "Fire", "60 s for each turn, then 5:00 of reserve", "⌛"):
        assert part in panel["content"]
    assert {mention["id"] for mention in panel["mentions"]} == {world.ec.id, world.dmo.id}
    assert "isn't yet" in await press(ears["ec"], panel, "Ready")
    await says(world.host, panel, "✅", "⌛", buttons=True)
    assert await press(ears["ec"], panel, "Ready") == "You're already marked as ready."
    assert await openings(world, room) == 0
    assert await press(ears["dmo"], panel, "Ready") == panels.READY()
    await world.host.read(room, OPENING)
    await world.clock_runs(room)
    await says(world.host, panel, "The match has started", buttons=False)
    await eventually(lambda: count(bot, f"panels WHERE room_id = {room}") == 0)


async def test_a_match_without_what_it_needs_waits_for_start_now_and_host_and_room_learn_why(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    panel, _ = await set_up(world, ears, room)
    await world.deny(room, ATTACH)
    await both_ready(ears, panel)
    needed = f"I don't have *Attach Files* in <#{room}>. Allow it under <#{room}> → Edit Channel"
    await says(world.host, panel, needed, "Start now", "✅", buttons=True)
    post = await world.host.read(room, from_dealer(needed, panel["id"], f"<@{world.host.id}>"))
    everybody = {world.host.id, world.ec.id, world.dmo.id}
    assert {mention["id"] for mention in post["mentions"]} == everybody
    alone = await world.told_to_host(room, needed, panel["id"])
    await bot.restart()
    assert needed in await press(ears["host"], panel, "Start now")
    assert await openings(world, room) == 0
    await world.deny(room, 0)
    await bot.restart()
    assert await openings(world, room) == 0
    assert await press(ears["host"], panel, "Start now") == panels.STARTING()
    await world.host.read(room, OPENING)
    await world.clock_runs(room)
    for told in (post, alone):
        messages = await world.host.history(told["channel_id"])
        texts = [message["id"] for message in messages if needed in message["content"]]
        assert texts == [told["id"]]


async def test_a_scheduled_match_is_held_up_at_its_time_but_not_if_its_host_has_forced_it(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    forced = await world.new_room()
    for place, force in ((room, False), (forced, True)):
        await set_up(world, ears, place, ready=False, at="in 10 minutes", force=force)
        await world.deny(place, ATTACH)
    await bot.kill()
    for place in (room, forced):
        change(bot, place, "at_ms = at_ms - 600000")
    await bot.start()
    await world.host.read(room, from_dealer("The match can't start yet", f"<@{world.ec.id}>"))
    await world.host.read(forced, OPENING)
    assert await openings(world, room) == 0


async def test_a_panel_that_was_deleted_before_the_bot_knew_of_it_is_posted_again(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    panel, _ = await set_up(world, ears, room)
    await press(ears["ec"], panel, "Ready")
    await bot.kill()
    await world.host.delete(panel)
    change(bot, room, "message_id = NULL")
    await bot.start()
    again = await panel_in(world, room)
    assert again["id"] != panel["id"]
    await says(world.host, again, "✅", "⌛", buttons=True)
    await ears["host"].ask(room, "/match abort")
    await says(world.host, again, "called off", buttons=False)


async def test_stale_buttons_change_nothing(world: World, ears: Ears, bot: BotProcess, room: str):
    """The message cannot be edited, so its buttons stay; no later panel has its number."""
    panel, _ = await set_up(world, ears, room)
    await world.fault(fault="5xx-before", status=503, match=EDIT, count=None)
    await press(ears["host"], panel, "Start now")
    await world.host.read(room, OPENING)
    await no_press_counts(ears, panel)
    await bot.restart()
    await no_press_counts(ears, panel)
    await bot.kill()
    execute(bot, f"DELETE FROM panels WHERE room_id = {room}")
    await bot.start()
    await world.clear_faults()
    await no_press_counts(ears, panel)
    assert await openings(world, room) == 1
    await ears["host"].ask(room, "/match abort")
    again, _ = await set_up(world, ears, await world.new_room())
    assert again["components"] != panel["components"]
    await no_press_counts(ears, panel)
    await press(ears["host"], again, "Cancel")


async def no_press_counts(ears: Ears, panel: Message) -> None:
    for role, label in (("ec", "Ready"), ("host", "Start now"), ("host", "Cancel")):
        assert await press(ears[role], panel, label) == panels.OVER()


async def test_a_room_has_one_match_live_or_about_to_begin(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    await set_up(world, ears, room)
    taken = hosting.ROOM_TAKEN(room=f"<#{room}>")
    for options in ({"ready": True}, {"ready": False}, {"at": "in 3 hours"}):
        both = options | world.players
        assert await ears["host"].ask_text(room, "/flower-field start", **both) == taken
    await bot.restart()
    assert await ears["host"].ask_text(room, "/match abort") == panels.CANCELLED()
    assert await ears["host"].ask_text(room, "/match abort") == answers.NO_LIVE_MATCH()
    await set_up(world, ears, room, ready=False, at="in 1 day")
    listed = await ears["spectator"].ask_text(room, "/match list")
    assert f"Next in <#{room}>, A Battle of Fire and Ice: **Ada** against **Bob** <t:" in listed
    await ears["host"].ask(room, "/match abort")


async def test_a_scheduled_match_pings_its_players_and_begins_in_time_over_restarts(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    panel, text = await set_up(world, ears, room, at="in 2 hours")
    assert "<t:" in text
    assert "<t:" in panel["content"]
    assert "15 minutes before the match" in await press(ears["ec"], panel, "Ready")
    await time_passes(bot, room, 10 * MINUTE_MS)
    ping = await world.host.read(room, from_dealer("⏰", panel["id"]))
    assert {mention["id"] for mention in ping["mentions"]} == {world.ec.id, world.dmo.id}
    await bot.kill()
    change(bot, room, "pinged = 0")
    await bot.start()
    assert "Start of the match: <t:" in await both_ready(ears, panel)
    await time_passes(bot, room, MINUTE_MS - 1)
    last = await world.host.read(room, from_dealer("⏰", panel["id"]), ping["id"])
    await bot.restart()
    assert await openings(world, room) == 0
    await time_passes(bot, room, -1)
    opening = await world.host.read(room, OPENING)
    messages = await world.host.history(room)
    pings = [message["id"] for message in messages if "⏰" in message["content"]]
    assert pings == [ping["id"], last["id"]]
    assert int(opening["id"]) > int(last["id"])


async def both_ready(ears: Ears, panel: Message) -> str:
    await press(ears["ec"], panel, "Ready")
    return await press(ears["dmo"], panel, "Ready")


async def test_a_match_whose_time_the_bot_missed_asks_both_players_again(
    world: World, ears: Ears, bot: BotProcess, room: str
):
    panel, _ = await set_up(world, ears, room, at="in 10 minutes")
    await both_ready(ears, panel)
    await bot.kill()
    change(bot, room, "at_ms = at_ms - 1200000, pressed_ms = pressed_ms - 1200000")
    await bot.start()
    await world.host.read(room, from_dealer("I was away when your match was due to start"))
    await says(world.host, panel, "asking both players again", "⌛", buttons=True)
    await bot.restart()
    assert await openings(world, room) == 0
    assert await both_ready(ears, panel) == panels.READY()
    await world.host.read(room, OPENING)
