"""The cogs of all games, for tests in which there is no bot of the library's."""

from collections.abc import Callable
from functools import cache
from typing import Any

from bot.features.starting.cog import GameCog, cog_for
from bot.values.card import MatchCard
from engine.games import GAMES


def game_rooms_of(bot: Any) -> Callable[[MatchCard], GameCog]:
    """Return what finds a match's cog, which is made when the first match of its game asks."""
    cog_of = cache(lambda name: cog_for(GAMES[name])(bot))
    return lambda card: cog_of(card.game.name)
