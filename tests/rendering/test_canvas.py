"""The frame, the palette and the encoder that all boards share."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Grid, Palette, between, encode, framed

DARK, LIGHT = (20, 30, 40), (240, 230, 220)
SIDES = [7, 9, 15, 18]


def grid_of(side, row_one=RowOne.BOTTOM):
    return Grid(side, side, 40, 40, row_one)


def empty_board(grid):
    return framed(grid, DARK, LIGHT, lambda brush: brush.plate((2, 2, 38, 38), 4, DARK))


def row_labels(grid, board):
    """The coordinates of each row, at the left and at the right."""
    width, _ = grid.size
    tops = [grid.corner(Cell(0, row))[1] for row in range(grid.rows)]
    return [
        [board.crop((left, top, left + grid.margin, top + grid.cell)) for top in tops]
        for left in (0, width - grid.margin)
    ]


def column_labels(grid, board):
    """The coordinates of each column, above and below."""
    _, height = grid.size
    lefts = [grid.corner(Cell(column, 0))[0] for column in range(grid.columns)]
    return [
        [board.crop((left, top, left + grid.cell, top + grid.margin)) for left in lefts]
        for top in (0, height - grid.margin)
    ]


def as_bytes(labels):
    return [label.tobytes() for label in labels]


@pytest.mark.parametrize("side", SIDES)
def test_coordinates_are_the_same_on_opposite_sides(side):
    grid = grid_of(side)
    board = empty_board(grid)
    for one, other in (row_labels(grid, board), column_labels(grid, board)):
        assert as_bytes(one) == as_bytes(other)


@pytest.mark.parametrize("side", SIDES)
def test_every_row_and_column_has_a_coordinate_of_its_own(side):
    grid = grid_of(side)
    board = empty_board(grid)
    blank = Image.new("RGB", (grid.margin, grid.cell), DARK)
    rows, columns = row_labels(grid, board)[0], column_labels(grid, board)[0]
    for one, other in combinations([*rows, *columns, blank], 2):
        assert ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("side", SIDES)
def test_coordinates_keep_inside_the_frame(side):
    grid = grid_of(side)
    board = empty_board(grid)
    labels = [*row_labels(grid, board), *column_labels(grid, board)]
    for label in (label for group in labels for label in group):
        left, top, right, bottom = ImageChops.difference(
            label, Image.new("RGB", label.size, DARK)
        ).getbbox()
        assert min(left, top, label.width - right, label.height - bottom) >= 2


def test_row_one_at_the_top_turns_the_numbers_but_not_the_letters():
    below, above = grid_of(9), grid_of(9, RowOne.TOP)
    below_board, above_board = empty_board(below), empty_board(above)
    for one, other in zip(
        [*row_labels(below, below_board), *column_labels(below, below_board)],
        [*row_labels(above, above_board), *column_labels(above, above_board)],
        strict=True,
    ):
        assert as_bytes(one) == as_bytes(other)
    assert below.corner(Cell(0, 0)) == above.corner(Cell(0, 8))
    assert below_board.tobytes() != above_board.tobytes()


@pytest.mark.parametrize(
    ("row_one", "cell", "corner"),
    [
        (RowOne.BOTTOM, Cell(0, 0), (40, 360)),
        (RowOne.BOTTOM, Cell(8, 8), (360, 40)),
        (RowOne.TOP, Cell(0, 0), (40, 40)),
        (RowOne.TOP, Cell(8, 8), (360, 360)),
    ],
)
def test_a_cell_lies_where_its_coordinates_say(row_one, cell, corner):
    assert grid_of(9, row_one).corner(cell) == corner


def test_a_sprite_has_smooth_edges_from_its_palette_alone():
    shades = between(DARK, LIGHT, 2)
    brush = Brush((30, 30), DARK)
    brush.shape([(2, 2), (28, 9), (11, 27)], LIGHT)
    sprite = Palette((DARK, LIGHT, *shades)).fit(brush.finish())
    assert {color for _, color in sprite.convert("RGB").getcolors()} == {DARK, LIGHT, *shades}


def test_encoding_keeps_every_pixel_and_the_palette():
    colors = (DARK, LIGHT, (200, 0, 0))
    image = Palette(colors).fit(Image.new("RGB", (9, 9), (200, 0, 0)))
    decoded = Image.open(BytesIO(encode(image)))
    assert decoded.mode == "P"
    assert decoded.convert("RGB").getcolors() == [(81, (200, 0, 0))]
