"""The board of Compass Collisions: four elements, squares that fall, and sets yet to be placed.

A piece shows its element by shape, letter and colour, and its owner by light and dark: EC's are
light with dark letters, the DMO's dark with light rims.
"""

from PIL import Image

from engine.games.compass_collisions.position import CompassCollisionsView
from rendering import Names, Picture
from rendering.canvas import encode
from rendering.compass_collisions.last_turn import show_marks
from rendering.compass_collisions.scene import scene_of
from rendering.compass_collisions.sets import (
    height_of_shelves,
    own_layout,
    show_shelves,
    waiting_sets,
)
from rendering.compass_collisions.squares import empty_board, show_ground, show_numbers, show_pieces
from rendering.compass_collisions.tally import TALLY_HEIGHT, show_tally
from rendering.compass_collisions.tools import WIDTH


def pictures(view: CompassCollisionsView, names: Names) -> tuple[Picture, ...]:
    """The board; for a seat whose own layout is in and still secret, that layout."""
    if view.secret_layout and view.viewer:
        return (Picture("layout", encode(own_layout(view.secret_layout.sets, view.viewer))),)
    return (Picture("board", encode(_board(view, names))),)


def _board(view: CompassCollisionsView, names: Names) -> Image.Image:
    """The squares, and below them the waiting sets, or else what each side has."""
    waiting = waiting_sets(view)
    height = height_of_shelves(waiting) or TALLY_HEIGHT
    scene = scene_of(view)
    width, bottom = scene.grid.size
    # What is beyond the board is in the palette's first colour, which is NIGHT.
    image = empty_board(scene.grid, view.zones).crop((0, 0, max(width, WIDTH), bottom + height))
    show_ground(image, view, scene)
    show_pieces(image, view, scene)
    show_numbers(image, view, scene)
    show_marks(image, view, scene)
    if waiting:
        show_shelves(image, bottom, waiting, names)
    else:
        show_tally(image, bottom, view, names)
    return image
