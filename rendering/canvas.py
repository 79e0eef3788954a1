"""What every board is painted with: a palette, a framed grid, smooth sprites and the encoder.

A picture is a finished background onto which finished sprites are pasted. Both are made once, at
leisure and in full colour, and then fitted to the game's palette; what is left for each picture is
copying and encoding.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from engine.grid import Cell
from engine.options import RowOne

Color: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom; right and bottom lie just outside."""

# How many times as large a sprite is painted before it is scaled down to have smooth edges.
OVERSIZE: Final = 4


def between(start: Color, end: Color, steps: int) -> tuple[Color, ...]:
    """Evenly spaced colours between two others, for the edges where they meet.

    >>> between((0, 0, 0), (30, 60, 90), 2)
    ((10, 20, 30), (20, 40, 60))
    """
    return tuple(
        (
            _part(start[0], end[0], step, steps),
            _part(start[1], end[1], step, steps),
            _part(start[2], end[2], step, steps),
        )
        for step in range(1, steps + 1)
    )


def _part(start: int, end: int, step: int, steps: int) -> int:
    return round(start + (end - start) * step / (steps + 1))


@dataclass(frozen=True, slots=True)
class Palette:
    """The few colours of a game's pictures; with 16 or fewer a pixel takes four bits."""

    colors: tuple[Color, ...]

    def fit(self, image: Image.Image) -> Image.Image:
        """The image with each pixel in the nearest colour of the palette."""
        # Never shared between calls: Pillow keeps its search table inside the palette's image.
        palette = Image.new("P", (1, 1))
        palette.putpalette([value for color in self.colors for value in color])
        return image.quantize(palette=palette, dither=Image.Dither.NONE)


class Brush:
    """Paints shapes in the coordinates of the finished sprite, on a larger image."""

    def __init__(self, size: tuple[int, int], ground: Color) -> None:
        self._image = Image.new("RGB", (size[0] * OVERSIZE, size[1] * OVERSIZE), ground)
        self._draw = ImageDraw.Draw(self._image)

    def plate(self, box: Box, radius: float, color: Color) -> None:
        """A rectangle with round corners."""
        left, top, right, bottom = (round(edge * OVERSIZE) for edge in box)
        inside = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(inside, radius * OVERSIZE, fill=color)

    def shape(self, corners: Sequence[Point], color: Color) -> None:
        """A filled polygon."""
        self._draw.polygon([self._enlarged(corner) for corner in corners], fill=color)

    def stroke(self, start: Point, stop: Point, width: float, color: Color) -> None:
        """A straight line with round ends."""
        ends = (self._enlarged(start), self._enlarged(stop))
        self._draw.line(ends, fill=color, width=round(width * OVERSIZE))
        for end in ends:
            self._draw.circle(end, width / 2 * OVERSIZE, fill=color)

    def finish(self) -> Image.Image:
        """The sprite in its own size."""
        return self._image.reduce(OVERSIZE)

    @staticmethod
    def _enlarged(point: Point) -> Point:
        return point[0] * OVERSIZE, point[1] * OVERSIZE


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board lie in its picture, in pixels.

    Attributes:
        columns: How many columns, from A at the left.
        rows: How many rows.
        cell: The side of a cell.
        margin: The width of the frame that carries the coordinates.
        row_one: Whether row 1 is at the bottom or at the top.
    """

    columns: int
    rows: int
    cell: int
    margin: int
    row_one: RowOne

    @property
    def size(self) -> tuple[int, int]:
        """Of the whole picture, frame included."""
        return (
            2 * self.margin + self.columns * self.cell,
            2 * self.margin + self.rows * self.cell,
        )

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The left upper corner of a cell."""
        line = cell.row if self.row_one is RowOne.TOP else self.rows - 1 - cell.row
        return self.margin + cell.column * self.cell, self.margin + line * self.cell


def framed(
    grid: Grid, ground: Color, ink: Color, paint_cell: Callable[[Brush], None]
) -> Image.Image:
    """An empty board in full colour, with its coordinates on all four sides."""
    board = Image.new("RGB", grid.size, ground)
    brush = Brush((grid.cell, grid.cell), ground)
    paint_cell(brush)
    empty = brush.finish()
    for column in range(grid.columns):
        for row in range(grid.rows):
            board.paste(empty, grid.corner(Cell(column, row)))
    _write_coordinates(board, grid, ink)
    return board


def _write_coordinates(board: Image.Image, grid: Grid, ink: Color) -> None:
    font = ImageFont.load_default(size=0.66 * grid.margin)
    draw = ImageDraw.Draw(board)
    # Centred by the height of capitals: the font's own middle allows for descenders.
    _, top, _, _ = font.getbbox("H", anchor="ms")
    near, half = grid.margin / 2, grid.cell / 2
    width, height = grid.size

    def write(text: str, x: float, y: float) -> None:
        draw.text((x, y - top / 2), text, ink, font, "ms", stroke_width=0.5)

    for column in range(grid.columns):
        left, _ = grid.corner(Cell(column, 0))
        for y in (near, height - near):
            write(str(Cell(column, 0))[0], left + half, y)
    for row in range(grid.rows):
        _, above = grid.corner(Cell(0, row))
        for x in (near, width - near):
            write(str(row + 1), x, above + half)


def encode(image: Image.Image) -> bytes:
    """A palette image as PNG."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()
