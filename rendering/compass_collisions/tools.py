"""What all parts of the picture share: sizes, colours, and how sprites are made."""

from collections.abc import Callable, Hashable
from functools import cache, partial
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element
from engine.games.compass_collisions.layouts import SetName
from engine.seats import Seat
from rendering import Names
from rendering.canvas import Brush, Color, Palette, Stamp, between, cut_out, label, writable

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

CELL: Final = 48
SQUARE: Final = (CELL, CELL)
MARGIN: Final = 28
# Of a picture whose board is not wider still; whatever lies below the board fits within it.
WIDTH: Final = 488
# Pieces on numbered squares are a little smaller, to leave the number a corner.
SMALLER: Final = 42
BADGE: Final = 22

NIGHT: Final[Color] = (20, 26, 36)
WELL: Final[Color] = (66, 78, 96)
ZONE: Final[Color] = (84, 97, 116)
MIST: Final[Color] = (174, 184, 196)
IVORY: Final[Color] = (248, 244, 234)
GOLD: Final[Color] = (255, 200, 40)

LIGHT: Final[dict[Element, Color]] = {
    Element.EARTH: (146, 206, 104),
    Element.WATER: (124, 190, 248),
    Element.FIRE: (252, 140, 96),
    Element.AIR: (220, 190, 246),
}
DARK: Final[dict[Element, Color]] = {
    Element.EARTH: (30, 84, 34),
    Element.WATER: (16, 62, 146),
    Element.FIRE: (156, 30, 20),
    Element.AIR: (94, 50, 142),
}

PALETTE: Final = Palette(
    (
        *(NIGHT, WELL, ZONE, MIST, IVORY, GOLD),
        *LIGHT.values(),
        *DARK.values(),
        *between(NIGHT, GOLD, 1),
    )
)

# Squares to the right and down in a picture, which has north at the top.
STEPS: Final = {
    Compass.NORTH: (0, -1),
    Compass.EAST: (1, 0),
    Compass.SOUTH: (0, 1),
    Compass.WEST: (-1, 0),
}


@cache
def sprite_of(size: Size, paint: Callable[..., None], **facts: Hashable) -> Image.Image:
    """What a painter paints, on ground as dark as beside the board."""
    brush = Brush(size, NIGHT)
    paint(brush, **facts)
    return PALETTE.fit(brush.finish())


@cache
def stamp_of(size: Size, paint: Callable[..., None], **facts: Hashable) -> Stamp:
    """What a painter paints, without its ground."""
    return cut_out(size, WELL, PALETTE, partial(paint, **facts))


def write(image: Image.Image, place: Place, text: str, size: Size, ground: Color = NIGHT) -> None:
    """Write a line into a strip of a picture, cut off where the strip ends."""
    image.paste(label(text, size, IVORY, ground, PALETTE), place)


def title_of(name: SetName) -> str:
    """A set's name in writing: `DMO 2`."""
    return f"{name.owner.upper()} {name[-1]}"


def called(seat: Seat, names: Names) -> str:
    """A seat, and as much of its player's name as can be written."""
    return f"{seat.upper()} {writable(names[seat])}".strip()
