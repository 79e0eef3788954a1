"""The alt texts of a match that is over: how it ended, and nothing that is still awaited."""

from dataclasses import replace
from random import Random

import pytest

from bot.posts.boards import described_boards
from engine.game import ABORTED, AWARDED, CONCEDED, SHARED_REASONS, AnyGame, GameView, Outcome
from engine.games import GAMES
from engine.matches.match import Match
from engine.seats import PUBLIC, Seat
from engine.texts import SEATS_CALLED, ended
from tests.engine.playing import at_state, begun, played
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


ENDS = {
    "dmo @1 concede": (Outcome(Seat.EC, CONCEDED), "Ice concedes. Fire wins."),
    "host @1 award dmo": (
        Outcome(Seat.DMO, AWARDED),
        "The host awards the match. Ice wins.",
    ),
    "host @1 abort": (Outcome(None, ABORTED), "it was aborted, and nobody won."),
}
"""The outcome of each last line, and how it is told in A Battle of Fire and Ice."""


@pytest.mark.parametrize("first", [None, Seat.EC])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_is_ended_at_its_start_is_told_as_ended(name: str, first: Seat | None):
    going_on = begun(GAMES[name](first=first))
    assert not any("is over" in alt for alt in alts(going_on))
    for line, (outcome, in_fire_and_ice) in ENDS.items():
        over = played(going_on, line)
        assert over.view(PUBLIC).outcome == outcome
        for alt in alts(over):
            assert told(over.game, outcome) in alt
            assert name != "fire-and-ice" or in_fire_and_ice in alt
            assert not [state for state in AWAITING if state in alt]


@pytest.mark.parametrize("name", GAMES)
def test_no_state_in_which_a_match_may_end_is_told_as_one_that_goes_on(name: str):
    game = GAMES[name]()
    for state in random_states(game, Random(0), 60):
        outcome = state.outcome or Outcome(Seat.DMO, CONCEDED)
        over = replace(at_state(begun(game), state), result=outcome)
        for alt in alts(over, LONGEST_NAMES):
            assert told(game, outcome) in alt
            assert not [other_state for other_state in AWAITING if other_state in alt]
            assert len(alt) <= 1024


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_game_is_told_with_its_winner(name: str):
    for reason in GAMES[name].reasons | SHARED_REASONS - {ABORTED}:
        text = str(ended(GameView(outcome=Outcome(Seat.DMO, reason))))
        assert text.startswith("The match is over. ")
        assert text.endswith(". DMO wins.")


def test_flower_field_hides_no_flowers_and_never_says_so():
    game = GAMES["flower-field"]()
    for state in random_states(game, Random(4), 40):
        match = at_state(begun(game), state)
        for item in (match, replace(match, result=Outcome(Seat.EC, CONCEDED))):
            assert not any("idden" in alt for alt in alts(item))
