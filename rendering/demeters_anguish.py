"""The gardens of Demeter's Anguish, each above the pieces still in its tray.

A flower is painted cell by cell. Each cell knows in which directions its piece continues, so it
only draws the parts of the outline that run around the whole piece.
"""

from collections.abc import Iterator
from enum import Enum
from functools import cache, partial
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.demeters_anguish.board import Flower, Garden
from engine.games.demeters_anguish.rules import DemetersAnguishView
from engine.grid import Cell
from engine.options import RowOne
from engine.polyominoes import Polyomino
from engine.seats import SEATS, Seat
from rendering import Names, Picture
from rendering.canvas import (
    TWO_BOARDS,
    Brush,
    Color,
    Grid,
    Palette,
    Point,
    Stamp,
    around,
    between,
    encode,
    framed,
    label,
    writable,
)

Place: TypeAlias = tuple[int, int]
Placed: TypeAlias = tuple[Image.Image, Place]
"""A sprite and its upper left corner."""
Form: TypeAlias = frozenset[tuple[int, int]]
"""A piece's cells as it lies in a picture: columns to the right and lines down."""
Joined: TypeAlias = frozenset[tuple[int, int]]
"""Where a piece continues from one of its cells: columns to the right and lines down."""

# ------------------------------------------------------------------------------ sizes and colours


class Scale(NamedTuple):
    """How large a garden is painted, in pixels.

    Attributes:
        side: How many cells a row of the garden has.
        cell: The side of a cell.
        margin: The width of the frame that carries the coordinates.
        header: The height of the line with the owner's name.
        unit: The side of a cell of the pieces in the tray.
    """

    side: int
    cell: int
    margin: int
    header: int
    unit: int

    def grid(self, row_one: RowOne) -> Grid:
        """The garden without what is above and below it."""
        return Grid(self.side, self.side, self.cell, self.margin, row_one)

    @property
    def width(self) -> int:
        """The width of everything that shows one garden."""
        return max(self.side * self.cell + 2 * self.margin, TRAY_COLUMNS * self.unit)

    @property
    def left(self) -> int:
        """Where the garden begins."""
        return (self.width - self.grid(RowOne.BOTTOM).size[0]) // 2


PAIR: Final = partial(Scale, cell=28, margin=26, header=40, unit=11)
LARGE: Final = partial(Scale, cell=32, margin=30, header=40, unit=13)
GAP: Final = 12

NIGHT: Final[Color] = (20, 28, 28)
SOIL: Final[Color] = (44, 62, 54)
SHADE: Final[Color] = (34, 47, 43)
IVORY: Final[Color] = (250, 246, 236)
GOLD: Final[Color] = (255, 196, 30)
SLATE: Final[Color] = (84, 90, 94)
STONE: Final[Color] = (134, 140, 144)
CHALK: Final[Color] = (194, 198, 200)

# By the size of the piece: larger is darker, so grey shows the size too.
PETALS: Final[dict[int, Color]] = {
    5: (136, 52, 180),
    4: (222, 84, 156),
    3: (246, 134, 140),
    2: (250, 182, 128),
    1: (253, 226, 162),
}
# On light pieces the blossoms are dark.
BLOSSOMS: Final = {**dict.fromkeys((5, 4, 3), IVORY), **dict.fromkeys((2, 1), PETALS[5])}
# The lines between the cells of a piece are faint: in the colour of a size that is close.
SEAMS: Final = {size: PETALS[size - 1 if size > 2 else 3] for size in PETALS}

PALETTE: Final = Palette(
    (
        *(NIGHT, SOIL, SHADE, IVORY, GOLD, SLATE, STONE, CHALK),
        *PETALS.values(),
        *between(PETALS[5], IVORY, 1),
        *between(PETALS[4], IVORY, 1),
        *between(NIGHT, GOLD, 1),
    )
)


class Look(Enum):
    """How a piece is painted, from the outside in: how far from its edge each colour begins.

    The unit is the side of a cell; None stands for the colour of the piece's size.
    """

    LAID = ((0.03, IVORY), (0.09, None))
    LAST = ((0.00, GOLD), (0.11, NIGHT), (0.16, IVORY), (0.20, None))
    TENTATIVE = ((0.03, IVORY), (0.11, SOIL))
    LEFT = ((0.05, None),)
    USED = ((0.05, SHADE),)


# -------------------------------------------------------------------------------------- pictures


def pictures(view: DemetersAnguishView, names: Names) -> tuple[Picture, ...]:
    """Both gardens side by side, each with its tray."""
    return (Picture("gardens", encode(_painted(view, names, SEATS, PAIR(view.side)), TWO_BOARDS)),)


def close_up(view: DemetersAnguishView, names: Names, seat: Seat) -> Picture:
    """One garden large, with its tray."""
    return Picture(f"{seat}-garden", encode(_painted(view, names, (seat,), LARGE(view.side))))


def _painted(
    view: DemetersAnguishView, names: Names, owners: tuple[Seat, ...], scale: Scale
) -> Image.Image:
    """The gardens of some owners side by side."""
    image = _background(scale, view.pieces, view.row_one, owners).copy()
    tray = _tray(scale, view.pieces)
    for order, owner in enumerate(owners):
        left, garden = order * (scale.width + GAP), view.garden(owner)
        _write_title(image, left, garden, names[owner], scale)
        _lay_flowers(image, left, view, owner, scale)
        for piece in garden.left:
            sprite, (across, down) = tray[piece]
            image.paste(sprite, (left + across, down))
    return image


@cache
def _background(
    scale: Scale, pieces: tuple[Polyomino, ...], row_one: RowOne, owners: tuple[Seat, ...]
) -> Image.Image:
    """Empty gardens, each below its owner's seat and above a tray with every piece missing."""
    far = scale.cell - 1
    garden = framed(
        scale.grid(row_one), NIGHT, IVORY, lambda brush: brush.plate((1, 1, far, far), 0, SOIL)
    )
    bed, height = PALETTE.fit(garden), scale.header + garden.height
    size = (len(owners) * (scale.width + GAP) - GAP, height + TRAY_ROWS * TRAY_LINES * scale.unit)
    background = PALETTE.plain(size, NIGHT)
    for order, owner in enumerate(owners):
        left = order * (scale.width + GAP)
        background.paste(_seat_sprite(owner, scale.header), (left + scale.margin, 0))
        background.paste(bed, (left + scale.left, scale.header))
        for piece, (across, down) in _tray_places(scale, pieces).items():
            sprite = _tray_sprite(piece, Look.USED, scale.unit)
            background.paste(sprite, (left + across, down))
    return background


def _lay_flowers(
    image: Image.Image, left: int, view: DemetersAnguishView, owner: Seat, scale: Scale
) -> None:
    """Everything that lies in a garden."""
    garden, grid = view.garden(owner), scale.grid(view.row_one)
    across, down = left + scale.left, scale.header
    last = [done.laid for done in view.marked if done.owner is owner]
    flowers = [(flower, Look.LAST if flower in last else Look.LAID) for flower in garden.flowers]
    if view.viewer is owner and isinstance(view.own, Flower):
        flowers.append((view.own, Look.TENTATIVE))
    for flower, look in flowers:
        form, (x, y) = _form_on(grid, flower)
        _flower_stamp(form, look, grid.cell).onto(image, (across + x, down + y))
    for rock in garden.rocks:
        columns = len({cell.column for cell in rock.cells})
        x, y = min(grid.corner(cell) for cell in rock.cells)
        image.paste(_rock_sprite(columns, grid.cell, is_last=rock in last), (across + x, down + y))


def _form_on(grid: Grid, flower: Flower) -> tuple[Form, Place]:
    """A flower's cells as its picture has them, and its upper left corner."""
    corners = [grid.corner(cell) for cell in flower.cells]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    form = frozenset(((x - left) // grid.cell, (y - top) // grid.cell) for x, y in corners)
    return form, (left, top)


# ---------------------------------------------------------------------------------------- titles


def _write_title(image: Image.Image, left: int, garden: Garden, name: str, scale: Scale) -> None:
    """The owner's name beside the seat, and the count of cells at the right."""
    height = scale.header
    score = _score_sprite(garden.cells, height)
    begin, end = scale.margin + SEAT * height, scale.width - scale.margin - score.width
    room = end - height // 2 - begin
    image.paste(label(writable(name), (room, height), IVORY, NIGHT, PALETTE), (left + begin, 0))
    image.paste(score, (left + end, 0))


# How wide a seat is, in heights of its line.
SEAT: Final = 2


@cache
def _seat_sprite(seat: Seat, height: int) -> Image.Image:
    """A plate with the seat, and some room to the right of it."""
    brush = Brush((SEAT * height, height), NIGHT)
    brush.plate((0, 0.14 * height, 1.75 * height, 0.86 * height), 0.14 * height, IVORY)
    brush.write(seat.upper(), (0.875 * height, height / 2), 0.55 * height, NIGHT)
    return PALETTE.fit(brush.finish())


@cache
def _score_sprite(cells: int, height: int) -> Image.Image:
    """How many cells of a garden are under flowers."""
    brush = Brush((2 * height, height), NIGHT)
    brush.write(f"{cells} cells", (height, height / 2), 0.55 * height, IVORY)
    return PALETTE.fit(brush.finish())


# --------------------------------------------------------------------------------------- flowers

# Clockwise from the upper left.
CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
NEIGHBOURS: Final = (*CORNERS, *SIDES)
# How round a piece's own corners are, in sides of a cell.
ROUNDING: Final = 0.22


class Field(NamedTuple):
    """A cell of a piece on its sprite, in pixels.

    Attributes:
        left: Where it begins.
        top: Where it begins.
        side: How large it is.
        joined: Where the piece continues.
    """

    left: int
    top: int
    side: int
    joined: Joined

    def at(self, across: float, down: float) -> Point:
        """A point by its distance from the upper left corner, in sides of the cell."""
        return self.left + across * self.side, self.top + down * self.side

    def towards(self, direction: tuple[int, int], distance: float, along: float) -> Point:
        """A point by its distances from the middle, towards one side and along that side."""
        x, y = direction
        return self.at(0.5 + distance * x + along * y, 0.5 + distance * y + along * x)


def _fields(form: Form, side: int) -> Iterator[Field]:
    for column, line in form:
        joined = frozenset((x, y) for x, y in NEIGHBOURS if (column + x, line + y) in form)
        yield Field(column * side, line * side, side, joined)


@cache
def _flower_stamp(form: Form, look: Look, side: int) -> Stamp:
    """A flower with the ground of its cells."""
    columns, lines = (1 + max(ends) for ends in zip(*form, strict=True))
    size = (columns * side, lines * side)
    brush, mask, petals = Brush(size, NIGHT), Image.new("1", size), len(form)
    for field in _fields(form, side):
        mask.paste(1, (field.left, field.top, field.left + side, field.top + side))
        _paint_field(brush, field, look, petals)
        if look is Look.TENTATIVE:
            _paint_gaps(brush, field)
            _paint_blossom(brush, field, petals, IVORY)
        else:
            _paint_seams(brush, field, SEAMS[petals])
            _paint_blossom(brush, field, petals, BLOSSOMS[petals])
    return Stamp(PALETTE.fit(brush.finish()), mask)


def _paint_field(brush: Brush, field: Field, look: Look, size: int) -> None:
    for inset, color in look.value:
        area = [field.at(across, down) for across, down in _area(field.joined, inset)]
        brush.shape(area, color or PETALS[size])


def _area(joined: Joined, inset: float) -> Iterator[Point]:
    """The part of a cell that lies deep enough within its piece; the unit is the cell's side."""
    for x, y in CORNERS:
        yield from _bend(x, y, joined, inset)[:: x * y]


def _bend(x: int, y: int, joined: Joined, inset: float) -> list[Point]:
    """The area's outline at a corner, from the upright side to the level one."""
    beside, above = (x, 0) in joined, (0, y) in joined
    across = 0.5 + x * (0.5 if beside else 0.5 - inset)
    down = 0.5 + y * (0.5 if above else 0.5 - inset)
    if beside and above:
        depth = 0 if (x, y) in joined else inset
        within = across - x * depth, down - y * depth
        return [(across, within[1]), within, (within[0], down)]
    if beside or above:
        return [(across, down)]
    radius = ROUNDING - inset
    return [
        (across - x * radius * (1 - cos(turn)), down - y * radius * (1 - sin(turn)))
        for turn in (step * pi / 8 for step in range(5))
    ]


def _paint_seams(brush: Brush, field: Field, color: Color) -> None:
    """Half of each line between two cells of a piece; the other half is on the other cell."""
    for side in field.joined.intersection(SIDES):
        start, stop = (field.towards(side, 0.5, along) for along in (-0.25, 0.25))
        brush.stroke(start, stop, 0.05 * field.side, color)


def _paint_gaps(brush: Brush, field: Field) -> None:
    """Break the outline into dashes."""
    for side in set(SIDES) - field.joined:
        for along in (-0.2, 0.2):
            start, stop = (field.towards(side, distance, along) for distance in (0.38, 0.5))
            brush.stroke(start, stop, 0.16 * field.side, SOIL)


def _paint_blossom(brush: Brush, field: Field, petals: int, color: Color) -> None:
    """As many petals as the piece has cells; one alone is a bud."""
    center, side = field.at(0.5, 0.5), field.side
    if petals == 1:
        brush.disc(center, 0.16 * side, color)
        return
    for petal in range(petals):
        turn = petal / petals - 0.25
        start, stop = (around(center, distance * side, turn) for distance in (0.12, 0.21))
        brush.stroke(start, stop, 0.14 * side, color)


# ----------------------------------------------------------------------------------------- rocks

# A hewn block, lit from the upper left: all of it, then its facets. The unit is its side. Most of
# its edges are straight down or across, because many slanting ones would make the picture too
# large.
ROCK: Final[tuple[tuple[Color, tuple[Point, ...]], ...]] = (
    (
        SLATE,
        (
            *((0.04, 0.28), (0.26, 0.04), (0.74, 0.04), (0.96, 0.24)),
            *((0.96, 0.74), (0.76, 0.96), (0.26, 0.96), (0.04, 0.74)),
        ),
    ),
    (STONE, ((0.04, 0.28), (0.26, 0.04), (0.30, 0.30), (0.30, 0.64), (0.04, 0.74))),
    (CHALK, ((0.26, 0.04), (0.74, 0.04), (0.68, 0.30), (0.30, 0.30))),
    (STONE, ((0.30, 0.30), (0.68, 0.30), (0.68, 0.64), (0.30, 0.64))),
)


@cache
def _rock_sprite(columns: int, cell: int, *, is_last: bool) -> Image.Image:
    """A rock and its ground, this many cells wide and high."""
    side = columns * cell
    brush = Brush((side, side), NIGHT)
    insets = [(0.0, GOLD), (0.11, NIGHT), (0.16, SOIL)] if is_last else [(0.03, SOIL)]
    edge = 0.0
    for inset, color in insets:
        edge = inset * cell
        brush.plate((edge, edge, side - edge, side - edge), ROUNDING * cell - edge, color)
    inner = side - 2 * edge
    for color, facet in ROCK:
        brush.shape([(edge + x * inner, edge + y * inner) for x, y in facet], color)
    return PALETTE.fit(brush.finish())


# ---------------------------------------------------------------------------------------- trays

# In small cells: in this many columns the 21 pieces, each a column apart, take two rows.
TRAY_COLUMNS: Final = 40
TRAY_ROWS: Final = 2
# A small piece takes three lines, with its letter below them.
PIECE_LINES: Final = 3
TRAY_LINES: Final = 5


@cache
def _tray(scale: Scale, pieces: tuple[Polyomino, ...]) -> dict[Polyomino, Placed]:
    """All pieces of a full tray."""
    return {
        piece: (_tray_sprite(piece, Look.LEFT, scale.unit), place)
        for piece, place in _tray_places(scale, pieces).items()
    }


@cache
def _tray_places(scale: Scale, pieces: tuple[Polyomino, ...]) -> dict[Polyomino, Place]:
    """Where each piece lies below the garden, whether it is still there or not."""
    edge = (scale.width - TRAY_COLUMNS * scale.unit) // 2
    top = scale.header + scale.grid(RowOne.BOTTOM).size[1]
    places, row, column = {}, 0, 0
    for piece in pieces:
        columns = _columns_of(piece)
        if column + columns > TRAY_COLUMNS:
            row, column = row + 1, 0
        across, down = column * scale.unit, row * TRAY_LINES * scale.unit
        places[piece] = (edge + across, top + down)
        column += columns + 1
    return places


@cache
def _tray_sprite(piece: Polyomino, look: Look, unit: int) -> Image.Image:
    """A small piece above its letter."""
    columns = _columns_of(piece)
    brush = Brush((columns * unit, TRAY_LINES * unit), NIGHT)
    form = frozenset((cell.column, PIECE_LINES - 1 - cell.row) for cell in _lying(piece))
    for field in _fields(form, unit):
        _paint_field(brush, field, look, piece.size)
    ink = IVORY if look is Look.LEFT else SLATE
    middle = columns * unit / 2, (PIECE_LINES + 0.9) * unit
    brush.write(piece.letter, middle, 1.3 * unit, ink)
    return PALETTE.fit(brush.finish())


def _columns_of(piece: Polyomino) -> int:
    """How many small cells wide a piece is in the tray."""
    return 1 + max(cell.column for cell in _lying(piece))


def _lying(piece: Polyomino) -> tuple[Cell, ...]:
    """The piece the way its letter is drawn, but laid flat where that would be too high."""
    if max(cell.row for cell in piece.cells) < PIECE_LINES:
        return piece.cells
    right = max(cell.column for cell in piece.cells)
    return tuple(Cell(row, right - column) for column, row in piece.cells)
