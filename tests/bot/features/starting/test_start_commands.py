"""Start commands: every option of a game is one of its command's, and none else is described."""

from decimal import Decimal
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.interactions import DeclinedError
from bot.features.starting.options import game_with, in_notation
from bot.posts.buttons import MAX_CHOICES
from bot.texts.hosting import COMMON_OPTIONS
from engine.clocks import write_seconds
from engine.game import AnyGame
from engine.games import GAMES
from engine.options import descriptions, option_kinds, write_options
from tests.helpers.rooms.dealers import unconnected

LARGEST_INTEGER = 2**53


@pytest.fixture
async def bot() -> commands.Bot:
    bot = unconnected()
    await bot.setup_hook()
    return bot


def times_of(game: type[AnyGame]) -> list[str]:
    return [name for name, kind in option_kinds(game).items() if isinstance(kind.number, float)]


def start_of(bot: commands.Bot, name: str) -> app_commands.Command[Any, Any, Any]:
    return bot.tree.get_command(name).get_command("start")


async def test_no_command_has_more_options_or_choices_than_discord_takes(bot: commands.Bot):
    every = [*bot.tree.walk_commands()]
    parameters = [
        command.parameters for command in every if isinstance(command, app_commands.Command)
    ]
    assert all(len(of_command) <= MAX_CHOICES for of_command in parameters)
    numbers = {len(parameter.choices) for of_command in parameters for parameter in of_command}
    assert len(GAMES) in numbers
    assert max(numbers) <= MAX_CHOICES


@pytest.mark.parametrize("name", GAMES)
async def test_every_option_of_a_game_is_one_of_its_start_command(bot: commands.Bot, name: str):
    offered = {parameter.name: parameter for parameter in start_of(bot, name).parameters}
    kinds = {option: kind for option, kind in option_kinds(GAMES[name]).items() if kind.by_host}
    common = {"ec", "dmo", "room", "level", "ready", "at", "force"}
    assert set(offered) == {*common, *kinds, *GAMES[name].files}
    for file in GAMES[name].files:
        assert offered[file].type is AppCommandOptionType.attachment
    for option, kind in kinds.items():
        parameter = offered[option]
        assert [choice.value for choice in parameter.choices] == list(map(str, kind.choices))
        if kind.choices:
            assert parameter.type is AppCommandOptionType.string
        elif kind.in_file:
            assert parameter.type is AppCommandOptionType.attachment
        elif isinstance(kind.number, float) or kind.number is None:
            assert parameter.type is AppCommandOptionType.string
        else:
            assert parameter.type is AppCommandOptionType.integer
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
    assert own <= kinds | {*GAMES[name].files}
    assert own | set(COMMON_OPTIONS) >= kinds


TIMES = [(name, option) for name, kind in GAMES.items() for option in times_of(kind)]


@pytest.mark.parametrize(("name", "option"), TIMES)
async def test_every_time_is_taken_with_units_and_kept_in_seconds(name: str, option: str):
    text, seconds = ("2s", "2") if option == "grace" else ("1h30m", "5400")
    game = await game_with(GAMES[name], {option: text}, {})
    assert write_options(game)[option] == seconds
    assert getattr(game, option) == Decimal(seconds)


@given(st.decimals(0, 604_800, places=3))
def test_a_time_in_the_notation_of_records_stays_as_it_is(seconds: Decimal):
    text = write_seconds(seconds)
    assert in_notation(GAMES["fire-and-ice"], "turn", text) == text


@pytest.mark.parametrize(
    ("option", "text", "problem"),
    [
        ("turn", "soon", "expected a time such as 90, 5m, 1h30m or 3d, up to 7 days, got 'soon'."),
        ("turn", "-5m", "expected a time such as 90, 5m, 1h30m or 3d, up to 7 days, got '-5m'."),
        ("reserve", "8d", "expected a time such as 90, 5m, 1h30m or 3d, up to 7 days, got '8d'."),
        ("grace", "5m", "expected 0 to 2 seconds, got '300'."),
    ],
)
async def test_a_text_that_is_no_time_is_declined_with_what_is_expected(
    option: str, text: str, problem: str
):
    with pytest.raises(DeclinedError) as declined:
        await game_with(GAMES["fire-and-ice"], {option: text}, {})
    assert declined.value.reason == f"Option `{option}`: {problem}"


async def test_options_that_were_kept_in_seconds_still_count():
    game = await game_with(GAMES["fire-and-ice"], {"turn": "90.50", "reserve": "86400"}, {})
    assert (game.turn, game.reserve) == (Decimal("90.5"), 86_400)


async def test_rules_offers_every_game(bot: commands.Bot):
    command = bot.tree.get_command("rules")
    (game,) = command.parameters
    assert [choice.value for choice in game.choices] == list(GAMES)
    assert game.required
