"""The games, one folder each: rules, board and notation.

Only this list names them. Pictures, texts and commands are found by the name of a game's folder;
`tests/test_games_conform.py` checks that each game has everything it needs.
"""

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
"""Every game by its name."""
