"""The common tools of the picture's parts: sizes, lines of text, and what is on the squares."""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import VECTORS, Element, EventKind, Piece
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Color, Grid, written
from rendering.compass_collisions.colors import Colors

PixelPoint: TypeAlias = tuple[int, int]
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
STEPS: Final = {way: (across, -up) for way, (across, up) in VECTORS.items()}


# Words and numbers of pieces recur: painted anew, they add half to a picture's cost.
@cache
def line_of(text: str, size: Size, ground: Color, colors: Colors) -> Image.Image:
    """Return a line of text on a strip, cut off where the strip ends."""
    return colors.palette.fit(written(text, size, colors.ink, ground))


def title_of(name: SetName) -> str:
    """Return a set's name in writing: `DMO 2`."""
    return f"{name.owner.upper()} {name[-1]}"


# Squares


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
