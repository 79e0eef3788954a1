"""The Flower Fields on a full board: which actions are legal there."""

from dataclasses import replace

from engine.games.flower_fields.board import CELLS, Bed, Flower, FlowerColor, Planting
from engine.games.flower_fields.notation import Claim
from engine.games.flower_fields.position import FlowerPosition
from engine.seats import Seat
from tests.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    cells,
    meadow,
)


def almost_full(
    planter: Seat = EC, left: tuple[int, int] = (3, 3), free: str = "A1"
) -> FlowerPosition:
    """Return the planter's turn; except for a few cells the board is full of yellow flowers."""
    other_cells = [cell for cell in CELLS if cell not in {*cells(free), *cells("D4")}]
    planted = tuple(Flower(cell, FlowerColor.YELLOW) for cell in other_cells)
    bed = Bed((Planting(planter.opponent, planted),))
    return replace(meadow(mover=planter, lives=left), bed=bed)


def full(planter: Seat = EC, left: tuple[int, int] = (3, 3)) -> FlowerPosition:
    """Return a full board; the planter's opponent must challenge or pass."""
    return acted(almost_full(planter, left), "A1 yellow")


def test_what_is_legal_on_a_full_board():
    state = full()
    words = [action.value for action in GAME.legal(state, DMO) if not isinstance(action, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [action.value for action in GAME.legal(committed, DMO) if not isinstance(action, Claim)]
    assert words == ["give up"]
