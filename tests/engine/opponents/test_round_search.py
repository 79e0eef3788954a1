"""The opponent that plays games of sealed rounds: Five-Card Trick stands for them."""

import pytest

from engine.games.five_card_trick.cards import Trick
from engine.games.five_card_trick.rules import FiveCardTrick
from engine.opponents.choose import assess, choose
from engine.opponents.round_search import solution
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat
from tests.helpers.games.random_play import played_at_random
from tools.selfplay.series import Series

EC, DMO = Seat.EC, Seat.DMO
GAME = FiveCardTrick()


@pytest.mark.parametrize("level", Level)
def test_it_submits_what_is_legal_and_the_same_for_a_seed(level: Level):
    for state in played_at_random(GAME, 1, 20)[::4]:
        for seat in GAME.to_act(state):
            view = GAME.view(state, seat)
            chosen = choose(GAME, view, seat, Budget(level, 3))
            assert chosen in [*GAME.submissions(state, seat)]
            assert choose(GAME, view, seat, Budget(level, 3)) == chosen


@pytest.mark.parametrize("nodes", [0, 1, 10])
def test_it_has_an_answer_however_little_it_may_look_at(nodes: int):
    view = GAME.view(GAME.begin(), EC)
    assert isinstance(choose(GAME, view, EC, Budget(Level.HARD, 3, nodes)), Trick)


def test_nobody_can_prepare_for_what_it_submits():
    view = GAME.view(GAME.begin(), EC)
    assert len({choose(GAME, view, EC, Budget(Level.HARD, seed)) for seed in range(12)}) > 1


def test_it_knows_by_the_chips_who_is_likely_to_win():
    game = FiveCardTrick(rounds=2)
    state = game.begin()
    for seat, text in ((EC, "claim grow"), (DMO, "block steal score")):
        state = game.act(state, seat, game.read(state, seat, text))
    chances = [assess(game, game.view(state, seat), seat, Budget(Level.HARD)) for seat in SEATS]
    ec, dmo = (thought.chance for thought in chances)
    assert ec is not None
    assert dmo is not None
    assert ec > 0.5 > dmo


def test_a_game_without_a_best_row_is_solved_by_a_mixture():
    rows, columns = solution([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert [*rows, *columns] == pytest.approx([1 / 3] * 6, abs=0.02)
    # Matching pennies in which one of the pairs is worth three.
    rows, columns = solution([[3, -1], [-1, 1]])
    assert [*rows, *columns] == pytest.approx([1 / 3, 2 / 3] * 2, abs=0.02)


def test_what_is_worse_in_any_case_is_never_submitted():
    rows, _ = solution([[1, 2, 3], [0, 1, 2]])
    assert rows[1] < 0.01


def won(stronger: Level, weaker: Level, games: int) -> int:
    """Count the games that a level wins against another, with the seats changed after each."""
    series = Series(FiveCardTrick, {"rounds": 12}, {EC: stronger, DMO: weaker}, swaps=True)
    wins = 0
    for number in range(1, games + 1):
        result = series.play(number, float).match.result
        wins += result is not None and result.winner is (DMO if series.are_swapped(number) else EC)
    return wins


def test_one_look_at_the_round_beats_chance():
    assert won(Level.GREEDY, Level.RANDOM, 6) >= 5


def test_a_mixture_beats_one_look_at_the_round():
    assert won(Level.HARD, Level.GREEDY, 6) >= 4
