"""Start commands: every option of a game is one of its command's, and none else is described."""

from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands
from discord.ext import commands

from bot.texts.hosting import COMMON_OPTIONS
from engine.games import GAMES
from engine.options import descriptions, option_kinds
from tests.helpers.rooms.dealers import unconnected

LARGEST_INTEGER = 2**53


@pytest.fixture
async def bot() -> commands.Bot:
    bot = unconnected()
    await bot.setup_hook()
    return bot


def files_of(name: str) -> set[str]:
    """Return the options of a start command that stand for several of the game's."""
    return {"boards"} if name == "deep-sea-voyage" else set()


def start_of(bot: commands.Bot, name: str) -> app_commands.Command[Any, Any, Any]:
    return bot.tree.get_command(name).get_command("start")


@pytest.mark.parametrize("name", GAMES)
async def test_every_option_of_a_game_is_one_of_its_start_command(bot: commands.Bot, name: str):
    offered = {parameter.name: parameter for parameter in start_of(bot, name).parameters}
    kinds = {option: kind for option, kind in option_kinds(GAMES[name]).items() if kind.by_host}
    common = {"ec", "dmo", "room", "level", "ready", "at", "force"}
    assert set(offered) == {*common, *kinds, *files_of(name)}
    for file in files_of(name):
        assert offered[file].type is AppCommandOptionType.attachment
    for option, kind in kinds.items():
        parameter = offered[option]
        assert [choice.value for choice in parameter.choices] == list(map(str, kind.choices))
        if kind.choices:
            assert parameter.type is AppCommandOptionType.string
        elif kind.in_file:
            assert parameter.type is AppCommandOptionType.attachment
        elif isinstance(kind.number, float):
            assert parameter.type is AppCommandOptionType.number
        elif kind.number is None:
            assert parameter.type is AppCommandOptionType.string
        else:
            assert parameter.type is AppCommandOptionType.integer
        if kind.number is not None:
            assert parameter.min_value == kind.number
            assert kind.maximum in {None, parameter.max_value}
            assert -LARGEST_INTEGER <= parameter.min_value < parameter.max_value <= LARGEST_INTEGER


@pytest.mark.parametrize("name", GAMES)
async def test_the_players_must_be_named_and_all_else_may(bot: commands.Bot, name: str):
    offered = start_of(bot, name).parameters
    assert [choice.name for choice in offered if choice.required] == ["ec", "dmo"]
    assert [choice.name for choice in offered][:2] == ["ec", "dmo"]
    assert all(choice.default is None for choice in offered if not choice.required)
    types = {choice.name: choice.type for choice in offered}
    assert types["ec"] is types["dmo"] is AppCommandOptionType.user
    assert types["room"] is AppCommandOptionType.channel


@pytest.mark.parametrize("name", GAMES)
def test_no_option_is_described_that_a_game_does_not_have(name: str):
    own = set(descriptions(GAMES[name]))
    kinds = {option for option, kind in option_kinds(GAMES[name]).items() if kind.by_host}
    assert own <= kinds | files_of(name)
    assert own | set(COMMON_OPTIONS) >= kinds


async def test_rules_offers_every_game(bot: commands.Bot):
    command = bot.tree.get_command("rules")
    (game,) = command.parameters
    assert [choice.value for choice in game.choices] == list(GAMES)
    assert game.required
