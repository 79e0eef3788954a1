"""The games, one folder each: rules, board and notation.

To add a game, import its class here: that line is its entry, and people are shown the games in this
order. Pictures, texts and commands are found by the name of a game's folder;
`tests/games/test_games_conform.py` checks that each game has everything it needs.
"""

# ruff: noqa: I001 - the order is the one that people see

from typing import Any, Final

from engine.game import Game
from engine.games.fire_and_ice.rules import FireAndIce as FireAndIce
from engine.games.compass_collisions.rules import CompassCollisions as CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish as DemetersAnguish
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage as DeepSeaVoyage
from engine.games.flower_fields.rules import DoubtingFlowerField as DoubtingFlowerField
from engine.games.flower_fields.rules import FlowerField as FlowerField
from engine.games.five_card_trick.rules import FiveCardTrick as FiveCardTrick
from engine.games.ultimate_tic_tac_toe.rules import UltimateTicTacToe as UltimateTicTacToe
from engine.games.black_hole.rules import BlackHole as BlackHole
from engine.games.gravity_connect.rules import GravityConnect as GravityConnect
from engine.games.free_table.rules import FreeTable as FreeTable

GAMES: Final[dict[str, type[Game[Any, Any, Any]]]] = {
    value.name: value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, Game) and value is not Game
}
"""Every game by its name."""
