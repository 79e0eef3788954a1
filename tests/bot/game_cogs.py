"""The cogs of all games, for tests in which there is no bot of the library's."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from bot.card import MatchCard
from bot.cogs import extensions
from bot.cogs.starting.game_cog import GameCog


def hearing_of(bot: Any) -> Callable[[MatchCard], GameCog]:
    """Tells which cog of a bot hears the room of a match, as the client does."""
    for name in extensions():
        import_module(name)
    # A test of a game that is none of the project's may have loaded its cog.
    kinds = [each for each in GameCog.__subclasses__() if each.__module__ in extensions()]
    cogs = {each.__cog_name__: each(bot) for each in kinds}
    return lambda card: cogs[card.game.name]
