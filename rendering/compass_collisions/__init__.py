"""The board of Compass Collisions: four elements, squares that fall, and sets yet to be placed.

A piece shows its element by shape, letter and colour, and its owner by light and dark: EC's are
light with dark letters, the DMO's dark with light rims.
"""

from PIL import Image

from engine.games.compass_collisions.position import CompassCollisionsView
from rendering import Marks, Picture
from rendering.compass_collisions.below import (
    TALLY_HEIGHT,
    WIDTH,
    height_of_shelves,
    own_layout,
    show_shelves,
    show_tally,
    waiting_sets,
)
from rendering.compass_collisions.board import (
    empty_board,
    grid_of,
    scene_of,
    show_ground,
    show_marks,
    show_numbers,
    show_pieces,
)
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
    waiting = waiting_sets(view)
    height = height_of_shelves(waiting) or TALLY_HEIGHT
    scene = scene_of(view, colors)
    width, bottom = scene.grid.size
    # Beyond the board is the palette's first colour, which is the ground's.
    size = (max(width, WIDTH), bottom + height)
    image = empty_board(scene.grid, view.zones, colors).crop((0, 0, *size))
    show_ground(image, view, scene)
    show_pieces(image, view, scene)
    show_numbers(image, view, scene)
    show_marks(image, view, scene)
    if waiting:
        show_shelves(image, bottom, waiting, colors)
    else:
        show_tally(image, bottom, view, colors)
    return image
