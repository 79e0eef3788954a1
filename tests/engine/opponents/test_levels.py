"""The Dealer's play in every game: it acts legally, more thought wins, and every match ends."""

from itertools import cycle, islice

import pytest

from engine.games import GAMES
from engine.opponents.choose import choose, has_opponent
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS
from tests.games.common.samples import game_of, samples_of, usual_game
from tests.games.deep_sea_voyage.positions import WORKED_BOARD
from tests.helpers.games.random_play import played_at_random
from tools.selfplay.series import Series

WORKED = dict.fromkeys(("board1", "board2", "board3"), WORKED_BOARD)
RANDOM, GREEDY, EASY, NORMAL, HARD = Level
OPPOSED = [name for name, kind in GAMES.items() if has_opponent(kind)]
"""The games that the Dealer can play itself."""
STATES, LOOKED_AT = 50, 10
LIMITS = ({"nodes": 5}, {"nodes": 0}, {"nodes": 1}, {"nodes": 10**9, "is_over": lambda: True})
SEEDS, FEW = range(40), 10

every_opponent = pytest.mark.parametrize("name", OPPOSED)


@pytest.mark.parametrize("level", Level)
@every_opponent
def test_it_acts_legally_and_the_same_whenever_it_is_asked_however_little_it_may_look_at(
    name: str, level: Level
):
    for number, options in enumerate(samples_of(name).options):
        game = game_of(name, **options)
        states = played_at_random(game, number, STATES)[::LOOKED_AT]
        for state, limits in zip(states, cycle(LIMITS), strict=False):
            for seat in game.to_act(state):
                view, budget = game.view(state, seat), Budget(level, number, **limits)
                action = choose(game, view, seat, budget)
                assert choose(game, view, seat, budget) == action
                assert game.read(state, seat, game.write(action)) == action
                game.act(state, seat, action)


@every_opponent
def test_at_random_anything_legal_may_be_done(name: str):
    game = usual_game(name)
    for state in played_at_random(game, 0, STATES)[::LOOKED_AT]:
        for seat in game.to_act(state):
            view, legal = game.view(state, seat), [*islice(game.legal(state, seat), FEW)]
            done = {choose(game, view, seat, Budget(Level.RANDOM, seed)) for seed in SEEDS}
            # What is handed in is not replaced.
            assert len(done) >= len(legal) or seat in view.submitted


@pytest.mark.parametrize(
    ("game", "options", "levels", "nodes", "least_of"),
    [
        ("compass-collisions", {}, (EASY, RANDOM), None, (3, 4)),
        ("deep-sea-voyage", WORKED, (HARD, RANDOM), 300, (2, 2)),
        ("demeters-anguish", {}, (GREEDY, RANDOM), 60, (2, 2)),
        ("flower-field", {}, (NORMAL, RANDOM), 60, (2, 2)),
        ("doubting-flower-field", {}, (NORMAL, RANDOM), 60, (2, 2)),
        ("five-card-trick", {"rounds": 8}, (GREEDY, RANDOM), None, (3, 4)),
        ("five-card-trick", {"rounds": 8}, (HARD, GREEDY), None, (3, 4)),
        ("ultimate-tic-tac-toe", {}, (GREEDY, RANDOM), 1, (5, 6)),
        ("ultimate-tic-tac-toe", {}, (HARD, GREEDY), 150, (3, 4)),
    ],
)
def test_more_thought_wins(game, options, levels, nodes, least_of: tuple[int, int]):
    least, games = least_of
    of_seats = dict(zip(SEATS, levels, strict=True))
    series = Series(GAMES[game], options, of_seats, nodes=nodes, swaps=True)
    results = [series.play(number, float).match.result for number in range(1, games + 1)]
    seats = [SEATS[series.are_swapped(number)] for number in range(1, games + 1)]
    wins = [result.winner is seat for result, seat in zip(results, seats, strict=True) if result]
    assert sum(wins) >= least


@pytest.mark.parametrize("game", ["compass-collisions", "flower-field", "doubting-flower-field"])
def test_a_match_of_two_that_think_comes_to_its_end(game: str):
    series = Series(GAMES[game], {}, dict.fromkeys(SEATS, Level.HARD), nodes=30)
    outcome = series.play(1, float).match.result
    assert outcome
    assert outcome.winner
