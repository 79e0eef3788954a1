"""The cogs of all games, for tests in which there is no bot of the library's."""

from collections.abc import Callable
from typing import Any

from bot.features.starting.cog import GameCog, cog_for
from bot.values.card import MatchCard
from engine.games import GAMES


def hearing_of(bot: Any) -> Callable[[MatchCard], GameCog]:
    cogs = {name: cog_for(game)(bot) for name, game in GAMES.items()}
    return lambda card: cogs[card.game.name]
