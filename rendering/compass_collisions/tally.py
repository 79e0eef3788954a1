"""What stands below the board: what beats what, how moves change a piece, what each side has."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element, Piece
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.seats import Seat
from rendering import Names
from rendering.canvas import Brush, Point, around
from rendering.compass_collisions.pieces import STYLES, Style, paint_piece
from rendering.compass_collisions.tools import (
    MIST,
    STEPS,
    WELL,
    WIDTH,
    Place,
    called,
    sprite_of,
    write,
)

# All in pixels within the strip below the board.
TALLY_HEIGHT: Final = 154
# At the left, what beats what and how moves change a piece: the middles of both figures.
WHEEL: Final = (75, 76)
RADIUS: Final = 51
CROSS: Final = (212, 76)
# At the right, a plate for each seat: the name, and below it the number of pieces of each kind.
PLATES: Final = {Seat.EC: (278, 2), Seat.DMO: (278, 80)}
PLATE: Final = (WIDTH - 284, 72)
NAME: Final = (WIDTH - 308, 32)
COUNTS: Final = 34
TOTAL: Final = (46, 36)
COUNT: Final = (30, 36)
ICON: Final = 36
ICONS: Final = {Element.EARTH: 54, Element.WATER: 120, Element.FIRE: 186, Element.AIR: 252}


def show_tally(image: Image.Image, bottom: int, view: CompassCollisionsView, names: Names) -> None:
    """What beats what, and what each side has; before there are pieces, whose layout is in."""
    counted = frozenset(Element if view.pieces else ())
    size = (WIDTH, TALLY_HEIGHT)
    tally = sprite_of(size, _paint_tally, counted=counted, stages=view.stages)
    image.paste(tally, (0, bottom))
    counts = Counter(piece for _, piece in view.pieces)
    for seat, (left, upper) in PLATES.items():
        top = bottom + upper
        write(image, (left + 10, top + 2), called(seat, names), NAME, WELL)
        if view.pieces:
            _show_counts(image, (left, top + COUNTS), seat, counts)
        else:
            told = "layout is in" if seat in view.submitted else "no layout yet"
            write(image, (left + 10, top + COUNTS), told, (NAME[0], TOTAL[1]), WELL)


def _show_counts(image: Image.Image, place: Place, seat: Seat, counts: Counter[Piece]) -> None:
    left, top = place
    own = {element: counts[Piece(seat, element)] for element in Element}
    write(image, (left + 10, top), str(sum(own.values())), TOTAL, WELL)
    for element, count in own.items():
        write(image, (left + ICONS[element] + ICON + 3, top), str(count), COUNT, WELL)


def _paint_tally(
    brush: Brush, counted: frozenset[Element], stages: tuple[tuple[Compass, int], ...]
) -> None:
    """The part that never changes: the legend, the plates, and the icons of what is counted."""
    _paint_wheel(brush)
    _paint_cross(brush, dict(stages))
    for seat, (left, top) in PLATES.items():
        brush.plate((left, top, left + PLATE[0], top + PLATE[1]), 8, WELL)
        for element in counted:
            corner = (left + ICONS[element], top + COUNTS)
            paint_piece(brush, element, STYLES[seat], ICON, corner)


def _paint_wheel(brush: Brush) -> None:
    """The elements, each with a dart to the one it beats."""
    side = 44
    for order, element in enumerate(Element):
        turn = order / 4 - 1 / 4
        x, y = around(WHEEL, RADIUS, turn)
        paint_piece(brush, element, Style.HOLLOW, side, (x - side / 2, y - side / 2))
        tail, way = around(WHEEL, RADIUS, turn + 0.09), around((0, 0), 1, turn + 0.37)
        _paint_dart(brush, tail, way, 19.1)
    brush.write("beats", WHEEL, 20, MIST)


def _paint_cross(brush: Brush, stages: Mapping[Compass, int]) -> None:
    """How many places along the wheel a step in each direction moves a piece."""
    x, y = CROSS
    for direction, (right, down) in STEPS.items():
        _paint_dart(brush, (x + 6 * right, y + 6 * down), (right, down), 10)
        places = stages[direction]
        change = f"{direction[0].upper()} {f'+{places}' if places else places}"
        brush.write(change, (x + 43 * right, y + 34 * down), 19, MIST)


def _paint_dart(brush: Brush, tail: Point, way: Point, length: float) -> None:
    neck = (tail[0] + length * way[0], tail[1] + length * way[1])
    brush.stroke(tail, neck, 4, MIST)
    brush.arrowhead(neck, way, (10, 7), MIST)
