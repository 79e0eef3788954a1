"""The strip below the board: waiting sets, or the cycle and each side's pieces; an own layout."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import STAGES, Element, Piece
from engine.games.compass_collisions.layouts import (
    SET_ROWS,
    NamedSets,
    PieceSet,
    free_sets,
)
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView
from engine.seats import Seat
from rendering.canvas import Brush, Color, PixelPoint, Size, sprite_of, written
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import (
    CELL,
    LETTERS,
    Style,
    paint_piece,
    piece_stamp,
    slot_sprite,
)

# The least width of a picture; everything below the board fits within it.
WIDTH: Final = 488
# The height of a line of text.
LINE: Final = 34


# Words and numbers of pieces recur: painted anew, they add half to a picture's cost.
@cache
def _line_of(text: str, size: Size, ground: Color, colors: Colors) -> Image.Image:
    """Return a line of text on a strip, cut off where the strip ends."""
    return colors.palette.fit(written(text, size, colors.ink, ground))


# Sets that are not on the board

GAP: Final = 12
# The side of a slot of waiting sets, and the size of their titles.
SHELF: Final = 32
TITLE: Final = (72, LINE)
# Below each set of the viewer's own layout there is a line naming the edge of the board.
EDGE: Final = 26


def own_layout(sets: Sequence[PieceSet], owner: Seat, colors: Colors) -> Image.Image:
    """Paint both sets of the viewer, one below the other and as large as on the board."""
    width, height = _extent(CELL)
    step = height + EDGE + 2 * GAP
    image = colors.palette.plain((width + 2 * GAP, len(sets) * step), colors.ground)
    edge = sprite_of((width, EDGE), colors, _paint_edge, width=width)
    for order, pieces in enumerate(sets):
        top = GAP + order * step
        _show_set(image, (GAP, top), (f"Set {order + 1}", pieces), (Style(owner), CELL), colors)
        image.paste(edge, (GAP, top + height))
    return image


def _paint_edge(brush: Brush, colors: Colors, width: int) -> None:
    brush.plate((0, 2, width, 5), 0, colors.faint)
    brush.write("edge of the board", (width / 2, 16), LETTERS, colors.faint)


def shelves_of(view: CompassCollisionsView) -> list[NamedSets]:
    """Return the sets that are shown and have no side yet, together those of an owner."""
    names = free_sets(view.sides)
    waiting = [named for named in view.sets if named[0] in names]
    return [tuple(sets) for _, sets in groupby(waiting, lambda named: named[0].owner)]


def height_below(shelves: Sequence[NamedSets]) -> int:
    """Return the height of what is below the board."""
    return len(shelves) * (_extent(SHELF)[1] + GAP) or TALLY_HEIGHT


def show_shelves(
    image: Image.Image, bottom: int, shelves: Sequence[NamedSets], colors: Colors
) -> None:
    """Show a shelf for each owner, with the sets side by side."""
    width, height = _extent(SHELF)
    for order, shelf in enumerate(shelves):
        for column, (name, pieces) in enumerate(shelf):
            place = (GAP + column * (width + GAP), bottom + order * (height + GAP))
            look = (Style(name.owner), SHELF)
            _show_set(image, place, (name.called, pieces), look, colors)


def _show_set(
    image: Image.Image,
    place: PixelPoint,
    titled: tuple[str, PieceSet],
    look: tuple[Style, int],
    colors: Colors,
) -> None:
    """Show a set right of its title; the longest row, at the board's edge, is at the bottom.

    Its look is its owner's style and the side of a slot.
    """
    (title, pieces), (style, side), (width, height) = titled, look, _extent(look[1])
    image.paste(_line_of(title, TITLE, colors.ground, colors), place)
    for row, letters in enumerate(pieces):
        left = place[0] + (width - len(letters) * side) // 2
        top = place[1] + height - (row + 1) * side
        for slot, letter in enumerate(letters):
            corner = (left + slot * side, top)
            image.paste(slot_sprite(side, colors), corner)
            if letter != ".":
                piece_stamp(Element(letter), style, side, colors).onto(image, corner)


def _extent(side: int) -> Size:
    return max(SET_ROWS) * side, len(SET_ROWS) * side


# The tally. All in pixels within the strip; first a line: the cycle, from icon to icon.
LEGEND: Final = 16
CYCLE: Final = 92
CYCLE_STEP: Final = 52
ICON: Final = 32
# Below it, a plate for each seat: then the number of pieces of all kinds and of each.
PLATES: Final = {Seat.EC: 34, Seat.DMO: 70}
LEFT: Final = 6
PLATE: Final = (342, LINE)
TOTAL: Final = (LEFT + 60, 30)
COUNT: Final = 27
ICON_STEP: Final = ICON + COUNT + 3
ICONS: Final = range(LEFT + 94, LEFT + 94 + len(Element) * ICON_STEP, ICON_STEP)
# To their right: changes by moves, two directions above the other two.
CHANGES: Final = LEFT + PLATE[0] + 16
CHANGES_STEP: Final = 66
TALLY_HEIGHT: Final = 108
LAYOUTS: Final = ("no layout yet", "layout is in")


def show_tally(
    image: Image.Image, bottom: int, view: CompassCollisionsView, colors: Colors
) -> None:
    """Paint the cycle and the pieces of each side; before play, paint whose layout is in."""
    has_pieces = bool(view.pieces) or view.phase in IN_PLAY
    size = (WIDTH, TALLY_HEIGHT)
    tally = sprite_of(size, colors, _paint_tally, has_pieces=has_pieces)
    image.paste(tally, (0, bottom))
    counts = Counter(piece for _, piece in view.pieces)
    left, width = TOTAL
    for seat, upper in PLATES.items():
        own = [counts[Piece(seat, element)] for element in Element]
        lines = [(left, LEFT + PLATE[0] - left - 6, LAYOUTS[seat in view.submitted])]
        if has_pieces:
            by_icon = zip(ICONS, own, strict=True)
            lines = [(x + ICON + 2, COUNT, str(count)) for x, count in by_icon]
            lines.append((left, width, str(sum(own))))
        for x, room, text in lines:
            line = _line_of(text, (room, LINE), colors.well, colors)
            image.paste(line, (x, bottom + upper))


def _paint_tally(brush: Brush, colors: Colors, *, has_pieces: bool) -> None:
    """Paint the part that never changes: the legend, the plates and the icons."""
    _paint_cycle(brush, colors)
    _paint_changes(brush, colors)
    for seat, top in PLATES.items():
        brush.plate((LEFT, top, LEFT + PLATE[0], top + PLATE[1]), 6, colors.well)
        brush.write(seat.upper(), (LEFT + 30, top + PLATE[1] / 2), LETTERS, colors.ink)
        for element, left in zip(Element, ICONS, strict=True):
            if has_pieces:
                paint_piece(brush, colors, (element, Style(seat)), ICON, (left, top + 1))


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


def _paint_changes(brush: Brush, colors: Colors) -> None:
    """Paint the places along the cycle by which a step in each direction moves a piece."""
    for order, (direction, places) in enumerate(STAGES.items()):
        line, column = divmod(order, 2)
        x, y = CHANGES + column * CHANGES_STEP, (*PLATES.values(),)[line] + LINE / 2
        change = f"{direction[0].upper()} {f'+{places}' if places else places}"
        brush.write(change, (x + 33, y), LETTERS, colors.faint)
