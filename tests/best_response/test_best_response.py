"""Best responses: what the learner learns, and that each game's response plays whole matches."""

import json
from random import Random

import pytest

from tests.best_response.__main__ import main
from tests.best_response.learner import Learner

GAMES = ("deep-sea-voyage",)


def test_what_wins_more_often_is_found_for_each_situation():
    generator = Random(1)
    learner = Learner(Random(2))
    chances = {("calm", "left"): 0.7, ("calm", "right"): 0.4, ("storm", "right"): 0.6}
    for _ in range(1000):
        situation = generator.choice(("calm", "storm"))
        choice = learner.choose(situation, ("left", "right"))
        learner.end_match(won=generator.random() < chances.get((situation, choice), 0.3))
    learner.is_learning = False
    found = {each: learner.choose(each, ("left", "right")) for each in ("calm", "storm")}
    assert found == {"calm": "left", "storm": "right"}


def test_nothing_is_learned_once_the_learning_is_over():
    learner = Learner(Random(1), is_learning=False)
    learner.choose("calm", ("left", "right"))
    learner.end_match(won=True)
    assert not learner.tallies


@pytest.mark.parametrize("game", GAMES)
def test_a_response_is_trained_and_measured_and_the_result_is_one_line(
    game: str, capsys: pytest.CaptureFixture[str]
):
    main([game, "--games", "2", "--measured", "2", "--nodes", "60", "--measured-nodes", "60"])
    found = json.loads(capsys.readouterr().out)
    assert (found["training"]["games"], found["games"]) == (2, 2)
    low, high = found["95 %"]
    assert low <= found["wins"] / 2 <= high
    assert sum(found["wins by seat"].values()) == found["wins"]
