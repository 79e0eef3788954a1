"""The squares and their contents: ground, sides, numbers and pieces."""

from functools import cache, partial
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from rendering.canvas import Brush, Grid, Pen, Point, framed, sprite_of, stamp_of
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.last_turn import paint_frame, show_arrow
from rendering.compass_collisions.pieces import (
    STYLES,
    Style,
    paint_square,
    piece_stamp,
    slot_sprite,
)
from rendering.compass_collisions.tools import (
    CELL,
    LETTERS,
    SMALLER,
    SQUARE,
    STEPS,
    Scene,
    title_of,
)

# The rubble of a square, in pixels.
STONES: Final[tuple[tuple[Point, ...], ...]] = (
    ((2, 3), (21, 2), (24, 12), (11, 21), (2, 16)),
    ((30, 3), (45, 4), (45, 19), (35, 16)),
    ((3, 27), (12, 25), (18, 43), (3, 46)),
    ((25, 39), (34, 35), (46, 29), (45, 46), (27, 45)),
)

FRAME: Final = 3
"""The thickness of the frame around a number."""


@cache
def empty_board(grid: Grid, zones: tuple[Cell, ...], colors: Colors) -> Image.Image:
    """Return the empty board, with the squares on which sets may be placed."""
    paint_well = partial(paint_square, color=colors.well, side=CELL)
    board = framed(grid, colors.ground, colors.ink, colors.line, paint_well)
    board = colors.palette.fit(board)
    for cell in zones:
        board.paste(slot_sprite(CELL, colors), grid.corner(cell))
    return board


def show_ground(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """Show the rubble of removed squares; before play, also the sides and the sets on them."""
    colors = scene.colors
    for cell in view.removed:
        hole = sprite_of(SQUARE, colors, _paint_hole, is_fresh=cell in scene.fallen)
        image.paste(hole, scene.grid.corner(cell))
    if view.zones:
        placed = {side: title_of(name) for name, side in view.sides}
        for side, cell in _rose(view.side).items():
            facts = {"side": side, "placed": placed.get(side, "")}
            name = stamp_of(SQUARE, colors, _paint_side, colors.well, **facts)
            name.onto(image, scene.grid.corner(cell))


def _paint_hole(brush: Brush, colors: Colors, *, is_fresh: bool) -> None:
    brush.plate((0, 0, CELL, CELL), 0, colors.hole)
    for stone in STONES if is_fresh else ():
        brush.shape(stone, colors.zone)


def _paint_side(brush: Brush, colors: Colors, side: Compass, placed: str) -> None:
    """Paint the letter of a side, or the name of the set on it: an owner above a number."""
    if not placed:
        brush.write(side[0].upper(), (CELL / 2, CELL / 2), 24, colors.ink)
    for order, word in enumerate(placed.split()):
        brush.write(word, (CELL / 2, 22 + 17 * order), LETTERS, colors.ink)


def show_numbers(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """Show the numbers; one above the count of all pieces looks the same however large it is."""
    rose = _rose(view.side).values() if view.zones else ()
    taken = {*scene.pieces, *scene.ghosts, *view.way, *rose}
    limit, collapsing = view.all_pieces, view.collapsing
    for cell, number in view.numbers:
        digits = str(number) if number <= limit else f"{limit}+"
        stamp = stamp_of(
            SQUARE,
            scene.colors,
            _paint_number,
            scene.colors.well,
            digits=digits,
            urgent=cell in view.falls_next,
            collapsing=cell in collapsing,
            plain=not view.zones,
            aside=cell in taken,
        )
        stamp.onto(image, scene.grid.corner(cell))


def _paint_number(  # noqa: PLR0913 - each tells one stamp from another
    brush: Brush,
    colors: Colors,
    digits: str,
    *,
    urgent: bool,
    collapsing: bool,
    plain: bool,
    aside: bool,
) -> None:
    """Paint a number large on an empty square, in a corner of another.

    The next squares to fall have a plate, those that only a collapse takes a frame. They are faint
    where squares are plain: not while sets may be placed on most of them.
    """
    size, ink = LETTERS if aside else 20, colors.ink
    if plain and not (aside or collapsing):
        ink = colors.faint
    # In corners all begin at the same place, which makes smaller files.
    half = (Pen(size, ink).font.getlength(digits) + 3) / 2
    x, y = (half, 8) if aside else (CELL / 2, CELL / 2)
    if urgent:
        brush.plate((x - half, y - 8, x + half, y + 8), 4, colors.mark)
    elif collapsing:
        x, y = max(x, half + FRAME), max(y, 8 + FRAME)
        for edge, color in ((FRAME, ink), (0, colors.well)):
            box = (x - half - edge, y - 8 - edge, x + half + edge, y + 8 + edge)
            brush.plate(box, 4 + edge, color)
    brush.write(digits, (x, y), size, colors.dark if urgent else ink)


def _rose(side: int) -> dict[Compass, Cell]:
    """Return the squares around the middle one, on which the sides are named."""
    middle = side // 2
    return {way: Cell(middle + right, middle - down) for way, (right, down) in STEPS.items()}


def show_pieces(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """Show from the bottom up the last move's target, its arrow over ghosts, and the pieces."""
    numbered, colors = {cell for cell, _ in view.numbers}, scene.colors

    def stand(cell: Cell, element: Element, style: Style) -> None:
        side = SMALLER if cell in numbered else CELL
        left, top = scene.grid.corner(cell)
        stamp = piece_stamp(element, style, side, colors)
        stamp.onto(image, (left + CELL - side, top + CELL - side))

    end = view.way[-1] if view.way else None
    if end and scene.grid.has(end) and end not in view.removed:
        stamp_of(SQUARE, colors, paint_frame, colors.well).onto(image, scene.grid.corner(end))
    for cell, element in scene.ghosts.items():
        stand(cell, element, Style.GHOST)
    if view.way:
        show_arrow(image, scene, view.way)
    for cell, piece in scene.pieces.items():
        stand(cell, piece.element, STYLES[piece.owner])
