"""Tools for painting every board: a palette, a framed grid and smooth sprites.

A picture is a finished background with finished sprites pasted onto it. Both are made once, at
leisure and in full colour, then fitted to the game's palette; each picture only costs copying and
saving.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import ceil, cos, floor, pi, sin
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast
from unicodedata import category, normalize

from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.themes import Theme

T = TypeVar("T")

Color: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
PixelPoint: TypeAlias = tuple[int, int]
"""A whole pixel, or the upper left corner of something."""
Size: TypeAlias = tuple[int, int]
"""A width and a height, in pixels."""
Edges: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of rows at the right and of columns at the top."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom; right and bottom lie just outside."""

# The factor by which a sprite is painted larger before it is scaled down, for smooth edges.
OVERSIZE: Final = 4

# Letters that the built-in font lacks and that do not split into one of its letters and a mark.
SPELLED: Final = str.maketrans(
    dict(
        zip(
            "ßÆæŒœÞþØøŁłĐđ\N{LATIN SMALL LETTER DOTLESS I}\N{RIGHT SINGLE QUOTATION MARK}",
            ["ss", "AE", "ae", "OE", "oe", "Th", "th", *"OoLlDdi'"],
            strict=True,
        )
    )
)
# No picture has room for more of a name, so the rest need not be looked at.
LONGEST_LINE: Final = 100

BLACK: Final[Color] = (0, 0, 0)
WHITE: Final[Color] = (255, 255, 255)
# The share of the ground that a pixel may show, of 255, and still belong to a cut-out.
SEEN_THROUGH: Final = 192

# Shares of a pixel that text covers, of 255, rounded to none, half or whole.
COVERED: Final = tuple((0, 128, 255)[round(share / 127.5)] for share in range(256))


def between(start: Color, end: Color, steps: int) -> tuple[Color, ...]:
    """Return evenly spaced colours between two others, for the edges where they meet.

    >>> between((0, 0, 0), (30, 60, 90), 2)
    ((10, 20, 30), (20, 40, 60))
    """
    return tuple(_mixed(start, end, step, steps + 1) for step in range(1, steps + 1))


def _mixed(start: Color, end: Color, step: int, steps: int) -> Color:
    red, green, blue = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Palette:
    """The few colours of a game's pictures; with 16 or fewer a pixel takes four bits."""

    colors: tuple[Color, ...]

    @classmethod
    def of(cls, *colors: Color) -> "Palette":
        """Return the palette of some colours, each taken once, as a theme may repeat them."""
        return cls(tuple(dict.fromkeys(colors)))

    def fit(self, image: Image.Image) -> Image.Image:
        """Return the image with each pixel in the nearest colour of the palette."""
        # Never shared between calls: Pillow keeps its search table inside the palette's image.
        palette = Image.new("P", (1, 1))
        palette.putpalette(self._values)
        return image.quantize(palette=palette, dither=Image.Dither.NONE)

    def plain(self, size: Size, color: Color) -> Image.Image:
        """Return an image in one colour of the palette."""
        image = Image.new("P", size, self.index(color))
        image.putpalette(self._values)
        return image

    def index(self, color: Color) -> int:
        """Return the number that stands for a colour of the palette in its images."""
        return self.colors.index(color)

    @property
    def _values(self) -> list[int]:
        return [value for color in self.colors for value in color]


class Scheme:
    """A painter's colours in one theme; there is one for each, so caches tell them apart.

    A palette has them in the order of the class, so the ground comes first.

    Attributes:
        ground: The surroundings of everything else.
    """

    ground: "ThemeValue[Color]"

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def shades(self) -> Iterable[Color]:
        """Yield all colours of its pictures, then those of the edges between."""
        for name, attribute in vars(type(self)).items():
            if isinstance(attribute, ThemeValue):
                yield from _colors_in(getattr(self, name))
        yield from self.edges()

    def edges(self) -> Iterable[Color]:
        """Return the colours between those that meet, for smooth edges; a scheme may need none."""
        return ()

    @cached_property
    def palette(self) -> Palette:
        """The scheme as a palette."""
        return Palette.of(*self.shades())


def _colors_in(value: Any) -> Iterator[Color]:
    """Yield the colours of an attribute, which may be one, several, or some by their keys."""
    colors = tuple(value.values() if isinstance(value, dict) else value)
    yield from colors if isinstance(colors[0], tuple) else (value,)


class ThemeValue(Generic[T]):
    """An attribute of a scheme, by its value in each theme, in their order."""

    def __init__(self, *values: T) -> None:
        self._values = dict(zip(Theme, values, strict=True))

    def __get__(self, scheme: Scheme, owner: type[Scheme]) -> T:
        return self._values[scheme.theme]


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen in the built-in font, in bold: alone, it is too thin to read on a phone.

    Letters stand on whole pixels, with one shade between ground and ink. That is hardly less
    smooth, and makes smaller pictures.

    Attributes:
        size: The size of the letters, in pixels.
        ink: Their colour.
        room: The greatest width of a line, in pixels, if there is a limit: its visible part is
            centred, not its letters with the white at their sides, and a wider one is narrowed.
    """

    size: float
    ink: Color
    room: float | None = None

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """The font without the bolder strokes."""
        return _font(self.size)

    def write(self, image: Image.Image, text: str, point: Point, anchor: str = "m") -> None:
        """Write a line whose capitals are centred on a point, or begin there: anchor `l`."""
        font, anchor = self.font, f"{anchor}s"
        # The font's own middle allows for descenders.
        _, top, _, _ = font.getbbox("H", anchor=anchor)
        origin = round(point[0] - 0.5), round(point[1] - top / 2)
        left, top, right, low = font.getbbox(text, anchor=anchor)
        corner = floor(left), floor(top)
        # Only as large as the line: there may be dozens of lines on a picture.
        mask = Image.new("L", (ceil(right) - corner[0] + 1, ceil(low) - corner[1]))
        draw = ImageDraw.Draw(mask)
        for x in (0, 1):
            draw.text((x - corner[0], -corner[1]), text, 255, font, anchor)
        if self.room is not None and (seen := mask.getbbox()):
            mask = mask.crop((seen[0], 0, seen[2], mask.height))
            mask = mask.resize((min(mask.width, floor(self.room)), mask.height))
            corner = -(mask.width // 2), corner[1]
        place = origin[0] + corner[0], origin[1] + corner[1]
        image.paste(self.ink, place, mask.point(COVERED))


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    # Threads may share it: Pillow keeps the interpreter's lock while it writes.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size=size))


class Brush:
    """A painter of shapes in the coordinates of the finished sprite, on a larger image."""

    def __init__(self, size: Size, ground: Color) -> None:
        self._image = Image.new("RGB", (size[0] * OVERSIZE, size[1] * OVERSIZE), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._written: list[tuple[str, Point, Pen, str]] = []

    def plate(self, box: Box, radius: float, color: Color) -> None:
        """Paint a rectangle with round corners."""
        left, top, right, bottom = (round(edge * OVERSIZE) for edge in box)
        inside = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(inside, radius * OVERSIZE, fill=color)

    def shape(self, corners: Sequence[Point], color: Color) -> None:
        """Paint a filled polygon."""
        self._draw.polygon([self._enlarged(corner) for corner in corners], fill=color)

    def stroke(self, start: Point, stop: Point, width: float, color: Color) -> None:
        """Paint a straight line with round ends."""
        ends = (self._enlarged(start), self._enlarged(stop))
        self._draw.line(ends, fill=color, width=round(width * OVERSIZE))
        for end in ends:
            self._draw.circle(end, width / 2 * OVERSIZE, fill=color)

    def arrowhead(self, base: Point, way: Point, size: tuple[float, float], color: Color) -> None:
        """Paint a triangle: the middle of its base, a unit step, its length and half its width."""
        (x, y), (right, down), (length, half) = base, way, size
        wings = [(x - side * down, y + side * right) for side in (half, -half)]
        self.shape([(x + length * right, y + length * down), *wings], color)

    def disc(self, center: Point, radius: float, color: Color) -> None:
        """Paint a filled circle."""
        self._draw.circle(self._enlarged(center), radius * OVERSIZE, fill=color)

    def write(
        self, text: str, middle: Point, size: float, color: Color, room: float | None = None
    ) -> None:
        """Write a line over everything else, centred on a point by the height of its capitals."""
        self._written.append((text, middle, Pen(size, color, room), "m"))

    def write_from(self, text: str, start: Point, size: float, color: Color) -> None:
        """Write a line over everything else that begins at a point, at the same height."""
        self._written.append((text, start, Pen(size, color), "l"))

    def finish(self) -> Image.Image:
        """Return the sprite in its final size."""
        sprite = self._image.reduce(OVERSIZE)
        for text, place, pen, anchor in self._written:
            pen.write(sprite, text, place, anchor)
        return sprite

    @staticmethod
    def _enlarged(point: Point) -> Point:
        return point[0] * OVERSIZE, point[1] * OVERSIZE


@dataclass(frozen=True, slots=True)
class Stamp:
    """A sprite without its ground, to lay over whatever is there."""

    image: Image.Image
    mask: Image.Image

    def onto(self, picture: Image.Image, corner: PixelPoint) -> None:
        """Lay it down with its upper left corner there; parts beyond the picture are cut off."""
        picture.paste(self.image, corner, self.mask)


def cut_out(size: Size, ground: Color, palette: Palette, paint: Callable[[Brush], None]) -> Stamp:
    """Cut a painting out of its ground; its edges stay smooth towards that ground's colour."""
    painted = []
    for color in (BLACK, WHITE):
        brush = Brush(size, color)
        paint(brush)
        painted.append(brush.finish())
    black, white = painted
    # The more paint covers a pixel, the less black or white shows through.
    seen_through = ImageChops.difference(white, black)
    under = ImageChops.multiply(seen_through, Image.new("RGB", size, ground))
    mask = seen_through.convert("L").point(lambda value: 255 * (value < SEEN_THROUGH), "1")
    return Stamp(palette.fit(ImageChops.add(black, under)), mask)


@cache
def sprite_of(
    size: Size, colors: Scheme, paint: Callable[..., None], /, **facts: Hashable
) -> Image.Image:
    """Return the sprite that a painter makes of some facts, on its scheme's ground."""
    brush = Brush(size, colors.ground)
    paint(brush, colors, **facts)
    return colors.palette.fit(brush.finish())


@cache
def stamp_of(
    size: Size,
    colors: Scheme,
    paint: Callable[..., None],
    ground: Color,
    /,
    **facts: Hashable,
) -> Stamp:
    """Return the stamp that a painter makes of some facts, cut out of a ground."""
    return cut_out(size, ground, colors.palette, partial(paint, colors=colors, **facts))


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of a board's cells in its picture, in pixels.

    Attributes:
        columns: The number of columns, from A at the left.
        rows: The number of rows.
        cell: The side of a cell.
        margin: The width of the frame that carries the coordinates.
        row_one: The place of row 1: at the bottom or at the top.
        lengths: The number of cells in each row, for a board of centred rows; row 1 comes first.
        edges: The names of rows at the right and of columns at the top, if they differ there.
    """

    columns: int
    rows: int
    cell: int
    margin: int
    row_one: RowOne
    lengths: tuple[int, ...] = ()
    edges: Edges = ((), ())

    @property
    def size(self) -> Size:
        """The size of the whole picture, frame included."""
        return (
            2 * self.margin + self.columns * self.cell,
            2 * self.margin + self.rows * self.cell,
        )

    @property
    def cells(self) -> Iterator[Cell]:
        """Its cells, row by row from row 1."""
        for row in range(self.rows):
            yield from (Cell(column, row) for column in range(self.length(row)))

    def has(self, cell: Cell) -> bool:
        """Return whether the board has a cell."""
        return 0 <= cell.row < self.rows and 0 <= cell.column < self.length(cell.row)

    def length(self, row: int) -> int:
        """Return the number of cells in a row."""
        return self.lengths[row] if self.lengths else self.columns

    def corner(self, cell: Cell) -> PixelPoint:
        """Return the upper left corner of a cell."""
        line = cell.row if self.row_one is RowOne.TOP else self.rows - 1 - cell.row
        indent = (self.columns - self.length(cell.row)) * self.cell // 2
        return self.margin + indent + cell.column * self.cell, self.margin + line * self.cell


def framed(
    grid: Grid, ground: Color, ink: Color, line: Color, paint_cell: Callable[[Brush], None]
) -> Image.Image:
    """Return an empty board in full colour, with its coordinates in `ink` on all four sides.

    `line` is the colour of the grid's lines, which shows where `paint_cell` leaves a cell bare.
    Centred rows have none.
    """
    board = Image.new("RGB", grid.size, ground)
    brush = Brush((grid.cell, grid.cell), line)
    paint_cell(brush)
    empty = brush.finish()
    for cell in grid.cells:
        board.paste(empty, grid.corner(cell))
    if not grid.lengths:
        _write_coordinates(board, grid, ink)
    return board


def _write_coordinates(board: Image.Image, grid: Grid, ink: Color) -> None:
    pen = Pen(0.66 * grid.margin, ink)
    near, half = grid.margin / 2, grid.cell / 2
    width, height = grid.size
    rows = [str(row + 1) for row in range(grid.rows)]
    columns = [str(Cell(column, 0))[0] for column in range(grid.columns)]
    at_right, on_top = grid.edges
    for y, names in ((near, on_top or columns), (height - near, columns)):
        for column, name in enumerate(names):
            left, _ = grid.corner(Cell(column, 0))
            pen.write(board, name, (left + half, y))
    for x, names in ((near, rows), (width - near, at_right or rows)):
        for row, name in enumerate(names):
            _, above = grid.corner(Cell(0, row))
            pen.write(board, name, (x, above + half))


def around(center: Point, radius: float, turn: float) -> Point:
    """Return the point at a distance in a direction, in whole turns clockwise from the right."""
    return center[0] + radius * cos(2 * pi * turn), center[1] + radius * sin(2 * pi * turn)


def writable(text: str) -> str:
    """Return a text in letters of the built-in font, which has hardly more than ASCII.

    Accents, fancy shapes and emoji are removed. The result is empty if a letter or digit is none
    of ASCII's, or if none remains: nothing is ever written with holes.

    >>> writable("Zoë 🌷 𝓑𝓵𝓸𝓸𝓶"), writable("Kim 김")
    ('Zoe Bloom', '')
    """
    plain = normalize("NFKD", text[:LONGEST_LINE].translate(SPELLED))
    if any(category(character)[0] in "LN" and not character.isascii() for character in plain):
        return ""
    line = " ".join(plain.encode("ascii", "ignore").decode().split())
    return line if any(map(str.isalnum, line)) else ""


def cut(text: str, size: Size) -> str:
    """Return a line of text, cut off where a strip of that size ends."""
    width, height = size
    font, line, end = Pen(0.55 * height, BLACK).font, text[:LONGEST_LINE], ""
    while line and font.getlength(line + end) > width - 1:
        line, end = line[:-1].rstrip(), "…"
    return line + end


def written(text: str, size: Size, ink: Color, ground: Color) -> Image.Image:
    """Return a line of text at the left of a strip, cut off where the strip ends."""
    strip = Image.new("RGB", size, ground)
    Pen(0.55 * size[1], ink).write(strip, cut(text, size), (0.5, size[1] / 2), "l")
    return strip
