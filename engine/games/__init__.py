"""The games, one module each: all their rules and their notation."""

from typing import Any, Final

from engine.game import Game
from engine.games.fire_and_ice import FireAndIce

_GAMES: Final[tuple[type[Game[Any, Any, Any]], ...]] = (FireAndIce,)

GAMES: Final = {game.name: game for game in _GAMES}
"""Every game by its name; a new one is a line above."""
