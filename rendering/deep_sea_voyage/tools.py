"""What all parts of the pictures share: sizes, places and plates."""

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import NUMBERS
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Color, Grid
from rendering.deep_sea_voyage.colors import Colors
from rendering.themes import Theme

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

# Discord cuts two pictures of a post to squares, three to 365 by 350 or half of it. Nearly square,
# they lose at most six pixels at the left and the right, or nine above and below: only ground.
WIDTH: Final = 640
HEIGHT: Final = 628
EDGE: Final = 6
TOP: Final = 9
# Of all letters, at least: in a picture as wide as this they can be read on a phone.
LETTERS: Final = 24
# The board with its coordinates: how wide their frame is, the greatest length of all tiles, and
# where the frame begins. There is little in its outer pixels, so it reaches below the header.
MARGIN: Final = 37
TILES: Final = 504
FRAME: Final = (2, 48)
# Right of the board is the bank, and when placing is over how far the ships sail.
TRAY: Final = 56
TRAY_LEFT: Final = WIDTH - EDGE - TRAY
TRAY_TOP: Final = 70


# Where the board's tiles lie


@cache
def grid_of(side: int, row_one: RowOne) -> Grid:
    """A board of so many tiles a side."""
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, TILES // side // 2 * 2, MARGIN, row_one)


def begin_of(grid: Grid) -> Place:
    """The upper left corner of a board's frame in the picture: smaller boards are centred."""
    left, top = FRAME
    spare = (TILES + 2 * MARGIN - grid.size[0]) // 2
    return left + spare, top + spare


def corner_of(grid: Grid, cell: Cell) -> Place:
    """The upper left corner of a tile in the picture."""
    (left, top), (across, down) = begin_of(grid), grid.corner(cell)
    return left + across, top + down


# Writing


class Style(NamedTuple):
    """How a plate is painted.

    Attributes:
        colors: Those of a theme.
        ground: Of the plate.
        ink: Of what is written on it.
        indent: How much of it is left free before that.
    """

    colors: Colors
    ground: Color
    ink: Color
    indent: int


def plain(colors: Colors) -> Style:
    """How a line without a plate is written."""
    return Style(colors, colors.ground, colors.ink, 0)


# The height of a plate, and the size of a ship on it.
PLATE: Final = 24
ICON: Final = 24


def write(image: Image.Image, text: str, place: Place, width: int, style: Style) -> None:
    """Write a line in the middle of a plate, narrowed if the plate is too short for it."""
    image.paste(_plate(text, width, style), place)


# Those of a match in every theme: four above a board, and five beside it for each of two kinds of
# ways. Painted anew, they add a third to a post's cost.
@lru_cache(maxsize=14 * len(NUMBERS) * len(Theme))
def _plate(text: str, width: int, style: Style) -> Image.Image:
    brush = Brush((width, PLATE), style.colors.ground)
    brush.plate((0, 0, width, PLATE), 6, style.ground)
    room = width - style.indent - 2
    brush.write(text, (style.indent + room / 2, PLATE / 2), LETTERS, style.ink, room)
    return style.colors.palette.fit(brush.finish())
