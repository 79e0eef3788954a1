"""Marks on cells of a finished picture: those that a refused entry was about.

A mark is a frame with a stroke in from each corner, light between two dark lines, so that it is
seen on any ground, without any colour, and leaves the middle of the cell free.
"""

from collections.abc import Iterable
from functools import cache, partial
from itertools import product
from typing import Final

from PIL import Image

from engine.grids.grid import Cell
from rendering.canvas import BLACK, Brush, Color, Grid, Palette, PixelPoint, Stamp, cut_out

# The widths of the outer dark line, the light one and the inner dark one: in sides of a cell, but
# at least so many pixels, since fewer would be lost on a phone.
LINES: Final = ((0.06, 2), (0.06, 3), (0.045, 1))
# The distance from both edges of a corner at which its stroke ends, in sides of a cell.
REACH: Final = 0.26


def with_marks(
    image: Image.Image,
    cells: Iterable[Cell],
    palette: Palette,
    grid: Grid,
    point: PixelPoint = (0, 0),
) -> Image.Image:
    """Return a picture with some cells marked; those the board does not have are passed over.

    The upper left corner of the grid is at that point of the picture.
    """
    marked, stamp = image.copy(), _stamp(grid.cell, palette)
    for cell in filter(grid.has, cells):
        left, top = grid.corner(cell)
        stamp.onto(marked, (point[0] + left, point[1] + top))
    return marked


@cache
def _stamp(side: int, palette: Palette) -> Stamp:
    tones = sorted(palette.colors, key=sum)
    return cut_out((side, side), BLACK, palette, partial(_paint, side, tones[0], tones[-1]))


def _paint(side: int, dark: Color, light: Color, brush: Brush) -> None:
    outer, core, inner = (max(least, round(share * side)) for share, least in LINES)
    for width, color in ((core + 2 * inner, dark), (core, light)):
        for x, y in product((-1, 1), repeat=2):
            ends = [((0.5 + x * far) * side, (0.5 + y * far) * side) for far in (0.5, 0.5 - REACH)]
            brush.stroke(ends[0], ends[1], width, color)
    for near, far, color in ((0, outer + core + inner, dark), (outer, outer + core, light)):
        edge = side - near
        brush.plate((near, near, edge, far), 0, color)
        brush.plate((near, side - far, edge, edge), 0, color)
        brush.plate((near, near, far, edge), 0, color)
        brush.plate((side - far, near, edge, edge), 0, color)
