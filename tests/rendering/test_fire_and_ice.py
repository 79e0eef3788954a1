"""The board of A Battle of Fire and Ice."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from threading import Barrier

import pytest
from PIL import Image, ImageChops

from engine.games.fire_and_ice.rules import FireAndIce
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering import fire_and_ice
from rendering.canvas import Grid
from rendering.themes import Theme
from tests.rendering.positions import (
    FAR,
    FULL,
    GAMES,
    LAID,
    full_board,
    how,
    view_of,
)

DARK = fire_and_ice.COLORS[Theme.DARK]
WHITE, RED, BLUE = Cell(5, 4), Cell(6, 4), Cell(4, 6)

CELLS = [Cell(column, row) for column in range(9) for row in range(9)]
WIDTHS = [9 * fire_and_ice.CELL + 2 * fire_and_ice.MARGIN, 300]


def png_of(view):
    (picture,) = fire_and_ice.pictures(view)
    return picture.png


def board_of(view):
    return Image.open(BytesIO(png_of(view))).convert("RGB")


def box_of(cell, row_one=RowOne.BOTTOM):
    left, top = Grid(9, 9, fire_and_ice.CELL, fire_and_ice.MARGIN, row_one).corner(cell)
    return left, top, left + fire_and_ice.CELL, top + fire_and_ice.CELL


def cells_that_differ(one, other):
    """The cells in which two pictures differ; their frames must not."""
    difference = ImageChops.difference(board_of(one), board_of(other))
    cells = {cell for cell in CELLS if difference.crop(box_of(cell)).getbbox()}
    for cell in cells:
        difference.paste((0, 0, 0), box_of(cell))
    assert difference.getbbox() is None
    return cells


def unlikeness(one, other):
    """The share of pixels that differ once only black and white are left."""
    black_and_white = [
        image.convert("L").point(lambda value: 255 * (value > 140)) for image in (one, other)
    ]
    difference = ImageChops.difference(*black_and_white).histogram()
    return difference[255] / sum(difference)


def shown(cell, width):
    """A cell of the board with LAID, in a picture scaled to a width."""
    board = board_of(view_of(*LAID, FAR))
    edge = round(fire_and_ice.CELL * width / board.width)
    return board.crop(box_of(cell)).resize((edge, edge))


@pytest.mark.parametrize("views", [*GAMES, FULL], ids=how, indirect=True)
def test_every_picture_is_small_enough(views):
    assert max(len(png_of(view)) for view in views) <= 15_000


@pytest.mark.parametrize("views", GAMES[:4], ids=how, indirect=True)
def test_the_same_view_gives_the_same_bytes(views):
    before = [png_of(view) for view in views]
    fire_and_ice._sprite.cache_clear()
    fire_and_ice._background.cache_clear()
    assert [png_of(view) for view in reversed(views)] == before[::-1]


def test_a_picture_is_stored_with_four_bits_for_a_pixel():
    png = png_of(full_board(0))
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


@pytest.mark.parametrize("order", range(len(LAID)))
def test_a_move_changes_only_its_own_cells_and_those_of_the_move_before(order):
    before, after = view_of(*LAID[:order]), view_of(*LAID[: order + 1])
    unmarked = LAID[order - 1].cells if order else ()
    assert cells_that_differ(before, after) == {*LAID[order].cells, *unmarked}


@pytest.mark.parametrize(("one", "other"), list(combinations(LAID, 2)))
def test_the_mark_of_the_last_move_is_on_its_two_cells_and_nowhere_else(one, other):
    rest = [domino for domino in LAID if domino not in {one, other}]
    changed = cells_that_differ(view_of(*rest, one, other), view_of(*rest, other, one))
    assert changed == {*one.cells, *other.cells}


@pytest.mark.parametrize("last", [0, 1])
def test_the_mark_of_the_last_move_shows_without_colour(last):
    one, other = view_of(*LAID[:2]), view_of(*LAID[1::-1])
    for cell in LAID[last].cells:
        marked, unmarked = (board_of(view).crop(box_of(cell)) for view in (one, other))
        assert unlikeness(marked, unmarked) > 0.1


@pytest.mark.parametrize("width", WIDTHS)
def test_halves_differ_by_shape_and_not_only_by_colour(width):
    halves = [shown(cell, width) for cell in (WHITE, RED, BLUE)]
    assert all(unlikeness(one, other) > 0.12 for one, other in combinations(halves, 2))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_start_domino_looks_different_from_other_white_halves_without_colour(width):
    for cell in FireAndIce.start:
        assert unlikeness(shown(cell, width), shown(WHITE, width)) > 0.04


@pytest.mark.parametrize("domino", LAID, ids=lambda domino: str(domino.cells[0]))
def test_a_dominos_rim_joins_its_halves_and_keeps_other_dominoes_apart(domino):
    board = board_of(view_of(*LAID, FAR))
    boxes = [box_of(cell) for cell in domino.cells]
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) for side in (2, 3))
    within = 5
    rim = board.crop((left + within, top + within, right - within, bottom - within))
    if right - left > bottom - top:
        sides = [(rim.width // 2 - 1 + step, y) for step in (0, 1) for y in (0, rim.height - 1)]
    else:
        sides = [(x, rim.height // 2 - 1 + step) for step in (0, 1) for x in (0, rim.width - 1)]
    assert {rim.getpixel(side) for side in sides} == {DARK.domino}
    edges = [(x, top) for x in range(left, right)] + [(left, y) for y in range(top, bottom)]
    assert {board.getpixel(edge) for edge in edges} == {DARK.line}


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(5, 4), Cell(6, 4), Cell(8, 7)])
def test_row_one_at_the_top_reverses_the_rows_and_nothing_else(cell):
    laid = LAID[::2]  # standing dominoes have their other half above
    below, above = (board_of(view_of(*laid, row_one=row_one)) for row_one in RowOne)
    assert below.crop(box_of(cell)) == above.crop(box_of(cell, RowOne.TOP))


def test_row_one_at_the_top_puts_the_other_half_of_a_standing_domino_above():
    standing = LAID[1]
    turned = replace(standing, halves=standing.halves[::-1])
    below, above = board_of(view_of(turned)), board_of(view_of(standing, row_one=RowOne.TOP))
    for cell, mirrored in zip(standing.cells, reversed(standing.cells), strict=True):
        assert above.crop(box_of(cell, RowOne.TOP)) == below.crop(box_of(mirrored))


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = [*GAMES[0](), *GAMES[1]()]
    expected = [png_of(view) for view in views]
    threads = 8
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return [png_of(view) for view in views]

    fire_and_ice._sprite.cache_clear()
    fire_and_ice._background.cache_clear()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected
