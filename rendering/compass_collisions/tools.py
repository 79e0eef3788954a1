"""The common tools of the picture's parts: sizes, and lines of text."""

from functools import cache
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import Compass
from engine.games.compass_collisions.layouts import SetName
from rendering.canvas import Color, written
from rendering.compass_collisions.colors import Colors

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

CELL: Final = 48
SQUARE: Final = (CELL, CELL)
MARGIN: Final = 28
# The least width of a picture; everything below the board fits within it.
WIDTH: Final = 488
# Pieces on numbered squares are a little smaller, to leave the number a corner.
SMALLER: Final = 42
BADGE: Final = 22
# The least size of letters and digits: in a picture as wide as this, legible on a phone.
LETTERS: Final = 18.5
# The height of a line of them.
LINE: Final = 34

# Squares to the right and down in a picture, which has north at the top.
STEPS: Final = {
    Compass.NORTH: (0, -1),
    Compass.EAST: (1, 0),
    Compass.SOUTH: (0, 1),
    Compass.WEST: (-1, 0),
}


# Words and numbers of pieces recur: painted anew, they add half to a picture's cost.
@cache
def line_of(text: str, size: Size, ground: Color, colors: Colors) -> Image.Image:
    """Return a line of text on a strip, cut off where the strip ends."""
    return colors.palette.fit(written(text, size, colors.ink, ground))


def title_of(name: SetName) -> str:
    """Return a set's name in writing: `DMO 2`."""
    return f"{name.owner.upper()} {name[-1]}"
