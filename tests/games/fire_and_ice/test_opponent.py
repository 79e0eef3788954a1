"""The Dealer in A Battle of Fire and Ice: who begins, and the ending."""

from functools import cache

import pytest

from engine.first_seat import FirstSeatChoice
from engine.games.fire_and_ice.board import Board
from engine.games.fire_and_ice.rules import FireAndIce, FirePosition
from engine.opponents.choose import assess, choose
from engine.opponents.thinking import Budget, Level, SearchResult
from engine.seats import SEATS, Seat
from tests.helpers.games.random_play import played_at_random

SEEDS = range(40)
THINKING_LEVELS = [level for level in Level if level is not Level.RANDOM]


# The ending. By the rules themselves, every reply to every move is tried.


@cache
def can_win(game: FireAndIce, board: Board, seat: Seat) -> bool:
    """Return whether the seat to move can force a win."""
    state = FirePosition(board, to_move=seat)
    return any(is_won_by(game, game.play(state, seat, move)) for move in game.moves(state, seat))


def is_won_by(game: FireAndIce, after: FirePosition) -> bool:
    """Return whether the move that led to a position wins."""
    return bool(after.outcome) or not can_win(game, after.board, after.to_move)


def endings(game: FireAndIce, limit: int) -> list[tuple[int, FirePosition]]:
    """Return the first position of some random games with so few moves left."""

    def is_late(state: FirePosition) -> bool:
        return sum(1 for seat in SEATS for _ in game.moves(state, seat)) <= limit

    late = ((seed, next(filter(is_late, played_at_random(game, seed, 100)))) for seed in SEEDS)
    return [(seed, state) for seed, state in late if not state.outcome]


def thought_of(game: FireAndIce, seed: int, state: FirePosition) -> SearchResult:
    view = game.view(state, state.to_move)
    return assess(game, view, state.to_move, Budget(Level.HARD, seed))


def test_with_fourteen_moves_left_it_makes_a_winning_one_whenever_there_is_one():
    game, outcomes = FireAndIce(first=Seat.EC), set()
    for seed, state in endings(game, 14):
        winnable = can_win(game, state.board, state.to_move)
        thought = thought_of(game, seed, state)
        assert is_won_by(game, game.act(state, state.to_move, thought.action)) is winnable
        assert (thought.chance > 0.5) is winnable
        outcomes.add(winnable)
    assert outcomes == {True, False}


def test_a_longer_ending_is_solved_too():
    game = FireAndIce(first=Seat.EC)
    for seed, state in endings(game, 20)[:6]:
        winnable = can_win(game, state.board, state.to_move)
        assert thought_of(game, seed, state).chance == pytest.approx(float(winnable))


# The beginning


@pytest.mark.parametrize("level", THINKING_LEVELS)
def test_it_lets_the_other_seat_begin(level: Level):
    game = FireAndIce()
    view = game.view(game.begin(), Seat.DMO)
    assert choose(game, view, Seat.DMO, Budget(level)) == FirstSeatChoice(Seat.EC)
