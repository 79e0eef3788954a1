"""The board of a free table."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, product
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.games.free_table.table import Owner, Piece
from engine.games.free_table.view import TableView
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS
from rendering import Marks, free_table
from rendering.canvas import BLACK, ONE_BOARD, WHITE, Pen
from rendering.free_table import pieces
from rendering.themes import Theme
from tests.rendering.free_table_positions import (
    JANGGI,
    LETTERS,
    MAZE,
    SIZES,
    filled_board,
    full_board,
    view_of,
)

CELLS = [Cell(column, row) for column, row in product(range(8), range(8))]
OWNERS = ("ec", "dmo", "table")


def board_of(view: TableView, theme: Theme = Theme.DARK) -> Image.Image:
    (picture,) = free_table.pictures(view, theme)
    assert picture is not None
    return picture.image.convert("RGB")


def cell_of(view: TableView, cell: Cell, theme: Theme = Theme.DARK) -> Image.Image:
    return board_of(view, theme).crop(box_of(view, cell))


def box_of(view: TableView, cell: Cell) -> tuple[int, int, int, int]:
    grid = free_table.grid_of(view.last, view.row_one)
    left, top = grid.corner(cell)
    return left, top, left + grid.cell, top + grid.cell


def cells_that_differ(one: TableView, other: TableView) -> set[str]:
    """The cells in which two pictures differ; their frames must not."""
    difference = ImageChops.difference(board_of(one), board_of(other))
    cells = {cell for cell in CELLS if difference.crop(box_of(one, cell)).getbbox()}
    for cell in cells:
        difference.paste((0, 0, 0), box_of(one, cell))
    assert difference.getbbox() is None
    return {*map(str, cells)}


def unlikeness(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ once only black and white are left."""
    black_and_white = [
        image.convert("L").point(lambda value: 255 * (value > 140)) for image in (one, other)
    ]
    difference = ImageChops.difference(*black_and_white).histogram()
    return difference[255] / sum(difference)


# ------------------------------------------------------------------------- where things stand


@pytest.mark.parametrize("row_one", RowOne)
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("typed", ["A1", "H8=K", "C5=#", "G2=MI"])
def test_a_piece_changes_its_own_cell_and_no_other(typed: str, owner: str, row_one: RowOne):
    empty = view_of(row_one=row_one)
    laid = view_of(**{owner: typed}, row_one=row_one)
    assert cells_that_differ(empty, laid) == {typed.partition("=")[0]}


def test_the_last_lines_cells_are_marked_and_no_others():
    assert cells_that_differ(replace(MAZE, marked=()), MAZE) == {"A1", "B1"}
    everything = view_of(ec="A1=K B2=#", dmo="C3=M D4=#", table="E5=5 F6=#")
    marked = "A1 B2 C3 D4 E5 F6 G7"
    on = replace(everything, marked=tuple(map(Cell.parse, marked.split())))
    assert cells_that_differ(everything, on) == {*marked.split()}


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("typed", ["A1", "A1=K", "A1=#"])
def test_a_mark_shows_without_colour(typed: str, owner: str, theme: Theme):
    plain = view_of("T20", **{owner: typed})
    marked = view_of("T20", **{owner: typed}, marked="A1")
    cells = [cell_of(each, Cell(0, 0), theme).convert("L") for each in (plain, marked)]
    differing = ImageChops.difference(*cells).point(lambda value: 255 * (value > 40)).histogram()
    assert differing[255] / sum(differing) > 0.06


def test_a_filled_cell_has_no_line_to_the_next_one():
    view = view_of(table="B4=# B5=# C5=#")
    (left, top, right, _), (_, _, _, low) = box_of(view, Cell(1, 4)), box_of(view, Cell(1, 3))
    assert len(board_of(view).crop((left, top, right, low)).getcolors()) == 1


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("owner", Owner)
def test_a_filled_cell_is_filled_to_its_edges(owner: Owner, theme: Theme):
    body, _, _ = free_table.COLORS[theme].of(owner)
    cell = cell_of(filled_board(owner, "C3"), Cell(1, 1), theme)
    end = cell.width - 1
    edge = [(at, side) for at in range(cell.width) for side in (0, end)]
    assert {cell.getpixel(place) for place in (*edge, *(each[::-1] for each in edge))} == {body}


@pytest.mark.parametrize("cell", ["A1", "C2", "B4"])
def test_row_one_at_the_top_reverses_the_rows_and_nothing_else(cell: str):
    below, above = (replace(JANGGI, row_one=row_one) for row_one in RowOne)
    assert cell_of(below, Cell.parse(cell)) == cell_of(above, Cell.parse(cell))
    bottom, top = (board_of(each) for each in (below, above))
    assert bottom != top


@pytest.mark.parametrize("last", SIZES)
def test_a_board_has_as_many_cells_as_the_host_said(last: str):
    grid = free_table.grid_of(Cell.parse(last), RowOne.BOTTOM)
    image = board_of(view_of(last))
    column, row = Cell.parse(last)
    assert image.size == (
        (column + 1) * grid.cell + 2 * grid.margin,
        (row + 1) * grid.cell + 2 * grid.margin,
    )


def test_a_table_without_a_board_has_no_picture():
    assert free_table.pictures(view_of(None)) == ()
    with pytest.raises(ValueError, match="None"):
        free_table.marked(view_of(None), Marks((Cell(0, 0),)))


@pytest.mark.parametrize("viewer", SEATS)
def test_every_viewer_sees_the_same_board(viewer):
    assert board_of(replace(MAZE, viewer=viewer)) == board_of(MAZE)


# ------------------------------------------------------------------------- what it looks like


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("last", ["H8", "T20"])
@pytest.mark.parametrize("label", ["", "=8", "=#"])
def test_owners_differ_by_shape_and_not_only_by_colour(label: str, last: str, theme: Theme):
    """Each owner's cell in the colours of the same owner: only the forms are left."""
    colors = free_table.COLORS[theme]
    grey = replace_colors(colors)
    shown = {
        owner: pieces.sprite_of(
            pieces.Standing(Piece(owner, label.strip("=")), False, 36 if last == "T20" else 80, 20),
            grey,
        ).convert("RGB")
        for owner in Owner
    }
    for one, other in combinations(shown.values(), 2):
        assert unlikeness(one, other) > 0.012


def replace_colors(colors):
    """The colours with those of all pieces alike."""
    return replace(
        colors,
        light=BLACK,
        dark=BLACK,
        grey=BLACK,
        rim=BLACK,
        letter=WHITE,
        dark_rim=WHITE,
        well=WHITE,
    )


def ink_of(view: TableView, cell: Cell, plain: TableView) -> tuple[int, int, int, int]:
    """The box of a label within its cell: where it differs from the plain piece."""
    difference = ImageChops.difference(cell_of(view, cell), cell_of(plain, cell))
    found = difference.convert("L").point(lambda value: 255 * (value > 60)).getbbox()
    assert found
    return found


@pytest.mark.parametrize("last", ["C4", "H8", "T20"])
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("label", ["K", "8", "MI", "WW", "10", "OO"])
def test_a_label_stands_in_the_middle_of_its_piece(label: str, owner: str, last: str):
    view, plain = (view_of(last, **{owner: typed}) for typed in (f"B1={label}", "B1"))
    side = free_table.grid_of(view.last, view.row_one).cell
    left, top, right, low = ink_of(view, Cell(1, 0), plain)
    # A letter has its own white at its sides, and stands on whole pixels.
    assert abs(left + right - side) <= max(3, 0.06 * side)
    assert abs(top + low - side) <= max(3, 0.05 * side)


@pytest.mark.parametrize("last", ["C4", "H8", "T20"])
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("label", ["W", "WW", "MM", "QO"])
def test_a_label_keeps_within_its_piece(label: str, owner: str, last: str):
    view, plain = (view_of(last, **{owner: typed}) for typed in (f"B1={label}", "B1"))
    side = free_table.grid_of(view.last, view.row_one).cell
    left, _, right, _ = ink_of(view, Cell(1, 0), plain)
    assert left >= 0.08 * side
    assert right <= 0.92 * side


@pytest.mark.parametrize("owner", OWNERS)
def test_no_two_labels_look_alike_where_cells_are_smallest(owner: str):
    labels = [*LETTERS, *("MI", "MA", "IM", "WM", "MW", "WW", "MM", "10", "1O", "01", "II", "11")]
    shown = {
        cell_of(view_of("T20", **{owner: f"A1={each}"}), Cell(0, 0)).tobytes() for each in labels
    }
    assert len(shown) == len(labels)


def test_letters_of_labels_are_never_lower_than_those_of_coordinates():
    font = Pen(1000, BLACK).font
    _, top, _, low = font.getbbox("H", anchor="ls")
    share = (low - top) / 1000
    for last in SIZES:
        grid = free_table.grid_of(Cell.parse(last), RowOne.BOTTOM)
        width, _ = grid.size
        assert share * 0.66 * grid.margin * 350 / max(350, width) >= 9.0
        of_cell, of_frame = free_table.LETTERS
        assert max(of_cell * grid.cell, of_frame * grid.margin) >= 0.66 * grid.margin


# ----------------------------------------------------------------------------------- as files


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("seed", range(2))
def test_even_a_full_board_of_labels_is_small_enough(seed: int, theme: Theme):
    for last in ("J10", "P16", "T20"):
        (picture,) = free_table.pictures(full_board(seed, last), theme)
        assert len(picture.png) <= picture.most


@pytest.mark.parametrize("view", [JANGGI, MAZE], ids=["janggi", "maze"])
def test_usual_boards_are_as_small_as_those_of_other_games(view: TableView):
    assert len(free_table.pictures(view)[0].png) <= ONE_BOARD


@pytest.mark.parametrize("theme", Theme)
def test_a_picture_is_stored_with_four_bits_for_a_pixel(theme: Theme):
    png = free_table.pictures(full_board(0), theme)[0].png
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


def some_views() -> Iterator[TableView]:
    yield from (JANGGI, MAZE, full_board(1), full_board(2, "H8"))
    yield from map(view_of, SIZES)


def test_the_same_view_gives_the_same_bytes():
    before = [free_table.pictures(view)[0].png for view in some_views()]
    pieces.sprite_of.cache_clear()
    free_table._background.cache_clear()
    again = [free_table.pictures(view)[0].png for view in [*some_views()][::-1]]
    assert again == before[::-1]


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = [*some_views()]
    expected = [free_table.pictures(view)[0].png for view in views]
    threads = 8
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return [free_table.pictures(view)[0].png for view in views]

    pieces.sprite_of.cache_clear()
    free_table._background.cache_clear()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected


@given(
    row_one=st.sampled_from(RowOne),
    theme=st.sampled_from(Theme),
    last=st.sampled_from(SIZES),
    cells=st.lists(st.builds(Cell, st.integers(-1, 25), st.integers(-1, 25)), max_size=5),
)
def test_marks_are_drawn_on_any_board_and_cells_off_it_are_passed_over(row_one, theme, last, cells):
    view = view_of(last, row_one=row_one)
    (plain,) = free_table.pictures(view, theme)
    marked = free_table.marked(view, Marks(tuple(cells)), theme)
    on_board = [cell for cell in cells if cell.lies_up_to(view.last)]
    assert (marked.name, marked.image.size) == (plain.name, plain.image.size)
    assert (marked.png == plain.png) is not bool(on_board)


def test_no_more_is_kept_than_some_boards_and_pieces_however_many_are_shown():
    """A host may choose any of hundreds of sizes, and players any of 1,332 labels."""
    assert free_table._background.cache_info().maxsize <= 16
    assert pieces.sprite_of.cache_info().maxsize <= 1024
