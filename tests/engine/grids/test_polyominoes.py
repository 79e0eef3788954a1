"""The free polyominoes: how many there are, their names, how they lie, where they fit."""

from itertools import pairwise
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grids.grid import Cell, bit_board, picked
from engine.grids.polyominoes import LETTERS, POLYOMINOES, Polyomino, forms, identify, orientations
from tests.games.referees.boards.demeters_gardens import (
    KINDS,
    WAYS_TO_LIE,
    Kind,
    Shape,
    at_the_corner,
    ways_to_lie,
)

# A plain account: shapes grow from one square, a square at a time.


def grown(shapes: set[Shape]) -> set[Shape]:
    return {
        at_the_corner(shape | {(x + dx, y + dy)})
        for shape in shapes
        for x, y in shape
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if (x + dx, y + dy) not in shape
    }


def fixed_shapes(size: int) -> set[Shape]:
    shapes = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        shapes = grown(shapes)
    return shapes


def cells_of(text: str) -> list[Cell]:
    return [Cell.parse(name) for name in text.split()]


def plain(cells: tuple[Cell, ...]) -> Shape:
    return at_the_corner(frozenset(map(tuple, cells)))


@pytest.mark.parametrize(
    ("size", "free", "fixed"), [(1, 1, 1), (2, 1, 2), (3, 2, 6), (4, 5, 19), (5, 12, 63)]
)
def test_there_is_each_free_polyomino_of_a_size_once(size: int, free: int, fixed: int):
    pieces = [piece for piece in POLYOMINOES if piece.size == size]
    assert len(pieces) == free
    assert sum(len(orientations(piece)) for piece in pieces) == fixed
    lying = {plain(form) for piece in pieces for form in orientations(piece)}
    assert lying == fixed_shapes(size)


def test_the_pieces_come_largest_first_by_their_letters():
    assert "".join(piece.letter or "." for piece in POLYOMINOES) == "FILNPTUVWXYZIOTSLILI."
    assert all(polyomino.size >= other.size for polyomino, other in pairwise(POLYOMINOES))
    assert "".join(sorted(LETTERS)) == "FIJLNOPSTUVWXYZ"


@pytest.mark.parametrize("piece", POLYOMINOES, ids=lambda piece: f"{piece.size}{piece.letter}")
def test_each_way_a_piece_can_lie_is_listed_once_in_the_corner(piece: Polyomino):
    forms = orientations(piece)
    assert piece.cells in forms
    assert {plain(form) for form in forms} == ways_to_lie(plain(piece.cells))
    for form in forms:
        assert form == tuple(sorted(form))
        assert (min(form).column, min(cell.row for cell in form)) == (0, 0)
        assert len(form) == piece.size


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.size}{kind.letters}")
def test_a_piece_has_its_letters_in_either_case_and_no_other_however_it_lies(kind: Kind):
    for way in WAYS_TO_LIE[kind]:
        piece = identify(Cell(*pair) for pair in way)
        assert piece is not None
        assert (piece.size, piece.letter) == (kind.size, kind.letters[:1])
        for letter in ascii_uppercase:
            assert piece.is_called(letter) is (letter in kind.letters)
            assert piece.is_called(letter.lower()) is (letter in kind.letters)
        assert not piece.is_called("")


@pytest.mark.parametrize(
    "text", ["", "A1 A3", "A1 B2", "A1 B1 C1 D1 E1 F1", "A1 B1 D1", "A1 A2 B3 B4", "A1 A1"]
)
def test_cells_that_do_not_form_one_piece_of_one_to_five_are_no_polyomino(text: str):
    assert identify(cells_of(text)) is None


@given(st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=6))
def test_cells_are_identified_wherever_they_are(shape: Shape):
    expected = len(shape) <= 5 and at_the_corner(shape) in fixed_shapes(len(shape))
    for west, south in ((0, 0), (7, 11), (11, 0)):
        piece = identify(Cell(x + west, y + south) for x, y in shape)
        assert (piece is not None) is expected
        assert piece is None or at_the_corner(shape) in ways_to_lie(plain(piece.cells))


def every_way(piece: Polyomino, side: int) -> set[Shape]:
    return {
        frozenset((x + east, y + north) for x, y in shape)
        for shape in ways_to_lie(plain(piece.cells))
        for east in range(side - max(x for x, _ in shape))
        for north in range(side - max(y for _, y in shape))
    }


@st.composite
def boards_in_use(draw: st.DrawFn) -> tuple[int, Shape, Shape]:
    """Return a board's side, its free cells and some others."""
    side = draw(st.integers(1, 6))
    some = st.frozensets(st.sampled_from([(x, y) for x in range(side) for y in range(side)]))
    return side, draw(some), draw(some)


@given(boards_in_use(), st.sampled_from(POLYOMINOES))
def test_a_piece_is_laid_in_every_way_on_free_cells_and_over_any_of_some(
    use: tuple[int, Shape, Shape], piece: Polyomino
):
    side, free, goals = use
    board = bit_board(side)
    free_cells, goal_cells = (board.mask(Cell(*item) for item in some) for some in (free, goals))
    laid = [
        cells
        for form in forms(board)[piece]
        for cells in picked(form.ways, form.fitting(free_cells) & form.reaching(goal_cells))
    ]
    assert len({*laid}) == len(laid)
    assert {frozenset(map(tuple, cells)) for cells in laid} == {
        way for way in every_way(piece, side) if way <= free and way & goals
    }
    for cells in laid:
        assert identify(cells) is piece
        assert [*cells] == sorted(cells, key=lambda cell: (cell.row, cell.column))


@pytest.mark.parametrize(("side", "ways"), [(13, 7723), (15, 10771), (18, 16288)])
def test_an_empty_board_has_this_many_ways_to_lay_the_pentominoes(side: int, ways: int):
    board = bit_board(side)
    fitting = (
        form.fitting(board.everything)
        for piece in POLYOMINOES
        if piece.size == 5
        for form in forms(board)[piece]
    )
    assert sum(anchors.bit_count() for anchors in fitting) == ways
