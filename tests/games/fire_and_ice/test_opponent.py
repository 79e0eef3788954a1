"""The Dealer in A Battle of Fire and Ice: who begins, and the ending."""

from functools import cache

import pytest

from engine.first_seat import FirstSeatChoice
from engine.games.fire_and_ice.board import Board
from engine.games.fire_and_ice.rules import FireAndIce, FirePosition
from engine.opponents.choose import assess, choose
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat
from tests.helpers.games.random_play import played_at_random

SEEDS = range(40)
THINKING_LEVELS = [level for level in Level if level is not Level.RANDOM]


def states_of(game: FireAndIce, seed: int) -> tuple[FirePosition, ...]:
    return played_at_random(game, seed, 100)


def moves_of(game: FireAndIce, state: FirePosition) -> int:
    return sum(1 for seat in SEATS for _ in game.moves(state, seat))


# The ending. By the rules themselves, every reply to every move is tried.


def mover_can_win(game: FireAndIce, state: FirePosition) -> bool:
    """Return whether the seat to move can force a win."""
    return _can_win(game, state.board, state.to_move)


@cache
def _can_win(game: FireAndIce, board: Board, seat: Seat) -> bool:
    state = FirePosition(board, to_move=seat)
    next_positions = (game.play(state, seat, move) for move in game.moves(state, seat))
    return any(
        bool(position.outcome) or not mover_can_win(game, position) for position in next_positions
    )


def endings(limit: int) -> list[tuple[int, FirePosition]]:
    """Return the first position of some random games with so few moves left."""
    game = FireAndIce(first=Seat.EC)
    return [
        (seed, state)
        for seed in SEEDS
        for state in [next(s for s in states_of(game, seed) if moves_of(game, s) <= limit)]
        if not state.outcome
    ]


def test_with_fourteen_moves_left_it_makes_a_winning_one_whenever_there_is_one():
    game = FireAndIce(first=Seat.EC)
    outcomes = set()
    for seed, state in endings(14):
        winnable = mover_can_win(game, state)
        thought = assess(
            game, game.view(state, state.to_move), state.to_move, Budget(Level.HARD, seed)
        )
        after_it = game.act(state, state.to_move, thought.action)
        assert bool(after_it.outcome) or mover_can_win(game, after_it) is not winnable
        assert (thought.chance > 0.5) is winnable
        outcomes.add(winnable)
    assert outcomes == {True, False}


def test_a_longer_ending_is_solved_too():
    game = FireAndIce(first=Seat.EC)
    for seed, state in endings(20)[:6]:
        thought = assess(
            game, game.view(state, state.to_move), state.to_move, Budget(Level.HARD, seed)
        )
        assert thought.chance == pytest.approx(1.0 if mover_can_win(game, state) else 0.0)


# The beginning


@pytest.mark.parametrize("level", THINKING_LEVELS)
def test_it_lets_the_other_seat_begin(level: Level):
    game = FireAndIce()
    view = game.view(game.begin(), Seat.DMO)
    assert choose(game, view, Seat.DMO, Budget(level)) == FirstSeatChoice(Seat.EC)
