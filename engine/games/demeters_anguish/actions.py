"""All plantings and layings, made once, since a turn may have a thousand of them."""

from functools import cache

from engine.games.demeters_anguish.board import block
from engine.games.demeters_anguish.notation import Halves, Laying, Planting
from engine.grids.bit_board import BitBoard
from engine.grids.polyominoes import Form


@cache
def plantings(form: Form) -> tuple[Halves, ...]:
    """Return a form's planting with each anchor, by the anchor's bit."""
    return tuple(Halves((Planting(tuple(sorted(cells))),)) for cells in form.ways)


@cache
def small_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a small rock on each cell, by its bit."""
    return tuple(Halves((Laying((cell,)),)) for cell in grid.by_bit)


@cache
def large_rocks(grid: BitBoard) -> tuple[Halves, ...]:
    """Return a large rock by the bit of its lower left cell."""
    return tuple(Halves((Laying(block(cell)),)) for cell in grid.by_bit)
