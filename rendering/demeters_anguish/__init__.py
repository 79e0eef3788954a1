"""The gardens of Demeter's Anguish, one below the other, each above the pieces still in its tray.

A flower is painted cell by cell. Each cell knows in which directions its piece continues, so it
only draws the parts of the outline that run around the whole piece.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import cache, partial
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.demeters_anguish.board import Flower
from engine.games.demeters_anguish.position import DemetersAnguishView
from engine.grids.grid import Cell
from engine.grids.polyominoes import Polyomino
from engine.options import RowOne
from engine.seats import SEATS, Seat
from rendering import SEVERAL_BOARDS, Marks, Picture
from rendering.canvas import Brush, Color, Grid, PixelPoint, Point, Stamp, around, framed
from rendering.demeters_anguish.colors import COLORS, Colors
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme

Form: TypeAlias = frozenset[tuple[int, int]]
"""A piece's cells as it lies in a picture: columns to the right and lines down."""
Joined: TypeAlias = frozenset[tuple[int, int]]
"""The directions in which a piece continues from a cell: columns right and lines down."""

# ------------------------------------------------------------------------------ sizes and styles


class Style(NamedTuple):
    """The style of a garden: its sizes in pixels, and its colours.

    Attributes:
        side: The number of cells in a row of the garden.
        cell: The side of a cell.
        margin: The width of the frame that carries the coordinates.
        header: The height of the line with the owner's seat.
        unit: The side of a cell of the pieces in the tray.
    """

    side: int
    cell: int
    margin: int
    header: int
    unit: int
    colors: Colors

    def grid(self, row_one: RowOne) -> Grid:
        """Return the garden without the parts above and below it."""
        return Grid(self.side, self.side, self.cell, self.margin, row_one)

    @property
    def width(self) -> int:
        """The width of everything that shows one garden."""
        return max(self.side * self.cell + 2 * self.margin, TRAY_COLUMNS * self.unit)

    @property
    def left(self) -> int:
        """The left edge of the garden."""
        return (self.width - self.grid(RowOne.BOTTOM).size[0]) // 2

    @property
    def height(self) -> int:
        """The height of everything that shows one garden."""
        return self.header + self.grid(RowOne.BOTTOM).size[1] + TRAY_ROWS * TRAY_LINES * self.unit


# Both are as wide as a phone, so together they are small on a desktop. There each is read alone,
# and its letters are larger.
PAIR: Final = partial(Style, cell=28, margin=28, header=36, unit=11)
LARGE: Final = partial(Style, cell=32, margin=42, header=40, unit=13)
GAP: Final = 16


class FlowerLook(Enum):
    """The look of a piece."""

    LAID = "laid"
    LAST = "last"
    TENTATIVE = "tentative"
    LEFT = "left"
    USED = "used"


def _rings(look: FlowerLook, petals: Color, colors: Colors) -> tuple[tuple[float, Color], ...]:
    """Return colours from the outside in, with their distances from the edge in cells."""
    return {
        FlowerLook.LAID: ((0.03, colors.ink), (0.09, petals)),
        FlowerLook.LAST: (
            *((0.00, colors.mark), (0.11, colors.ground)),
            *((0.16, colors.ink), (0.20, petals)),
        ),
        FlowerLook.TENTATIVE: ((0.03, colors.ink), (0.11, colors.soil)),
        FlowerLook.LEFT: ((0.05, petals),),
        FlowerLook.USED: ((0.05, colors.shade),),
    }[look]


# -------------------------------------------------------------------------------------- pictures


def pictures(view: DemetersAnguishView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return both gardens in one picture, the EC's above the DMO's."""
    style = PAIR(view.side, colors=COLORS[theme])
    return (Picture("gardens", _painted(view, SEATS, style), SEVERAL_BOARDS),)


def foremost(view: DemetersAnguishView) -> str:
    """Return the viewer's own garden; for anybody else, that of the seat to move."""
    return view.viewer or view.to_move or Seat.EC


def close_up(view: DemetersAnguishView, board: str, theme: Theme = USUAL) -> Picture:
    """Return the garden of a seat, large, with its tray."""
    style = LARGE(view.side, colors=COLORS[theme])
    return Picture(f"{board}-garden", _painted(view, (Seat(board),), style))


def marked(view: DemetersAnguishView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the garden of a seat, large, with some cells marked."""
    garden, style = close_up(view, marks.board, theme), LARGE(view.side, colors=COLORS[theme])
    grid, corner = style.grid(view.row_one), (style.left, style.header)
    image = with_marks(garden.image, marks.cells, style.colors.palette, grid, corner)
    return replace(garden, image=image)


def _painted(view: DemetersAnguishView, owners: tuple[Seat, ...], style: Style) -> Image.Image:
    image = _background(style, view.pieces, view.row_one, owners).copy()
    places = _tray_places(style, view.pieces)
    for order, owner in enumerate(owners):
        top, garden = _top_of(order, style), view.garden(owner)
        score = _score_sprite(garden.cells, style)
        image.paste(score, (style.width - style.left - style.margin - score.width, top))
        _lay_flowers(image, top, view, owner, style)
        for piece in garden.left:
            across, down = places[piece]
            image.paste(_tray_sprite(piece, FlowerLook.LEFT, style), (across, top + down))
    return image


def _top_of(order: int, style: Style) -> int:
    return order * (style.height + GAP)


@cache
def _background(
    style: Style, pieces: tuple[Polyomino, ...], row_one: RowOne, owners: tuple[Seat, ...]
) -> Image.Image:
    """Paint empty gardens, each below its owner's seat and above a tray with all pieces used."""
    far, colors = style.cell - 1, style.colors
    paint_cell = partial(Brush.plate, box=(1, 1, far, far), radius=0, color=colors.soil)
    garden = framed(style.grid(row_one), colors.ground, colors.ink, colors.line, paint_cell)
    bed, size = colors.palette.fit(garden), (style.width, _top_of(len(owners), style) - GAP)
    background = colors.palette.plain(size, colors.ground)
    for order, owner in enumerate(owners):
        top = _top_of(order, style)
        background.paste(_seat_sprite(owner, style), (style.left + style.margin, top))
        background.paste(bed, (style.left, top + style.header))
        for piece, (across, down) in _tray_places(style, pieces).items():
            sprite = _tray_sprite(piece, FlowerLook.USED, style)
            background.paste(sprite, (across, top + down))
    return background


def _lay_flowers(
    image: Image.Image, top: int, view: DemetersAnguishView, owner: Seat, style: Style
) -> None:
    garden, grid = view.garden(owner), style.grid(view.row_one)
    across, down = style.left, top + style.header
    last = [done.laid for done in view.marked if done.owner is owner]
    flowers = [
        (flower, FlowerLook.LAST if flower in last else FlowerLook.LAID)
        for flower in garden.flowers
    ]
    if view.own and view.viewer is owner and isinstance(view.own.laid, Flower):
        flowers.append((view.own.laid, FlowerLook.TENTATIVE))
    for flower, look in flowers:
        stamp, (x, y) = _flower_on(grid, flower, look, style)
        stamp.onto(image, (across + x, down + y))
    for rock in garden.rocks:
        x, y = min(map(grid.corner, rock.cells))
        columns = len({cell.column for cell in rock.cells})
        sprite = _rock_sprite(columns, style, is_last=rock in last)
        image.paste(sprite, (across + x, down + y))


def _flower_on(
    grid: Grid, flower: Flower, look: FlowerLook, style: Style
) -> tuple[Stamp, PixelPoint]:
    corners = [grid.corner(cell) for cell in flower.cells]
    left, top = map(min, zip(*corners, strict=True))
    form = frozenset(((x - left) // grid.cell, (y - top) // grid.cell) for x, y in corners)
    return _flower_stamp(form, look, style), (left, top)


# ---------------------------------------------------------------------------------------- titles


@cache
def _seat_sprite(seat: Seat, style: Style) -> Image.Image:
    height, colors = style.header, style.colors
    brush = Brush((2 * height, height), colors.ground)
    brush.plate((0, 0.14 * height, 1.75 * height, 0.86 * height), 0.14 * height, colors.ink)
    brush.write(seat.upper(), (0.875 * height, height / 2), 0.55 * height, colors.ground)
    return colors.palette.fit(brush.finish())


@cache
def _score_sprite(cells: int, style: Style) -> Image.Image:
    height, colors = style.header, style.colors
    brush = Brush((3 * height, height), colors.ground)
    brush.write(f"{cells} cells", (1.5 * height, height / 2), 0.55 * height, colors.ink)
    return colors.palette.fit(brush.finish())


# --------------------------------------------------------------------------------------- flowers

# In order clockwise from the upper left.
CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
NEIGHBORS: Final = (*CORNERS, *SIDES)
# The radius of a piece's own corners, in sides of a cell.
ROUNDING: Final = 0.22


class Field(NamedTuple):
    """A cell of a piece on its sprite, in pixels.

    Attributes:
        joined: The directions in which the piece continues.
    """

    left: int
    top: int
    side: int
    joined: Joined

    def at(self, across: float, down: float) -> Point:
        """Return a point by its distance from the upper left corner, in sides of the cell."""
        return self.left + across * self.side, self.top + down * self.side

    def towards(self, direction: tuple[int, int], distance: float, along: float) -> Point:
        """Return a point by its distances from the middle, towards one side and along that side."""
        x, y = direction
        return self.at(0.5 + distance * x + along * y, 0.5 + distance * y + along * x)


def _fields(form: Form, side: int) -> Iterator[Field]:
    for column, line in form:
        joined = frozenset((x, y) for x, y in NEIGHBORS if (column + x, line + y) in form)
        yield Field(column * side, line * side, side, joined)


@cache
def _flower_stamp(form: Form, look: FlowerLook, style: Style) -> Stamp:
    columns, lines = (1 + max(ends) for ends in zip(*form, strict=True))
    side, colors, petals = style.cell, style.colors, len(form)
    size = (columns * side, lines * side)
    brush, mask = Brush(size, colors.line), Image.new("1", size)
    for field in _fields(form, side):
        mask.paste(1, (field.left, field.top, field.left + side, field.top + side))
        _paint_field(brush, field, _rings(look, colors.petals[petals], colors))
        if look is FlowerLook.TENTATIVE:
            _paint_gaps(brush, field, colors.soil)
            _paint_blossom(brush, field, petals, colors.ink)
        else:
            _paint_seams(brush, field, colors.seam(petals))
            _paint_blossom(brush, field, petals, colors.blossom(petals))
    return Stamp(colors.palette.fit(brush.finish()), mask)


def _paint_field(brush: Brush, field: Field, rings: Iterable[tuple[float, Color]]) -> None:
    for inset, color in rings:
        bends = (_bend(x, y, field.joined, inset)[:: x * y] for x, y in CORNERS)
        brush.shape([field.at(*point) for bend in bends for point in bend], color)


def _bend(x: int, y: int, joined: Joined, inset: float) -> list[Point]:
    """Return a corner of a cell's part deep enough within its piece; the unit is its side."""
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
    """Paint half of each line between two cells of a piece; the other cell has the rest."""
    for side in field.joined.intersection(SIDES):
        start, stop = (field.towards(side, 0.5, along) for along in (-0.25, 0.25))
        brush.stroke(start, stop, 0.05 * field.side, color)


def _paint_gaps(brush: Brush, field: Field, ground: Color) -> None:
    for side in set(SIDES) - field.joined:
        for along in (-0.2, 0.2):
            start, stop = (field.towards(side, distance, along) for distance in (0.38, 0.5))
            brush.stroke(start, stop, 0.16 * field.side, ground)


def _paint_blossom(brush: Brush, field: Field, petals: int, color: Color) -> None:
    """Paint as many petals as the piece has cells; one alone is a bud."""
    center, side = field.at(0.5, 0.5), field.side
    if petals == 1:
        brush.disc(center, 0.16 * side, color)
        return
    for petal in range(petals):
        turn = petal / petals - 0.25
        start, stop = (around(center, distance * side, turn) for distance in (0.12, 0.21))
        brush.stroke(start, stop, 0.14 * side, color)


# ----------------------------------------------------------------------------------------- rocks

# A hewn block, lit from the upper left: all of it, then its facets, each with the number
# of its tone. The unit is its side. Most of
# its edges are straight down or across, because many slanting ones would make the picture too
# large.
ROCK: Final[tuple[tuple[int, tuple[Point, ...]], ...]] = (
    (
        0,
        (
            *((0.04, 0.28), (0.26, 0.04), (0.74, 0.04), (0.96, 0.24)),
            *((0.96, 0.74), (0.76, 0.96), (0.26, 0.96), (0.04, 0.74)),
        ),
    ),
    (1, ((0.04, 0.28), (0.26, 0.04), (0.30, 0.30), (0.30, 0.64), (0.04, 0.74))),
    (2, ((0.26, 0.04), (0.74, 0.04), (0.68, 0.30), (0.30, 0.30))),
    (1, ((0.30, 0.30), (0.68, 0.30), (0.68, 0.64), (0.30, 0.64))),
)


@cache
def _rock_sprite(columns: int, style: Style, *, is_last: bool) -> Image.Image:
    cell, colors = style.cell, style.colors
    side = columns * cell
    brush = Brush((side, side), colors.line)
    insets = [(0.0, colors.mark), (0.11, colors.ground)] if is_last else []
    edge = 0.0
    for inset, color in (*insets, (0.16 if is_last else 0.03, colors.soil)):
        edge = inset * cell
        brush.plate((edge, edge, side - edge, side - edge), ROUNDING * cell - edge, color)
    inner = side - 2 * edge
    for tone, facet in ROCK:
        brush.shape([(edge + x * inner, edge + y * inner) for x, y in facet], colors.rock[tone])
    return colors.palette.fit(brush.finish())


# ---------------------------------------------------------------------------------------- trays

# In small cells: in this many columns the 21 pieces, each a column apart, take two rows.
TRAY_COLUMNS: Final = 40
TRAY_ROWS: Final = 2
# A small piece takes three lines, with its letter below them.
PIECE_LINES: Final = 3
TRAY_LINES: Final = 5


@cache
def _tray_places(style: Style, pieces: tuple[Polyomino, ...]) -> dict[Polyomino, PixelPoint]:
    edge = (style.width - TRAY_COLUMNS * style.unit) // 2
    top = style.header + style.grid(RowOne.BOTTOM).size[1]
    places, row, column = {}, 0, 0
    for piece in pieces:
        columns = _columns_of(piece)
        if column + columns > TRAY_COLUMNS:
            row, column = row + 1, 0
        across, down = column * style.unit, row * TRAY_LINES * style.unit
        places[piece] = (edge + across, top + down)
        column += columns + 1
    return places


@cache
def _tray_sprite(piece: Polyomino, look: FlowerLook, style: Style) -> Image.Image:
    columns, unit, colors = _columns_of(piece), style.unit, style.colors
    brush = Brush((columns * unit, TRAY_LINES * unit), colors.ground)
    form = frozenset((cell.column, PIECE_LINES - 1 - cell.row) for cell in _lying(piece))
    for field in _fields(form, unit):
        _paint_field(brush, field, _rings(look, colors.petals[piece.size], colors))
    ink = colors.ink if look is FlowerLook.LEFT else colors.faint
    middle = columns * unit / 2, (PIECE_LINES + 1) * unit
    brush.write(piece.letter, middle, 1.65 * unit, ink)
    return colors.palette.fit(brush.finish())


def _columns_of(piece: Polyomino) -> int:
    return 1 + max(cell.column for cell in _lying(piece))


def _lying(piece: Polyomino) -> tuple[Cell, ...]:
    """Return the piece as its letter is drawn, but laid flat where that would be too high."""
    if max(cell.row for cell in piece.cells) < PIECE_LINES:
        return piece.cells
    right = max(cell.column for cell in piece.cells)
    return tuple(Cell(row, right - column) for column, row in piece.cells)
