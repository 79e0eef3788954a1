"""What all parts of the pictures share: sizes, colours, places, and how sprites are made."""

from collections.abc import Callable, Hashable
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Color, Grid, Palette, Stamp, between, cut_out, label

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

WIDTH: Final = 576
MARGIN: Final = 28
# The height of a line of text, and how far below its top a plate in it begins.
LINE: Final = 36
TOP: Final = 2
# There are two lines above the board.
HEADER: Final = 2 * LINE

NIGHT: Final[Color] = (12, 20, 34)
SEA: Final[Color] = (32, 66, 100)
IVORY: Final[Color] = (250, 246, 234)
STONE: Final[Color] = (128, 126, 122)
SLATE: Final[Color] = (88, 90, 96)
CYAN: Final[Color] = (92, 208, 228)
GREEN: Final[Color] = (30, 138, 68)
GOLD: Final[Color] = (255, 200, 40)
RED: Final[Color] = (246, 112, 98)
BLUE: Final[Color] = (44, 84, 214)
SAND: Final[Color] = (232, 192, 140)
PLUM: Final[Color] = (78, 42, 96)

PALETTE: Final = Palette(
    (
        *(NIGHT, SEA, IVORY, STONE, SLATE, CYAN, GREEN, GOLD, RED, BLUE, SAND, PLUM),
        *between(NIGHT, IVORY, 1),
        *between(SEA, IVORY, 1),
        *between(NIGHT, GOLD, 1),
        *between(NIGHT, SAND, 1),
    )
)


@cache
def sprite_of(size: Size, paint: Callable[..., None], /, **facts: Hashable) -> Image.Image:
    """What a painter paints, on ground as dark as beside the board."""
    brush = Brush(size, NIGHT)
    paint(brush, **facts)
    return PALETTE.fit(brush.finish())


@lru_cache(maxsize=512)
def stamp_of(size: Size, paint: Callable[..., None], /, **facts: Hashable) -> Stamp:
    """What a painter paints, without its ground."""
    return cut_out(size, SEA, PALETTE, partial(paint, **facts))


# Where the board's tiles lie


@cache
def grid_of(side: int, row_one: RowOne) -> Grid:
    """A board of so many tiles a side."""
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, (WIDTH - 2 * MARGIN) // side // 2 * 2, MARGIN, row_one)


def corner_of(grid: Grid, cell: Cell) -> Place:
    """The upper left corner of a tile in the picture."""
    left, top = grid.corner(cell)
    return left + (WIDTH - grid.size[0]) // 2, top + HEADER


# Writing


class Style(NamedTuple):
    """How a plate in the header is painted: its colours, and its text's distance from the left."""

    ground: Color
    ink: Color
    indent: int


PLAIN: Final = Style(NIGHT, IVORY, 0)
# The height of a plate that is written on, and the size of a ship on it.
PLATE: Final = 32
ICON: Final = 30


def write(image: Image.Image, text: str, place: Place, size: Size, style: Style) -> None:
    """Write a line into a strip of a picture, cut off where the strip ends."""
    ground, ink, _ = style
    image.paste(label(text, size, ink, ground, PALETTE), place)
