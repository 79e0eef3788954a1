"""The opponent that plays games of sealed rounds: Five-Card Trick stands for them."""

import pytest

from engine.games.five_card_trick.rules import FiveCardTrick
from engine.opponents.choose import assess, choose
from engine.opponents.round_search import solution
from engine.opponents.thinking import Budget, Level
from engine.seats import SEATS, Seat

EC, DMO = Seat.EC, Seat.DMO
GAME = FiveCardTrick()


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
