"""The squares and what is on them: ground, sides, numbers and pieces."""

from functools import cache, partial
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grid import Cell
from rendering.canvas import Brush, Grid, Point, framed
from rendering.compass_collisions.last_turn import paint_frame, show_arrow
from rendering.compass_collisions.pieces import (
    STYLES,
    Style,
    paint_square,
    piece_stamp,
    slot_sprite,
)
from rendering.compass_collisions.scene import Scene
from rendering.compass_collisions.tools import (
    CELL,
    GOLD,
    IVORY,
    MIST,
    NIGHT,
    PALETTE,
    SMALLER,
    SQUARE,
    STEPS,
    WELL,
    ZONE,
    sprite_of,
    stamp_of,
    title_of,
)

# What is left of a square, in pixels.
STONES: Final[tuple[tuple[Point, ...], ...]] = (
    ((2, 3), (21, 2), (24, 12), (11, 21), (2, 16)),
    ((30, 3), (45, 4), (45, 19), (35, 16)),
    ((3, 27), (12, 25), (18, 43), (3, 46)),
    ((25, 39), (34, 35), (46, 29), (45, 46), (27, 45)),
)


@cache
def empty_board(grid: Grid, zones: tuple[Cell, ...]) -> Image.Image:
    """The empty board, with the squares on which sets may be placed."""
    board = PALETTE.fit(framed(grid, NIGHT, IVORY, partial(paint_square, color=WELL, side=CELL)))
    for cell in zones:
        board.paste(slot_sprite(CELL), grid.corner(cell))
    return board


def show_ground(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """What is left of removed squares; before play, also the sides and the sets on them."""
    hole, rubble = PALETTE.plain(SQUARE, NIGHT), sprite_of(SQUARE, _paint_rubble)
    for cell in view.removed:
        image.paste(rubble if cell in scene.fallen else hole, scene.grid.corner(cell))
    if view.zones:
        placed = {side: title_of(name) for name, side in view.sides}
        for side, cell in _rose(view.side).items():
            name = stamp_of(SQUARE, _paint_side, side=side, placed=placed.get(side, ""))
            name.onto(image, scene.grid.corner(cell))


def _paint_rubble(brush: Brush) -> None:
    for stone in STONES:
        brush.shape(stone, ZONE)


def _paint_side(brush: Brush, side: Compass, placed: str) -> None:
    """The letter of a side, and the name of the set on it, if any."""
    brush.write(side[0].upper(), (CELL / 2, 18 if placed else CELL / 2), 24, IVORY)
    brush.write(placed, (CELL / 2, 38), 15, IVORY)


def show_numbers(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """A number above the count of all pieces is shown as such, however far above it is."""
    rose = _rose(view.side).values() if view.zones else ()
    taken = {*scene.pieces, *scene.ghosts, *view.way, *rose}
    most = view.all_pieces
    for cell, number in view.numbers:
        digits = str(number) if number <= most else f"{most}+"
        stamp = stamp_of(
            SQUARE,
            _paint_number,
            digits=digits,
            urgent=cell in view.falls_next,
            aside=cell in taken,
        )
        stamp.onto(image, scene.grid.corner(cell))


def _paint_number(brush: Brush, digits: str, *, urgent: bool, aside: bool) -> None:
    """Large on an empty square, in a corner of another; what falls next is on a plate."""
    size, ink = (16, IVORY) if aside else (20, MIST)
    half = 0.31 * size * len(digits) + 1
    x, y = (1 + half, 9) if aside else (CELL / 2, CELL / 2)
    if urgent:
        brush.plate((x - half, y - size / 2, x + half, y + size / 2), 4, GOLD)
    brush.write(digits, (x, y), size, NIGHT if urgent else ink)


def _rose(side: int) -> dict[Compass, Cell]:
    """The squares around the middle one, on which the sides are named."""
    middle = side // 2
    return {way: Cell(middle + right, middle - down) for way, (right, down) in STEPS.items()}


def show_pieces(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """From the bottom up: the last move's target, its arrow over ghosts, and the pieces."""
    numbered = {cell for cell, _ in view.numbers}

    def stand(cell: Cell, element: Element, style: Style) -> None:
        side = SMALLER if cell in numbered else CELL
        left, top = scene.grid.corner(cell)
        piece_stamp(element, style, side).onto(image, (left + CELL - side, top + CELL - side))

    end = view.way[-1] if view.way else None
    if end and scene.grid.has(end) and end not in view.removed:
        stamp_of(SQUARE, paint_frame).onto(image, scene.grid.corner(end))
    for cell, element in scene.ghosts.items():
        stand(cell, element, Style.GHOST)
    if view.arrow:
        show_arrow(image, scene.grid, view.way, view.arrow.direction)
    for cell, piece in scene.pieces.items():
        stand(cell, piece.element, STYLES[piece.owner])
