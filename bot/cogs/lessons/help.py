"""`/help`: what the Dealer is, and the ways from there to each game's rules and tutorial."""

import re
from typing import Any, Final

from discord import app_commands, ui

from bot.client.client import DealerClient, Interaction
from bot.client.command_tree import Declined
from bot.cogs.components import ComponentCog, component, data_of
from bot.cogs.lessons.rules import show_rules, tutorial_button
from bot.incoming.replies import reply
from bot.posts.buttons import finished
from bot.texts.lessons import reading
from bot.texts.lessons.exercises import has_exercises
from bot.texts.players import help as texts
from engine.games import GAMES

RULES_OF: Final = "help:rules"
"""The id of the select of games whose rules are to be shown."""
TAUGHT: Final = {name: game for name, game in GAMES.items() if has_exercises(game)}
"""The games with a tutorial."""
IN_A_ROW: Final = max(3, -(-len(TAUGHT) // 4))
"""How many buttons: three look well, but a message has at most four rows beside the select's."""


async def choose(interaction: Interaction, _chosen: re.Match[str]) -> None:
    """Show the rules of the game that was chosen, below the help."""
    (name,) = data_of(interaction).get("values") or ("",)
    if name not in GAMES:
        raise Declined(reading.NO_SUCH_GAME())
    await show_rules(interaction, GAMES[name]())


def _ways() -> ui.View:
    """The select of games to read about, and a button for each tutorial."""
    games: ui.Select[ui.View] = ui.Select(placeholder=texts.RULES_OF(), custom_id=RULES_OF)
    for name, game in GAMES.items():
        games.add_option(label=game.title, value=name)
    buttons = list[ui.Item[Any]]()
    for at, (name, game) in enumerate(TAUGHT.items()):
        button = tutorial_button(name, texts.TUTORIAL_OF(game=game.title))
        button.row = 1 + at // IN_A_ROW
        buttons.append(button)
    return finished(games, *buttons)


class Help(ComponentCog):
    """Answers the command anywhere, and listens for the select below its answer."""

    components = (component(RULES_OF, choose),)

    @app_commands.command(name="help", description="What I am, how to watch, learn, play and host")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        """Say what the Dealer is."""
        await reply(interaction, texts.HELP(), view=_ways())


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Help(bot))
