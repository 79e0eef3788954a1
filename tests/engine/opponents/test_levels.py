"""The levels of the Dealer's play against each other: more thought wins, and every match ends."""

import pytest

from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.seats import SEATS
from tests.games.deep_sea_voyage.positions import WORKED_BOARD
from tools.selfplay.series import Series

WORKED = dict.fromkeys(("board1", "board2", "board3"), WORKED_BOARD)
RANDOM, GREEDY, EASY, NORMAL, HARD = Level


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
