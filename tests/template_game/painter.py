"""The board of Last Cell; it would be `rendering/last_cell.py`."""

from functools import cache
from typing import Final

from PIL import Image

from engine.options import RowOne
from rendering import Names, Picture
from rendering.canvas import Brush, Color, Grid, Palette, encode, framed
from tests.template_game.rules import LastCellView

CELL: Final = 72
MARGIN: Final = 36
MIDDLE: Final = (CELL / 2, CELL / 2)
NIGHT: Final[Color] = (20, 26, 36)
WELL: Final[Color] = (66, 78, 96)
IVORY: Final[Color] = (248, 244, 234)
GOLD: Final[Color] = (255, 200, 40)
PALETTE: Final = Palette((NIGHT, WELL, IVORY, GOLD))


def pictures(view: LastCellView, names: Names) -> tuple[Picture, ...]:
    """The board; the latest token is gold and has a ring in it."""
    grid = Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)
    board = _background(grid).copy()
    for cell in view.taken:
        board.paste(_latest() if cell == view.taken[-1] else _token(), grid.corner(cell))
    return (Picture("board", encode(board)),)


@cache
def _background(grid: Grid) -> Image.Image:
    return PALETTE.fit(framed(grid, NIGHT, IVORY, _paint_well))


def _paint_well(brush: Brush) -> None:
    brush.plate((2, 2, CELL - 2, CELL - 2), 6, WELL)


@cache
def _token() -> Image.Image:
    return PALETTE.fit(_painted(IVORY).finish())


@cache
def _latest() -> Image.Image:
    brush = _painted(GOLD)
    brush.disc(MIDDLE, 0.26 * CELL, NIGHT)
    brush.disc(MIDDLE, 0.18 * CELL, GOLD)
    return PALETTE.fit(brush.finish())


def _painted(color: Color) -> Brush:
    brush = Brush((CELL, CELL), NIGHT)
    _paint_well(brush)
    brush.disc(MIDDLE, 0.36 * CELL, color)
    return brush
