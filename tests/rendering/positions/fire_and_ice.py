"""Views of Fire and Ice to be painted: a board as full as can be."""

from dataclasses import replace
from random import Random

from engine.games.fire_and_ice.board import Domino, Half
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import Seat
from tests.rendering.positions.boards import first_view

NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}


def full_board(seed: int) -> FireAndIceView:
    """Return forty dominoes in no lawful order or colours: more than any game can bring about."""
    generator = Random(seed)
    beside = [
        (Cell(column, row), Cell(column + 1, row)) for row in range(9) for column in (0, 2, 5, 7)
    ]
    above = [(Cell(4, row), Cell(4, row + 1)) for row in (0, 5, 7)]
    laid = []
    for cells in beside + above:
        halves = [Half.WHITE, generator.choice((Half.RED, Half.BLUE))]
        generator.shuffle(halves)
        laid.append(Domino(cells, tuple(halves)))
    generator.shuffle(laid)
    return view_of(*laid)


def view_of(*laid, row_one=RowOne.BOTTOM):
    view, last = first_view(FireAndIce(first=Seat.EC, row1=row_one)), laid[-1] if laid else None
    return replace(view, dominoes=(*view.dominoes, *laid), last_laid=last)


def full_boards() -> tuple[FireAndIceView, ...]:
    return tuple(full_board(seed) for seed in range(4))


START_VIEW = view_of()

# Neighbours on every side, both ways round, with a domino of each colour.
LAID = (
    Domino((Cell(5, 4), Cell(6, 4)), (Half.WHITE, Half.RED)),
    Domino((Cell(4, 5), Cell(4, 6)), (Half.WHITE, Half.BLUE)),
    Domino((Cell(3, 3), Cell(2, 3)), (Half.WHITE, Half.RED)),
    Domino((Cell(4, 2), Cell(4, 1)), (Half.WHITE, Half.BLUE)),
)
FAR = Domino((Cell(0, 8), Cell(1, 8)), (Half.WHITE, Half.RED))
