from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import TurnStarted
from engine.seats import Seat
from tests.engine.playing import (
    LiveMatch,
    begun,
    code,
    entry,
    fire_and_ice,
    over,
    played,
    random_live_match,
    reserves,
    standing,
    tried,
)

AT_ONCE = {"first": "ec", "takeback": "0"}
HELD = {"first": "ec", "takeback": "5"}
seeds = st.integers(0, 10**6)
EC, DMO = Seat.EC, Seat.DMO


# Both sides of every limit


def test_a_host_who_takes_all_that_is_left_makes_the_flag_fall_at_once():
    match = played(begun(fire_and_ice(**AT_ONCE)), "host @100 time ec -1000")
    assert match.next_due() == 100
    assert code(tried(match, "ec @100 E6 E7")) == ""
    assert tried(match, "ec @100.001 E6 E7").match.result == over(DMO, "out-of-time")


@pytest.mark.parametrize("seed", range(6))
def test_a_late_choice_is_refused_however_the_lot_falls(seed: int):
    step = tried(begun(fire_and_ice(seed=str(seed))), "dmo @60.001 first ec")
    assert code(step) in {"not-your-turn", "wrong-phase"}
    lapsed, lot = step.match.entries
    assert lapsed == entry("dealer @60")
    assert (lot.speaker, lot.at) == (Speaker.DEALER, Decimal("60.001"))
    assert lot.text == f"first {step.match.to_act[0]}"


# Posts


def test_a_move_before_its_post_arrives_costs_nothing():
    game = fire_and_ice(**AT_ONCE)
    match = played(begun(game, by_posts=True), "dealer @2 posted", "ec @10 E6 E7")
    assert match.clock.flag_at is None
    assert match.next_wake() is None
    match = played(match, "dmo @5000 E3 F3")
    assert reserves(match) == (300, 300)
    match = played(match, "dealer @5001 posted")
    assert match.clock.flag_at == 5361


def test_a_second_post_of_the_same_turn_does_not_restart_its_clock():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @2 posted", "dealer @50 posted")
    assert match.clock.flag_at == 362


def test_a_post_that_arrives_while_the_move_is_held_starts_the_clock_only_then():
    match = begun(fire_and_ice(**HELD), by_posts=True)
    match = played(match, "ec @1 E6 E7", "dealer @3 posted", "ec @4 takeback", "ec @70 E6 E7")
    assert reserves(match) == (293, 300)


def test_without_posts_the_next_turn_begins_when_the_hold_ends():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7")
    step = match.advance_time(Seconds(15))
    assert step.notices == (
        TurnStarted((DMO,), Seconds(60), Seconds(300), None, Cause(CauseKind.ACTION, EC)),
    )
    assert step.match.clock.flag_at == 375


# The log is the match


@given(seeds)
def test_a_log_replays_to_an_equal_match(seed: int):
    match = random_live_match(seed).finish()
    again = Match.replay(match.game, match.entries)
    assert standing(again) == standing(match)
    assert again.now == match.now


@given(seeds)
def test_a_log_replays_to_the_same_log(seed: int):
    match = random_live_match(seed).finish()
    assert Match.replay(match.game, match.entries).entries == match.entries


@given(seeds, st.integers(0, 30))
def test_a_replayed_match_goes_on_like_one_that_never_stopped(seed: int, doings: int):
    going = random_live_match(seed, doings)
    going.finish()
    restarted = LiveMatch(going.game, Random(seed))
    restarted.match = Match.replay(going.game, going.match.entries)
    restarted.slow, restarted.post_due = going.slow, going.post_due
    going.generator = Random(seed)
    going.generator.random()
    for live in (going, restarted):
        for _ in range(10):
            live.do_something()
    assert standing(going.match) == standing(restarted.match)


@given(seeds)
def test_undo_after_a_replay_takes_back_the_same(seed: int):
    match = random_live_match(seed).finish()
    undone, again = match, Match.replay(match.game, match.entries)
    for _ in range(4):
        ruling = Entry(Speaker.HOST, match.now, "undo")
        undone, again = undone.enter(ruling).match, again.enter(ruling).match
        assert standing(undone) == standing(again)


def test_a_log_with_a_refused_entry_is_not_genuine():
    with pytest.raises(Exception, match="occupied"):
        Match.replay(fire_and_ice(**AT_ONCE), [entry("ec @1 E5 E6")])


@given(seeds)
def test_a_refused_entry_changes_nothing_but_the_time(seed: int):
    live = random_live_match(seed)
    match = live.match.advance_time(live.match.now).match
    for line in ("ec @0 A1 A2 A3", "dmo @0 A1", "ec @0 hello", "host @0 time", "dealer @0 first"):
        step = match.enter(replace(entry(line), at=match.now))
        assert step.refusal
        assert standing(step.match) == standing(match)
        assert step.match.entries == match.entries


# Without a clock


def test_without_a_clock_nothing_lapses():
    match = begun(FireAndIce(), timed=False)
    assert match.next_wake() is None
    assert match.advance_time(Seconds(10**6)).match.to_act == (DMO,)
