"""The common tools of the pictures' parts: sizes, places and plates."""

from functools import cache, lru_cache
from typing import Final, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import NUMBERS
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Color, Grid
from rendering.deep_sea_voyage.colors import Colors
from rendering.themes import Theme

PixelPoint: TypeAlias = tuple[int, int]
"""The upper left corner of something."""

# Discord cuts two pictures of a post to squares, three to 365 by 350 or half of it. Nearly square,
# they lose at most six pixels at the left and the right, or nine above and below: only ground.
WIDTH: Final = 640
HEIGHT: Final = 628
EDGE: Final = 6
TOP: Final = 9
# The least size of letters: in a picture as wide as this, legible on a phone.
LETTERS: Final = 24
# The board with its coordinates: the width of their frame, the greatest length of all tiles, and
# the frame's corner. There is little in its outer pixels, so it reaches below the header.
MARGIN: Final = 37
TILES: Final = 504
FRAME: Final = (2, 48)
# Right of the board is the bank and, after placing, the lengths of the ships' ways.
TRAY: Final = 56
TRAY_LEFT: Final = WIDTH - EDGE - TRAY
TRAY_TOP: Final = 70


# Places of tiles


@cache
def grid_of(side: int, row_one: RowOne) -> Grid:
    """Return a board of so many tiles a side."""
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, TILES // side // 2 * 2, MARGIN, row_one)


def begin_of(grid: Grid) -> PixelPoint:
    """Return the upper left corner of a board's frame: smaller boards are centred."""
    left, top = FRAME
    spare = (TILES + 2 * MARGIN - grid.size[0]) // 2
    return left + spare, top + spare


def corner_of(grid: Grid, cell: Cell) -> PixelPoint:
    """Return the upper left corner of a tile in the picture."""
    (left, top), (across, down) = begin_of(grid), grid.corner(cell)
    return left + across, top + down


# Writing


# The height of a plate, and the size of a ship on it.
PLATE: Final = 24
ICON: Final = 24


# Lines of a match in every theme: four above a board, and five beside it for each of two kinds of
# ways. Painted anew, they add a third to a post's cost.
@lru_cache(maxsize=14 * len(NUMBERS) * len(Theme))
def line_of(
    text: str, width: int, colors: Colors, plate: tuple[Color, Color] | None = None, indent: int = 0
) -> Image.Image:
    """Return a line, narrowed if there is too little room for it right of its indent.

    It may be on a plate, given by its colour and that of the text on it.
    """
    ground, ink = plate or (colors.ground, colors.ink)
    brush = Brush((width, PLATE), colors.ground)
    brush.plate((0, 0, width, PLATE), 6, ground)
    room = width - indent - 2
    brush.write(text, (indent + room / 2, PLATE / 2), LETTERS, ink, room)
    return colors.palette.fit(brush.finish())
