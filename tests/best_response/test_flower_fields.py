"""The best response in both Flower Fields: it starts as `hard`, and tries one thing in a match."""

import json
from random import Random

import pytest

from engine.games import GAMES
from engine.opponents.choose import choose
from engine.opponents.thinking import Budget, Level
from tests.best_response import flower_fields
from tests.best_response.__main__ import main
from tests.best_response.contest import Contest
from tests.best_response.learner import Learner, Tally

NAMES = ("flower-field", "doubting-flower-field")
NODES = 20


@pytest.mark.parametrize("name", NAMES)
def test_a_response_that_has_learned_nothing_plays_as_hard_does(name: str):
    game, dice = GAMES[name](seed=1), Random(1)
    learner = Learner(Random(1), is_learning=False)
    state, moves = game.begin(), 0
    while not state.outcome:
        seat = game.to_act(state)[0]
        view, budget = game.view(state, seat), Budget(Level.HARD, dice.getrandbits(30), NODES)
        action = choose(game, view, seat, budget)
        assert flower_fields.act(game, view, seat, budget, learner) == action
        state, moves = game.act(state, seat, action), moves + 1
    assert moves > 10


@pytest.mark.parametrize("name", NAMES)
def test_in_one_match_it_tries_out_one_thing(name: str):
    tried = set()
    for number in range(8):
        learner = Learner(Random(number))
        Contest(name, flower_fields, learner, "tried", NODES).is_won(number)
        topics = {situation[1] for situation, _ in learner.tallies}
        assert len(topics) <= 1
        tried |= topics
    assert len(tried) > 1


def test_it_does_what_has_won_more_often_than_what_hard_does():
    game = GAMES["doubting-flower-field"](seed=1)
    learner = Learner(Random(1), is_learning=False)

    def steps_from_the_middle():
        state = game.begin()
        seat = game.to_act(state)[0]
        budget = Budget(Level.HARD, 1, NODES)
        hiding = flower_fields.act(game, game.view(state, seat), seat, budget, learner)
        return [abs(each.cell.column - 3) + abs(each.cell.row - 3) for each in hiding.flowers]

    assert steps_from_the_middle() != [4, 5]
    learner.tallies[(True, "hiding"), None] = Tally(50, 50)
    learner.tallies[(True, "hiding"), (4, 5)] = Tally(3, 1)
    assert steps_from_the_middle() != [4, 5]
    learner.tallies[(True, "hiding"), (4, 5)] = Tally(70, 30)
    assert steps_from_the_middle() == [4, 5]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_trained_and_measured_and_the_result_is_one_line(
    name: str, capsys: pytest.CaptureFixture[str]
):
    main([name, "--games", "2", "--measured", "4", "--measured-nodes", str(NODES)])
    found = json.loads(capsys.readouterr().out)
    assert (found["training"]["nodes"], found["games"]) == (flower_fields.TRAINING_NODES, 4)
    low, high = found["95 %"]
    assert low <= found["wins"] / 4 <= high
