"""A Battle of Fire and Ice: who loses by having no move."""

import pytest

from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import SEATS, Seat
from tests.games.fire_and_ice.positions import (
    SQUARES,
    Board,
    laid_out,
    plain_ways,
)

EC, DMO = Seat.EC, Seat.DMO


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
