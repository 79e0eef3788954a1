"""The pieces: an element by shape, letter and colour, its owner by light and dark."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Element
from rendering.canvas import Brush, Color, Point, Stamp, around, sprite_of, stamp_of
from rendering.compass_collisions.colors import Colors

CELL: Final = 48
# The least size of letters and digits: in a picture that is legible on a phone.
LETTERS: Final = 18.5


class Style(Enum):
    """Paint style of a piece: of its owner's seat, hollow (no owner) or faint (former square)."""

    EC = "ec"
    DMO = "dmo"
    HOLLOW = "hollow"
    GHOST = "ghost"


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of an element; the unit is a square's side, the origin its middle.

    Attributes:
        corners: The corners of the polygon.
        center: The centre of the largest circle that fits, where the letter stands.
        radius: The radius of that circle.
        letter: The size of the letter.
    """

    corners: tuple[Point, ...]
    center: Point
    radius: float
    letter: float

    def inset(self, edge: float) -> list[Point]:
        """Return the corners after each side has moved inwards by this much."""
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


def piece_stamp(element: Element, style: Style, side: int, colors: Colors) -> Stamp:
    """Return a piece on a square with sides of that length."""
    facts = {"look": (element, style), "side": side}
    return stamp_of((side, side), colors, paint_piece, colors.well, **facts)


def paint_piece(
    brush: Brush, colors: Colors, look: tuple[Element, Style], side: int, corner: Point = (0, 0)
) -> None:
    """Paint a piece on the square with this upper left corner."""
    element, style = look
    form = FORMS[element]
    light, dark, edge = (of[element] for of in (colors.lights, colors.darks, colors.rims))
    rim, width, body, ink, size = {
        Style.EC: (edge, 0.04, light, colors.dark, form.letter),
        Style.DMO: (colors.light, 0.065, dark, colors.light, form.letter),
        Style.HOLLOW: (edge, 0.04, colors.ground, edge, form.letter),
        Style.GHOST: (colors.ghost, 0.035, colors.well, colors.faint, 0.7 * form.letter),
    }[style]

    def placed(point: Point) -> Point:
        return corner[0] + (0.5 + point[0]) * side, corner[1] + (0.5 + point[1]) * side

    brush.shape([placed(point) for point in form.corners], rim)
    brush.shape([placed(point) for point in form.inset(width)], body)
    brush.write(element.value, placed(form.center), max(LETTERS, size * side), ink)


def slot_sprite(side: int, colors: Colors) -> Image.Image:
    """Return an empty slot for a piece of a set."""
    return sprite_of((side, side), colors, _paint_slot, side=side)


def _paint_slot(brush: Brush, colors: Colors, side: int) -> None:
    brush.plate((0, 0, side, side), 0, colors.line)
    paint_square(brush, colors.zone, side)


def paint_square(brush: Brush, color: Color, side: int) -> None:
    """Paint the bare ground of a square."""
    edge = round(side / 30)
    brush.plate((edge, edge, side - edge, side - edge), side / 12, color)
