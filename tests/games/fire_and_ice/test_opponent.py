"""The opponent of A Battle of Fire and Ice: what it plays, and the position it thinks in."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.first_seat import FirstSeatChoice
from engine.games.fire_and_ice.rules import Board, FireAndIce, FirePosition
from engine.opponents.choose import assess, choose
from engine.opponents.fire_and_ice.opponent import NODES
from engine.opponents.fire_and_ice.position import Cells, Placement
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat
from tests.helpers.games.random_play import played_at_random

SEEDS = range(40)
THINKING_LEVELS = [level for level in Level if level is not Level.RANDOM]


def states_of(game: FireAndIce, seed: int) -> tuple[FirePosition, ...]:
    return played_at_random(game, seed, 100)


def cells_of(game: FireAndIce, state: FirePosition, seat: Seat) -> Cells:
    return Cells.of(game.view(state, seat), seat)


def placements_of(game: FireAndIce, state: FirePosition) -> int:
    return sum(1 for seat in SEATS for _ in game.placements(state, seat))


# The ending. By the rules themselves, every reply to every move is tried.


def mover_can_win(game: FireAndIce, state: FirePosition) -> bool:
    """Return whether the seat to move can force a win."""
    return _can_win(game, state.board, state.to_move)


@cache
def _can_win(game: FireAndIce, board: Board, seat: Seat) -> bool:
    state = FirePosition(board, to_move=seat)
    next_positions = (
        game.lay(state, seat, *placement) for placement in game.placements(state, seat)
    )
    return any(
        bool(position.outcome) or not mover_can_win(game, position) for position in next_positions
    )


def endings(limit: int) -> list[tuple[int, FirePosition]]:
    """Return the first position of some random games with so few placements left."""
    game = FireAndIce(first=Seat.EC)
    return [
        (seed, state)
        for seed in SEEDS
        for state in [next(s for s in states_of(game, seed) if placements_of(game, s) <= limit)]
        if not state.outcome
    ]


def test_with_fourteen_placements_left_it_makes_a_winning_one_whenever_there_is_one():
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


# Search state, beside the rules


@given(seed=st.integers(0, 10_000), first=st.sampled_from(SEATS), fire=st.sampled_from(SEATS))
def test_its_position_stays_equal_to_the_games(seed: int, first: Seat, fire: Seat):
    game = FireAndIce(first=first, fire=fire)
    states = states_of(game, seed)
    cells = cells_of(game, states[0], first)
    for state in states:
        seat = state.to_move
        assert cells == cells_of(game, state, seat)
        assert cells.lead == -cells.turned.lead
        for player, theirs in ((seat, cells), (seat.opponent, cells.turned)):
            placements = list(theirs.placements())
            assert len(placements) == len(set(placements))
            assert set(placements) == set(game.placements(state, player))
            assert theirs.can_move == bool(placements)
            assert theirs.can_ever_move or not placements
        if state is not states[-1]:
            laid = states[states.index(state) + 1].dominoes[-1]
            cells = cells.after(Placement(*map(game.grid.bit_of.__getitem__, laid.cells))).turned


# Play


@pytest.mark.parametrize("nodes", [0, 1, 10, 64])
def test_it_has_an_answer_however_little_it_may_look_at(nodes: int):
    game = FireAndIce()
    for state in states_of(game, 5):
        for seat in game.to_act(state):
            budget = Budget(Level.HARD, 3, nodes)
            assert choose(game, game.view(state, seat), seat, budget) in list(
                game.legal(state, seat)
            )


def test_openings_differ_with_the_seed():
    game = FireAndIce(first=Seat.EC)
    view = game.view(game.begin(), Seat.EC)
    for level in Level:
        budgets = [Budget(level, seed, 100) for seed in range(12)]
        assert len({choose(game, view, Seat.EC, budget) for budget in budgets}) > 1


@pytest.mark.parametrize("level", THINKING_LEVELS)
def test_it_lets_the_other_seat_begin(level: Level):
    game = FireAndIce()
    view = game.view(game.begin(), Seat.DMO)
    assert choose(game, view, Seat.DMO, Budget(level)) == FirstSeatChoice(Seat.EC)


def test_at_random_either_seat_begins():
    game = FireAndIce()
    view = game.view(game.begin(), Seat.DMO)
    budgets = [Budget(Level.RANDOM, seed) for seed in range(20)]
    chosen = {choose(game, view, Seat.DMO, budget) for budget in budgets}
    assert chosen == {FirstSeatChoice(Seat.EC), FirstSeatChoice(Seat.DMO)}


def won(stronger: Budget, weaker: Budget, games: int) -> int:
    """Count the games that the first budget wins, with the seats changed after each."""
    wins = 0
    for number in range(games):
        game = FireAndIce(first=SEATS[number // 2 % 2])
        strong_seat = SEATS[number % 2]
        state = game.begin()
        while not state.outcome:
            (seat,) = game.to_act(state)
            usual = stronger if seat is strong_seat else weaker
            budget = Budget(usual.level, 100 * number + len(state.dominoes), usual.nodes)
            state = game.act(state, seat, choose(game, game.view(state, seat), seat, budget))
        wins += state.outcome.winner is strong_seat
    return wins


def test_easy_beats_random_play():
    assert won(Budget(Level.EASY), Budget(Level.RANDOM), 8) >= 7


def test_more_nodes_make_it_stronger():
    assert won(Budget(Level.HARD, nodes=400), Budget(Level.HARD, nodes=40), 6) >= 4


def test_a_stronger_level_looks_at_more_positions():
    assert 0 < NODES[Level.EASY] < NODES[Level.NORMAL] < NODES[Level.HARD]
