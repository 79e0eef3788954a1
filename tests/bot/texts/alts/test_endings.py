"""The alt texts of a match that is over: how it ended, and nothing that is still awaited."""

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest

from bot.posts.boards import described_boards
from engine.game import ABORTED, AWARDED, CONCEDED, AnyGame, GameView, Outcome
from engine.games import GAMES
from engine.matches.match import Match
from engine.seats import Seat
from engine.texts import SEATS_CALLED, ended
from tests.engine.playing import at_state, begun
from tests.helpers.games.random_play import random_states
from tests.rendering.positions.fire_and_ice import NAMES

pytestmark = pytest.mark.usefixtures("encodes_no_picture")

AWAITING = (
    "to move",
    "has to",
    "Waiting",
    "hiding",
    "isn't decided",
    "submitted:",
    "may doubt",
    "is playing",
)
LONGEST_NAMES = dict.fromkeys(Seat, "M" * 32)
CALLED = {"fire-and-ice": {Seat.EC: "Fire", Seat.DMO: "Ice"}}


def alts(match: Match, names=NAMES) -> list[str]:
    return [board.alt for board in described_boards(match, names)]


def told(game: AnyGame, outcome: Outcome) -> str:
    called = CALLED.get(game.name, SEATS_CALLED)
    return str(ended(GameView(outcome=outcome), called))


ENDS = (CONCEDED, AWARDED, ABORTED)


@pytest.mark.parametrize("name", GAMES)
def test_no_state_in_which_a_match_may_end_is_told_as_one_that_goes_on(name: str):
    game = GAMES[name]()
    for state, reason in zip(random_states(game, Random(0), 60), cycle(ENDS), strict=False):
        winner = None if reason is ABORTED else Seat.DMO
        outcome = state.outcome or Outcome(winner, reason)
        over = replace(at_state(begun(game), state), result=outcome)
        for alt in alts(over, LONGEST_NAMES):
            assert told(game, outcome) in alt
            assert not [other_state for other_state in AWAITING if other_state in alt]
            assert len(alt) <= 1024


def test_flower_field_hides_no_flowers_and_never_says_so():
    game = GAMES["flower-field"]()
    for state in random_states(game, Random(4), 40):
        match = at_state(begun(game), state)
        for item in (match, replace(match, result=Outcome(Seat.EC, CONCEDED))):
            assert not any("idden" in alt for alt in alts(item))
