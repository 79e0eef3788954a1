"""The board of A Battle of Fire and Ice: light dominoes with flames and snow crystals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from itertools import pairwise, permutations, product, starmap
from typing import Final, TypeAlias

from PIL import Image

from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.rules import FireAndIceView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering import Marks, Picture
from rendering.canvas import Box, Brush, Grid, PixelPoint, Point, around, framed
from rendering.fire_and_ice.colors import COLORS, Colors
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme

Outline: TypeAlias = tuple[tuple[Point, Point, Point], ...]
"""A closed line of Bezier curves: each starts where the last one ends, at its third point."""

CELL: Final = 60
MARGIN: Final = 38

# In fields of a domino's half: the unit is the field's side, the origin its middle.
FLAME: Final[Outline] = (
    ((0.11, -0.26), (0.31, -0.09), (0.29, 0.14)),
    ((0.27, 0.30), (0.14, 0.39), (0.00, 0.39)),
    ((-0.16, 0.39), (-0.29, 0.28), (-0.29, 0.12)),
    ((-0.29, 0.00), (-0.23, -0.09), (-0.17, -0.17)),
    ((-0.15, -0.10), (-0.12, -0.05), (-0.06, -0.03)),
    ((-0.09, -0.17), (-0.06, -0.30), (0.03, -0.40)),
)
EMBER: Final[Outline] = (
    ((0.05, 0.10), (0.13, 0.15), (0.12, 0.24)),
    ((0.11, 0.29), (0.05, 0.32), (0.00, 0.32)),
    ((-0.06, 0.32), (-0.12, 0.28), (-0.12, 0.22)),
    ((-0.12, 0.14), (-0.03, 0.11), (0.01, 0.02)),
)


class Role(Enum):
    """The marking of a domino."""

    START = "start"
    LAID = "laid"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Piece:
    """A domino's look, wherever it lies.

    Attributes:
        halves: The left and the right half, or the upper and the lower one.
        upright: True if one half is above the other.
        role: The marking of the domino.
    """

    halves: tuple[Half, Half]
    upright: bool
    role: Role


def pictures(view: FireAndIceView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the board; it looks the same to every viewer."""
    return (Picture("board", _board(view, COLORS[theme])),)


def marked(view: FireAndIceView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with some cells marked."""
    colors = COLORS[theme]
    image = _board(view, colors)
    return Picture(
        "board", with_marks(image, marks.cells, colors.palette, _grid(view.side, view.row_one))
    )


@cache
def _grid(side: int, row_one: RowOne) -> Grid:
    return Grid(side, side, CELL, MARGIN, row_one)


@cache
def _corners(grid: Grid) -> Mapping[Cell, PixelPoint]:
    """Return the upper left corner of every cell, found before the first board is painted."""
    cells = starmap(Cell, product(range(grid.columns), range(grid.rows)))
    return {cell: grid.corner(cell) for cell in cells}


def _board(view: FireAndIceView, colors: Colors) -> Image.Image:
    grid, sprites = _grid(view.side, view.row_one), _sprites(colors)
    corner_of, board = _corners(grid), _background(grid, colors).copy()
    laid = [Role.LAID] * (len(view.dominoes) - 2)
    for domino, role in zip(view.dominoes, (Role.START, *laid, Role.LAST), strict=False):
        corners = [corner_of[cell] for cell in domino.cells]
        (first, half), (_, other) = sorted(zip(corners, domino.halves, strict=True))
        upright = domino.cells[0].column == domino.cells[1].column
        board.paste(sprites[Piece((half, other), upright, role)], first)
    return board


@cache
def _background(grid: Grid, colors: Colors) -> Image.Image:
    paint_well = partial(Brush.plate, box=(2, 2, CELL - 2, CELL - 2), radius=6, color=colors.well)
    return colors.palette.fit(framed(grid, colors.ground, colors.ink, colors.line, paint_well))


@cache
def _sprites(colors: Colors) -> Mapping[Piece, Image.Image]:
    """Return every domino that can lie on a board, painted before the first one does."""
    colored = [*permutations((Half.WHITE, Half.RED), 2), *permutations((Half.WHITE, Half.BLUE), 2)]
    looks = [((Half.WHITE, Half.WHITE), Role.START), *product(colored, (Role.LAID, Role.LAST))]
    pieces = [Piece(halves, upright, role) for halves, role in looks for upright in (False, True)]
    return {piece: _sprite(piece, colors) for piece in pieces}


def _sprite(piece: Piece, colors: Colors) -> Image.Image:
    size = (CELL, 2 * CELL) if piece.upright else (2 * CELL, CELL)
    brush = Brush(size, colors.line)
    edge = 4
    brush.plate(_inset((0, 0), size, 2), 9, colors.outline)
    if piece.role is Role.LAST:
        # The dark line between frame and domino shows the mark where its colour cannot.
        brush.plate(_inset((0, 0), size, 0), 12, colors.mark)
        brush.plate(_inset((0, 0), size, 4), 9, colors.outline)
        edge = 7
    brush.plate(_inset((0, 0), size, edge), 8, colors.domino)
    for order, half in enumerate(piece.halves):
        origin = (0, CELL * order) if piece.upright else (CELL * order, 0)
        field = _inset(origin, (CELL, CELL), edge + 3)
        if half is Half.RED:
            _paint_fire(brush, field, colors)
        elif half is Half.BLUE:
            _paint_ice(brush, field, colors)
        elif piece.role is Role.START:
            _paint_star(brush, _inset(origin, (CELL, CELL), edge), colors)
    return colors.palette.fit(brush.finish())


def _inset(origin: Point, size: Point, edge: float) -> Box:
    (left, top), (width, height) = origin, size
    return left + edge, top + edge, left + width - edge, top + height - edge


def _paint_fire(brush: Brush, field: Box, colors: Colors) -> None:
    brush.plate(field, 4, colors.red)
    brush.shape(_curved(field, FLAME), colors.flame)
    brush.shape(_curved(field, EMBER), colors.red)


def _paint_ice(brush: Brush, field: Box, colors: Colors) -> None:
    brush.plate(field, 4, colors.blue)
    center, side = _middle(field)
    for arm in range(6):
        turn = arm / 6 + 0.25
        brush.stroke(center, around(center, 0.36 * side, turn), 0.08 * side, colors.crystal)
        fork = around(center, 0.21 * side, turn)
        for bend in (-1 / 6, 1 / 6):
            tip = around(fork, 0.13 * side, turn + bend)
            brush.stroke(fork, tip, 0.065 * side, colors.crystal)


def _paint_star(brush: Brush, half: Box, colors: Colors) -> None:
    center, side = _middle(half)
    radii = (0.24 * side, 0.1 * side)
    corners = [around(center, radii[tip % 2], tip / 10 - 0.25) for tip in range(10)]
    brush.shape(corners, colors.star)


def _middle(square: Box) -> tuple[Point, float]:
    left, top, right, bottom = square
    return ((left + right) / 2, (top + bottom) / 2), right - left


def _curved(field: Box, outline: Outline) -> list[Point]:
    (x, y), side = _middle(field)
    ends = [outline[-1][-1], *(curve[-1] for curve in outline)]
    corners = (
        _on_curve((start, *curve), step / 12)
        for (start, _), curve in zip(pairwise(ends), outline, strict=True)
        for step in range(12)
    )
    return [(x + across * side, y + down * side) for across, down in corners]


def _on_curve(points: tuple[Point, Point, Point, Point], share: float) -> Point:
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    weighted = list(zip(weights, points, strict=True))
    return (
        sum(weight * point[0] for weight, point in weighted),
        sum(weight * point[1] for weight, point in weighted),
    )
