"""The boards of Deep Sea Voyage, each beside its bank; a post shows those that matter then.

The colours are those of the rules: walls and the pieces laid are solid black, channels cyan with a
C, dropoffs bright green with a D. Shape and brightness tell the sides apart: the Empire's ships are
light discs, and its pieces have a light outline and their letter on a light plate; the Marauder's
ships are dark shields, and its pieces have a darker outline and a light letter.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial

from PIL import Image

from engine.games.deep_sea_voyage.board import NUMBERS, Board, Side
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView
from rendering import Marks, Picture
from rendering.canvas import Brush, Grid, framed
from rendering.deep_sea_voyage.colors import COLORS, Colors
from rendering.deep_sea_voyage.header import show_header
from rendering.deep_sea_voyage.pieces import show_bank, show_handed_in, show_placed
from rendering.deep_sea_voyage.tiles import lay_veil, show_ships, show_tiles
from rendering.deep_sea_voyage.tools import HEIGHT, WIDTH, begin_of, grid_of
from rendering.deep_sea_voyage.ways import PathLayers, show_steps, show_ways, ways_on
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """The part of a board below its heading; equal scenes look the same.

    Attributes:
        sea: The board, with its pieces.
        grid: The places of its tiles.
        placed: The pieces on it, each with the side that placed it.
        latest: The piece to be marked.
        handed_in: The placements handed in for this round.
        ways: The ways that are shown, by their kind.
        is_done: True if it is finished.
    """

    colors: Colors
    sea: Sea
    grid: Grid
    placed: tuple[tuple[Side | None, Placement], ...]
    latest: Placement | None
    handed_in: tuple[Placement, ...]
    ways: PathLayers
    is_done: bool


def pictures(view: DeepSeaVoyageView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the boards that a post shows, each in a picture of its own."""
    return tuple(close_up(view, str(number), theme) for number in view.shown)


def foremost(view: DeepSeaVoyageView) -> str:
    """Return the board in play."""
    return str(view.in_play)


def close_up(view: DeepSeaVoyageView, board: str, theme: Theme = USUAL) -> Picture:
    """Return the board with a number."""
    sea = view.sea(int(board))
    scene = _scene_of(view, sea, COLORS[theme])
    image = _without_heading(scene).copy()
    show_header(image, view, sea, scene.colors)
    return Picture(f"board-{sea.number}", image)


def marked(view: DeepSeaVoyageView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with a number, with some tiles marked."""
    plain, sea = close_up(view, marks.board, theme), view.sea(int(marks.board))
    palette, grid = COLORS[theme].palette, grid_of(sea.board.side, view.row_one)
    image = with_marks(plain.image, marks.cells, palette, grid, begin_of(grid))
    return replace(plain, image=image)


def _scene_of(view: DeepSeaVoyageView, sea: Sea, colors: Colors) -> Scene:
    """Return the scene of a board, without things that concern only the others."""
    return Scene(
        colors=colors,
        sea=sea,
        grid=grid_of(sea.board.side, view.row_one),
        placed=tuple((view.side_of(placement.seat), placement) for placement in sea.placed),
        latest=view.latest_on(sea),
        handed_in=tuple(move for move in view.submissions_on(sea) if isinstance(move, Placement)),
        ways=ways_on(view, sea),
        is_done=view.is_done(sea),
    )


# Scenes of a match's latest view and of the one before: a move changes one board of three, a pick
# or a phase only the headings.
@lru_cache(maxsize=2 * len(NUMBERS))
def _without_heading(scene: Scene) -> Image.Image:
    """Return a board, and beside it its bank or the steps of the ways shown."""
    board, grid, colors = scene.sea.board, scene.grid, scene.colors
    image = _empty_board(board, grid, colors).copy()
    show_placed(image, scene.placed, scene.latest, grid, colors)
    if scene.is_done:
        lay_veil(image, grid, colors)
    show_handed_in(image, scene.handed_in, grid, colors)
    for line, ways in reversed(scene.ways):
        show_ways(image, grid, ways, line, colors)
    show_ships(image, board, grid, colors)
    if scene.ways:
        show_steps(image, scene.ways, colors)
    else:
        show_bank(image, scene.sea.left, colors)
    return image


# Boards of a match in every theme.
@lru_cache(maxsize=len(NUMBERS) * len(Theme))
def _empty_board(board: Board, grid: Grid, colors: Colors) -> Image.Image:
    image = background_of(grid, colors).copy()
    show_tiles(image, board, grid, colors)
    return image


@cache
def background_of(grid: Grid, colors: Colors) -> Image.Image:
    """Return a board of nothing but sea, with room for the header and the bank."""
    far = grid.cell - 1
    paint_sea = partial(Brush.plate, box=(1, 1, far, far), radius=0, color=colors.sea)
    board = framed(grid, colors.ground, colors.ink, colors.line, paint_sea)
    image = Image.new("RGB", (WIDTH, HEIGHT), colors.ground)
    image.paste(board, begin_of(grid))
    return colors.palette.fit(image)
