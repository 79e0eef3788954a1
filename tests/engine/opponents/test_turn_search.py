"""The opponent that plays games of turns by their rules: Ultimate Tic-Tac-Toe stands for them."""

from dataclasses import replace

import pytest

from engine.games.fire_and_ice.rules import FireAndIce
from engine.games.ultimate_tic_tac_toe.rules import CELLS, Boards, UltimateState, UltimateTicTacToe
from engine.grids.grid import Cell
from engine.kinds.grid_game import GridState
from engine.opponents.choose import assess, choose
from engine.opponents.thinking import Budget, Level
from engine.opponents.turn_search import AnyTurnGame
from engine.seats import Seat
from tests.helpers.games.random_play import played_at_random

EC, DMO = Seat.EC, Seat.DMO
GAME = UltimateTicTacToe()
WON_BY_X, WON_BY_O, FULL = "xxx.o.o..", "ooo.x.x..", "xoxxoooxx"


def sent_to_last_board(*boards: str) -> UltimateState:
    """Return a state in which EC, who is X, must play in board 9."""
    return GridState(position=Boards(first=EC, marks=boards, latest=CELLS[1][8]), to_move=EC)


def cell_of(state: UltimateState, level: Level, nodes: int = 300, seed: int = 1) -> Cell:
    cell = choose(GAME, GAME.view(state, EC), EC, Budget(level, seed, nodes))
    assert isinstance(cell, Cell)
    return cell


@pytest.mark.parametrize("level", [Level.GREEDY, Level.HARD])
def test_it_takes_a_win_in_one_move(level: Level):
    others = [WON_BY_X, "." * 9, "." * 9, "." * 9, WON_BY_X, *["." * 9] * 3]
    state = sent_to_last_board(*others, "xx.oo....")
    assert cell_of(state, level) == CELLS[9][2]
    assert assess(GAME, GAME.view(state, EC), EC, Budget(Level.HARD, nodes=300)).chance == 1


def test_it_does_not_send_the_other_seat_to_where_it_wins():
    boards = (WON_BY_O, WON_BY_O, "oo.xx....", *["." * 9] * 5, "xo..oxoxo")
    state = sent_to_last_board(*boards)
    assert [*GAME.moves(state, EC)] == [CELLS[9][2], CELLS[9][3]]
    assert {cell_of(state, Level.HARD, seed=seed) for seed in range(4)} == {CELLS[9][3]}


def test_it_looks_no_further_where_the_same_seat_begins_the_next_game():
    boards = (WON_BY_X, WON_BY_O, *[FULL] * 6, "xoxoox.xo")
    state = sent_to_last_board(*boards)
    state = replace(state, position=replace(state.position, first=DMO))
    after = GAME.act(state, EC, CELLS[9][6])
    assert (after.position.game, after.to_move) == (2, EC)
    assert cell_of(state, Level.HARD) == CELLS[9][6]


@pytest.mark.parametrize("level", Level)
def test_openings_differ_with_the_seed(level: Level):
    state = GAME.begun(GAME.begin(), EC)
    assert len({cell_of(state, level, 30, seed) for seed in range(8)}) > 1


@pytest.mark.parametrize("kind", [FireAndIce, UltimateTicTacToe])
def test_what_a_seat_gains_the_other_one_loses(kind: type[AnyTurnGame]):
    game = kind()
    for state in played_at_random(game, 2, 60):
        if state.to_move:
            assert game.value(state, EC) == pytest.approx(-game.value(state, DMO))
