"""The pentominoes: on the board, and in the bank beside it."""

from collections.abc import Collection, Iterable
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement, product
from math import dist
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Placement
from engine.grids.grid import Cell
from engine.grids.polyominoes import Polyomino, orientations
from engine.options import RowOne
from rendering.canvas import (
    Brush,
    Color,
    Grid,
    PixelPoint,
    Point,
    Stamp,
    cut_out,
    sprite_of,
    stamp_of,
)
from rendering.deep_sea_voyage.colors import Colors
from rendering.deep_sea_voyage.tiles import (
    LETTERS,
    TRAY,
    TRAY_LEFT,
    TRAY_TOP,
    corner_of,
)

Form: TypeAlias = tuple[Cell, ...]
"""A piece as its picture has it, moved to A1; row 1 is the lowest."""
FORMS: Final = sum(len(orientations(piece)) for piece in PENTOMINOES)
"""The number of forms of all pieces, turned and mirrored."""


Bounds: TypeAlias = tuple[int, int, int, int]
"""The westernmost column, the southernmost row, the easternmost and the northernmost."""


class PieceLook(NamedTuple):
    """The look of a piece.

    Attributes:
        rings: The colours from the outside in, with their distances from the edge, in sides of a
            cell.
        ink: The colour of its letter.
        badge: The colour of a plate behind its letter, if it has one.
        is_dashed: True if its outline is dashed.
    """

    rings: tuple[tuple[float, Color], ...]
    ink: Color
    badge: Color | None = None
    is_dashed: bool = False


@cache
def laid(side: Side, colors: Colors, *, is_latest: bool) -> PieceLook:
    """Return the look of a side's piece on a board; the latest one is marked."""
    outline, wall = colors.of_side(side), colors.wall
    plain = ((0.03, outline), (0.13, wall))
    marked = ((0.0, colors.mark), (0.11, wall), (0.16, outline), (0.26, wall))
    rings = marked if is_latest else plain
    if side is Side.EMPIRE:
        return PieceLook(rings, colors.dark, badge=outline)
    return PieceLook(rings, colors.light)


# The radius of a piece's corners, in sides of a tile.
ROUNDING: Final = 0.22
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def tentative(colors: Colors) -> PieceLook:
    """Return the look of a piece that is handed in for this round."""
    return PieceLook(((0.02, colors.ink), (0.12, colors.sea)), colors.ink, is_dashed=True)


def show_piece(
    image: Image.Image, grid: Grid, placement: Placement, look: PieceLook, colors: Colors
) -> None:
    """Show a piece on a board."""
    unit = grid.cell
    west, south, _, north = _bounds(placement.cells)
    is_turned = grid.row_one is RowOne.TOP
    form = tuple(
        sorted(
            Cell(column - west, north - row if is_turned else row - south)
            for column, row in placement.cells
        )
    )
    left, top = corner_of(grid, Cell(west, south if is_turned else north))
    _piece_stamp(form, unit, look, colors).onto(image, (left, top))
    # The letter is on the most central of its cells.
    across, up = min(form, key=lambda cell: sum(dist(cell, to) for to in form))
    facts = {"letter": placement.letter, "unit": unit, "look": look}
    letter = stamp_of((unit, unit), colors, _paint_letter, look.rings[-1][1], **facts)
    letter.onto(image, (left + across * unit, top + (_bounds(form)[3] - up) * unit))


# Stamps of each form in the looks of both sides, latest or not, for tiles of two sizes.
@lru_cache(maxsize=FORMS * len(Side) * 2 * 2)
def _piece_stamp(form: Form, unit: int, look: PieceLook, colors: Colors) -> Stamp:
    """Return a piece without its letter."""
    _, _, east, north = _bounds(form)
    size = ((east + 1) * unit, (north + 1) * unit)
    paint = partial(_paint_piece, colors=colors, form=form, unit=unit, look=look)
    return cut_out(size, colors.sea, colors.palette, paint)


def _paint_piece(brush: Brush, colors: Colors, form: Form, unit: int, look: PieceLook) -> None:
    _paint_form(brush, form, unit, look)
    if look.is_dashed:
        top = _bounds(form)[3]
        for (column, row), (right, down) in product(form, SIDES):
            if Cell(column + right, row - down) not in form:
                middle = (column + 0.5, top - row + 0.5)
                _paint_gaps(brush, middle, (right, down), unit, colors.sea)


def _paint_letter(brush: Brush, colors: Colors, letter: str, unit: int, look: PieceLook) -> None:  # noqa: ARG001
    if look.badge:
        brush.plate((4, 4, unit - 4, unit - 4), 0.15 * unit, look.badge)
    brush.write(letter, (unit / 2, unit / 2), max(LETTERS, 0.62 * unit), look.ink, unit - 8)


def _paint_form(brush: Brush, form: Form, unit: int, look: PieceLook, left: int = 0) -> None:
    top = 1 + _bounds(form)[3]
    for inset, color in look.rings:
        for west, south, east, north in _blocks(form):
            edges = (west + inset, top - 1 - north + inset, east + 1 - inset, top - south - inset)
            near, upper, far, lower = (round(edge * unit) for edge in edges)
            box = (near + left, upper, far + left, lower)
            brush.plate(box, max(0.0, ROUNDING - inset) * unit, color)


@cache
def _blocks(form: Form) -> set[Bounds]:
    """Return all rectangles within a piece, each by its bounds."""
    return {
        (west, south, east, north)
        for west, south, east, north in map(_bounds, combinations_with_replacement(form, 2))
        if all(
            (column, row) in form
            for column in range(west, east + 1)
            for row in range(south, north + 1)
        )
    }


def _paint_gaps(brush: Brush, middle: Point, side: PixelPoint, unit: int, ground: Color) -> None:
    """Paint the gaps at one side of a cell, around whose middle it is."""
    (x, y), (right, down) = middle, side
    for along in (-0.25, 0.25):
        corners = [
            ((x + out * right + by * down) * unit, (y + out * down + by * right) * unit)
            for out, by in ((0.36, along - 0.08), (0.5, along + 0.08))
        ]
        (near, far), (top, low) = map(sorted, zip(*corners, strict=True))
        brush.plate((near, top, far, low), 0, ground)


def _bounds(cells: Iterable[Cell]) -> Bounds:
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


# The bank

# The side of a cell; in small cells, the greatest width of a piece. Its letter is left of it.
UNIT: Final = 10
MAX_COLUMNS: Final = 3
LETTER: Final = TRAY - MAX_COLUMNS * UNIT
GAP: Final = 12


def show_bank(image: Image.Image, unused: Collection[str], colors: Colors) -> None:
    """Show all pieces, one below the other; the used ones are struck out."""
    top = TRAY_TOP
    for piece in PENTOMINOES:
        form, is_used = _upright(piece), piece.letter not in unused
        height = max(2, 1 + _bounds(form)[3]) * UNIT
        facts = {"letter": piece.letter, "form": form, "is_used": is_used}
        image.paste(sprite_of((TRAY, height), colors, _paint_left, **facts), (TRAY_LEFT, top))
        top += height + GAP


@cache
def _upright(piece: Polyomino) -> Form:
    """Return a piece as low as it can be laid without being too wide."""
    narrow = (
        form for form in (piece.cells, *orientations(piece)) if _bounds(form)[2] < MAX_COLUMNS
    )
    return min(narrow, key=lambda form: _bounds(form)[3])


def _paint_left(brush: Brush, colors: Colors, letter: str, form: Form, *, is_used: bool) -> None:
    _, _, east, north = _bounds(form)
    middle = (north + 1) * UNIT / 2
    left = LETTER + (MAX_COLUMNS - 1 - east) * UNIT // 2
    color, ink = (colors.used, colors.faint) if is_used else (colors.ink, colors.ink)
    _paint_form(brush, form, UNIT, PieceLook(((0.05, color),), ink), left)
    brush.write(letter, (LETTER / 2, middle), LETTERS, ink)
    if is_used:
        # Level, since slanting lines would make the picture larger.
        brush.plate((left, middle - 2, left + (east + 1) * UNIT, middle + 2), 0, colors.red)
