"""Boards of Deep Sea Voyage in play: what fits on them, and what closes them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.deep_sea_voyage.board import Ship, read_board
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing
from engine.grids.grid import Cell
from engine.grids.polyominoes import identify
from engine.seats import Seat
from tests.games.deep_sea_voyage.positions import (
    CUTS,
    FLOODED,
    HARMLESS,
    NARROW,
    SHAPES,
    WORKED_BOARD,
    cells_of,
    names,
    plain_distances,
    plain_placements,
    random_rows,
    rows_of,
    sea_of,
    sea_with,
)

# Few enough that boards are made once for all tests.
SEEDS = st.integers(0, 12)

# Placements


def test_the_second_account_knows_the_pieces_by_the_same_letters():
    pieces = {letter: identify(cells_of(cells)) for letter, cells in SHAPES.items()}
    assert [piece and piece.letter for piece in pieces.values()] == list(SHAPES)
    assert [piece.letter for piece in PENTOMINOES] == list(SHAPES)


def placements_of(rows: str) -> list[tuple[str, frozenset[Cell]]]:
    result = []
    for cells in sea_of(rows).placements():
        piece = identify(cells)
        assert piece
        result.append((piece.letter, frozenset(cells)))
    return result


@given(SEEDS, st.sampled_from((13, 18)))
@settings(max_examples=8)
def test_what_fits_is_what_trying_everything_finds_each_once(seed: int, side: int):
    rows = random_rows(seed, side)
    tokens, expected = placements_of(rows), plain_placements(rows)
    assert len(tokens) == len({*tokens})
    assert {*tokens} == expected
    cut_off = None in plain_distances(rows).values()
    assert (sea_of(rows).closed is Closing.NOTHING_FITS) is (not cut_off and not expected)


# Closing


@pytest.mark.parametrize(("ship", "cut"), CUTS.items())
def test_a_seat_that_leaves_any_ship_without_a_way_has_lost_the_board(ship: Ship, cut: str):
    before = sea_with(WORKED_BOARD, HARMLESS)
    assert (before.closed, before.lost_by) == (None, None)
    for seats, texts in ((Seat.EC, [cut]), (Seat.DMO, [HARMLESS, cut])):
        sea = sea_with(WORKED_BOARD, *texts)
        assert (sea.closed, sea.lost_by) == (Closing.CUT_OFF, seats)
        assert [other_ship for other_ship in Ship if sea.ways[other_ship] is None] == [ship]


def test_a_board_is_closed_when_nothing_left_in_its_bank_fits():
    sea = sea_with(read_board(NARROW))
    assert sea.closed is None
    result = sea_with(read_board(NARROW), "L D4 D5 D6 D7 E4")
    assert (result.closed, result.lost_by) == (Closing.NOTHING_FITS, None)
    assert len(result.bank) == 11
    assert sea_with(read_board(FLOODED)).closed is Closing.NOTHING_FITS


def test_a_board_is_closed_when_its_bank_is_empty():
    sea = sea_with(read_board(rows_of(18, "R A1, W A18, B R1, K R18, D A2 A17 R2 R17")))
    for _ in PENTOMINOES:
        assert sea.closed is None
        cells = next(iter(sea.placements()))
        piece = identify(cells)
        assert piece
        sea = sea_with(sea.board, *map(typed, sea.placed), f"{piece.letter} {names(cells)}")
    assert (sea.closed, sea.bank) == (Closing.BANK_EMPTY, ())


def typed(placement) -> str:
    return f"{placement.letter} {names(placement.cells)}"


def test_a_last_piece_that_cuts_off_a_ship_still_loses_the_board():
    board = WORKED_BOARD
    sea = sea_with(board, *(f"{letter} {names(cells)}" for letter, cells in packed_but_w()))
    assert [piece.letter for piece in sea.bank] == ["W"]
    full = sea_with(board, *map(typed, sea.placed), CUTS[Ship.RED])
    assert (full.closed, full.bank) == (Closing.CUT_OFF, ())


def packed_but_w() -> list[tuple[str, tuple[Cell, ...]]]:
    stored_cells = {*cells_of(CUTS[Ship.RED][2:])}
    laid: list[tuple[str, tuple[Cell, ...]]] = []
    for letter in SHAPES:
        if letter != "W":
            laid.append((letter, room_for(letter, laid, stored_cells)))
    return laid


def room_for(letter: str, laid: list[tuple[str, tuple[Cell, ...]]], stored_cells: set[Cell]):
    sea = sea_with(WORKED_BOARD, *(f"{laid_piece} {names(cells)}" for laid_piece, cells in laid))
    for cells in sea.placements():
        piece = identify(cells)
        if piece and piece.letter == letter and stored_cells.isdisjoint(cells):
            with_it = [*laid, (letter, cells)]
            if sea_with(WORKED_BOARD, *(f"{a} {names(b)}" for a, b in with_it)).closed is None:
                return cells
    raise AssertionError(letter)
