"""The bed of both Flower Fields, below the lives of its players.

A visible flower stands free in its cell. A hidden one, where it may be seen at all, is a bud on
dark ground with its owner's seat, or only that seat's first letter if it shares the cell.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement, pairwise, product
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.flower_fields.position import Fate, FlowerFieldsView, Hidden
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from rendering import Marks, Picture
from rendering.canvas import WHITE, Brush, Color, Grid, PixelPoint, Point, around, framed
from rendering.flower_fields.colors import COLORS, Colors
from rendering.marks import with_marks
from rendering.themes import USUAL, Theme

Circle: TypeAlias = tuple[Point, float]
Petals: TypeAlias = tuple[Color, float]
"""The colour of a flower's petals, and the width by which they are larger than usual."""

# ------------------------------------------------------------------------------------------ sizes

CELL: Final = 64
MARGIN: Final = 34
LINE: Final = 36
TITLES: Final = 6 + LINE * len(SEATS)


# -------------------------------------------------------------------------------------- the board


class Bud(NamedTuple):
    """A hidden flower; it is crossed out if both seats chose its cell."""

    seat: Seat
    dye: str
    is_cancelled: bool


class Spot(NamedTuple):
    """The contents of a cell.

    Attributes:
        dye: The name of the colour of its flower, if there is one.
        is_undone: True if that flower was just taken away.
        is_fresh: True if it belongs to the latest planting.
        is_scorched: True if a hidden flower blew up there.
        buds: The hidden flowers there, as far as the viewer may see them.
    """

    dye: str | None
    is_undone: bool
    is_fresh: bool
    is_scorched: bool
    buds: tuple[Bud, ...]


def pictures(view: FlowerFieldsView, theme: Theme = USUAL) -> tuple[Picture, ...]:
    """Return the bed below the lives of both."""
    return (Picture("board", _board(view, COLORS[theme])),)


def marked(view: FlowerFieldsView, marks: Marks, theme: Theme = USUAL) -> Picture:
    """Return the bed with some cells marked."""
    colors = COLORS[theme]
    image, grid = _board(view, colors), _grid(view)
    return Picture("board", with_marks(image, marks.cells, colors.palette, grid, (0, TITLES)))


def _grid(view: FlowerFieldsView) -> Grid:
    return Grid(view.side, view.side, CELL, MARGIN, view.row_one)


def _board(view: FlowerFieldsView, colors: Colors) -> Image.Image:
    grid = _grid(view)
    board = _background(grid, colors).copy()
    for line, seat in enumerate(SEATS):
        hearts = _hearts_sprite(view.lives(seat), colors)
        board.paste(hearts, (board.width - MARGIN - hearts.width, _top_of(line)))
    for cell, spot in _spots(view).items():
        board.paste(_spot_sprite(spot, colors), _corner(cell, grid))
    _outline(board, view, grid, colors)
    return board


@cache
def _background(grid: Grid, colors: Colors) -> Image.Image:
    paint_cell = partial(_paint_ground, color=colors.meadow)
    bed = framed(grid, colors.ground, colors.ink, colors.line, paint_cell)
    picture = Image.new("RGB", (bed.width, TITLES + bed.height), colors.ground)
    for line, seat in enumerate(SEATS):
        picture.paste(_seat_sprite(seat, colors), (MARGIN, _top_of(line)))
    picture.paste(bed, (0, TITLES))
    return colors.palette.fit(picture)


def _corner(cell: Cell, grid: Grid) -> PixelPoint:
    left, top = grid.corner(cell)
    return left, TITLES + top


def _paint_ground(brush: Brush, color: Color) -> None:
    brush.plate((1, 1, CELL - 1, CELL - 1), 0, color)


def _spots(view: FlowerFieldsView) -> dict[Cell, Spot]:
    """Return all cells with more than bare ground."""
    standing = {flower.cell: view.color_name(flower.color) for flower in view.bed.flowers}
    undone = {flower.cell: view.color_name(flower.color) for flower in view.undone}
    dyes, buds = {**undone, **standing}, _buds(view)
    return {
        cell: Spot(
            dyes.get(cell),
            cell in undone,
            cell in view.fresh,
            cell in view.exploded,
            tuple(buds.get(cell, ())),
        )
        for cell in dict.fromkeys((*dyes, *view.exploded, *buds))
    }


def _buds(view: FlowerFieldsView) -> dict[Cell, list[Bud]]:
    seen = [*view.hidden]
    if view.viewer:
        seen += [Hidden(view.viewer, flower, Fate.LIVE) for flower in view.own]
    buds: dict[Cell, list[Bud]] = {}
    for hidden in seen:
        color = view.color_name(hidden.flower.color)
        bud = Bud(hidden.seat, color, hidden.fate is Fate.CANCELLED)
        buds.setdefault(hidden.flower.cell, []).append(bud)
    return buds


# ----------------------------------------------------------------------------------------- titles

PLATE: Final = 62
HEART: Final = 27
DIGIT: Final = 17
MAX_HEARTS: Final = 10


def _top_of(line: int) -> int:
    return TITLES - LINE * (len(SEATS) - line)


def _seat_sprite(seat: Seat, colors: Colors) -> Image.Image:
    brush = Brush((PLATE, LINE), colors.ground)
    brush.plate((0, 3, PLATE, LINE - 3), 6, colors.ink)
    brush.write(seat.upper(), (PLATE / 2, LINE / 2), 22, colors.ground)
    return brush.finish()


@cache
def _hearts_sprite(lives: int, colors: Colors) -> Image.Image:
    """Return a heart for each life, or a number and a heart if hearts will not do."""
    hearts = lives if 0 < lives <= MAX_HEARTS else 1
    number = "" if hearts == lives else str(lives)
    room = DIGIT * len(number)
    gap = DIGIT // 2 if number else 0
    brush = Brush((room + gap + HEART * hearts, LINE), colors.ground)
    brush.write(number, (room / 2, LINE / 2), 26, colors.ink)
    for heart in range(hearts):
        middle = (room + gap + HEART * (heart + 0.5), LINE / 2)
        _paint_heart(brush, middle, 0.42 * HEART, colors.petals["red"])
    return colors.palette.fit(brush.finish())


def _paint_heart(brush: Brush, center: Point, radius: float, color: Color) -> None:
    x, y = center
    for side in (-1, 1):
        brush.disc((x + 0.48 * side * radius, y - 0.36 * radius), 0.53 * radius, color)
    corners = ((-0.94, -0.1), (0, 1), (0.94, -0.1), (0, -0.4))
    brush.shape(_placed(corners, center, radius), color)


def _placed(corners: Iterable[Point], center: Point, radius: float) -> list[Point]:
    return [(center[0] + x * radius, center[1] + y * radius) for x, y in corners]


# ---------------------------------------------------------------------------------------- flowers

MIDDLE: Final = (CELL / 2, CELL / 2)
# The place and size of a cell's flower, by the tags for which it leaves room.
ROOMS: Final[dict[frozenset[Seat], Circle]] = {
    frozenset(): (MIDDLE, 0.35 * CELL),
    frozenset({Seat.EC}): ((CELL / 2, 40), 15),
    frozenset({Seat.DMO}): ((CELL / 2, 24), 15),
    frozenset(SEATS): (MIDDLE, 10),
}
# Every slanting or curved edge costs bytes, and a full board can afford only a few.
TULIP: Final = (
    *((-0.86, -0.86), (-0.44, -0.34), (0.0, -1.0), (0.44, -0.34), (0.86, -0.86)),
    *((0.88, -0.1), (0.8, 0.35), (0.62, 0.7), (0.34, 0.9), (0.0, 0.97)),
    *((-0.34, 0.9), (-0.62, 0.7), (-0.8, 0.35), (-0.88, -0.1)),
)


@cache
def _spot_sprite(spot: Spot, colors: Colors) -> Image.Image:
    """Return a cell with its flower; of two hidden ones, EC's tag is at the top, DMO's below."""
    if len(spot.buds) == 1 and not (spot.dye or spot.is_scorched):
        return _bud_sprite(spot.buds[0], colors)
    brush = Brush((CELL, CELL), colors.line)
    ground = colors.lawn if spot.is_fresh else colors.meadow
    _paint_ground(brush, ground)
    if spot.is_scorched:
        _paint_burst(brush, colors.orange)
    center, radius = ROOMS[frozenset(bud.seat for bud in spot.buds)]
    circle = center, 0.85 * radius if spot.is_undone else radius
    if spot.dye:
        _paint_flower(brush, spot.dye, circle, ground, colors)
    if spot.is_undone:
        _paint_cross(brush, circle, colors)
    sprite = colors.palette.fit(brush.finish())
    for bud in spot.buds:
        sprite.paste(_tag_sprite(bud, colors), ((CELL - TAG[0]) // 2, TAG_TOPS[bud.seat]))
    return sprite


def _paint_burst(brush: Brush, color: Color) -> None:
    """Paint four spikes that show around any flower planted there."""
    radii = (0.27 * CELL, 0.66 * CELL)
    brush.shape([around(MIDDLE, radii[tip % 2], tip / 8) for tip in range(8)], color)


def _paint_cross(brush: Brush, circle: Circle, colors: Colors) -> None:
    center, radius = circle
    for color, width in ((colors.dark, 0.3), (colors.light, 0.16)):
        for turn in (0.125, 0.375):
            start, stop = (around(center, 1.2 * radius, turn + half) for half in (0, 0.5))
            brush.stroke(start, stop, width * radius, color)


def _paint_flower(brush: Brush, dye: str, circle: Circle, ground: Color, colors: Colors) -> None:
    """Paint a flower with a shape of its own for each colour of a game, within a circle."""
    # On light ground no colour stands out without a rim.
    rim = 0.1 * circle[1] if sum(ground) > sum(WHITE) / 2 else 0.0
    for petals in ((colors.dark, rim), (colors.petals[dye], 0.0)):
        BLOSSOMS[dye](brush, circle, petals, colors)


def _paint_tulip(brush: Brush, circle: Circle, petals: Petals, colors: Colors) -> None:
    (center, radius), (color, rim) = circle, petals
    corners = _placed(TULIP, center, radius)
    brush.shape(corners, color)
    for start, stop in pairwise((*corners, corners[0])):
        brush.stroke(start, stop, 0.04 * radius + 2 * rim, color)
    for side in (-0.36, 0.36):
        top, bottom = _placed(((side, -0.2), (side, 0.4)), center, radius)
        brush.stroke(top, bottom, 0.1 * radius, colors.dark)


def _paint_forget_me_not(brush: Brush, circle: Circle, petals: Petals, colors: Colors) -> None:
    (center, radius), (color, rim) = circle, petals
    for petal in range(5):
        middle = around(center, 0.58 * radius, petal / 5 - 0.25)
        brush.disc(middle, 0.42 * radius + rim, color)
    brush.disc(center, 0.3 * radius, colors.light)


def _paint_aster(brush: Brush, circle: Circle, petals: Petals, colors: Colors) -> None:
    (center, radius), (color, rim) = circle, petals
    for ray in range(8):
        tip = around(center, 0.84 * radius, ray / 8)
        brush.stroke(center, tip, 0.32 * radius + 2 * rim, color)
    brush.disc(center, 0.3 * radius, colors.dark)


BLOSSOMS: Final[dict[str, Callable[[Brush, Circle, Petals, Colors], None]]] = {
    "red": _paint_tulip,
    "blue": _paint_forget_me_not,
    "yellow": _paint_aster,
    "purple": _paint_aster,
}


# ------------------------------------------------------------------------------------------- buds


# Letters of this size can be read on a phone; they lie within the lines around fields.
LETTERS: Final = 19.3
BUD: Final = (CELL / 2, 23)
TAG: Final = (44, 16)
# The top of a seat's tag in a cell; ROOMS is the rest, for a flower.
TAG_TOPS: Final = {Seat.EC: 5, Seat.DMO: 43}
DOTS: Final = 16


@cache
def _bud_sprite(bud: Bud, colors: Colors) -> Image.Image:
    brush = Brush((CELL, CELL), colors.bud)
    for dot in range(DOTS):
        brush.disc(around(BUD, 15, dot / DOTS), 1.4, colors.bud_ink)
    _paint_bud(brush, bud, (BUD, 11), colors)
    brush.write(bud.seat.upper(), (CELL / 2, 46), LETTERS, colors.bud_ink)
    return colors.palette.fit(brush.finish())


@cache
def _tag_sprite(bud: Bud, colors: Colors) -> Image.Image:
    brush = Brush(TAG, colors.bud)
    _paint_bud(brush, bud, ((10, 8), 7), colors)
    brush.write(bud.seat.upper()[0], (30, 8), LETTERS, colors.bud_ink)
    return colors.palette.fit(brush.finish())


def _paint_bud(brush: Brush, bud: Bud, circle: Circle, colors: Colors) -> None:
    _paint_flower(brush, bud.dye, circle, colors.bud, colors)
    if bud.is_cancelled:
        _paint_cross(brush, circle, colors)


# ------------------------------------------------------------------------------- outlined fields


# The distance of each line from the edges of the cells: one lies within the other, so both are
# seen where the fields share cells.
SOLID: Final = 3
DASHED: Final = -2
THICKNESS: Final = 4
# The rim is dark on both sides of a line, which would be lost on light ground.
RIM: Final = 2
# The length by which a line and its rim reach beyond the cells of a field.
REACH: Final = RIM - DASHED
# The gaps of a line on its way along a cell; its corners are never in one.
GAPS: Final = ((12, 22), (CELL - 22, CELL - 12))


def _outline(board: Image.Image, view: FlowerFieldsView, grid: Grid, colors: Colors) -> None:
    """Outline both fields of a claim, all rims first, so that neither line breaks the other."""
    lines = ((SOLID, colors.light), (DASHED, colors.orange))
    for rim in (RIM, 0):
        for field, (inset, color) in zip(view.fields, lines, strict=False):
            corners = [_corner(cell, grid) for cell in field]
            left, top = (min(ends) - REACH for ends in zip(*corners, strict=True))
            mask = _mask(tuple((x - left, y - top) for x, y in corners), inset, rim)
            ink = colors.palette.index(colors.dark if rim else color)
            board.paste(ink, (left, top), mask)


def _mask(corners: tuple[PixelPoint, ...], line: int, rim: int) -> Image.Image:
    rectangles = list(_rectangles(corners))
    width, height = (max(ends) + CELL + REACH for ends in zip(*corners, strict=True))
    mask = Image.new("1", (width, height))
    for inset, is_line in ((line - rim, 1), (line + THICKNESS + rim, 0)):
        for left, top, right, bottom in rectangles:
            mask.paste(is_line, (left + inset, top + inset, right - inset, bottom - inset))
    if line == DASHED:
        for begin, (start, stop) in product(range(REACH, max(width, height), CELL), GAPS):
            mask.paste(0, (begin + start + rim, 0, begin + stop - rim, height))
            mask.paste(0, (0, begin + start + rim, width, begin + stop - rim))
    return mask


def _rectangles(corners: Sequence[PixelPoint]) -> Iterator[tuple[int, int, int, int]]:
    """Yield all rectangles made up of cells with these corners only, as boxes."""
    for pair in combinations_with_replacement(corners, 2):
        (left, right), (top, bottom) = (sorted(ends) for ends in zip(*pair, strict=True))
        within = product(range(left, right + 1, CELL), range(top, bottom + 1, CELL))
        if {*within} <= {*corners}:
            yield left, top, right + CELL, bottom + CELL
