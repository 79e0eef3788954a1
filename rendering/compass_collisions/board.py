"""The board: its squares and their numbers, the pieces, and the last turn with all its effects."""

from collections.abc import Callable, Hashable
from functools import cache, cached_property, partial
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import ALL_PIECES, VECTORS, Compass, Element, EventKind
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import (
    Brush,
    Color,
    Grid,
    Pen,
    PixelPoint,
    Point,
    Size,
    around,
    framed,
    sprite_of,
    stamp_of,
)
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import (
    CELL,
    LETTERS,
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
# The thickness of the frame around a number.
FRAME: Final = 3
# The rubble of a square, in pixels.
STONES: Final[tuple[tuple[Point, ...], ...]] = (
    ((2, 3), (21, 2), (24, 12), (11, 21), (2, 16)),
    ((30, 3), (45, 4), (45, 19), (35, 16)),
    ((3, 27), (12, 25), (18, 43), (3, 46)),
    ((25, 39), (34, 35), (46, 29), (45, 46), (27, 45)),
)


def grid_of(view: CompassCollisionsView) -> Grid:
    """Return the places of the squares."""
    return Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)


class Board:
    """The board in a picture of that size; it is painted from the bottom up.

    Attributes:
        image: The picture, whose ground beside the board is bare.
    """

    def __init__(self, view: CompassCollisionsView, colors: Colors, size: Size) -> None:
        self._view, self._colors, self._grid = view, colors, grid_of(view)
        self._pieces, self._numbers = dict(view.standing), dict(view.numbers)
        middle = view.side // 2
        self._rose = {
            side: Cell(middle + right, middle + up)
            for side, (right, up) in VECTORS.items()
            if view.zones
        }
        """The squares around the middle one, on which the sides are named before play."""
        # Beyond the board is the palette's first colour, which is the ground's.
        self.image = _empty_board(self._grid, view.zones, colors).crop((0, 0, *size))
        self._show_ground()
        self._show_pieces()
        self._show_numbers()
        self._show_badges()

    def _lay(self, cell: Cell, paint: Callable[..., None], **facts: Hashable) -> None:
        """Lay a painting over a square."""
        stamp = stamp_of(SQUARE, self._colors, paint, self._colors.well, **facts)
        stamp.onto(self.image, self._grid.corner(cell))

    def _show_ground(self) -> None:
        """Show the rubble of removed squares, and the sides with the names of sets on them."""
        fallen = {event.cell for event in self._view.falls}
        for cell in self._view.removed:
            hole = sprite_of(SQUARE, self._colors, _paint_hole, is_fresh=cell in fallen)
            self.image.paste(hole, self._grid.corner(cell))
        placed = {side: name.called for name, side in self._view.sides}
        for side, cell in self._rose.items():
            self._lay(cell, _paint_side, side=side, placed=placed.get(side, ""))

    def _show_pieces(self) -> None:
        """Show the last move's target, and its arrow over ghosts, below the pieces."""
        way = self._view.way
        if way and self._grid.has(way[-1]) and way[-1] not in self._view.removed:
            self._lay(way[-1], _paint_frame)
        for cell, element in self._ghosts.items():
            self._stand(cell, element, Style.GHOST)
        if way:
            self._show_arrow(way)
        for cell, piece in self._pieces.items():
            self._stand(cell, piece.element, Style(piece.owner))

    @cached_property
    def _ghosts(self) -> dict[Cell, Element]:
        """The pieces gone in the last turn; of all on a square, only the last one counts."""
        occupied = dict(self._view.pieces)
        return {
            cell: event.piece.element
            for event in self._view.events
            for cell in (event.cell, event.to if event.kind is EventKind.DROPPED else None)
            if event.piece and cell and cell not in occupied
        }

    def _stand(self, cell: Cell, element: Element, style: Style) -> None:
        side = SMALLER if cell in self._numbers else CELL
        left, top = self._grid.corner(cell)
        stamp = piece_stamp(element, style, side, self._colors)
        stamp.onto(self.image, (left + CELL - side, top + CELL - side))

    def _show_arrow(self, way: tuple[Cell, ...]) -> None:
        """Show the arrow of a move, on a stamp as large as all squares of its way."""
        corners = [self._grid.corner(cell) for cell in way]
        (left, top), (right, low) = min(corners), max(corners)
        size = (right - left + CELL, low - top + CELL)
        start = (corners[0][0] - left + CELL / 2, corners[0][1] - top + CELL / 2)
        facts = {"start": start, "step": _step(*way[:2]), "squares": len(way) - 1}
        stamp = stamp_of(size, self._colors, _paint_arrow, self._colors.well, **facts)
        stamp.onto(self.image, (left, top))

    def _show_numbers(self) -> None:
        """Show the numbers: large on empty squares, else in a corner.

        The next squares to fall have a plate, those that only a collapse takes a frame. The others
        are faint, but not while sets may be placed. One above the count of all pieces looks the
        same however large it is.
        """
        view, colors = self._view, self._colors
        collapsing, rose = view.collapsing, self._rose.values()
        taken = {*self._pieces, *self._ghosts, *view.way, *rose}
        for cell, number in self._numbers.items():
            ink, plates = colors.ink, tuple[tuple[int, Color], ...]()
            if cell in view.falls_next:
                ink, plates = colors.dark, ((0, colors.mark),)
            elif cell in collapsing:
                plates = ((FRAME, colors.ink), (0, colors.well))
            elif not (view.zones or cell in taken):
                ink = colors.faint
            text = (str(number) if number <= ALL_PIECES else f"{ALL_PIECES}+", ink)
            self._lay(cell, _paint_number, text=text, plates=plates, aside=cell in taken)

    def _show_badges(self) -> None:
        """Show a badge for every event but a move."""
        for event in self._view.events:
            place = event.to or event.cell
            left, top = self._grid.corner(place)
            inside, end = (CELL - BADGE) // 2, CELL - BADGE
            right, down = _step(event.cell, place)
            border = (left + inside - right * CELL // 2, top + inside - down * CELL // 2)
            match event.kind:
                case EventKind.CHANGED if event.cell in self._pieces:
                    self._badge((left + end, top), _paint_changed)
                case EventKind.PUSHED:
                    self._badge(border, _paint_pushed, step=(right, down))
                case EventKind.LEFT:
                    self._badge(border, _paint_beaten)
                case (
                    EventKind.DEFEATED | EventKind.DROPPED | EventKind.REMOVED | EventKind.FELL
                ) if event.piece:
                    self._badge((left + end, top + end), _paint_beaten)

    def _badge(self, place: PixelPoint, paint: Callable[..., None], **facts: Hashable) -> None:
        stamp = stamp_of((BADGE, BADGE), self._colors, paint, self._colors.well, **facts)
        stamp.onto(self.image, place)


def _step(source: Cell, target: Cell) -> PixelPoint:
    """Return a step from one square towards another, to the right and down in the picture."""
    right, up = target.column - source.column, target.row - source.row
    return (right > 0) - (right < 0), (up < 0) - (up > 0)


@cache
def _empty_board(grid: Grid, zones: tuple[Cell, ...], colors: Colors) -> Image.Image:
    """Return the empty board, with the squares on which sets may be placed."""
    paint_well = partial(paint_square, color=colors.well, side=CELL)
    board = framed(grid, colors.ground, colors.ink, colors.line, paint_well)
    board = colors.palette.fit(board)
    for cell in zones:
        board.paste(slot_sprite(CELL, colors), grid.corner(cell))
    return board


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


def _paint_frame(brush: Brush, colors: Colors) -> None:
    """Paint a frame around the square to which the last move went."""
    brush.plate((0, 0, CELL, CELL), 6, colors.mark)
    brush.plate((4, 4, CELL - 4, CELL - 4), 4, colors.well)


def _paint_number(
    brush: Brush,
    colors: Colors,  # noqa: ARG001 - the facts name their colours
    *,
    text: tuple[str, Color],
    plates: tuple[tuple[int, Color], ...],
    aside: bool,
) -> None:
    """Paint a number on plates, each so much larger than it; aside is in the upper left corner."""
    digits, ink = text
    size = LETTERS if aside else 20
    # In corners all begin at the same place, which makes smaller files.
    half, edge = (Pen(size, ink).font.getlength(digits) + 3) / 2, plates[0][0] if plates else 0
    x, y = (half + edge, 8 + edge) if aside else (CELL / 2, CELL / 2)
    for edge, color in plates:
        box = (x - half - edge, y - 8 - edge, x + half + edge, y + 8 + edge)
        brush.plate(box, 4 + edge, color)
    brush.write(digits, (x, y), size, ink)


def _paint_arrow(brush: Brush, colors: Colors, start: Point, step: Point, squares: int) -> None:
    (x, y), (right, down) = start, step

    def at(distance: float) -> Point:
        return x + right * distance, y + down * distance

    neck = CELL * squares - 34
    for edge, color in ((3, colors.dark), (0, colors.mark)):
        brush.stroke(at(16), at(neck), 7 + 2 * edge, color)
        head = (18 + 2.6 * edge, 13 + 1.4 * edge)
        brush.arrowhead(at(neck - edge), step, head, color)


# Badges


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
