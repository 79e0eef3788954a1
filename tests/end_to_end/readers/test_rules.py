"""`/rules` in pages and `/help`: each reader for themselves, anywhere, across restarts."""

from typing import Any

import pytest

from bot.features.lessons import texts as help_texts
from bot.texts import answers
from bot.texts.lessons import reading
from bot.texts.lessons.pages import pages_of
from engine.games import GAMES
from engine.records.record import read_record
from tests.end_to_end.helpers.matches import World, button_id, components_of, press_on
from tests.helpers.games.offered import TAUGHT
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import Listener, Message
from tests.helpers.processes.bot_process import BotProcess

GAME = "fire-and-ice"


async def open_rules(reader: Listener, room: str, game: str = GAME) -> Message:
    return await reader.ask(room, "/rules", game=game)


def controls(message: Message) -> dict[str, dict[str, Any]]:
    return {part.get("label") or part["placeholder"]: part for part in components_of(message)}


def title(page: int, game: str = GAME) -> str:
    return f"## {pages_of(GAMES[game])[page - 1].title}\n"


async def choose(reader: Listener, message: Message, number: int) -> Message:
    listed = controls(message)[reading.CHOOSE()]
    expected = listed["options"][number - 1]["value"]
    about = {"component_type": 3, "values": [expected]}
    await reader.person.press(message, listed["custom_id"], **about)
    return await reader.change_of(message)


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_a_reader_turns_the_pages_of_every_game_there_and_back(
    room: str, reader: Listener, game: str
):
    kind = GAMES[game]
    message = await open_rules(reader, room, game)
    last = len(pages_of(kind))
    assert controls(message)[reading.BACK()]["disabled"]
    if kind.designers:
        assert reading.credit(kind()) in message["content"]
    for number in range(1, last + 1):
        assert f"{kind.title}, page {number} of {last}" in message["content"]
        assert title(number, game) in message["content"]
        match_title = read_record(pages_of(kind)[number - 1].record).game.title
        assert message["attachments"]
        assert all(match_title in board["description"] for board in message["attachments"])
        if number < last:
            message = await press_on(reader, message, reading.FORWARD())
    assert controls(message)[reading.FORWARD()]["disabled"]
    message = await press_on(reader, message, reading.BACK())
    assert title(last - 1, game) in message["content"]
    message = await choose(reader, message, 2)
    assert title(2, game) in message["content"]


async def test_rules_and_help_are_answered_in_direct_messages(bot: BotProcess, reader: Listener):
    channel = await reader.person.direct()
    message = await press_on(reader, await open_rules(reader, channel), reading.FORWARD())
    assert title(2) in message["content"]
    assert await reader.ask_text(channel, "/help") == help_texts.HELP()


async def test_the_rules_button_below_a_board_opens_the_pages_with_that_matchs_options(
    bot: BotProcess, world: World, room: str, reader: Listener
):
    opening = await world.start(room, takeback=37)
    message = await reader.press(opening, button_id(opening, answers.LABELS["rules"]()))
    assert title(1) in message["content"]
    assert "Designed by ItzShaun and penzo. Featured in *Simply Genius*." in message["content"]
    message = await choose(reader, message, 6)
    assert "hold it for 37 s" in message["content"]
    await bot.restart()
    message = await read_again(reader, message)
    assert "hold it for 37 s" in message["content"]
    await world.host.command(room, "/match abort")
    # Once that match is over, the usual options are told.
    while "hold it for 37 s" in message["content"]:
        message = await read_again(reader, message)
    assert "hold it for 5 s" in message["content"]


async def read_again(reader: Listener, message: Message) -> Message:
    before = await press_on(reader, message, reading.BACK())
    return await press_on(reader, before, reading.FORWARD())


async def test_the_help_leads_to_the_rules_and_to_the_tutorial_of_every_game(
    room: str, reader: Listener
):
    message = await reader.ask(room, "/help")
    assert message["content"] == help_texts.HELP()
    ways = controls(message)
    listed = ways.pop(help_texts.RULES_OF())
    assert [way["custom_id"] for way in ways.values()] == [f"tutorial:{game}" for game in TAUGHT]
    for option in listed["options"]:
        about = {"component_type": 3, "values": [option["value"]]}
        page = await reader.press(message, listed["custom_id"], **about)
        assert f"{GAMES[option['value']].title}, page 1 of" in page["content"]
        if option["value"] in TAUGHT:
            tutorial = controls(page)[reading.TUTORIAL()]
            assert tutorial["custom_id"] == f"tutorial:{option['value']}"
        else:
            assert reading.TUTORIAL() not in controls(page)
