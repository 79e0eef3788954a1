"""The alt texts of a match that is over: how it ended, and nothing that is still awaited."""

from dataclasses import replace
from random import Random

import pytest

from bot.posts.attachments import described_pictures
from bot.texts.alts import SEATS_CALLED, ending
from engine.game import Outcome, Reason
from engine.games import GAMES
from engine.matches.base_match import Situation
from engine.matches.match import AnyGame, Match
from engine.seats import PUBLIC, Seat
from tests.engine.playing import begun, played
from tests.random_play import random_states
from tests.rendering.positions import NAMES

AWAITING = ("is to", "are to", "being", "not decided yet", "ready:", "may doubt", "plays here")
LONGEST_NAMES = dict.fromkeys(Seat, "M" * 32)
CALLED = {"fire-and-ice": {Seat.EC: "Fire", Seat.DMO: "Ice"}}


def alts(match: Match, names=NAMES) -> list[str]:
    """The alt texts that everybody reads."""
    return [each.alt for each in described_pictures(match, PUBLIC, names)]


def told(game: AnyGame, outcome: Outcome) -> str:
    return ending(outcome, CALLED.get(game.name, SEATS_CALLED))


@pytest.mark.parametrize(
    ("line", "outcome", "in_fire_and_ice"),
    [
        ("dmo @1 concede", Outcome(Seat.EC, Reason.CONCEDED), "Ice conceded, and Fire won."),
        ("host @1 award dmo", Outcome(Seat.DMO, Reason.AWARDED), "awarded the match, and Ice won."),
        ("host @1 abort", Outcome(None, Reason.ABORTED), "aborted it, and nobody won."),
    ],
)
@pytest.mark.parametrize("first", [None, Seat.EC])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_is_ended_at_its_start_is_told_as_ended(
    name: str, first: Seat | None, line: str, outcome: Outcome, in_fire_and_ice: str
):
    going_on = begun(GAMES[name](first=first))
    over = played(going_on, line)
    assert over.view(PUBLIC).outcome == outcome
    for alt in alts(over):
        assert told(over.game, outcome) in alt
        assert name != "fire-and-ice" or in_fire_and_ice in alt
        assert not [each for each in AWAITING if each in alt]
    assert not any("is over" in alt for alt in alts(going_on))


@pytest.mark.parametrize("name", GAMES)
def test_no_state_in_which_a_match_may_end_is_told_as_one_that_goes_on(name: str):
    game = GAMES[name]()
    for seed in range(3):
        for state in random_states(game, Random(seed), 60):
            outcome = state.outcome or Outcome(Seat.DMO, Reason.CONCEDED)
            over = replace(begun(game), situation=Situation.of(game, state), result=outcome)
            for alt in alts(over, LONGEST_NAMES):
                assert told(game, outcome) in alt
                assert not [each for each in AWAITING if each in alt]
                assert len(alt) <= 1024


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_told_with_its_winner_in_one_sentence(reason: Reason):
    winner = None if reason is Reason.ABORTED else Seat.DMO
    said = ending(Outcome(winner, reason))
    assert said.startswith("The match is over: ")
    assert said.endswith("DMO won." if winner else "nobody won.")
    assert said.count(".") == 1


def test_flower_field_hides_no_flowers_and_never_says_so():
    game = GAMES["flower-field"]()
    for state in random_states(game, Random(4), 40):
        match = replace(begun(game), situation=Situation.of(game, state))
        for each in (match, replace(match, result=Outcome(Seat.EC, Reason.CONCEDED))):
            assert not any("idden" in alt for alt in alts(each))
