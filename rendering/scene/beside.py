"""The things beside a board: counts in a strip, and hands of open cards with their lamps."""

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image

from engine.kinds.scene import Card, Counter, Hand, Owner
from rendering.canvas import Brush, Color, Pen, Point, Size, around
from rendering.scene.colors import Colors
from rendering.scene.pieces import FORMS

IN_A_ROW: Final = 3
"""The number of counts side by side at most."""
LETTERS: Final = 0.04
"""The size of letters, in widths of the picture: they are legible on a phone then."""
STRIP: Final = 0.085
"""The height of a row of counts, in widths of the picture."""
HAND: Final = 0.25
"""The height of a hand, in widths of the picture."""
HEAD: Final = 0.13
"""The width of the seat before a hand, in widths of the picture."""
GAP: Final = 0.024
"""The distance of cards from each other and from the edge, in widths of the picture."""
SIGN: Final = (2.6, 1.5)
"""The sizes of the sign with a seat's name, in letters."""
RAYS: Final = 8
"""The number of rays around a lamp that is on."""


def strip_of(counters: tuple[Counter, ...], width: int, colors: Colors) -> Image.Image:
    """Return the strip of some counts, in rows of equal columns."""
    rows = ceil(len(counters) / IN_A_ROW)
    columns = ceil(len(counters) / rows)
    size = (width // columns, round(STRIP * width))
    strip = colors.palette.plain((width, rows * size[1]), colors.ground)
    for place, counter in enumerate(counters):
        row, column = divmod(place, columns)
        sprite = _counter(counter, size, round(LETTERS * width), colors)
        strip.paste(sprite, (column * size[0], row * size[1]))
    return strip


def hand_of(hand: Hand, width: int, colors: Colors) -> Image.Image:
    """Return a row of cards behind the seat that has them."""
    height, head, gap, letters = (round(share * width) for share in (HAND, HEAD, GAP, LETTERS))
    size = ((width - head - gap) // len(hand.cards), height)
    row = colors.palette.plain((width, height), colors.ground)
    row.paste(_head(hand.owner, (head, height), letters, colors), (0, 0))
    for place, card in enumerate(hand.cards):
        sprite = _card(card, hand.owner, size, letters, colors)
        row.paste(sprite, (head + place * size[0], 0))
    return row


@lru_cache(maxsize=256)
def _counter(counter: Counter, size: Size, letters: int, colors: Colors) -> Image.Image:
    """Paint an owner's sign and its count behind it, both in the middle."""
    brush, text = Brush(size, colors.ground), f"{counter.label} {counter.number}"
    sign, gap = _sign_width(counter.owner, letters), letters / 2
    room = min(Pen(letters, colors.ink).font.getlength(text) + 2, size[0] - sign - 2 * gap)
    left, middle = (size[0] - sign - gap - room) / 2, size[1] / 2
    _paint_sign(brush, counter.owner, (left + sign / 2, middle), letters, colors)
    place = (left + sign + gap + room / 2, middle)
    brush.write(text, place, letters, colors.ink, room)
    return colors.palette.fit(brush.finish())


@lru_cache(maxsize=16)
def _head(owner: Owner, size: Size, letters: int, colors: Colors) -> Image.Image:
    brush = Brush(size, colors.ground)
    _paint_sign(brush, owner, (size[0] / 2, size[1] / 2), letters, colors)
    return colors.palette.fit(brush.finish())


def _sign_width(owner: Owner, letters: int) -> float:
    return letters * SIGN[owner is Owner.TABLE]


def _paint_sign(brush: Brush, owner: Owner, middle: Point, letters: int, colors: Colors) -> None:
    """Paint a seat's name, on a plate with ends like its pieces; a hexagon for the table."""
    body, ink, _ = colors.of(owner)
    across, down = (side * letters / 2 for side in SIGN)
    if owner is Owner.TABLE:
        FORMS[owner].paint(brush, middle, 2 * down, body)
        return
    x, y = middle
    radius = down if owner is Owner.EC else down / 6
    brush.plate((x - across, y - down, x + across, y + down), radius, body)
    brush.write(owner.upper(), middle, letters, ink, 2 * across - letters / 2)


@lru_cache(maxsize=256)
def _card(card: Card, owner: Owner, size: Size, letters: int, colors: Colors) -> Image.Image:
    """Paint a card: framed if it is the latest, pale with its lamp struck through if it is void.

    On paper every card is pale.
    """
    (width, height), (body, ink, _) = size, colors.of(owner)
    brush, unit = Brush(size, colors.ground), round(GAP * height / HAND / 4)
    layers: list[tuple[float, Color]] = [(3, body)]
    if card.is_latest:
        # The line between frame and card shows the frame where its colour cannot.
        layers = [(0.5, colors.mark), (2, colors.ground), *layers]
    if card.is_void or colors.saves_ink:
        body, ink = colors.well, colors.ink
        layers.append((4, body))
    for layer, color in layers:
        edge = layer * unit
        brush.plate((edge, edge, width - edge, height - edge), (6 - layer) * unit, color)
    _paint_lamp(brush, card, (width / 2, 0.37 * height), 0.14 * height, (body, ink, colors.mark))
    brush.write(card.label, (width / 2, 0.77 * height), 1.2 * letters, ink, width - 10 * unit)
    return colors.palette.fit(brush.finish())


def _paint_lamp(
    brush: Brush, card: Card, middle: Point, radius: float, inks: tuple[Color, Color, Color]
) -> None:
    """Paint a lamp: full of light with rays around it, or hollow."""
    body, ink, light = inks
    brush.disc(middle, radius, ink)
    brush.disc(middle, 0.8 * radius, light if card.is_lit else body)
    for ray in range(RAYS if card.is_lit else 0):
        start, stop = (around(middle, far * radius, ray / RAYS) for far in (1.3, 1.7))
        brush.stroke(start, stop, 0.2 * radius, ink)
    if card.is_void:
        start, stop = (around(middle, 1.9 * radius, turn) for turn in (0.375, 0.875))
        brush.stroke(start, stop, 0.7 * radius, body)
        brush.stroke(start, stop, 0.3 * radius, ink)
