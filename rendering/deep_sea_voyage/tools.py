"""What all parts of the pictures share: sizes, places, and how sprites are made."""

from collections.abc import Callable, Hashable
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Color, Grid, Stamp, cut_out, label
from rendering.deep_sea_voyage.colors import Colors

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

WIDTH: Final = 580
MARGIN: Final = 38
# How far from the sides whatever is above and below the board begins.
EDGE: Final = 12
# The height of a line of text, and how far below its top a plate in it begins.
LINE: Final = 42
TOP: Final = 1
# Of all letters, at least: in a picture as wide as this they can be read on a phone.
LETTERS: Final = 22
# There are two lines above the board.
HEADER: Final = 2 * LINE


@cache
def sprite_of(
    size: Size, colors: Colors, paint: Callable[..., None], /, **facts: Hashable
) -> Image.Image:
    """What a painter paints, on ground as beside the board."""
    brush = Brush(size, colors.ground)
    paint(brush, colors, **facts)
    return colors.palette.fit(brush.finish())


@cache
def stamp_of(
    size: Size,
    colors: Colors,
    paint: Callable[..., None],
    /,
    ground: Color | None = None,
    **facts: Hashable,
) -> Stamp:
    """What a painter paints, without its ground, which is sea unless it is something else."""
    painter = partial(paint, colors=colors, **facts)
    return cut_out(size, ground or colors.sea, colors.palette, painter)


# Where the board's tiles lie


@cache
def grid_of(side: int, row_one: RowOne) -> Grid:
    """A board of so many tiles a side."""
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, (WIDTH - 2 * MARGIN) // side // 2 * 2, MARGIN, row_one)


def left_of(grid: Grid) -> int:
    """Where a board begins in the picture."""
    return (WIDTH - grid.size[0]) // 2


def corner_of(grid: Grid, cell: Cell) -> Place:
    """The upper left corner of a tile in the picture."""
    left, top = grid.corner(cell)
    return left_of(grid) + left, HEADER + top


# Writing


class Style(NamedTuple):
    """How a plate in the header is painted.

    Attributes:
        colors: Those of a theme.
        ground: Of the plate.
        ink: Of what is written on it.
        indent: How far from the left that begins.
    """

    colors: Colors
    ground: Color
    ink: Color
    indent: int


def plain(colors: Colors) -> Style:
    """How a line without a plate is written."""
    return Style(colors, colors.ground, colors.ink, 0)


# The height of a plate that is written on, and the size of a ship on it.
PLATE: Final = 40
ICON: Final = 32


def write(image: Image.Image, text: str, place: Place, size: Size, style: Style) -> None:
    """Write a line into a strip of a picture, cut off where the strip ends."""
    colors, ground, ink, _ = style
    image.paste(label(text, size, ink, ground, colors.palette), place)
