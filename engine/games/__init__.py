"""The games, one module each: all their rules and their notation."""

from typing import Any, Final

from engine.game import Game
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.fire_and_ice.rules import FireAndIce
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField

_GAMES: Final[tuple[type[Game[Any, Any, Any]], ...]] = (
    FireAndIce,
    CompassCollisions,
    DemetersAnguish,
    DeepSeaVoyage,
    DoubtingFlowerField,
    FlowerField,
)

GAMES: Final = {game.name: game for game in _GAMES}
"""Every game by its name; a new one is a line above."""
