"""Turns of days: how a host sets them up, what is said of them, and that a restart keeps them."""

import re

import pytest

from bot.texts.clocks import in_words
from engine.clocks import Seconds
from tests.end_to_end.helpers.matches import World
from tests.helpers.people import Listener, from_dealer
from tests.helpers.processes.bot_process import BotProcess

DEADLINE = re.compile(r"<t:(\d+):R>")
HOUR = 3_600


async def test_a_turn_of_three_days_is_listed_with_what_is_left_of_it_and_outlives_a_restart(
    world: World, bot: BotProcess, host: Listener, room: str
):
    opening = await world.start(room, turn="3d", reserve="2h")
    await host.answer()
    assert "⏳ Time: 3 days (deadline " in opening["content"]
    assert ", then 2 h of reserve." in opening["content"]
    await world.clock_runs(room)
    before = await listed(host, room)
    await bot.restart()
    away = await world.host.read(room, from_dealer("was away for"), opening["id"])
    after = await listed(host, room)
    # Nobody loses the time in between, so the deadline is later by just that.
    assert before <= after <= before + HOUR
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"), away["id"])
    record = await world.concede(room, world.ec)
    assert "turn: 259200\nreserve: 7200\n" in record


async def listed(host: Listener, room: str) -> int:
    """Return the deadline of the turn in the list of matches."""
    line = await host.ask_text(room, "/match list")
    assert f"<#{room}>" in line
    assert re.search(r"2 days 23 h( \d+ min)? of turn time left", line)
    assert ", then 2 h of reserve." in line
    (deadline,) = DEADLINE.findall(line)
    return int(deadline)


async def test_a_reserve_is_changed_by_a_time_with_units_and_by_nothing_else(
    world: World, host: Listener, room: str
):
    await world.start(room, turn="24h", reserve="2h")
    await host.answer()
    await world.clock_runs(room)
    for amount, left in (("1h30m", 12_600), ("-5m", 6_900), ("90", 7_290), ("-3d", 0)):
        text = await host.ask_text(room, "/match time", player="dmo", amount=amount)
        name = f"**{world.dmo.name}**"
        reserve = f"{in_words(Seconds(left - left % 60))} of reserve" if left else "no reserve"
        assert f"{name}: {reserve}." in text
    expected = "expected a time such as 90, 5m, 1h30m or 3d, up to 7 days"
    for amount in ("soon", "--5m", "8d"):
        text = await host.ask_text(room, "/match time", player="dmo", amount=amount)
        assert text.startswith(f"Option `amount`: {expected}, got ")
    assert f"{name}: 2 h of reserve." in await host.ask_text(room, "/match clock")


async def test_periods_are_given_by_their_number(world: World, host: Listener, room: str):
    await host.ask_text(room, "/compass-collisions start", **world.players)
    await world.host.read(room, from_dealer("## Compass"))
    for amount in ("5m", "1.5", "many"):
        text = await host.ask_text(room, "/match time", player="ec", amount=amount)
        assert text == "Option `amount`: expected a number of periods, such as 2 or -1."
    text = await host.ask_text(room, "/match time", player="ec", amount="-1")
    assert text.startswith("After `time ec -1`, the clocks would read")


@pytest.mark.parametrize(("option", "text"), [("turn", "soon"), ("reserve", "-5m"), ("turn", "8d")])
async def test_a_start_with_a_text_that_is_no_time_changes_nothing(
    world: World, host: Listener, room: str, option: str, text: str
):
    answer = await host.ask_text(room, "/fire-and-ice start", **world.players, **{option: text})
    assert answer.startswith(f"Option `{option}`: ")
    none = "There is no live match in this room."
    assert await host.ask_text(room, "/match status") == none
