"""The games, one module each: all their rules and their notation."""

from typing import Any, Final

from engine.game import Game
from engine.games.compass_collisions import CompassCollisions
from engine.games.demeters_anguish import DemetersAnguish
from engine.games.fire_and_ice import FireAndIce

_GAMES: Final[tuple[type[Game[Any, Any, Any]], ...]] = (
    FireAndIce,
    CompassCollisions,
    DemetersAnguish,
)

GAMES: Final = {game.name: game for game in _GAMES}
"""Every game by its name; a new one is a line above."""
