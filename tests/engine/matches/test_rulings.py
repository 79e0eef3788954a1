"""A host's rulings: pauses and undo, and their effect on the clocks."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import MatchPaused, MatchResumed
from engine.seats import Seat
from tests.engine.playing import (
    begun,
    code,
    fire_and_ice,
    played,
    random_live_match,
    reserves,
    standing,
    tried,
)

AT_ONCE = {"first": "ec", "takeback": "0"}
HELD = {"first": "ec", "takeback": "5"}
EC, DMO = Seat.EC, Seat.DMO


# Pauses


@pytest.mark.parametrize(("pauses", "resumes"), [("host", "dealer"), ("dealer", "host")])
def test_a_pause_ends_whoever_resumes(pauses: str, resumes: str):
    match = begun(fire_and_ice(**AT_ONCE))
    assert played(match, f"{pauses} @10 pause", f"{resumes} @30 resume").clock.flag_at == 380


@given(st.integers(0, 10**6))
def test_a_log_with_pauses_of_the_dealers_is_judged_as_with_a_hosts(seed: int):
    match = random_live_match(seed).finish()
    own = [
        replace(entry, speaker=Speaker.DEALER) if entry.text in {"pause", "resume"} else entry
        for entry in match.entries
    ]
    again = Match.replay(match.game, own)
    assert standing(replace(again, entries=match.entries)) == standing(match)


def test_nothing_falls_due_and_nothing_is_reported_during_a_pause():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7", "host @11 pause")
    assert (match.next_due(), match.next_wake()) == (None, None)
    step = match.advance_time(Seconds(10_000))
    assert step.notices == ()
    assert step.match.held
    assert reserves(step.match) == (300, 300)


def test_if_a_post_arrives_during_a_pause_its_turn_begins_when_the_match_goes_on():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "host @5 pause", "dealer @8 posted", "host @20 resume")
    assert match.clock.flag_at == 380


def test_a_pause_does_not_stop_the_time_between_a_lot_and_its_statement():
    stated_before = ["dealer @60", "dealer @70 first ec", "host @70 pause", "host @100 resume"]
    stated_during = ["dealer @60", "host @70 pause", "dealer @80 first ec", "host @100 resume"]
    stated_after = ["dealer @60", "host @70 pause", "host @100 resume", "dealer @100 first ec"]
    flags = [
        played(begun(fire_and_ice()), *lines).clock.flag_at
        for lines in (stated_before, stated_during, stated_after)
    ]
    assert flags == [450, 450, 450]


def test_pause_and_resumption_report_what_is_left_of_the_turn():
    match = begun(fire_and_ice(**AT_ONCE))
    paused = tried(match, "host @12.5 pause")
    assert paused.notices == (MatchPaused(),)
    assert tried(paused.match, "host @50 resume").notices == (MatchResumed((EC,), Decimal("47.5")),)


# Undo


@given(st.integers(0, 10**6))
def test_undo_goes_back_to_the_log_without_the_entry_and_what_followed(seed: int):
    match = random_live_match(seed).finish()
    while match.undo_point:
        undone = match.undo_point.number
        assert match.entries[undone].speaker.seat
        before = Match.replay(match.game, match.entries[:undone])
        match = match.enter(Entry(Speaker.HOST, match.now, "undo")).match
        assert (match.state, match.result, match.held) == (before.state, None, None)
        assert match.clock.reserves == before.clock.opening_reserves


def test_undo_of_a_held_move_drops_it_and_reopens_the_turn():
    match = played(begun(fire_and_ice(**HELD)), "ec @100 E6 E7", "host @102 undo")
    assert match.held is None
    assert (match.to_act, reserves(match), match.clock.flag_at) == ((EC,), (300, 300), 462)
    assert code(tried(match, "ec @103 undo")) == "nothing-held"


def test_undo_during_a_pause_keeps_the_pause_and_gives_the_new_turn_all_its_time():
    match = played(begun(fire_and_ice(**AT_ONCE)), "ec @100 E6 E7", "host @105 pause")
    match = played(match, "host @200 undo")
    assert code(tried(match, "ec @201 E6 E7")) == "paused"
    match = played(match, "host @300 resume")
    assert (match.to_act, reserves(match), match.clock.flag_at) == ((EC,), (300, 300), 660)


def test_undo_over_a_lot_asks_for_the_choice_no_more():
    match = played(begun(fire_and_ice(takeback="0")), "dealer @60", "dealer @60 first ec")
    match = played(match, "ec @70 E6 E7", "host @80 undo")
    assert (match.to_act, match.clock.flag_at) == ((EC,), 440)


def test_with_clocks_started_by_posts_an_undone_turn_waits_for_its_post():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @1 posted", "ec @10 E6 E7", "dealer @11 posted", "host @12 undo")
    assert match.clock.flag_at is None
    assert played(match, "dealer @14 posted").clock.flag_at == 374


def test_what_was_taken_back_or_undone_no_longer_stands():
    match = begun(fire_and_ice(first="ec", takeback="5"))
    for line, in_force in (
        ("ec @1 E6 E7", ["ec E6 E7"]),
        ("ec @2 takeback", []),
        ("ec @3 D4 C4", ["ec D4 C4"]),
        ("dmo @9 E3 E2", ["ec D4 C4", "dmo E3 E2"]),
        ("host @20 undo", ["ec D4 C4"]),
        ("dmo @21 D5 D6", ["ec D4 C4", "dmo D5 D6"]),
        ("dmo @22 undo", ["ec D4 C4"]),
    ):
        match = played(match, line)
        entries = [match.entries[number] for number in sorted(match.entries_in_force())]
        assert [f"{entry.speaker} {entry.text}" for entry in entries] == in_force
