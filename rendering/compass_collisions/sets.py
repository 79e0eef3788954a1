"""The sets that do not stand on the board: those waiting below it, and a viewer's own layout."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.layouts import PieceSet, SetName, free_sets
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.seats import SEATS, Seat
from rendering import Names
from rendering.canvas import Brush
from rendering.compass_collisions.pieces import STYLES, Style, piece_stamp, slot_sprite
from rendering.compass_collisions.tools import (
    CELL,
    MIST,
    NIGHT,
    PALETTE,
    WIDTH,
    Place,
    Size,
    called,
    sprite_of,
    title_of,
    write,
)

Waiting: TypeAlias = Mapping[Seat, list[tuple[SetName, PieceSet]]]
"""The sets that have no side yet, by owner; only owners who have some."""

GAP: Final = 12
# Waiting sets lie below the board: the side of their squares, the line above them, a title.
SHELF: Final = 32
HEADING: Final = 28
TITLE: Final = (62, 26)
# Below each set of the viewer's own layout there is a line naming the edge of the board.
EDGE: Final = 26


def own_layout(sets: tuple[PieceSet, PieceSet], owner: Seat) -> Image.Image:
    """Both sets of the viewer, one below the other and as large as on the board."""
    width, height = _extent(sets[0], CELL)
    step = height + EDGE + 2 * GAP
    image = PALETTE.plain((width + 2 * GAP, len(sets) * step), NIGHT)
    edge = sprite_of((width, EDGE), _paint_edge, width=width)
    for order, pieces in enumerate(sets):
        left, top = place = (GAP, GAP + order * step)
        _lay(image, place, pieces, STYLES[owner], CELL)
        write(image, place, f"Set {order + 1}", TITLE)
        image.paste(edge, (left, top + height))
    return image


def _paint_edge(brush: Brush, width: int) -> None:
    """The edge of the board, by name."""
    brush.plate((0, 2, width, 5), 0, MIST)
    brush.write("edge of the board", (width / 2, 16), 17, MIST)


def waiting_sets(view: CompassCollisionsView) -> Waiting:
    """The sets that are shown and have no side yet."""
    names = free_sets(view.sides)
    waiting = [(name, pieces) for name, pieces in view.sets if name in names]
    by_owner = {seat: [each for each in waiting if each[0].owner is seat] for seat in SEATS}
    return {seat: sets for seat, sets in by_owner.items() if sets}


def show_shelves(image: Image.Image, bottom: int, waiting: Waiting, names: Names) -> None:
    """A shelf for each owner, with the sets side by side."""
    for order, (seat, sets) in enumerate(waiting.items()):
        top = bottom + order * (HEADING + _extent(sets[0][1], SHELF)[1] + GAP)
        write(image, (GAP, top), called(seat, names), (WIDTH - 2 * GAP, HEADING))
        for column, (name, pieces) in enumerate(sets):
            place = (GAP + column * (_extent(pieces, SHELF)[0] + GAP), top + HEADING)
            _lay(image, place, pieces, STYLES[seat], SHELF)
            write(image, place, title_of(name), TITLE)


def _lay(image: Image.Image, place: Place, pieces: PieceSet, style: Style, side: int) -> None:
    """A set as its owner typed it; the longest row, at the board's edge, is at the bottom."""
    width, height = _extent(pieces, side)
    for row, elements in enumerate(pieces):
        left = place[0] + (width - len(elements) * side) // 2
        top = place[1] + height - (row + 1) * side
        for slot, element in enumerate(elements):
            corner = (left + slot * side, top)
            image.paste(slot_sprite(side), corner)
            if element:
                piece_stamp(element, style, side).onto(image, corner)


def height_of_shelves(waiting: Waiting) -> int:
    """How much room the waiting sets take below the board."""
    return sum(HEADING + _extent(sets[0][1], SHELF)[1] + GAP for sets in waiting.values())


def _extent(pieces: PieceSet, side: int) -> Size:
    """How wide and how high a set is."""
    return max(map(len, pieces)) * side, len(pieces) * side
