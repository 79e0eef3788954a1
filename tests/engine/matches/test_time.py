"""A match and its time: holds, flags, lapses, posts, replay, and play without a clock."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.game import Reason
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import (
    Opened,
)
from engine.seats import Seat
from tests.engine.playing import (
    LiveMatch,
    begun,
    code,
    codes,
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


@pytest.mark.parametrize(
    ("options", "lines", "answers", "ending"),
    [
        # A move exactly at turn and bank is in time; a millisecond later the match is lost.
        (AT_ONCE, ["ec @360 E6 E7"], [""], None),
        (AT_ONCE, ["ec @360.001 E6 E7"], ["match-over"], (DMO, "out-of-time")),
        (AT_ONCE | {"reserve": "0"}, ["ec @60 E6 E7"], [""], None),
        (
            AT_ONCE | {"reserve": "0"},
            ["ec @60.001 E6 E7"],
            ["match-over"],
            (DMO, "out-of-time"),
        ),
        # The second mover's time begins when the first move is final.
        (AT_ONCE, ["ec @10 E6 E7", "dmo @370 E3 F3"], ["", ""], None),
        (
            AT_ONCE,
            ["ec @10 E6 E7", "dmo @370.001 E3 F3"],
            ["", "match-over"],
            (EC, "out-of-time"),
        ),
        (HELD, ["ec @10 E6 E7", "dmo @375 E3 F3"], ["", ""], None),
        (HELD, ["ec @10 E6 E7", "dmo @375.001 E3 F3"], ["", "match-over"], (EC, "out-of-time")),
        # A refused text does not stop the clock.
        (
            AT_ONCE,
            ["ec @300 A1 A2", "ec @360 J1 J2", "ec @360.001 E6 E7"],
            ["not-connected", "off-board", "match-over"],
            (DMO, "out-of-time"),
        ),
        # 'Nothing more was typed up to and including': the flag falls at its own instant.
        (AT_ONCE, ["dealer @359.999", "ec @360 E6 E7"], ["", ""], None),
        (AT_ONCE, ["dealer @360", "ec @360 E6 E7"], ["", "match-over"], (DMO, "out-of-time")),
        # A host, like a player, comes before what ends at the same instant.
        (AT_ONCE, ["host @360 pause", "host @400 resume", "ec @400 E6 E7"], ["", "", ""], None),
        (AT_ONCE, ["host @360.001 pause"], ["match-over"], (DMO, "out-of-time")),
        # A take-back counts until the end of the hold.
        (HELD, ["ec @10 E6 E7", "ec @15 takeback"], ["", ""], None),
        (HELD, ["ec @10 E6 E7", "ec @15.001 takeback"], ["", "not-your-turn"], None),
        (HELD, ["ec @10 E6 E7", "dealer @15", "ec @15 takeback"], ["", "", "not-your-turn"], None),
        # Until then nobody else moves, nor does the mover again.
        (HELD, ["ec @10 E6 E7", "dmo @15 E3 F3"], ["", "not-your-turn"], None),
        (HELD, ["ec @10 E6 E7", "dmo @15.001 E3 F3"], ["", ""], None),
        (HELD, ["ec @10 E6 E7", "ec @15 E3 F3"], ["", "move-held"], None),
        (HELD, ["ec @10 E6 E7", "dmo @12 undo"], ["", "not-your-turn"], None),
        (HELD, ["ec @10 E6 E7", "ec @12 first me"], ["", "move-held"], None),
        (HELD, ["ec @10 E6 E7", "ec @12 nice"], ["", "not-a-submission"], None),
        # While a move is held the flag cannot fall, but a late take-back lets the move stand.
        (HELD, ["ec @358 E6 E7", "ec @360 takeback"], ["", ""], None),
        (HELD, ["ec @358 E6 E7", "ec @360.001 takeback"], ["", "too-late"], None),
        (HELD, ["ec @358 E6 E7", "ec @363 takeback"], ["", "too-late"], None),
        (
            HELD,
            ["ec @360 E6 E7", "ec @360.001 undo", "dmo @365.001 E3 F3"],
            ["", "too-late", ""],
            None,
        ),
        (
            HELD,
            ["ec @358 E6 E7", "ec @360 takeback", "ec @360 E6 E7", "dmo @365.001 E3 F3"],
            ["", "", "", ""],
            None,
        ),
        (
            HELD,
            ["ec @358 E6 E7", "ec @359 takeback", "ec @360.001 E6 E7"],
            ["", "", "match-over"],
            (DMO, "out-of-time"),
        ),
        # Nothing is held without a hold.
        (AT_ONCE, ["ec @10 E6 E7", "ec @10 takeback"], ["", "not-your-turn"], None),
        (AT_ONCE, ["ec @10 takeback"], ["nothing-held"], None),
        # The choice of who begins: in time at its limit, then it goes to a lot.
        ({"takeback": "0"}, ["dmo @60 first ec", "ec @60 E6 E7"], ["", ""], None),
        (
            {"takeback": "0"},
            ["dealer @60.001", "dealer @60.001 first ec", "dmo @60.001 first ec"],
            ["", "", "not-your-turn"],
            None,
        ),
        ({"takeback": "0", "choice": "5"}, ["dmo @5 first them", "ec @6 E6 E7"], ["", ""], None),
        (
            {"takeback": "0"},
            ["dealer @60", "dealer @60 first dmo", "dmo @61 E6 E7"],
            ["", "", ""],
            None,
        ),
        (
            {"takeback": "0"},
            ["dealer @59.999", "dealer @59.999 first dmo"],
            ["", "no-lot-due"],
            None,
        ),
        # A lot counts from when it fell due.
        ({"takeback": "0"}, ["dealer @100 first ec", "ec @420 E6 E7"], ["", ""], None),
        (
            {"takeback": "0"},
            ["dealer @100 first ec", "ec @420.001 E6 E7"],
            ["", "match-over"],
            (DMO, "out-of-time"),
        ),
        (
            {"takeback": "0", "choice": "0"},
            ["dealer @100 first ec", "ec @360.001 E6 E7"],
            ["", "match-over"],
            (DMO, "out-of-time"),
        ),
        # A concession needs no turn, no resumption and no patience.
        (AT_ONCE, ["dmo @1 Concede"], [""], (EC, "conceded")),
        (HELD, ["ec @10 E6 E7", "ec @11 concede"], ["", ""], (DMO, "conceded")),
        (AT_ONCE, ["host @1 pause", "ec @2  concede "], ["", ""], (DMO, "conceded")),
        (AT_ONCE, ["ec @360 concede"], [""], (DMO, "conceded")),
        (AT_ONCE, ["dmo @360.001 concede"], ["match-over"], (DMO, "out-of-time")),
        # While the match is paused only concessions and hosts are heard.
        (
            HELD,
            ["ec @10 E6 E7", "host @11 pause", "ec @12 takeback", "dmo @12 E3 F3", "ec @12 hm"],
            ["", "", "paused", "paused", "not-a-submission"],
            None,
        ),
        (AT_ONCE, ["host @1 pause", "host @2 pause"], ["", "paused"], None),
        (AT_ONCE, ["host @1 resume"], ["not-paused"], None),
        # Rulings that end a match.
        (AT_ONCE, ["host @1 award dmo"], [""], (DMO, "awarded")),
        (AT_ONCE, ["host @1 Abort"], [""], (None, "aborted")),
        (
            AT_ONCE,
            ["host @1 abort", "ec @2 E6 E7", "host @3 award ec"],
            ["", *["match-over"] * 2],
            (None, "aborted"),
        ),
        # Texts that are not rulings.
        (AT_ONCE, ["host @1 award", "host @1 award me", "host @1 pauses"], ["malformed"] * 3, None),
        (
            AT_ONCE,
            ["host @1 time ec", "host @1 time us +1", "host @1 time ec +", "host @1 time ec +-1"],
            ["malformed"] * 4,
            None,
        ),
    ],
)
def test_whatever_ends_before_an_entry_has_taken_effect_and_whatever_ends_with_it_waits(
    options: dict[str, str],
    lines: list[str],
    answers: list[str],
    ending: tuple[Seat | None, str] | None,
):
    given_answers, match = codes(begun(fire_and_ice(**options)), lines)
    assert given_answers == answers
    assert match.result == (over(*ending) if ending else None)


@pytest.mark.parametrize(
    ("options", "lines", "left"),
    [
        # What a turn costs: nothing up to its length, then by the second.
        (AT_ONCE, ["ec @60 E6 E7"], (300, 300)),
        (AT_ONCE, ["ec @60.001 E6 E7"], ("299.999", 300)),
        (AT_ONCE, ["ec @72.5 E6 E7", "dmo @142.5 E3 F3"], ("287.5", 290)),
        (AT_ONCE, ["ec @360 E6 E7"], (0, 300)),
        (AT_ONCE, ["dealer @90"], (270, 300)),
        (AT_ONCE, ["dealer @400"], (0, 300)),
        (AT_ONCE, ["dmo @100 concede"], (260, 300)),
        # One bank for the whole match.
        (AT_ONCE, ["ec @100 E6 E7", "dmo @101 E3 F3", "ec @191 D4 C4"], (230, 300)),
        (AT_ONCE, ["ec @100 E6 E7", "dmo @101 E3 F3", "ec @421 D4 C4"], (0, 300)),
        # A held move costs the time up to the instant it was typed.
        (HELD, ["ec @70 E6 E7"], (290, 300)),
        (HELD, ["ec @70 E6 E7", "dealer @74"], (290, 300)),
        (HELD, ["ec @70 E6 E7", "dealer @75"], (290, 300)),
        (HELD, ["ec @58 E6 E7", "dealer @63"], (300, 300)),
        (HELD, ["ec @70 E6 E7", "host @72 pause", "host @172 resume", "dealer @175"], (290, 300)),
        # After a take-back the mover pays for the time in between.
        (HELD, ["ec @70 E6 E7", "ec @74 takeback"], (286, 300)),
        (HELD, ["ec @59 E6 E7", "ec @62.5 take back", "ec @65 E6 E7"], (295, 300)),
        # Clocks that start only by posts.
        (AT_ONCE, ["dealer @40 posted", "ec @110 E6 E7"], (290, 300)),
        # The choice of who begins costs no reserve.
        ({"takeback": "0"}, ["dmo @60 first ec", "ec @70 E6 E7"], (300, 300)),
        # Time that a host gives and takes.
        (AT_ONCE, ["host @1 time ec +60"], (360, 300)),
        (AT_ONCE, ["host @1 time dmo +0.5", "host @1 TIME DMO -1"], (300, "299.5")),
        (AT_ONCE, ["host @80 time ec -60"], (220, 300)),
        (AT_ONCE, ["host @80 time ec -281"], (0, 300)),
        (AT_ONCE, ["host @80 time ec +60", "ec @420 E6 E7"], (0, 300)),
        (AT_ONCE, ["host @1 time dmo -301"], (300, 0)),
        (HELD, ["ec @70 E6 E7", "host @71 time ec +20", "dealer @75"], (310, 300)),
    ],
)
def test_time_beyond_a_turn_is_taken_from_the_bank(
    options: dict[str, str], lines: list[str], left: tuple[object, object]
):
    by_posts = any("posted" in line for line in lines)
    match = played(begun(fire_and_ice(**options), by_posts=by_posts), *lines)
    assert reserves(match) == tuple(Decimal(str(each)) for each in left)


@pytest.mark.parametrize(
    ("ruling", "answer"), [("host @361 time ec +60", "match-over"), ("host @360 time ec +60", "")]
)
def test_extra_time_comes_too_late_for_a_fallen_flag(ruling: str, answer: str):
    assert code(tried(begun(fire_and_ice(**AT_ONCE)), ruling)) == answer


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
    assert (lot.who, lot.at) == (Speaker.DEALER, Decimal("60.001"))
    assert lot.text == f"first {step.match.to_act[0]}"


# Posts


def test_a_move_before_its_post_arrives_costs_nothing():
    game = fire_and_ice(**AT_ONCE)
    match = played(begun(game, by_posts=True), "dealer @2 posted", "ec @10 E6 E7")
    assert match.flag_at() is None
    assert match.next_wake() is None
    match = played(match, "dmo @5000 E3 F3")
    assert reserves(match) == (300, 300)
    match = played(match, "dealer @5001 posted")
    assert match.flag_at() == 5361


def test_a_second_post_of_the_same_turn_does_not_restart_its_clock():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @2 posted", "dealer @50 posted")
    assert match.flag_at() == 362


def test_a_post_that_arrives_while_the_move_is_held_starts_the_clock_only_then():
    match = begun(fire_and_ice(**HELD), by_posts=True)
    match = played(match, "ec @1 E6 E7", "dealer @3 posted", "ec @4 takeback", "ec @70 E6 E7")
    assert reserves(match) == (293, 300)


def test_without_posts_the_next_turn_begins_when_the_hold_ends():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7")
    step = match.pass_to(Seconds(15))
    assert step.notices == (
        Opened((DMO,), Seconds(60), Seconds(300), None, Cause(CauseKind.ACTION, EC)),
    )
    assert step.match.flag_at() == 375


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
    match = live.match.pass_to(live.match.now).match
    for line in ("ec @0 A1 A2 A3", "dmo @0 A1", "ec @0 hello", "host @0 time", "dealer @0 first"):
        step = match.enter(replace(entry(line), at=match.now))
        assert step.refusal
        assert standing(step.match) == standing(match)
        assert step.match.entries == match.entries


# Without a clock


@pytest.mark.parametrize(
    ("lines", "answers", "final"),
    [
        # A held move becomes final at the next entry that is not its take-back, or at the end.
        (["ec E6 E7"], [""], "moved"),
        (["ec E6 E7", "ec takeback"], ["", ""], "not moved"),
        (["ec E6 E7", "ec hello"], ["", "not-a-submission"], "moved"),
        (["ec E6 E7", "dmo takeback"], ["", "nothing-held"], "moved"),
        (["ec E6 E7", "ec E3 F3"], ["", "not-your-turn"], "moved"),
        (
            ["ec E6 E7", "ec hello", "ec takeback"],
            ["", "not-a-submission", "not-your-turn"],
            "moved",
        ),
        (["ec E6 E7", "dmo E3 F3"], ["", ""], "moved twice"),
        (["ec E6 E7", "host undo"], ["", ""], "not moved"),
        (["ec E6 E7", "ec concede"], ["", ""], "moved"),
    ],
)
def test_without_a_clock_a_held_move_waits_for_the_next_entry(
    lines: list[str], answers: list[str], final: str
):
    match = begun(fire_and_ice(**HELD), timed=False)
    given_answers = []
    for line in lines:
        who, _, text = line.partition(" ")
        step = match.enter(Entry(Speaker(who), Seconds(0), text))
        given_answers.append(code(step))
        match = step.match
    match = match.close()
    covered = match.game.position(match.state).count(".")
    assert given_answers == answers
    assert {79: "not moved", 77: "moved", 75: "moved twice"}[covered] == final


def test_without_a_clock_nothing_lapses():
    match = begun(FireAndIce(), timed=False)
    assert match.next_wake() is None
    assert match.pass_to(Seconds(10**6)).match.to_act == (DMO,)


def test_the_record_has_every_reason_that_time_or_people_give():
    assert {each.value for each in Reason} == {
        *("no-legal-move", "element-lost", "no-flower-fits", "both-passed", "agreed", "boards"),
        *("no-lives", "full-board", "out-of-time", "conceded", "awarded", "aborted"),
    }
