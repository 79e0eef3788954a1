"""Which moves of A Battle of Fire and Ice are legal, and who loses by having none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.rules import FireAndIce, FirePosition
from engine.seats import PUBLIC, SEATS, Seat
from tests.games.fire_and_ice.positions import (
    SQUARES,
    Board,
    laid_out,
    named,
    plain_ways,
    positions,
    read_back,
    written,
)

EC, DMO = Seat.EC, Seat.DMO


# The beginning


def test_legal_moves_come_in_a_fixed_order_west_or_south_cell_first():
    game = FireAndIce(first=EC)
    moves = list(game.legal(game.begin(), EC))
    assert moves == list(game.legal(game.begin(), EC))
    assert all(cells < other for cells, other in (move.cells for move in moves))


# Properties over random positions


@given(positions())
def test_legal_moves_are_those_a_plain_search_finds(
    reached: tuple[FireAndIce, FirePosition, Board],
):
    game, state, board = reached
    assert read_back(game.position(state)) == board
    for seat in SEATS:
        ways = plain_ways(board, game.colors[seat])
        moves = list(game.legal(replace(state, to_move=seat, outcome=None), seat))
        assert len(moves) == len(ways)
        assert {frozenset(map(tuple, move.cells)) for move in moves} == {*map(frozenset, ways)}


@given(st.dictionaries(st.sampled_from(SQUARES), st.sampled_from("wrb"), max_size=60))
def test_legal_moves_are_found_even_on_boards_that_no_game_reaches(board: Board):
    state = laid_out(board)
    for color, fire in (("r", EC), ("b", DMO)):
        game = FireAndIce(first=EC, fire=fire)
        ways = plain_ways(board, color)
        moves = [tuple(map(tuple, move.cells)) for move in game.moves(state, EC)]
        assert sorted(moves) == sorted(tuple(sorted(way)) for way in ways)


@given(positions())
def test_the_position_holds_what_everybody_sees_and_the_view_no_more(
    reached: tuple[FireAndIce, FirePosition, Board],
):
    game, state, board = reached
    assert game.position(state) == written(board)
    for viewer in (PUBLIC, *SEATS):
        view = game.view(state, viewer)
        assert view == game.view(state, PUBLIC)
        message = {
            tuple(cell): half.value
            for domino in view.dominoes
            for cell, half in zip(domino.cells, domino.halves, strict=True)
        }
        assert (view.side, message) == (9, board)
        assert (view.row_one, view.colors, view.to_move) == (game.row1, game.colors, state.to_move)


def test_the_view_has_the_dominoes_in_the_order_they_were_laid():
    game = FireAndIce(first=EC)
    state = game.begin()
    for seat, text in ((EC, "D4 C4"), (DMO, "F4 G4")):
        state = game.act(state, seat, game.read(state, seat, text))
    start, *laid = game.view(state, PUBLIC).dominoes
    assert (named(*start.cells), start.halves) == ("E4 E5", (Half.WHITE, Half.WHITE))
    assert [(named(*laid_piece.cells), *laid_piece.halves) for laid_piece in laid] == [
        ("D4 C4", Half.WHITE, Half.RED),
        ("F4 G4", Half.WHITE, Half.BLUE),
    ]


# The end


def blocked(color: str) -> Board:
    """Return a board on which that colour has no move and the other has one."""
    other = "b" if color == "r" else "r"
    board = dict.fromkeys(SQUARES, other)
    del board[0, 0], board[1, 0]
    board[2, 0] = board[1, 1] = "w"
    return board


@pytest.mark.parametrize("color", ["r", "b"])
@pytest.mark.parametrize("mover", SEATS)
def test_only_the_player_to_move_loses_by_having_no_move(color: str, mover: Seat):
    board = blocked(color)
    other = "b" if color == "r" else "r"
    assert (plain_ways(board, color), len(plain_ways(board, other))) == (set(), 1)
    game = FireAndIce(first=EC, fire=mover if color == "r" else mover.opponent)
    assert game.colors[mover] == color
    state = laid_out(board)
    assert not any(game.moves(state, mover))
    assert any(game.moves(state, mover.opponent))
