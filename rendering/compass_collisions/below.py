"""The strip below the board: waiting sets, or the cycle and each side's pieces; an own layout."""

from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element, Piece
from engine.games.compass_collisions.layouts import PieceSet, SetName, free_sets
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView
from engine.seats import SEATS, Seat
from rendering.canvas import Brush, Color, sprite_of, written
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import (
    CELL,
    LETTERS,
    STYLES,
    Style,
    paint_piece,
    piece_stamp,
    slot_sprite,
)

PixelPoint: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]

# The least width of a picture; everything below the board fits within it.
WIDTH: Final = 488
# The height of a line of text.
LINE: Final = 34


# Words and numbers of pieces recur: painted anew, they add half to a picture's cost.
@cache
def line_of(text: str, size: Size, ground: Color, colors: Colors) -> Image.Image:
    """Return a line of text on a strip, cut off where the strip ends."""
    return colors.palette.fit(written(text, size, colors.ink, ground))


def title_of(name: SetName) -> str:
    """Return a set's name in writing: `DMO 2`."""
    return f"{name.owner.upper()} {name[-1]}"


# Sets that are not on the board

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


# The tally

# All in pixels within the strip below the board. First a line: the cycle, from icon to icon.
LEGEND: Final = 16
CYCLE: Final = 92
CYCLE_STEP: Final = 52
ICON: Final = 32
# Below it, a plate for each seat: then the number of pieces of all kinds and of each.
PLATES: Final = {Seat.EC: 34, Seat.DMO: 70}
LEFT: Final = 6
PLATE: Final = (342, LINE)
TOTAL: Final = (LEFT + 60, 30)
COUNTS: Final = LEFT + 94
COUNT: Final = 27
# To their right: changes by moves, two directions above the other two.
CHANGES: Final = LEFT + PLATE[0] + 16
CHANGES_STEP: Final = 66
TALLY_HEIGHT: Final = 108


def show_tally(
    image: Image.Image, bottom: int, view: CompassCollisionsView, colors: Colors
) -> None:
    """Paint the cycle and the pieces of each side; before play, paint whose layout is in."""
    has_pieces = bool(view.pieces) or view.phase in IN_PLAY
    size = (WIDTH, TALLY_HEIGHT)
    tally = sprite_of(size, colors, _paint_tally, has_pieces=has_pieces, stages=view.stages)
    image.paste(tally, (0, bottom))
    counts = Counter(piece for _, piece in view.pieces)
    for seat, upper in PLATES.items():
        top = bottom + upper
        if has_pieces:
            own = {element: counts[Piece(seat, element)] for element in Element}
            _show_counts(image, top, own, colors)
        else:
            text = "layout is in" if seat in view.submitted else "no layout yet"
            size = (LEFT + PLATE[0] - TOTAL[0] - 6, LINE)
            image.paste(line_of(text, size, colors.well, colors), (TOTAL[0], top))


def _show_counts(image: Image.Image, top: int, own: Mapping[Element, int], colors: Colors) -> None:
    on_plate = partial(line_of, ground=colors.well, colors=colors)
    left, width = TOTAL
    image.paste(on_plate(str(sum(own.values())), (width, LINE)), (left, top))
    for left, count in zip(_icons(), own.values(), strict=True):
        image.paste(on_plate(str(count), (COUNT, LINE)), (left + ICON + 2, top))


def _icons() -> range:
    step = ICON + COUNT + 3
    return range(COUNTS, COUNTS + len(Element) * step, step)


def _paint_tally(
    brush: Brush, colors: Colors, *, has_pieces: bool, stages: tuple[tuple[Compass, int], ...]
) -> None:
    """Paint the part that never changes: the legend, the plates and the icons."""
    _paint_cycle(brush, colors)
    _paint_changes(brush, colors, stages)
    for seat, top in PLATES.items():
        brush.plate((LEFT, top, LEFT + PLATE[0], top + PLATE[1]), 6, colors.well)
        brush.write(seat.upper(), (LEFT + 30, top + PLATE[1] / 2), LETTERS, colors.ink)
        for element, left in zip(Element, _icons(), strict=True):
            if has_pieces:
                paint_piece(brush, colors, (element, STYLES[seat]), ICON, (left, top + 1))


def _paint_cycle(brush: Brush, colors: Colors) -> None:
    """Paint the elements, each with a dart to the one it beats; the last beats the first."""
    brush.write("beats", (34, LEGEND), LETTERS, colors.faint)
    order = (*Element, next(iter(Element)))
    for place, element in enumerate(order):
        x = CYCLE + place * CYCLE_STEP
        corner = (x - ICON / 2, LEGEND - ICON / 2)
        paint_piece(brush, colors, (element, Style.HOLLOW), ICON, corner)
        if place:
            neck = (x - CYCLE_STEP + 25, LEGEND)
            brush.stroke((x - CYCLE_STEP + 19, LEGEND), neck, 3, colors.faint)
            brush.arrowhead(neck, (1, 0), (8, 6), colors.faint)


def _paint_changes(brush: Brush, colors: Colors, stages: tuple[tuple[Compass, int], ...]) -> None:
    """Paint the places along the cycle by which a step in each direction moves a piece."""
    for order, (direction, places) in enumerate(stages):
        line, column = divmod(order, 2)
        x, y = CHANGES + column * CHANGES_STEP, (*PLATES.values(),)[line] + LINE / 2
        change = f"{direction[0].upper()} {f'+{places}' if places else places}"
        brush.write(change, (x + 33, y), LETTERS, colors.faint)
