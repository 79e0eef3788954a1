"""The boards of Deep Sea Voyage, each beside its bank; a post shows those that matter then.

The colours are those of the rules: walls and the pieces laid are solid black, channels cyan with a
C, dropoffs bright green with a D. Shape and brightness tell the sides apart: the Empire's ships are
light discs, and its pieces have a light outline and their letter on a light plate; the Marauder's
ships are dark shields, and its pieces have a darker outline and a light letter.
"""

from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from PIL import Image

from engine.games.deep_sea_voyage.alts import CLOSED, arrived
from engine.games.deep_sea_voyage.board import NUMBERS, Board, Side
from engine.games.deep_sea_voyage.board_in_play import Placement, Score, Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, Stage
from rendering import Marks, Picture
from rendering.canvas import Brush, Grid, framed
from rendering.deep_sea_voyage.colors import COLORS, Colors
from rendering.deep_sea_voyage.pieces import laid, show_bank, show_piece, tentative
from rendering.deep_sea_voyage.tiles import (
    EDGE,
    HEIGHT,
    ICON,
    PLATE,
    TOP,
    WIDTH,
    PathLayers,
    begin_of,
    grid_of,
    lay_veil,
    line_of,
    ship_stamp,
    show_ships,
    show_steps,
    show_tiles,
    show_ways,
    ways_on,
)
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme

# The width of a board's number, and of what is between the plates of the sides.
TITLE: Final = 100
GAP: Final = 6
SECOND_LINE: Final = TOP + PLATE + 1
# The width of either side's plate.
HALF_WIDTH: Final = (WIDTH - 2 * EDGE - GAP) // 2


class _Scene(NamedTuple):
    """The part of a board below its heading; equal scenes look the same."""

    colors: Colors
    grid: Grid
    sea: Sea
    placed: tuple[tuple[Side, Placement], ...]
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
    sea, colors = view.sea(int(board)), COLORS[theme]
    moves = view.submissions_on(sea)
    scene = _Scene(
        colors=colors,
        grid=grid_of(sea.board.side, view.row_one),
        sea=sea,
        placed=tuple((side, piece) for piece in sea.placed if (side := view.side_of(piece.seat))),
        latest=view.latest_on(sea),
        handed_in=tuple(move for move in moves if isinstance(move, Placement)),
        ways=ways_on(view, sea),
        is_done=view.is_done(sea),
    )
    image = _without_heading(scene).copy()
    _show_header(image, view, sea, colors)
    return Picture(f"board-{sea.number}", image)


def marked(view: DeepSeaVoyageView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with a number, with some tiles marked."""
    plain, sea = close_up(view, marks.board, theme), view.sea(int(marks.board))
    palette, grid = COLORS[theme].palette, grid_of(sea.board.side, view.row_one)
    image = with_marks(plain.image, marks.cells, palette, grid, begin_of(grid))
    return replace(plain, image=image)


# Scenes of a match's latest view and of the one before: a move changes one board of three, a pick
# or a phase only the headings.
@lru_cache(maxsize=2 * len(NUMBERS))
def _without_heading(scene: _Scene) -> Image.Image:
    """Return a board, and beside it its bank or the steps of the ways shown."""
    board, grid, colors = scene.sea.board, scene.grid, scene.colors
    image = _empty_board(board, grid, colors).copy()
    for side, placement in scene.placed:
        look = laid(side, colors, is_latest=placement == scene.latest)
        show_piece(image, grid, placement, look, colors)
    if scene.is_done:
        lay_veil(image, grid, colors)
    for placement in scene.handed_in:
        show_piece(image, grid, placement, tentative(colors), colors)
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


# Heading


def _show_header(image: Image.Image, view: DeepSeaVoyageView, sea: Sea, colors: Colors) -> None:
    """Show the board's number and state, and below them the players' sides."""
    image.paste(line_of(f"Board {sea.number}", TITLE, colors), (EDGE, TOP))
    # It is lit if somebody plays there, or has won it.
    is_lit = view.seat_on(sea) or (view.phase is Phase.OVER and sea.winner)
    plate = (colors.mark, colors.dark) if is_lit else (colors.sea, colors.ink)
    left = EDGE + TITLE
    image.paste(line_of(_state(view, sea), WIDTH - EDGE - left, colors, plate), (left, TOP))
    for side, left in zip(Side, (EDGE, EDGE + HALF_WIDTH + GAP), strict=True):
        # The text is to the right of the side's ships.
        plate = colors.of_side(side), colors.dark
        line = line_of(_player(view, side), HALF_WIDTH, colors, plate, 2 * ICON + 8)
        image.paste(line, (left, SECOND_LINE))
        for order, ship in enumerate(side.ships):
            corner = (left + 6 + (ICON + 2) * order, SECOND_LINE + (PLATE - ICON) // 2)
            ship_stamp(ship, ICON, colors).onto(image, corner)


def _player(view: DeepSeaVoyageView, side: Side) -> str:
    seat = view.player_of(side)
    return f"{side.capitalize()}: {seat.upper()}" if seat else side.capitalize()


STAGES: Final = {
    Stage.OWN_SECRET: "Your secret for this round: {own}",
    Stage.LOST: "{closed}, lost by {loser}",
    Stage.COUNTED: "EC {ec}, DMO {dmo}: {winner} won",
    Stage.CLOSED: "{closed}",
    Stage.PLAYED: "{player} plays here",
    Stage.LEFT_OUT: "Nobody plays here this round",
    Stage.ROUTES: "Waiting for routes",
    Stage.NOT_COUNTED: "Not counted",
    Stage.OPEN: "Open",
}


def _state(view: DeepSeaVoyageView, sea: Sea) -> str:
    own, seat, score = view.own_submission(sea), view.seat_on(sea), sea.score or Score(None, None)
    return STAGES[view.stage_of(sea)].format(
        own=f"the {own.letter}" if isinstance(own, Placement) else "a pass",
        closed=sea.closed and CLOSED[sea.closed],
        loser=sea.lost_by and sea.lost_by.upper(),
        ec=arrived(score.ec),
        dmo=arrived(score.dmo),
        winner=score.winner.upper() if score.winner else "nobody",
        player=seat and seat.upper(),
    )
