"""The sets that are not on the board: those waiting below it, and a viewer's own layout."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import Element
from engine.games.compass_collisions.layouts import PieceSet, SetName, free_sets
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.seats import SEATS, Seat
from rendering.canvas import Brush, sprite_of
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import STYLES, Style, piece_stamp, slot_sprite
from rendering.compass_collisions.tools import (
    CELL,
    LETTERS,
    LINE,
    PixelPoint,
    Size,
    line_of,
    title_of,
)

Waiting: TypeAlias = Mapping[Seat, list[tuple[SetName, PieceSet]]]
"""The sets that have no side yet, by owner; only owners who have some."""

GAP: Final = 12
# Waiting sets lie below the board: the side of their squares, and the size of their titles.
SHELF: Final = 32
TITLE: Final = (72, LINE)
# Below each set of the viewer's own layout there is a line naming the edge of the board.
EDGE: Final = 26


def own_layout(sets: tuple[PieceSet, ...], owner: Seat, colors: Colors) -> Image.Image:
    """Paint both sets of the viewer, one below the other and as large as on the board."""
    width, height = _extent(sets[0], CELL)
    step = height + EDGE + 2 * GAP
    image = colors.palette.plain((width + 2 * GAP, len(sets) * step), colors.ground)
    edge = sprite_of((width, EDGE), colors, _paint_edge, width=width)
    for order, pieces in enumerate(sets):
        left, top = place = (GAP, GAP + order * step)
        _lay(image, place, pieces, (STYLES[owner], CELL), colors)
        image.paste(line_of(f"Set {order + 1}", TITLE, colors.ground, colors), place)
        image.paste(edge, (left, top + height))
    return image


def _paint_edge(brush: Brush, colors: Colors, width: int) -> None:
    brush.plate((0, 2, width, 5), 0, colors.faint)
    brush.write("edge of the board", (width / 2, 16), LETTERS, colors.faint)


def waiting_sets(view: CompassCollisionsView) -> Waiting:
    """Return the sets that are shown and have no side yet."""
    names = free_sets(view.sides)
    waiting = [(name, pieces) for name, pieces in view.sets if name in names]
    by_owner = {
        seat: [set_waiting for set_waiting in waiting if set_waiting[0].owner is seat]
        for seat in SEATS
    }
    return {seat: sets for seat, sets in by_owner.items() if sets}


def show_shelves(image: Image.Image, bottom: int, waiting: Waiting, colors: Colors) -> None:
    """Show a shelf for each owner, with the sets side by side, each right of its title."""
    for order, (seat, sets) in enumerate(waiting.items()):
        top = bottom + order * (_extent(sets[0][1], SHELF)[1] + GAP)
        for column, (name, pieces) in enumerate(sets):
            place = (GAP + column * (_extent(pieces, SHELF)[0] + GAP), top)
            image.paste(line_of(title_of(name), TITLE, colors.ground, colors), place)
            _lay(image, place, pieces, (STYLES[seat], SHELF), colors)


def _lay(
    image: Image.Image, place: PixelPoint, pieces: PieceSet, look: tuple[Style, int], colors: Colors
) -> None:
    """Lay a set as its owner typed it; the longest row, at the board's edge, is at the bottom.

    Its look is its owner's style and the side of a square.
    """
    style, side = look
    width, height = _extent(pieces, side)
    for row, letters in enumerate(pieces):
        left = place[0] + (width - len(letters) * side) // 2
        top = place[1] + height - (row + 1) * side
        for slot, letter in enumerate(letters):
            corner = (left + slot * side, top)
            image.paste(slot_sprite(side, colors), corner)
            if letter != ".":
                piece_stamp(Element(letter), style, side, colors).onto(image, corner)


def height_of_shelves(waiting: Waiting) -> int:
    """Return the height that the waiting sets take below the board."""
    return sum(_extent(sets[0][1], SHELF)[1] + GAP for sets in waiting.values())


def _extent(pieces: PieceSet, side: int) -> Size:
    return max(map(len, pieces)) * side, len(pieces) * side
