"""Last Cell, played by the Dealer: nobody can do anything about who takes the last cell."""

from typing import Final

from engine.grids.grid import Cell
from engine.opponents.thinking import Level, SearchBudget, SearchResult, any_of
from engine.seats import Seat
from tests.games.template_game.rules import BOARD, LastCell, LastCellView

NODES: Final[dict[Level, int]] = dict.fromkeys(Level, 1)


def at_random(game: LastCell, view: LastCellView, seat: Seat, thinking: SearchBudget) -> Cell:
    return any_of(_empty(view), thinking.generator)


def think(
    game: LastCell, view: LastCellView, seat: Seat, thinking: SearchBudget
) -> SearchResult[Cell]:
    """Return any empty cell: with an odd number of them left, the mover takes the last one."""
    action = at_random(game, view, seat, thinking)
    return SearchResult(action, chance=float(len(_empty(view)) % 2))


def _empty(view: LastCellView) -> list[Cell]:
    return list(BOARD.cells(BOARD.everything & ~BOARD.mask(view.taken)))
