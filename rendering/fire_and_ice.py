"""The board of A Battle of Fire and Ice: ivory dominoes with flames and snow crystals."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image

from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.rules import FireAndIceView
from rendering import Names, Picture
from rendering.canvas import (
    Box,
    Brush,
    Color,
    Grid,
    Palette,
    Point,
    around,
    between,
    encode,
    framed,
)

Outline: TypeAlias = tuple[tuple[Point, Point, Point], ...]
"""A closed line of Bezier curves: each starts where the last one ends, at its third point."""

CELL: Final = 60
MARGIN: Final = 38

NIGHT: Final[Color] = (24, 32, 42)
WELL: Final[Color] = (50, 63, 80)
IVORY: Final[Color] = (246, 242, 232)
STONE: Final[Color] = (88, 97, 109)
RED: Final[Color] = (206, 52, 38)
BLUE: Final[Color] = (28, 99, 190)
GOLD: Final[Color] = (255, 190, 30)

PALETTE: Final = Palette(
    (
        *(NIGHT, WELL, IVORY, STONE, RED, BLUE, GOLD),
        *between(NIGHT, IVORY, 2),
        *between(RED, IVORY, 2),
        *between(BLUE, IVORY, 2),
        *between(STONE, IVORY, 1),
        *between(NIGHT, GOLD, 2),
    )
)

FIELDS: Final = {Half.RED: RED, Half.BLUE: BLUE}

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
    """How a domino is marked."""

    START = "start"
    LAID = "laid"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Piece:
    """A domino as it looks, wherever it lies.

    Attributes:
        halves: The left and the right one, or the upper and the lower one.
        upright: Whether one half is above the other.
        role: How it is marked.
    """

    halves: tuple[Half, Half]
    upright: bool
    role: Role


def pictures(view: FireAndIceView, names: Names) -> tuple[Picture, ...]:  # noqa: ARG001
    """The board; it looks the same to every viewer."""
    return (Picture("board", _board(view)),)


def _board(view: FireAndIceView) -> bytes:
    grid = Grid(view.side, view.side, CELL, MARGIN, view.row_one)
    board = _background(grid).copy()
    for order, domino in enumerate(view.dominoes):
        corners = [grid.corner(cell) for cell in domino.cells]
        (first, one), (_, other) = sorted(zip(corners, domino.halves, strict=True))
        upright = domino.cells[0].column == domino.cells[1].column
        board.paste(_sprite(Piece((one, other), upright, _role(view, order))), first)
    return encode(board)


def _role(view: FireAndIceView, order: int) -> Role:
    if order == 0:
        return Role.START
    return Role.LAST if order == len(view.dominoes) - 1 else Role.LAID


@cache
def _background(grid: Grid) -> Image.Image:
    return PALETTE.fit(framed(grid, NIGHT, IVORY, _paint_well))


def _paint_well(brush: Brush) -> None:
    brush.plate((2, 2, CELL - 2, CELL - 2), 6, WELL)


@cache
def _sprite(piece: Piece) -> Image.Image:
    """A domino and the ground around it, as large as the two cells it covers."""
    size = (CELL, 2 * CELL) if piece.upright else (2 * CELL, CELL)
    brush = Brush(size, NIGHT)
    edge = 4
    if piece.role is Role.LAST:
        # The dark line between frame and domino shows the mark where its colour cannot.
        brush.plate(_inset((0, 0), size, 0), 12, GOLD)
        brush.plate(_inset((0, 0), size, 4), 9, NIGHT)
        edge = 7
    brush.plate(_inset((0, 0), size, edge), 8, IVORY)
    for order, half in enumerate(piece.halves):
        origin = (0, CELL * order) if piece.upright else (CELL * order, 0)
        if half in FIELDS:
            _paint_field(brush, half, _inset(origin, (CELL, CELL), edge + 3))
        elif piece.role is Role.START:
            _paint_star(brush, _inset(origin, (CELL, CELL), edge))
    return PALETTE.fit(brush.finish())


def _inset(origin: Point, size: Point, edge: float) -> Box:
    (left, top), (width, height) = origin, size
    return left + edge, top + edge, left + width - edge, top + height - edge


def _paint_field(brush: Brush, half: Half, field: Box) -> None:
    brush.plate(field, 4, FIELDS[half])
    if half is Half.RED:
        brush.shape(_curved(field, FLAME), IVORY)
        brush.shape(_curved(field, EMBER), RED)
    else:
        _paint_crystal(brush, field)


def _paint_crystal(brush: Brush, field: Box) -> None:
    """Six arms, each with a pair of twigs."""
    center, side = _middle(field)
    for arm in range(6):
        turn = arm / 6 + 0.25
        brush.stroke(center, around(center, 0.36 * side, turn), 0.08 * side, IVORY)
        fork = around(center, 0.21 * side, turn)
        for bend in (-1 / 6, 1 / 6):
            brush.stroke(fork, around(fork, 0.13 * side, turn + bend), 0.065 * side, IVORY)


def _paint_star(brush: Brush, half: Box) -> None:
    center, side = _middle(half)
    radii = (0.24 * side, 0.1 * side)
    brush.shape([around(center, radii[tip % 2], tip / 10 - 0.25) for tip in range(10)], STONE)


def _middle(square: Box) -> tuple[Point, float]:
    """The centre of a square, and its side."""
    left, top, right, bottom = square
    return ((left + right) / 2, (top + bottom) / 2), right - left


def _curved(field: Box, outline: Outline) -> list[Point]:
    """The corners of a polygon that approximates an outline in a field."""
    (x, y), side = _middle(field)
    ends = [outline[-1][-1], *(curve[-1] for curve in outline)]
    corners = (
        _on_curve((start, *curve), step / 12)
        for (start, _), curve in zip(pairwise(ends), outline, strict=True)
        for step in range(12)
    )
    return [(x + across * side, y + down * side) for across, down in corners]


def _on_curve(points: tuple[Point, Point, Point, Point], share: float) -> Point:
    """The point of a Bezier curve after a share of its course."""
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    weighted = list(zip(weights, points, strict=True))
    return (
        sum(weight * point[0] for weight, point in weighted),
        sum(weight * point[1] for weight, point in weighted),
    )
