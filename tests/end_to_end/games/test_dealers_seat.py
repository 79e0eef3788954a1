"""The Dealer takes a seat itself, in every game, and plays by the same rules as a person."""

from pathlib import Path

import pytest

from engine.seats import Seat
from tests.end_to_end.helpers.matches import HOUR, World, judge, unhurried
from tests.end_to_end.helpers.stored import act, newest_match, sources
from tests.helpers.clocks.waiting import eventually
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.samples import sample
from tests.helpers.processes.bot_process import BotProcess

ACTIONS = 2
"""After how many of their own actions a person has seen enough."""


def _thoughts(bot: BotProcess, room: str) -> int:
    return sum(source.startswith("thought:") for source in sources(bot, room))


@pytest.mark.parametrize("game", sample(PLAYED, ["deep-sea-voyage"]))
async def test_a_person_plays_the_dealer(bot: BotProcess, world: World, room: str, game: str):
    options = unhurried(game) | ({"takeback": 1} if game == "fire-and-ice" else {})
    opening = await world.deal(room, game, dmo=world.about["bot_id"], level="easy", **options)
    for number in range(ACTIONS):
        await act(bot, room, world.ec, Seat.EC, number)
    await eventually(lambda: _thoughts(bot, room) > 1)
    await world.ec.say(room, "concede")
    result = await world.result_after(room, opening)
    record = await world.record_of(result)
    assert judge(record)["result"]["winner"] == "dmo"
    assert ("\nunheld: dmo\n" in record) == ("\ntakeback: " in record)


async def test_the_dealer_is_killed_while_it_thinks_and_goes_on(
    bot: BotProcess, world: World, room: str
):
    await _starts_to_think(bot, world, room)
    await eventually(lambda: _children(bot.pid))
    thinking = _children(bot.pid)
    await bot.kill()
    await eventually(lambda: not any(Path(f"/proc/{text}").exists() for text in thinking))
    await bot.start()
    await eventually(lambda: _thoughts(bot, room))
    await world.ec.say(room, "concede")


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


async def _starts_to_think(bot: BotProcess, world: World, room: str) -> None:
    """Let the Dealer begin, and take two seconds at least."""
    options = {"first": "dmo", "level": "hard", "takeback": 0, "turn": HOUR}
    await world.deal(room, "fire-and-ice", dmo=world.about["bot_id"], **options)
    await eventually(lambda: newest_match(bot, room).clock.started is not None)
