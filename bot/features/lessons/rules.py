"""`/help`: the Dealer in short, and the ways to each game's rules and tutorial."""

import re
from functools import partial
from typing import Any, ClassVar, Final

import discord
from discord import app_commands, ui

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import (
    LARGEST_ID,
    NUMBER,
    data_of,
    number_in,
    require_own,
    theme_for,
    turn_page,
)
from bot.cogs.interactions import DeclinedError, choices_of, defer_for_reader, reply
from bot.cogs.permissions import require_match
from bot.features.lessons import texts
from bot.features.lessons.pages import ShownPage, shown_page
from bot.features.lessons.tutorial import TUTORIAL
from bot.live.services.processes import for_reader
from bot.posts.attachments import picture_files
from bot.posts.buttons import BOARD, BoardButton, finished, select
from bot.texts.lessons import reading
from bot.texts.lessons.pages import exercises_of
from engine.game import AnyGame
from engine.games import GAMES

RULES: Final = "rules"
"""The start of the ids of its controls, `rules:GAME:12:3:forward`.

The game, the match whose options hold (0 for the usual ones), the page shown, and where to.
"""
NO_MATCH: Final = 0
TEMPLATE: Final = (
    rf"{RULES}:(?P<game>[a-z-]{{1,40}}):(?P<match>[0-9]{{1,19}}):(?P<page>[0-9]{{1,4}})"
    r":(?P<to>back|forward|choose)"
)

BUTTON: Final = f"{BOARD}:{BoardButton.RULES}{NUMBER}"
"""The id of the button below a match's board."""


async def show_rules(interaction: Interaction, game: AnyGame, match_id: int = NO_MATCH) -> None:
    """Answer with the first page of a game's rules, in private.

    `match_id` is the match whose options the game has, or `NO_MATCH` for the defaults.
    """
    if await defer_for_reader(interaction):
        await _show(interaction, game, match_id, 1)


async def show_rules_of_match(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Answer the button below a board."""
    runner = require_match(interaction, number_in(pressed))
    await show_rules(interaction, runner.match.game, runner.card.id)


async def turn(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Turn to another page; the message stays as it is if that cannot be shown."""
    require_own(interaction, reading.NOT_YOURS)
    if pressed["game"] not in GAMES:
        raise DeclinedError(reading.NO_SUCH_GAME())
    match_id = min(int(pressed["match"]), LARGEST_ID)
    game = _game_of(interaction, pressed["game"], match_id)
    requested = _wanted(interaction, pressed)
    await turn_page(interaction, partial(_show, interaction, game, match_id, requested))


def _game_of(interaction: Interaction, name: str, match_id: int) -> AnyGame:
    """Return a game with the options of its live match; with the defaults if that is over."""
    runner = interaction.client.runners.of_match(match_id)
    is_of_it = runner is not None and runner.match.game.name == name
    return runner.match.game if runner and is_of_it else GAMES[name]()


def _wanted(interaction: Interaction, pressed: re.Match[str]) -> int:
    if pressed["to"] == "choose":
        (chosen,) = data_of(interaction).get("values") or ("",)
        return int(chosen) if re.fullmatch("[0-9]{1,4}", chosen, re.ASCII) else 1
    return int(pressed["page"]) + (1 if pressed["to"] == "forward" else -1)


async def _show(interaction: Interaction, game: AnyGame, match_id: int, requested: int) -> None:
    page = await for_reader(shown_page, game, requested, theme_for(interaction))
    await reply(
        interaction,
        reading.message(game, page.number, len(page.titles), page.title, page.words),
        lambda: picture_files(page.pictures, f"{RULES}-{game.name}-{page.number}-"),
        view=_controls(game, match_id, page),
    )


def _controls(game: AnyGame, match_id: int, page: ShownPage) -> ui.View:
    """Return the components below a page, whose ids `turn` knows, also in a later process."""
    here = f"{RULES}:{game.name}:{match_id}:{page.number}"
    ends = {"back": (reading.BACK, 1), "forward": (reading.FORWARD, len(page.titles))}
    items: list[ui.Item[Any]] = [
        ui.Button(label=label(), custom_id=f"{here}:{to}", disabled=page.number == end)
        for to, (label, end) in ends.items()
    ]
    if exercises_of(type(game)):
        items.append(tutorial_button(game.name, reading.TUTORIAL()))
    pages = {str(number): f"{number}. {title}" for number, title in enumerate(page.titles, start=1)}
    return finished(*items, select(f"{here}:choose", reading.CHOOSE(), pages))


def tutorial_button(game: str, label: str) -> ui.Button[Any]:
    """Return a button that opens the tutorial of a game."""
    return ui.Button(label=label, style=discord.ButtonStyle.primary, custom_id=f"{TUTORIAL}:{game}")


RULES_OF: Final = "help:rules"
"""The id of the select of games whose rules are to be shown."""
IN_A_ROW: Final = max(3, -(-len(texts.TAUGHT) // 4))
"""Number of buttons: three look well, but a message has at most four rows beside the select's."""


async def choose(interaction: Interaction, _chosen: re.Match[str]) -> None:
    """Show the rules of the chosen game, below the help."""
    (name,) = data_of(interaction).get("values") or ("",)
    if name not in GAMES:
        raise DeclinedError(reading.NO_SUCH_GAME())
    await show_rules(interaction, GAMES[name]())


def _ways() -> ui.View:
    titles = {name: game.title for name, game in GAMES.items()}
    buttons = list[ui.Item[Any]]()
    for index, (name, game) in enumerate(texts.TAUGHT.items()):
        button = tutorial_button(name, texts.TUTORIAL_OF(game=game.title))
        button.row = 1 + index // IN_A_ROW
        buttons.append(button)
    return finished(select(RULES_OF, texts.RULES_OF(), titles), *buttons)


class Rules(BotCog):
    """Shows the rules and the help anywhere, and listens to the components below them."""

    components: ClassVar = {TEMPLATE: turn, BUTTON: show_rules_of_match, RULES_OF: choose}

    @app_commands.command(name="rules", description="How a game is played, with pictures")
    @app_commands.describe(game="The game")
    @app_commands.choices(game=choices_of(GAMES))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules."""
        await show_rules(interaction, GAMES[game]())

    @app_commands.command(name="help", description="What I am, how to watch, learn, play and host")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        """Introduce the Dealer."""
        await reply(interaction, texts.HELP(), view=_ways())


setup = setup_of(Rules)
