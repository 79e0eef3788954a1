"""The board: its squares and their numbers, the pieces, and the last turn with all its effects."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import VECTORS, Compass, Element, Event, EventKind, Piece
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Grid, Pen, Point, Stamp, around, framed, sprite_of, stamp_of
from rendering.compass_collisions.below import PixelPoint, title_of
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import (
    CELL,
    LETTERS,
    STYLES,
    Style,
    paint_square,
    piece_stamp,
    slot_sprite,
)

SQUARE: Final = (CELL, CELL)
MARGIN: Final = 28
# Pieces on numbered squares are a little smaller, to leave the number a corner.
SMALLER: Final = 42
BADGE: Final = 22

# Squares to the right and down in a picture, which has north at the top.
STEPS: Final = {way: (across, -up) for way, (across, up) in VECTORS.items()}


@dataclass(frozen=True, slots=True)
class Scene:
    """The contents of the squares, and their colours.

    Attributes:
        grid: The places of the squares.
        pieces: The pieces that stand there.
        ghosts: The pieces that stood there before or in the last turn, where nothing stands now.
        fallen: The squares that fell in the last turn.
    """

    colors: Colors
    grid: Grid
    pieces: dict[Cell, Piece]
    ghosts: dict[Cell, Element]
    fallen: frozenset[Cell]


def scene_of(view: CompassCollisionsView, colors: Colors) -> Scene:
    """Return the scene that a view shows on the squares."""
    fell = frozenset(event.cell for event in view.events if event.kind is EventKind.FELL)
    return Scene(colors, grid_of(view), dict(view.standing), _ghosts(view), fell)


def grid_of(view: CompassCollisionsView) -> Grid:
    """Return the places of the squares."""
    return Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)


def _ghosts(view: CompassCollisionsView) -> dict[Cell, Element]:
    """Return the gone pieces; of all events on a square, only the last one counts."""
    occupied = dict(view.pieces)
    return {
        cell: event.piece.element
        for event in view.events
        for cell in (event.cell, event.to if event.kind is EventKind.DROPPED else None)
        if event.piece and cell and cell not in occupied
    }


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
        stamp_of(SQUARE, colors, _paint_frame, colors.well).onto(image, scene.grid.corner(end))
    for cell, element in scene.ghosts.items():
        stand(cell, element, Style.GHOST)
    if view.way:
        show_arrow(image, scene, view.way)
    for cell, piece in scene.pieces.items():
        stand(cell, piece.element, STYLES[piece.owner])


# The last turn


def _paint_frame(brush: Brush, colors: Colors) -> None:
    """Paint a frame around the square to which the last move went."""
    brush.plate((0, 0, CELL, CELL), 6, colors.mark)
    brush.plate((4, 4, CELL - 4, CELL - 4), 4, colors.well)


def show_arrow(image: Image.Image, scene: Scene, way: tuple[Cell, ...]) -> None:
    """Show the arrow of a move, on a stamp as large as all squares of its way."""
    corners = [scene.grid.corner(cell) for cell in way]
    (left, top), (right, low) = min(corners), max(corners)
    size = (right - left + CELL, low - top + CELL)
    start = (corners[0][0] - left + CELL / 2, corners[0][1] - top + CELL / 2)
    facts = {"start": start, "step": _step(way[0], way[1]), "squares": len(way) - 1}
    stamp = stamp_of(size, scene.colors, _paint_arrow, scene.colors.well, **facts)
    stamp.onto(image, (left, top))


def _paint_arrow(brush: Brush, colors: Colors, start: Point, step: Point, squares: int) -> None:
    (x, y), (right, down) = start, step

    def at(distance: float) -> Point:
        return x + right * distance, y + down * distance

    neck = CELL * squares - 34
    for edge, color in ((3, colors.dark), (0, colors.mark)):
        brush.stroke(at(16), at(neck), 7 + 2 * edge, color)
        head = (18 + 2.6 * edge, 13 + 1.4 * edge)
        brush.arrowhead(at(neck - edge), step, head, color)


def show_marks(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """Show a badge for every other event."""
    for event in view.events:
        mark = _mark(event, scene)
        if mark:
            stamp, place = mark
            stamp.onto(image, place)


def _mark(event: Event, scene: Scene) -> tuple[Stamp, PixelPoint] | None:
    badge, place = partial(_badge, scene.colors), event.to or event.cell
    left, top = scene.grid.corner(place)
    right, low = left + CELL - BADGE, top + CELL - BADGE
    match event.kind:
        case EventKind.CHANGED if event.cell in scene.pieces:
            return badge(_paint_changed), (right, top)
        case EventKind.PUSHED:
            step = _step(event.cell, place)
            return badge(_paint_pushed, step=step), _on_border(scene.grid, place, step)
        case EventKind.LEFT:
            step = _step(event.cell, place)
            return badge(_paint_beaten), _on_border(scene.grid, place, step)
        case EventKind.DEFEATED | EventKind.DROPPED | EventKind.REMOVED | EventKind.FELL if (
            event.piece
        ):
            return badge(_paint_beaten), (right, low)
    return None


def _step(source: Cell, target: Cell) -> tuple[int, int]:
    """Return a step towards a square, to the right and down in the picture."""
    right, up = target.column - source.column, target.row - source.row
    return (right > 0) - (right < 0), (up < 0) - (up > 0)


def _badge(colors: Colors, paint: Callable[..., None], **facts: Hashable) -> Stamp:
    return stamp_of((BADGE, BADGE), colors, paint, colors.well, **facts)


def _on_border(grid: Grid, cell: Cell, step: tuple[int, int]) -> PixelPoint:
    """Return the place of a badge centred on the border over which a step enters a square."""
    (left, top), (right, down), inside = grid.corner(cell), step, (CELL - BADGE) // 2
    return left + inside - right * CELL // 2, top + inside - down * CELL // 2


def _paint_pushed(brush: Brush, colors: Colors, step: Point) -> None:
    (right, down), middle = step, BADGE / 2
    tip = (middle + 5 * right, middle + 5 * down)
    x, y = middle - 2 * right, middle - 2 * down
    for width, color in ((8, colors.dark), (4, colors.mark)):
        for side in (-7, 7):
            brush.stroke((x - side * down, y + side * right), tip, width, color)


def _paint_beaten(brush: Brush, colors: Colors) -> None:
    middle = (BADGE / 2, BADGE / 2)
    brush.disc(middle, 11, colors.dark)
    brush.disc(middle, 9.5, colors.light)
    for turn in (1 / 8, 3 / 8):
        ends = (around(middle, 5, turn), around(middle, 5, turn + 1 / 2))
        brush.stroke(*ends, 4, colors.darks[Element.FIRE])


def _paint_changed(brush: Brush, colors: Colors) -> None:
    dark, mark = colors.dark, colors.mark
    for radius, color in ((11, dark), (9.5, mark), (6.5, dark), (3.5, mark)):
        brush.disc((BADGE / 2, BADGE / 2), radius, color)
    brush.shape([(11, 11), (20, 6), (20, 13)], mark)
    brush.shape([(12, 9), (20, 9), (16, 14)], dark)
