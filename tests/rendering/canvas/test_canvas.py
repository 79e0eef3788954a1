"""The frame and the palette that all boards share."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Grid, Palette, between, cut_out, framed, writable, written

DARK, LIGHT = (20, 30, 40), (240, 230, 220)
SIDES = [7, 9, 15, 18]


def grid_of(side, row_one=RowOne.BOTTOM):
    return Grid(side, side, 40, 40, row_one)


def empty_board(grid):
    return framed(grid, DARK, LIGHT, DARK, lambda brush: brush.plate((2, 2, 38, 38), 4, DARK))


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


@pytest.mark.parametrize("side", SIDES)
def test_every_row_and_column_has_a_coordinate_of_its_own(side):
    grid = grid_of(side)
    board = empty_board(grid)
    blank = Image.new("RGB", (grid.margin, grid.cell), DARK)
    rows, columns = row_labels(grid, board)[0], column_labels(grid, board)[0]
    for one, other in combinations([*rows, *columns, blank], 2):
        assert ImageChops.difference(one, other).getbbox() is not None


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


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Élodie", "Elodie"),
        ("𝓑𝓵𝓸𝓸𝓶 ②", "Bloom 2"),
        ("Łukasz Großmann", "Lukasz Grossmann"),
        ("O\N{RIGHT SINGLE QUOTATION MARK}Brien", "O'Brien"),
        ("  a\n b\t", "a b"),
        ("🌷 rose 🌷", "rose"),
        ("שלום", ""),
        ("🌷", ""),
        ("-- ??", ""),
        ("x" * 5000, "x" * 100),
    ],
)
def test_only_what_the_font_has_is_written_of_a_text(text, line):
    assert writable(text) == line


@pytest.mark.parametrize("text", ["Persephone of the long winter", "W" * 40, "i" * 5000])
def test_a_line_that_is_too_long_ends_in_dots_within_its_strip(text):
    strip = written(text, (200, 40), LIGHT, DARK)
    wider = written(text, (240, 40), LIGHT, DARK)
    ended = [written(f"{text[:end]}…", (240, 40), LIGHT, DARK) for end in range(100)]
    assert strip.tobytes() in {each.crop((0, 0, 200, 40)).tobytes() for each in ended}
    assert strip.tobytes() != wider.crop((0, 0, 200, 40)).tobytes()


def test_a_cut_out_shape_leaves_the_picture_around_it_unchanged():
    red = (200, 0, 0)
    stamp = cut_out(
        (20, 20), LIGHT, Palette((DARK, LIGHT, red)), lambda brush: brush.disc((10, 10), 8, red)
    )
    picture = Palette((DARK, LIGHT, red)).fit(Image.new("RGB", (40, 40), DARK))
    stamp.onto(picture, (30, 5))
    colors = picture.convert("RGB")
    assert colors.getpixel((39, 15)) == red
    assert colors.getpixel((30, 5)) == DARK
    assert colors.crop((0, 0, 30, 40)).getcolors() == [(30 * 40, DARK)]


def test_writing_has_a_single_shade_between_ground_and_ink():
    brush = Brush((80, 40), DARK)
    brush.write("S", (40, 20), 24, LIGHT)
    for image in (written("Zoe", (200, 40), LIGHT, DARK), brush.finish()):
        assert len(image.getcolors()) == 3
        assert {DARK, LIGHT} < {color for _, color in image.getcolors()}


def test_a_plain_image_has_one_colour_in_its_palette():
    plain = Palette((DARK, LIGHT)).plain((30, 20), LIGHT)
    assert plain.size == (30, 20)
    assert plain.convert("RGB").getcolors() == [(600, LIGHT)]
    assert plain.getpalette()[:6] == [*DARK, *LIGHT]
