"""The strip below the board: the cycle, changes by moves, and each side's pieces."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Final

from PIL import Image

from engine.games.compass_collisions.board import Compass, Element, Piece
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView
from engine.seats import Seat
from rendering.canvas import Brush, sprite_of
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.pieces import STYLES, Style, paint_piece
from rendering.compass_collisions.tools import LETTERS, LINE, WIDTH, line_of

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
