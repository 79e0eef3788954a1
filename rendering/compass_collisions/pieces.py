"""The pieces: an element by shape, letter and colour, its owner by light and dark."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Element
from engine.seats import Seat
from rendering.canvas import Brush, Color, Point, Stamp, around
from rendering.compass_collisions.tools import (
    DARK,
    IVORY,
    LIGHT,
    NIGHT,
    WELL,
    ZONE,
    sprite_of,
    stamp_of,
)


class Style(Enum):
    """How a piece is painted: as its owner's, hollow if nobody's, faint where it used to be."""

    EC = "ec"
    DMO = "dmo"
    HOLLOW = "hollow"
    GHOST = "ghost"


STYLES: Final = {Seat.EC: Style.EC, Seat.DMO: Style.DMO}


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of an element; the unit is a square's side, the origin its middle.

    Attributes:
        corners: Of the polygon.
        center: Of the largest circle that fits, where the letter stands.
        radius: That circle's.
        letter: The size of the letter.
    """

    corners: tuple[Point, ...]
    center: Point
    radius: float
    letter: float

    def inset(self, edge: float) -> list[Point]:
        """The corners after each side has moved inwards by this much."""
        (x, y), rest = self.center, 1 - edge / self.radius
        return [(x + (across - x) * rest, y + (down - y) * rest) for across, down in self.corners]


FORMS: Final = {
    Element.EARTH: Form(
        ((-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35)), (0, 0), 0.35, 0.56
    ),
    Element.WATER: Form(
        tuple(around((0, 0), 0.4, corner / 60) for corner in range(60)), (0, 0), 0.4, 0.52
    ),
    Element.FIRE: Form(((0, -0.45), (0.46, 0.37), (-0.46, 0.37)), (0, 0.105), 0.265, 0.46),
    Element.AIR: Form(((0, -0.47), (0.47, 0), (0, 0.47), (-0.47, 0)), (0, 0), 0.332, 0.46),
}


def piece_stamp(element: Element, style: Style, side: int) -> Stamp:
    """A piece on a square with sides of that length."""
    return stamp_of((side, side), paint_piece, element=element, style=style, side=side)


def paint_piece(
    brush: Brush, element: Element, style: Style, side: int, corner: Point = (0, 0)
) -> None:
    """A piece on the square with this upper left corner."""
    form, light, dark = FORMS[element], LIGHT[element], DARK[element]
    rim, width, body, ink, size = {
        Style.EC: (light, 0, light, NIGHT, form.letter),
        Style.DMO: (IVORY, 0.065, dark, IVORY, form.letter),
        Style.HOLLOW: (light, 0.04, NIGHT, light, form.letter),
        Style.GHOST: (NIGHT, 0.035, WELL, NIGHT, 0.7 * form.letter),
    }[style]

    def placed(point: Point) -> Point:
        return corner[0] + (0.5 + point[0]) * side, corner[1] + (0.5 + point[1]) * side

    brush.shape([placed(point) for point in form.corners], rim)
    brush.shape([placed(point) for point in form.inset(width)], body)
    brush.write(element.value, placed(form.center), size * side, ink)


def slot_sprite(side: int) -> Image.Image:
    """An empty slot for a piece of a set."""
    return sprite_of((side, side), paint_square, color=ZONE, side=side)


def paint_square(brush: Brush, color: Color, side: int) -> None:
    """The bare ground of a square."""
    edge = round(side / 30)
    brush.plate((edge, edge, side - edge, side - edge), side / 12, color)
