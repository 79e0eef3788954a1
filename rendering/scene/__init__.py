"""A scene: the EC's discs, the DMO's squares and the table's hexagons on a grid, and cards."""

from functools import lru_cache, partial
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from engine.grids.grid import Cell
from engine.kinds.scene import Scene, SceneView
from engine.options import RowOne
from rendering import Marks, Picture
from rendering.canvas import Edges, Grid, framed
from rendering.marks import with_marks
from rendering.scene.beside import hand_of, strip_of
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
WIDTH: Final = 640
"""The width of a picture without a board."""
HEAVY: Final = 0.07
"""The width of the lines around blocks of cells, in sides of a cell."""
LETTERS: Final = (0.5, 0.66)
"""The size of labels at least, in sides of a cell, and in widths of the frame."""


def pictures(view: SceneView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the scene, which looks the same to every viewer; nothing at a table without one."""
    image = _painted(view.scene, (), COLORS[theme])
    return (Picture("board", image),) if image else ()


def marked(view: SceneView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the scene with some cells marked.

    Raises:
        ValueError: There is none.
    """
    image = _painted(view.scene, marks.cells, COLORS[theme])
    if image is None:
        raise ValueError(view.scene.last)
    return Picture("board", image)


def _painted(scene: Scene, marked_cells: tuple[Cell, ...], colors: Colors) -> Image.Image | None:
    """Return counts, the board and hands, one below the other; None if there is nothing."""
    boards, width = list[Image.Image](), WIDTH
    if scene.last is not None:
        lengths = tuple(map(len, scene.centred[::-1]))
        grid = grid_of(scene.last, scene.row_one, lengths, scene.edges)
        board, (width, _) = _board(scene, grid, colors), grid.size
        boards.append(with_marks(board, marked_cells, colors.palette, grid))
    hands = [hand_of(hand, width, colors) for hand in scene.hands]
    counts = [strip_of(scene.counters, width, colors)] if scene.counters else []
    parts = [*counts, *boards, *hands]
    if len(parts) < 2:
        return next(iter(parts), None)
    image = colors.palette.plain((width, sum(part.height for part in parts)), colors.ground)
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    return image


def grid_of(
    last: Cell, row_one: RowOne, lengths: tuple[int, ...] = (), edges: Edges = ((), ())
) -> Grid:
    """Return the places of the cells of a board with this upper right corner."""
    columns, rows = last.column + 1, last.row + 1
    longest = max(columns, rows)
    least, limit = SIDES
    cell = max(least, min(limit, LONGEST // longest))
    margin = max(NARROWEST, ceil(FRAME * longest * cell))
    return Grid(columns, rows, cell, margin, row_one, lengths, edges)


def _board(scene: Scene, grid: Grid, colors: Colors) -> Image.Image:
    board = _background(grid, colors).copy()
    of_cell, of_frame = LETTERS
    letters = max(of_cell * grid.cell, of_frame * grid.margin)
    pieces, grounds = dict(scene.pieces), dict(scene.grounds)
    latest, open_cells = {*scene.latest}, {*scene.open_cells}
    named = {*grid.cells} if scene.centred else set[Cell]()
    for cell in sorted({*pieces, *latest, *grounds, *open_cells, *named}):
        facts = (pieces.get(cell), cell in latest, grounds.get(cell), cell in open_cells)
        name = scene.name_of(cell) if cell in named else ""
        standing = Standing(*facts, name, side=grid.cell, letters=letters)
        board.paste(sprite_of(standing, colors), grid.corner(cell))
    if scene.block:
        _draw_heavy_lines(board, grid, scene.block, colors)
    return board


def _draw_heavy_lines(board: Image.Image, grid: Grid, block: int, colors: Colors) -> None:
    draw, half = ImageDraw.Draw(board), ceil(HEAVY * grid.cell / 2)
    start, (right, bottom) = grid.margin, (side - grid.margin for side in grid.size)
    ink = colors.palette.index(colors.ink)
    for x in range(start, right + 1, block * grid.cell):
        draw.rectangle((x - half, start - half, x + half - 1, bottom + half - 1), ink)
    for y in range(start, bottom + 1, block * grid.cell):
        draw.rectangle((start - half, y - half, right + half - 1, y + half - 1), ink)


# One board in every theme, either way up: a host may choose any of hundreds of sizes. Painted anew,
# it takes twice as long as all else.
@lru_cache(maxsize=len(Theme) * len(RowOne))
def _background(grid: Grid, colors: Colors) -> Image.Image:
    paint = partial(paint_well, side=grid.cell, color=colors.well)
    return colors.palette.fit(framed(grid, colors.ground, colors.ink, colors.line, paint))
