"""The contents of a cell: each owner's pieces have a form, a colour and a tone of their own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.kinds.scene import FILLED, LONGEST_SIDE, Owner, Piece
from rendering.canvas import Brush, Color, Point, between
from rendering.scene.colors import Colors

MARK: Final = 0.07
"""The width of the mark of an empty or a filled cell, in sides of a cell."""
RIM: Final = 0.03
"""The width of a piece's rim."""
SMALLER: Final = 0.92
"""The size of a marked piece relative to an unmarked one: more of the mark is seen around it."""
EMBLEM: Final = 0.36
"""The size of an owner's form in a cell that it has filled."""
WON: Final = 0.62
"""The size of a piece on won ground relative to others: more of the ground is seen around it."""
OPEN: Final = 0.1
"""The radius of the dot in a cell where the seat to move may play."""
HATCH: Final = 0.04
"""The width of the lines on won ground."""
RISING: Final = ((0, 1), (1, 0))
FALLING: Final = ((0, 0), (1, 1))
HATCHING: Final = {Owner.EC: (), Owner.DMO: (RISING,), Owner.TABLE: (RISING, FALLING)}
"""The lines across each cell that an owner has won: their ends, in sides of the cell."""
HEXAGON: Final = ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25))


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an owner's pieces; the unit is the side of a cell.

    Attributes:
        paint: The painter of the form around a point, in a size and a colour.
        size: The size from side to side.
        room: The greatest width of a label on it.
    """

    paint: Callable[[Brush, Point, float, Color], None]
    size: float
    room: float


def _disc(brush: Brush, middle: Point, size: float, color: Color) -> None:
    brush.disc(middle, size / 2, color)


def _square(brush: Brush, middle: Point, size: float, color: Color) -> None:
    (x, y), half = middle, size / 2
    brush.plate((x - half, y - half, x + half, y + half), size / 12, color)


def _hexagon(brush: Brush, middle: Point, size: float, color: Color) -> None:
    x, y = middle
    brush.shape([(x + size * across, y + size * down) for across, down in HEXAGON], color)


FORMS: Final = {
    Owner.EC: Form(_disc, 0.93, 0.69),
    Owner.DMO: Form(_square, 0.87, 0.76),
    Owner.TABLE: Form(_hexagon, 0.95, 0.68),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A cell that is not plain.

    Attributes:
        piece: The piece that stands there; None on an empty cell.
        is_marked: True if the last line touched it.
        ground: The owner who has won the cell; None if nobody has.
        is_open: True if the seat to move may play there.
        name: The name of the cell, where it stands in it as long as that is empty.
        side: The side of the cell, in pixels.
        letters: The size of a label's letters, in pixels.
    """

    piece: Piece | None
    is_marked: bool
    ground: Owner | None
    is_open: bool
    name: str
    side: int
    letters: float


# All cells of the largest board. Painted anew, they add two thirds to a picture's cost.
@lru_cache(maxsize=LONGEST_SIDE**2)
def sprite_of(standing: Standing, colors: Colors) -> Image.Image:
    """Return the sprite of a whole cell."""
    side, piece = standing.side, standing.piece
    brush = Brush((side, side), colors.line)
    paint_well(brush, side, colors.well)
    if standing.is_marked:
        paint_well(brush, side, colors.mark, edge=0)
    if standing.ground:
        _paint_ground(brush, standing, standing.ground, colors)
    elif piece is None and standing.is_marked:
        paint_well(brush, side, colors.well, edge=_mark_width(side))
    if standing.is_open:
        brush.disc((side / 2, side / 2), OPEN * side, colors.ink)
    if standing.name and piece is None:
        brush.write(standing.name, (side / 2, side / 2), standing.letters, colors.ink, side)
    elif piece and piece.label == FILLED:
        _paint_filled(brush, standing, piece.owner, colors)
    elif piece:
        _paint_piece(brush, standing, piece, colors)
    return colors.palette.fit(brush.finish())


def paint_well(brush: Brush, side: int, color: Color, edge: int = 1) -> None:
    """Paint the ground of a cell, so far from its edges."""
    brush.plate((edge, edge, side - edge, side - edge), side / 12, color)


def _mark_width(side: int) -> int:
    return max(3, round(MARK * side))


def _paint_ground(brush: Brush, standing: Standing, owner: Owner, colors: Colors) -> None:
    """Paint won ground: the EC's plain, the DMO's hatched, the table's crossed."""
    body, ink, _ = colors.of(owner)
    _paint_whole(brush, standing, body, colors)
    edge = _edge_of(standing)
    inner, (line,) = standing.side - 2 * edge, between(body, ink, 1)
    for ends in HATCHING[owner]:
        start, stop = ((edge + x * inner, edge + y * inner) for x, y in ends)
        brush.stroke(start, stop, HATCH * standing.side, line)


def _edge_of(standing: Standing) -> int:
    return _mark_width(standing.side) + 2 if standing.is_marked else 0


def _paint_whole(brush: Brush, standing: Standing, body: Color, colors: Colors) -> None:
    """Paint a whole cell, lines included, within its mark."""
    side, edge = standing.side, _edge_of(standing)
    if standing.is_marked:
        brush.plate((0, 0, side, side), 0, colors.mark)
        # The line between mark and filling shows the mark where its colour cannot.
        mark = _mark_width(side)
        brush.plate((mark, mark, side - mark, side - mark), 0, colors.ground)
    brush.plate((edge, edge, side - edge, side - edge), 0, body)


def _paint_filled(brush: Brush, standing: Standing, owner: Owner, colors: Colors) -> None:
    """Fill the cell; a small form tells its owner, none means the table."""
    side, (body, ink, _) = standing.side, colors.of(owner)
    _paint_whole(brush, standing, body, colors)
    if owner is not Owner.TABLE:
        FORMS[owner].paint(brush, (side / 2, side / 2), EMBLEM * side, ink)


def _paint_piece(brush: Brush, standing: Standing, piece: Piece, colors: Colors) -> None:
    side, form = standing.side, FORMS[piece.owner]
    share = WON if standing.ground else SMALLER if standing.is_marked else 1
    middle, scale = (side / 2, side / 2), side * share
    size = form.size * scale
    body, ink, rim = colors.of(piece.owner)
    width = max(1.0, RIM * side)
    form.paint(brush, middle, size, rim)
    form.paint(brush, middle, size - 2 * width, body)
    brush.write(piece.label, middle, standing.letters, ink, form.room * scale)
