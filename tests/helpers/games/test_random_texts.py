"""Tests that random texts are legal, and end matches of every game."""

from random import Random

import pytest

from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.random_texts import random_text

MAX_ENTRIES = 1_000


@pytest.mark.parametrize("game", PLAYED)
def test_a_match_typed_at_random_is_played_to_its_end_without_a_refusal(game: str):
    generator = Random(1)
    match = Match.begin(GAMES[game](), has_clocks=False).match
    for _ in range(MAX_ENTRIES):
        if match.result:
            break
        seat = generator.choice(match.to_act)
        text = random_text(match, seat, generator)
        step = match.enter(Entry(Speaker(seat.value), match.now, text))
        assert not step.refusal, (text, step.refusal)
        # A held move becomes final with the next entry; without a clock nothing else makes it so.
        match = step.match.close()
    assert match.result
