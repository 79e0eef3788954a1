"""The words that boards offer: each is legal then, and each is offered some time."""

from random import Random
from typing import Any

import pytest

from engine.game import TAKE_BACK, AnyGame
from engine.games import GAMES
from engine.refusals import Refused
from engine.seats import PUBLIC, Seat
from engine.texts import texts_of
from tests.games.common.samples import usual_game
from tests.games.template_game.rules import LastCell
from tests.helpers.games.random_play import random_states

GAMES_WITH_WORDS = [
    *(usual_game(name) for name, kind in GAMES.items() if texts_of(kind).words),
    LastCell(),
]
MATCHES, LONGEST = 6, 300


def is_legal(game: AnyGame, state: Any, seat: Seat, word: str) -> bool:
    try:
        action = game.read(state, seat, word)
        # A match holds moves; the rules know of none.
        return action is TAKE_BACK or bool(game.act(state, seat, action))
    except Refused:
        return False


@pytest.mark.parametrize("game", GAMES_WITH_WORDS, ids=lambda game: game.name)
def test_every_word_that_is_offered_is_legal_for_somebody_awaited(game: AnyGame):
    texts, offered = texts_of(game), set[str]()
    for seed in range(MATCHES):
        for state in random_states(game, Random(seed), LONGEST):
            if state.outcome:
                break
            words = texts.sayable(game, game.view(state, PUBLIC))
            offered.update(words)
            for word in words:
                awaited = game.to_act(state)
                assert not awaited or any(is_legal(game, state, seat, word) for seat in awaited)
    assert offered
    assert offered <= {*texts.words}
