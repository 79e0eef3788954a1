"""The board of Last Cell; it would be `rendering/last_cell/__init__.py`."""

from functools import cache
from typing import Final

from PIL import Image

from engine.options import RowOne
from rendering import Marks, Picture
from rendering.canvas import BLACK, WHITE, Brush, Color, Grid, Scheme, ThemeValue, framed
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme
from tests.games.template_game.rules import LastCellView

CELL: Final = 72
MARGIN: Final = 36
MIDDLE: Final = (CELL / 2, CELL / 2)


IVORY: Final[Color] = (248, 244, 234)
NIGHT: Final[Color] = (20, 26, 36)


class Colors(Scheme):
    """The colours of one theme, which caches tell apart by identity."""

    ground = ThemeValue(NIGHT, WHITE, BLACK, WHITE)
    ink = ThemeValue(IVORY, NIGHT, WHITE, BLACK)
    well = ThemeValue((66, 78, 96), (220, 226, 234), (64, 64, 64), (228, 228, 228))
    token = ThemeValue(IVORY, NIGHT, WHITE, BLACK)
    latest = ThemeValue((255, 200, 40), (200, 60, 0), (255, 230, 0), (110, 110, 110))

    def shades(self) -> tuple[Color, ...]:
        return (self.ground, self.well, self.ink, self.token, self.latest)


COLORS: Final = {theme: Colors(theme) for theme in Theme}


def pictures(view: LastCellView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the board; the latest token has a ring in it."""
    return (Picture("board", _board(view, COLORS[theme])),)


def marked(view: LastCellView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with some cells marked."""
    colors = COLORS[theme]
    image = _board(view, colors)
    return Picture("board", with_marks(image, marks.cells, colors.palette, _grid(view)))


def _grid(view: LastCellView) -> Grid:
    return Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)


def _board(view: LastCellView, colors: Colors) -> Image.Image:
    grid = _grid(view)
    board = _background(grid, colors).copy()
    for cell in view.taken:
        token = _latest(colors) if cell == view.taken[-1] else _token(colors)
        board.paste(token, grid.corner(cell))
    return board


@cache
def _background(grid: Grid, colors: Colors) -> Image.Image:
    def paint_well(brush: Brush) -> None:
        _paint_well(brush, colors)

    ground = colors.ground
    return colors.palette.fit(framed(grid, ground, colors.ink, ground, paint_well))


def _paint_well(brush: Brush, colors: Colors) -> None:
    brush.plate((2, 2, CELL - 2, CELL - 2), 6, colors.well)


@cache
def _token(colors: Colors) -> Image.Image:
    return colors.palette.fit(_painted(colors, colors.token).finish())


@cache
def _latest(colors: Colors) -> Image.Image:
    brush = _painted(colors, colors.latest)
    brush.disc(MIDDLE, 0.26 * CELL, colors.ground)
    brush.disc(MIDDLE, 0.18 * CELL, colors.latest)
    return colors.palette.fit(brush.finish())


def _painted(colors: Colors, color: Color) -> Brush:
    brush = Brush((CELL, CELL), colors.ground)
    _paint_well(brush, colors)
    brush.disc(MIDDLE, 0.36 * CELL, color)
    return brush
