"""A view is no state: the opponents get a state that is rebuilt from a view."""

from dataclasses import fields
from itertools import islice, product
from typing import Any

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.kinds.turns import TurnGame
from engine.seats import PUBLIC, SEATS, Seat
from tests.games.common.samples import usual_game
from tests.games.template_game.rules import LastCell
from tests.helpers.games.random_play import CONSIDERED, played_at_random

STATES = 50
ALL = [*map(usual_game, GAMES), LastCell()]
SEARCHED: list[Any] = [game for game in ALL if hasattr(game, "rebuilt")]
"""The games whose rules the opponents use."""


def name_of(game: AnyGame) -> str:
    return game.name


def played(game: AnyGame) -> tuple[Any, ...]:
    return tuple(state for seed in range(2) for state in played_at_random(game, seed, STATES))


def legal(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    return [*islice(game.legal(state, seat), CONSIDERED)]


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_no_view_is_or_holds_a_state(game: AnyGame):
    for state, viewer in product(played(game), (*SEATS, PUBLIC)):
        view = game.view(state, viewer)
        assert not isinstance(view, type(state))
        for field in fields(view):
            assert not isinstance(getattr(view, field.name), type(state)), field.name


@pytest.mark.parametrize("game", SEARCHED, ids=name_of)
def test_a_state_rebuilt_from_a_seats_view_lets_it_do_the_same(game: Any):
    for state in played(game):
        for seat in game.to_act(state):
            rebuilt = game.rebuilt(game.view(state, seat))
            assert game.position(rebuilt) == game.position(state)
            assert seat in game.to_act(rebuilt)
            assert legal(game, rebuilt, seat) == legal(game, state, seat)
            assert game.rebuilt(game.view(rebuilt, seat)) == rebuilt
            if isinstance(game, TurnGame):
                assert game.value(rebuilt, seat) == game.value(state, seat)
