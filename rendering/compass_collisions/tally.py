"""What stands below the board: what beats what, how moves change a piece, what each side has."""

from collections import Counter
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element, Piece
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.seats import Seat
from rendering import Names
from rendering.canvas import Brush, Point
from rendering.compass_collisions.pieces import STYLES, Style, paint_piece
from rendering.compass_collisions.tools import (
    MIST,
    STEPS,
    WELL,
    WIDTH,
    called,
    sprite_of,
    write,
)

# All in pixels within the strip below the board. First a line: what beats what, then how moves
# change a piece; the distances are from icon to icon, and from one direction to the next.
LEGEND: Final = 15
CYCLE: Final = 72
CYCLE_STEP: Final = 40
CHANGES: Final = 268
CHANGES_STEP: Final = 56
# Below it, a plate for each seat: the name, then the number of pieces of all kinds and of each.
PLATES: Final = {Seat.EC: 32, Seat.DMO: 66}
PLATE: Final = (WIDTH - 12, 32)
LEFT: Final = 6
NAME: Final = (186, 28)
ICON: Final = 28
TOTAL: Final = (LEFT + 204, 36)
COUNTS: Final = LEFT + 244
COUNT: Final = 26
TALLY_HEIGHT: Final = 104


def show_tally(image: Image.Image, bottom: int, view: CompassCollisionsView, names: Names) -> None:
    """What beats what, and what each side has; before there are pieces, whose layout is in."""
    has_pieces = bool(view.pieces)
    size = (WIDTH, TALLY_HEIGHT)
    tally = sprite_of(size, _paint_tally, has_pieces=has_pieces, stages=view.stages)
    image.paste(tally, (0, bottom))
    counts = Counter(piece for _, piece in view.pieces)
    for seat, upper in PLATES.items():
        top = bottom + upper + 2
        write(image, (LEFT + 10, top), called(seat, names), NAME, WELL)
        if has_pieces:
            _show_counts(image, top, seat, counts)
        else:
            told = "layout is in" if seat in view.submitted else "no layout yet"
            write(image, (TOTAL[0], top), told, NAME, WELL)


def _show_counts(image: Image.Image, top: int, seat: Seat, counts: Counter[Piece]) -> None:
    own = {element: counts[Piece(seat, element)] for element in Element}
    left, width = TOTAL
    write(image, (left, top), str(sum(own.values())), (width, NAME[1]), WELL)
    for left, count in zip(_icons(), own.values(), strict=True):
        write(image, (left + ICON + 3, top), str(count), (COUNT, NAME[1]), WELL)


def _icons() -> range:
    """Where the elements' icons begin on a plate."""
    step = ICON + COUNT + 2
    return range(COUNTS, COUNTS + len(Element) * step, step)


def _paint_tally(
    brush: Brush, *, has_pieces: bool, stages: tuple[tuple[Compass, int], ...]
) -> None:
    """The part that never changes: the legend, the plates, and the icons of what is counted."""
    _paint_cycle(brush)
    _paint_changes(brush, stages)
    for seat, top in PLATES.items():
        brush.plate((LEFT, top, LEFT + PLATE[0], top + PLATE[1]), 6, WELL)
        for element, left in zip(Element, _icons(), strict=True):
            if has_pieces:
                paint_piece(brush, element, STYLES[seat], ICON, (left, top + 2))


def _paint_cycle(brush: Brush) -> None:
    """The elements, each with a dart to the one it beats; the last beats the first."""
    brush.write("beats", (28, LEGEND), 15, MIST)
    order = (*Element, next(iter(Element)))
    for place, element in enumerate(order):
        x = CYCLE + place * CYCLE_STEP
        paint_piece(brush, element, Style.HOLLOW, ICON, (x - ICON / 2, LEGEND - ICON / 2))
        if place:
            _paint_dart(brush, (x - CYCLE_STEP + 15, LEGEND), (1, 0), 3)


def _paint_changes(brush: Brush, stages: tuple[tuple[Compass, int], ...]) -> None:
    """How many places along the cycle a step in each direction moves a piece."""
    for order, (direction, places) in enumerate(stages):
        x, (right, down) = CHANGES + order * CHANGES_STEP, STEPS[direction]
        _paint_dart(brush, (x - 6 * right, LEGEND - 6 * down), (right, down), 4)
        change = f"{direction[0].upper()} {f'+{places}' if places else places}"
        brush.write(change, (x + 28, LEGEND), 15, MIST)


def _paint_dart(brush: Brush, tail: Point, way: Point, length: float) -> None:
    neck = (tail[0] + length * way[0], tail[1] + length * way[1])
    brush.stroke(tail, neck, 3, MIST)
    brush.arrowhead(neck, way, (8, 6), MIST)
