"""The pentominoes: on the board, and in the bank below it."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import dist
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Placement
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView
from engine.grid import Cell
from engine.options import RowOne
from engine.polyominoes import Polyomino, orientations
from rendering.canvas import Brush, Color, Grid, Point
from rendering.deep_sea_voyage.tools import (
    GOLD,
    IVORY,
    NIGHT,
    PLUM,
    RED,
    SAND,
    SEA,
    STONE,
    WIDTH,
    corner_of,
    sprite_of,
    stamp_of,
)

Form: TypeAlias = tuple[Cell, ...]
"""A piece as its picture has it, moved to A1; row 1 is the lowest."""


class Look(NamedTuple):
    """How a piece is painted.

    Attributes:
        rings: From the outside in, how far from its edge each colour begins, in sides of a cell.
        ink: The colour of its letter.
        is_dashed: Whether its outline is dashed.
    """

    rings: tuple[tuple[float, Color], ...]
    ink: Color
    is_dashed: bool = False


LAID: Final = {
    Side.EMPIRE: Look(((0.0, NIGHT), (0.06, SAND)), NIGHT),
    Side.MARAUDER: Look(((0.03, IVORY), (0.10, PLUM)), IVORY),
}
LAST: Final = {
    Side.EMPIRE: Look(((0.0, GOLD), (0.11, NIGHT), (0.17, SAND)), NIGHT),
    Side.MARAUDER: Look(((0.0, GOLD), (0.11, NIGHT), (0.16, IVORY), (0.21, PLUM)), IVORY),
}
TENTATIVE: Final = Look(((0.02, IVORY), (0.12, SEA)), IVORY, is_dashed=True)
IN_BANK: Final = Look(((0.05, IVORY),), IVORY)
USED: Final = Look(((0.05, SEA),), STONE)
# How round a piece's corners are, in sides of a tile.
ROUNDING: Final = 0.22
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def show_placed(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView, grid: Grid) -> None:
    """The pieces on a board; those placed in the latest round of any board are marked."""
    latest = view.latest_on(sea)
    for placement in sea.placed:
        side = view.side_of(placement.seat)
        look = LAST if placement == latest else LAID
        if side:
            _show_piece(image, grid, placement, look[side])


def show_handed_in(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView, grid: Grid) -> None:
    """The pieces handed in for this round, as far as the viewer may see them."""
    for each in view.submissions_on(sea):
        if each.placement:
            _show_piece(image, grid, each.placement, TENTATIVE)


def _show_piece(image: Image.Image, grid: Grid, placement: Placement, look: Look) -> None:
    unit = grid.cell
    west, south, east, north = _bounds(placement.cells)
    is_turned = grid.row_one is RowOne.TOP
    form = tuple(
        sorted(
            Cell(column - west, north - row if is_turned else row - south)
            for column, row in placement.cells
        )
    )
    size = ((east - west + 1) * unit, (north - south + 1) * unit)
    stamp = stamp_of(size, _paint_piece, form=form, unit=unit, look=look, letter=placement.letter)
    stamp.onto(image, corner_of(grid, Cell(west, south if is_turned else north)))


def _paint_piece(brush: Brush, form: Form, unit: int, look: Look, letter: str) -> None:
    """A piece with its letter on the most central of its cells."""
    _paint_form(brush, form, unit, look)
    if look.is_dashed:
        _paint_gaps(brush, form, unit)
    heart = min(form, key=lambda cell: sum(dist(cell, other) for other in form))
    brush.write(letter, _middle(heart, form, unit), 0.62 * unit, look.ink)


def _paint_form(brush: Brush, form: Form, unit: int, look: Look, down: int = 0) -> None:
    """A whole piece, this many pixels below the top of the sprite."""
    top = 1 + _bounds(form)[3]
    for inset, color in look.rings:
        for west, south, east, north in _blocks(form):
            edges = (west + inset, top - 1 - north + inset, east + 1 - inset, top - south - inset)
            left, upper, right, lower = (round(edge * unit) for edge in edges)
            box = (left, upper + down, right, lower + down)
            brush.plate(box, (ROUNDING - inset) * unit, color)


def _blocks(form: Collection[Cell]) -> Iterator[tuple[int, int, int, int]]:
    """The rectangles that make up a piece, each by its bounds."""
    for corners in combinations_with_replacement(form, 2):
        west, south, east, north = _bounds(corners)
        columns, rows = range(west, east + 1), range(south, north + 1)
        if all((column, row) in form for column in columns for row in rows):
            yield west, south, east, north


def _paint_gaps(brush: Brush, form: Form, unit: int) -> None:
    """Break the outline into dashes."""
    for cell in form:
        x, y = _middle(cell, form, unit)
        for right, down in SIDES:
            if (cell.column + right, cell.row - down) in form:
                continue
            for along in (-0.25, 0.25):
                corners = [
                    (x + (out * right + by * down) * unit, y + (out * down + by * right) * unit)
                    for out, by in ((0.36, along - 0.08), (0.5, along + 0.08))
                ]
                (left, far), (top, low) = map(sorted, zip(*corners, strict=True))
                brush.plate((left, top, far, low), 0, SEA)


def _bounds(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """The westernmost column, the southernmost row, the easternmost and the northernmost."""
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def _middle(cell: Cell, form: Form, unit: int) -> Point:
    """The middle of one of a piece's cells on its sprite."""
    return (cell.column + 0.5) * unit, (_bounds(form)[3] - cell.row + 0.5) * unit


# The bank

# The side of a cell; in small cells, the greatest height of a piece. Its letter is below it.
UNIT: Final = 11
MOST_ROWS: Final = 3
LETTER: Final = 18
TRAY_HEIGHT: Final = MOST_ROWS * UNIT + LETTER + 6


def show_bank(image: Image.Image, pieces: tuple[Polyomino, ...], sea: SeaView, top: int) -> None:
    """All pieces, a cell apart; the used ones are struck out."""
    forms = {piece.letter: _lying(piece) for piece in pieces}
    widths = [(1 + _bounds(form)[2]) * UNIT for form in forms.values()]
    left = (WIDTH - sum(widths) - UNIT * (len(widths) - 1)) // 2
    for (letter, form), width in zip(forms.items(), widths, strict=True):
        size, is_used = (width, TRAY_HEIGHT), letter not in sea.left
        sprite = sprite_of(size, _paint_left, letter=letter, form=form, is_used=is_used)
        image.paste(sprite, (left, top))
        left += width + UNIT


@cache
def _lying(piece: Polyomino) -> Form:
    """A piece, laid flat if it would be too high otherwise."""
    return next(
        form for form in (piece.cells, *orientations(piece)) if _bounds(form)[3] < MOST_ROWS
    )


def _paint_left(brush: Brush, letter: str, form: Form, *, is_used: bool) -> None:
    _, _, east, north = _bounds(form)
    width, floor = (east + 1) * UNIT, MOST_ROWS * UNIT
    look = USED if is_used else IN_BANK
    _paint_form(brush, form, UNIT, look, floor - (north + 1) * UNIT)
    brush.write(letter, (width / 2, floor + LETTER / 2), 17, look.ink)
    if is_used:
        # Level, since slanting lines would make the picture larger.
        middle = floor - (north + 1) * UNIT / 2
        brush.plate((0, middle - 2, width, middle + 2), 0, RED)
