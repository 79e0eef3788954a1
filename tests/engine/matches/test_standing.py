"""The standing of a match after time that is in no log, and after entries that cannot be."""

import pytest

from engine.clocks import Seconds
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.match import Match
from engine.seats import Seat
from tests.engine.playing import MILLISECOND, begun, entry, fire_and_ice, played


def test_time_that_passed_after_the_last_entry_is_not_in_the_log():
    match = played(begun(fire_and_ice(first="ec", turn="10"), by_posts=True), "dealer @1 posted")
    later = match.advance_time(MILLISECOND * 31_500).match
    assert later.standing()["clock"]["ec"] == {"reserve": 279.5}
    assert later.standing(is_logged=True) == match.standing()
    assert later.standing(is_logged=True)["clock"]["ec"] == {"reserve": 300.0}


def test_a_match_without_entries_stands_at_its_beginning():
    match = begun(fire_and_ice(first="ec"), by_posts=True)
    assert match.standing(is_logged=True) == match.standing()
    assert match.standing() == {
        "position": match.game.position(match.state),
        "to_act": ["ec"],
        "clock": {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}},
    }


def test_a_log_with_a_refused_entry_is_not_genuine():
    with pytest.raises(Exception, match="occupied"):
        Match.replay(fire_and_ice(first="ec"), [entry("ec @1 E5 E6")])


def test_without_a_clock_nothing_lapses():
    match = begun(FireAndIce(), timed=False)
    assert match.next_wake() is None
    assert match.advance_time(Seconds(10**6)).match.to_act == (Seat.DMO,)
