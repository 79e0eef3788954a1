"""How an action of any game may be typed, so that one test can play them all."""

from typing import Any

from engine.choice import Chosen
from engine.games.fire_and_ice.rules import Move
from engine.matches.match import AnyGame
from tests.engine import toy_game
from tests.engine.games.compass_collisions import positions as compass
from tests.engine.games.deep_sea_voyage import positions as voyages
from tests.engine.games.demeters_anguish import positions as gardens
from tests.engine.games.flower_fields import positions as flowers


def text_of(game: AnyGame, action: Any) -> str:
    """One of the ways to type it."""
    match game.name:
        case "fire-and-ice":
            return _fire_and_ice(action)
        case "compass-collisions":
            return compass.text_of(action)
        case "demeters-anguish":
            return gardens.text_of(action)
        case "deep-sea-voyage":
            return voyages.text_of(action)
        case "doubting-flower-field" | "flower-field":
            return flowers.text_of(action, doubting=game.name == "doubting-flower-field")
        case _:
            return _toy(action)


def _fire_and_ice(action: Any) -> str:
    match action:
        case Move(cells):
            return " ".join(map(str, cells))
        case Chosen(first):
            return f"first {first}"
    raise AssertionError(action)


def _toy(action: Any) -> str:
    match action:
        case toy_game.Hide(cell):
            return f"hide {cell}"
        case toy_game.Bid(amount):
            return f"bid {toy_game.BIDS[amount]}"
        case toy_game.Remove(cell):
            return f"remove {cell}"
        case toy_game.Halves(made):
            return " / ".join(f"{half} {cell}" for half, cell in made)
        case toy_game.Word():
            return action.value
    raise AssertionError(action)
