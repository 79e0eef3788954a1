"""What every game promises, tried on each one in `GAMES` and on the toy game."""

from itertools import islice
from random import Random

import pytest

from engine.game import TAKE_BACK
from engine.games import GAMES
from engine.matches.match import AnyGame
from engine.seats import SEATS
from tests.engine.toy_game import Toy
from tests.random_play import random_states

STATES = 60
PER_STATE = 30

# What may be typed beside the legal actions that are listed: other ways to say them, and such as
# are refused.
TYPED = {
    "fire-and-ice": ["E6 white E7 red", "E6 E7 blue", "E6 red E7", "J1 J2"],
    "compass-collisions": ["E5 E7", "D2 N2", "layout E / W / F", "ec1 n", "ec1 n, ec1 e"],
    "demeters-anguish": [
        "flower u A1 A2 B1 C1 C2 / rock D4",
        "rock A1 / pass flower",
        "pass",
        "agree",
        "flower J A1 A2",
    ],
    "deep-sea-voyage": [
        "t on A1 A2",
        "route 1 red A1 A7 / route 3 black B2 C2",
        "ready",
        "lock",
        "marauder",
    ],
    "doubting-flower-field": ["cc", "give up", "hide A1R B1Y", "accept", "pass", "H9 blue"],
    "flower-field": ["challenge A1 A2 A3 A4 B1 B2 B3 B4", "cc", "C1P"],
    "toy": ["plant A1 / stone B2", "agree", "bid one"],
}


def games() -> list[AnyGame]:
    return [*(game() for game in GAMES.values()), Toy()]


every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


@every_game
def test_what_is_written_for_a_legal_action_is_read_as_that_action(game: AnyGame):
    generator = Random(1)
    for seed in range(3):
        for state in random_states(game, Random(seed), STATES):
            for seat in game.to_act(state):
                legal = list(islice(game.legal(state, seat), 1_000))
                for action in generator.sample(legal, min(PER_STATE, len(legal))):
                    assert game.read(state, seat, game.write(action)) == action


@every_game
def test_what_is_typed_in_another_way_is_written_so_that_it_is_read_alike(game: AnyGame):
    state = game.begin()
    for seat in SEATS:
        for text in TYPED[game.name]:
            action = game.read(state, seat, text)
            assert game.read(state, seat, game.write(action)) == action


@every_game
def test_a_take_back_is_written_as_it_is_read_where_moves_are_held(game: AnyGame):
    state = game.begin()
    held = [
        action
        for each in random_states(game, Random(1), 10)
        for seat in game.to_act(each)
        for action in islice(game.legal(each, seat), 5)
        if game.hold(action)
    ]
    if held:
        assert game.read(state, SEATS[0], game.write(TAKE_BACK)) is TAKE_BACK
