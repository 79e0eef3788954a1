from hypothesis import given
from hypothesis import strategies as st

from engine.grids.grid import Cell, bit_board, bits, picked

SIDE = 4
BOARD = bit_board(SIDE)
CELLS = [Cell(column, row) for row in range(SIDE) for column in range(SIDE)]

some_cells = st.sets(st.sampled_from(CELLS))


def named(mask: int) -> set[Cell]:
    assert mask & ~BOARD.everything == 0
    return set(BOARD.cells(mask))


def meets_at_a_corner(one: Cell, other: Cell) -> bool:
    return abs(one.column - other.column) == abs(one.row - other.row) == 1


@given(some_cells)
def test_cells_turn_into_a_set_and_back_row_by_row(cells: set[Cell]):
    mask = BOARD.mask(cells)
    assert list(BOARD.cells(mask)) == [cell for cell in CELLS if cell in cells]
    assert [BOARD.cell_of[bit] for bit in bits(mask)] == list(BOARD.cells(mask))
    assert BOARD.everything == BOARD.mask(CELLS)


@given(some_cells, some_cells)
def test_rows_show_each_cell_by_its_mark_from_the_highest_row_down(
    ones: set[Cell], more: set[Cell]
):
    other_cells = more - ones
    rows = BOARD.rows({"o": BOARD.mask(ones), "*": BOARD.mask(other_cells)}).split("/")
    assert [len(row) for row in rows] == [SIDE] * SIDE
    for cell in CELLS:
        mark = "o" if cell in ones else "*" if cell in other_cells else "."
        assert rows[SIDE - 1 - cell.row][cell.column] == mark


@given(some_cells)
def test_neighbours_never_leave_the_board(cells: set[Cell]):
    mask = BOARD.mask(cells)
    assert named(BOARD.beside(mask)) == {
        cell for cell in CELLS if any(cell.beside(other) for other in cells)
    }
    assert named(BOARD.at_corners(mask)) == {
        cell for cell in CELLS if any(meets_at_a_corner(cell, other) for other in cells)
    }


@given(st.integers(min_value=0, max_value=2**70))
def test_what_is_picked_is_what_going_from_bit_to_bit_finds(mask: int):
    places = range(80)
    assert list(picked(places, mask)) == [bit.bit_length() - 1 for bit in bits(mask)]


@given(some_cells)
def test_a_set_picks_its_own_cells(cells: set[Cell]):
    mask = BOARD.mask(cells)
    assert list(picked(BOARD.by_bit, mask)) == list(BOARD.cells(mask))


def test_all_who_ask_for_a_size_share_one_board():
    assert bit_board(SIDE) is bit_board(SIDE)
    assert bit_board(SIDE) == BOARD
