"""Anybody practises against the Dealer: in a room that is open for it, or in direct messages."""

from typing import Any

import pytest

from engine.games import GAMES
from engine.seats import Seat
from tests.end_to_end.helpers.matches import World, judge, unhurried
from tests.end_to_end.helpers.stored import act, newest_match
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

ACTIONS = 1
"""After how many of their own actions a person has seen enough: a room sees more of them."""


async def practise(
    beginner: Listener, room: str, game: str = "fire-and-ice", **options: Any
) -> Message:
    answer = await beginner.ask_text(room, "/practice", game=game, level="easy", **options)
    assert answer == "Your match has started. Good luck!"
    return await beginner.person.read(room, from_dealer(f"## {GAMES[game].title}"))


@pytest.mark.parametrize("game", sample(PLAYED, GAMES_OF_EACH_KIND))
async def test_a_whole_match_takes_place_in_direct_messages(
    bot: BotProcess, beginner: Listener, world: World, game: str
):
    person = beginner.person
    direct = await person.direct()
    opening = await practise(beginner, direct, game)
    assert "doesn't count" in opening["content"]
    for number in range(ACTIONS):
        await act(bot, direct, person, Seat.EC, number)
    assert (await person.reply(await person.say(direct, "board")))["attachments"]
    await person.say(direct, "concede")
    result = await person.read(direct, from_dealer("🏁"), opening["id"])
    record = await world.record_of(result)
    assert judge(record)["result"]["winner"] == "dmo"
    assert ("\nunheld: dmo\n" in record) == ("\ntakeback: " in record)


async def test_who_practises_may_pause_undo_and_abort(bot: BotProcess, beginner: Listener):
    person = beginner.person
    direct = await person.direct()
    await practise(beginner, direct, seat="dmo")
    await act(bot, direct, person, Seat.DMO, 1)
    paused = "The match is paused. `/match resume` resumes it."
    assert await beginner.ask_text(direct, "/match pause") == paused
    assert await beginner.ask_text(direct, "/match resume") == "The match has resumed."
    before = newest_match(bot, direct)
    assert await beginner.ask_text(direct, "/match undo") == "Undone."
    await person.read(direct, from_dealer("Your last move is undone"))
    result = newest_match(bot, direct)
    assert len(result.entries) > len(before.entries)
    assert await beginner.ask_text(direct, "/match abort") == "The match has been aborted."
    await person.read(direct, from_dealer("This practice match is over"))


async def test_others_may_not_rule_in_it(world: World, beginner: Listener, room: str):
    await world.host.ask(room, "/dealer practice", room=room)
    async with Listener(world.spectator) as other:
        await practise(beginner, room)
        assert "Only a host" in await other.ask_text(room, "/match abort")
        assert "(practice)" in await other.ask_text(room, "/match list")
    assert await beginner.ask_text(room, "/match abort") == "The match has been aborted."


async def test_a_room_must_be_open_for_practice(beginner: Listener, room: str):
    text = await beginner.ask_text(room, "/practice", game="fire-and-ice")
    assert text.startswith("This room isn't open for practice.")


async def test_a_second_match_waits_for_the_first_even_over_a_restart(
    bot: BotProcess, beginner: Listener
):
    person = beginner.person
    direct = await person.direct()
    await practise(beginner, direct)
    text = await beginner.ask_text(direct, "/practice", game="demeters-anguish")
    assert "starts as soon as that's done" in text
    await bot.restart()
    await person.say(direct, "concede")
    await person.read(direct, from_dealer("## Demeter's Anguish"))
    await beginner.ask_text(direct, "/match abort")


async def test_practice_waits_while_a_live_match_awaits_a_secret(
    bot: BotProcess, world: World, room: str
):
    """Direct messages belong to the live match; practice goes on afterwards."""
    async with Listener(world.ec) as beginner:
        direct = await world.ec.direct()
        await practise(beginner, direct)
        await world.deal(room, "compass-collisions", **unhurried("compass-collisions"))
        waits = await world.ec.read(direct, from_dealer(f"<#{room}>, so anything you write"))
        for person, seat in ((world.ec, Seat.EC), (world.dmo, Seat.DMO)):
            await act(bot, room, person, seat, 1)
        await world.ec.read(direct, from_dealer("The match has resumed"), waits["id"])
        await act(bot, direct, world.ec, Seat.EC, 1)
        await beginner.ask_text(direct, "/match abort")
