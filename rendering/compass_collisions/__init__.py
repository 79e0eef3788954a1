"""The board of Compass Collisions: four elements, squares that fall, and sets yet to be placed.

A piece shows its element by shape, letter and colour, and its owner by light and dark: EC's are
light with dark letters, the DMO's dark with light rims.
"""

from PIL import Image

from engine.games.compass_collisions.position import CompassCollisionsView
from rendering import Marks, Picture
from rendering.compass_collisions.below import (
    WIDTH,
    height_below,
    own_layout,
    shelves_of,
    show_shelves,
    show_tally,
)
from rendering.compass_collisions.board import Board, grid_of
from rendering.compass_collisions.colors import COLORS, Colors
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme


def pictures(view: CompassCollisionsView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the board, or a seat's own layout while it is in and still secret."""
    colors = COLORS[theme]
    if view.own and view.viewer:
        return (Picture("layout", own_layout(view.own, view.viewer, colors)),)
    return (Picture("board", _board(view, colors)),)


def marked(view: CompassCollisionsView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the board with some squares marked."""
    colors = COLORS[theme]
    image = _board(view, colors)
    return Picture("board", with_marks(image, marks.cells, colors.palette, grid_of(view)))


def _board(view: CompassCollisionsView, colors: Colors) -> Image.Image:
    """Return the squares, and below them the waiting sets, or else each side's pieces."""
    shelves = shelves_of(view)
    width, bottom = grid_of(view).size
    image = Board(view, colors, (max(width, WIDTH), bottom + height_below(shelves))).image
    if shelves:
        show_shelves(image, bottom, shelves, colors)
    else:
        show_tally(image, bottom, view, colors)
    return image
