"""Which conversation is nearly a move and gets a hint (docs/rulings, Common 2)."""

import json
import re
from pathlib import Path

import pytest

from engine.hints.near_misses import NearMiss, may_be_near_miss, near_miss
from engine.matches.entries import Entry, Speaker
from engine.refusals import NotASubmission
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played
from tests.games.common.grounds import grounds_of
from tests.games.common.samples import EVERY_GAME, usual_game

EC, DMO = Seat.EC, Seat.DMO
PASSES = NearMiss(passes=True)
HINTS = {"nothing": None, "nearly": NearMiss(), "resign": NearMiss(concedes=True), "pass": PASSES}
"""The hints by their names; any other name is the meant text."""
WORKED = re.findall(
    r'(\S+): (".*") => (.+)', (Path(__file__).parent / "lines" / "worked.txt").read_text()
)


@pytest.mark.parametrize(("game", "written", "expected"), WORKED)
def test_a_text_with_a_cell_and_hardly_a_foreign_word_is_nearly_a_submission(
    game: str, written: str, expected: str
):
    match, text = begun(usual_game(game, first="ec")), json.loads(written)
    (seat, *_) = match.to_act
    hint = HINTS[expected] if expected in HINTS else NearMiss(meant=expected)
    assert near_miss(match, seat, text) == hint
    assert may_be_near_miss(match.game, text) or not hint
    with pytest.raises(NotASubmission):
        match.game.read(match.state, seat, text)


def test_wind_is_understood_wherever_air_is():
    for ground in grounds_of("compass-collisions"):
        for seat in ground.match.to_act:
            for text in ("{} D2 N", "{} D2 to D4", "remove {} D4", "ec1 {} north", "take {}"):
                wind, air = (
                    near_miss(ground.match, seat, text.format(name)) for name in ("wind", "Air")
                )
                assert wind == air


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_pass_of_a_player_to_act_counts_is_refused_or_gets_a_hint(name: str):
    for ground in grounds_of(name):
        match = ground.match
        for seat in match.to_act if match.clock.paused_since is None else ():
            refusal = match.enter(Entry(Speaker(seat), match.now, "pass")).refusal
            if isinstance(refusal, NotASubmission):
                assert near_miss(match, seat, "pass") == PASSES


def test_only_the_player_to_act_gets_a_hint():
    match = begun(fire_and_ice(first="ec"))
    for text in ("E6 and then E7", "I give up"):
        assert near_miss(match, EC, text)
        assert near_miss(match, DMO, text) is None
        assert near_miss(played(match, "host @1 pause"), EC, text) is None
        assert near_miss(played(match, "dmo @1 concede"), EC, text) is None


def test_a_player_whose_secret_is_in_gets_no_hint():
    match = begun(usual_game("demeters-anguish"))
    assert near_miss(match, EC, "flower A1 ok")
    assert near_miss(played(match, "ec @1 pass"), EC, "flower A1 ok") is None
