"""A scene: the EC's discs, the DMO's squares and the table's hexagons on a grid."""

from functools import lru_cache, partial
from math import ceil
from typing import Final

from PIL import Image

from engine.grids.grid import Cell
from engine.options import RowOne
from engine.scene import Scene, SceneView
from rendering import Marks, Picture
from rendering.canvas import Grid, framed
from rendering.marks import with_marks
from rendering.scene.colors import COLORS, Colors
from rendering.scene.pieces import Standing, paint_well, sprite_of
from rendering.themes import USUAL, Theme

SIDES: Final = (36, 96)
"""The side of a cell at least and at most, in pixels."""
LONGEST: Final = 640
"""The longer side of all cells together, where they do not become too small."""
NARROWEST: Final = 32
"""The width of the frame at least."""
FRAME: Final = 0.0643
"""The width of the frame, in longer sides of the board: its letters are legible on a phone then."""
LETTERS: Final = (0.5, 0.66)
"""The size of labels at least, in sides of a cell, and in widths of the frame."""


def pictures(view: SceneView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the board, which looks the same to every viewer; nothing at a table without one."""
    scene = view.scene
    if scene.last is None:
        return ()
    image = _board(scene, grid_of(scene.last, scene.row_one), COLORS[theme])
    return (Picture("board", image),)


def marked(view: SceneView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with some cells marked.

    Raises:
        ValueError: There is no board.
    """
    scene = view.scene
    if scene.last is None:
        raise ValueError(scene.last)
    colors, grid = COLORS[theme], grid_of(scene.last, scene.row_one)
    image = with_marks(_board(scene, grid, colors), marks.cells, colors.palette, grid)
    return Picture("board", image)


def grid_of(last: Cell, row_one: RowOne) -> Grid:
    """Return the places of the cells of a board with this upper right corner."""
    columns, rows = last.column + 1, last.row + 1
    longest = max(columns, rows)
    least, limit = SIDES
    cell = max(least, min(limit, LONGEST // longest))
    return Grid(columns, rows, cell, max(NARROWEST, ceil(FRAME * longest * cell)), row_one)


def _board(scene: Scene, grid: Grid, colors: Colors) -> Image.Image:
    board = _background(grid, colors).copy()
    of_cell, of_frame = LETTERS
    letters = max(of_cell * grid.cell, of_frame * grid.margin)
    pieces, latest = dict(scene.pieces), {*scene.latest}
    for cell in sorted({*pieces, *latest}):
        standing = Standing(pieces.get(cell), cell in latest, grid.cell, letters)
        board.paste(sprite_of(standing, colors), grid.corner(cell))
    return board


# One board in every theme, either way up: a host may choose any of hundreds of sizes. Painted anew,
# it takes twice as long as all else.
@lru_cache(maxsize=len(Theme) * len(RowOne))
def _background(grid: Grid, colors: Colors) -> Image.Image:
    paint = partial(paint_well, side=grid.cell, color=colors.well)
    return colors.palette.fit(framed(grid, colors.ground, colors.ink, colors.line, paint))
