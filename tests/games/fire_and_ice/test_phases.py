"""A Battle of Fire and Ice from the choice of who begins to its end, and its options."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import SEATS, Seat
from tests.engine.playing import begun, code, fire_and_ice, over, tried
from tests.games.fire_and_ice.positions import (
    PLAIN_START,
    SQUARES,
    Board,
    after,
    laid_out,
    named,
    plain_ways,
    written,
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
    halves = laid_out(board).board
    assert not halves.has_room_for(game.colors[mover])
    assert halves.has_room_for(game.colors[mover.opponent])


@given(st.integers(0, 10**6), st.sampled_from(SEATS))
def test_a_whole_match_ends_when_a_plain_search_finds_no_move(seed: int, first: Seat):
    game = fire_and_ice(first=first.value, takeback="0")
    generator, match, board = Random(seed), begun(game, timed=False), dict(PLAIN_START)
    mover = first
    while ways := sorted(plain_ways(board, game.colors[mover])):
        assert match.to_act == (mover,)
        way = generator.choice(ways)
        step = tried(match, f"{mover} @0 {named(*way)}")
        assert code(step) == ""
        match, board = step.match, after(board, way, game.colors[mover])
        mover = mover.opponent
    assert match.result == over(mover.opponent, "no-legal-move")
    assert match.to_act == ()
    assert game.position(match.state) == written(board)
