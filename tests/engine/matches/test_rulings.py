"""A host's rulings: pauses and undo, and their effect on the clocks."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import Paused, Resumed
from engine.seats import Seat
from tests.engine.playing import (
    begun,
    code,
    codes,
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


TWO_PAUSES = ("host @10 pause", "host @20 resume", "host @350 pause", "host @400 resume")


@pytest.mark.parametrize(
    ("options", "lines", "answers"),
    [
        # A pause moves the flag by its length.
        (AT_ONCE, ["host @10 pause", "host @1010 resume", "ec @1360 E6 E7"], ["", "", ""]),
        (
            AT_ONCE,
            ["host @10 pause", "host @1010 resume", "ec @1360.001 E6 E7"],
            ["", "", "match-over"],
        ),
        # Two pauses move it by both.
        (
            AT_ONCE,
            [*TWO_PAUSES, "ec @420 E6 E7"],
            ["", "", "", "", ""],
        ),
        (
            AT_ONCE,
            [*TWO_PAUSES, "ec @420.001 E6 E7"],
            ["", "", "", "", "match-over"],
        ),
        # The hold and the limit for a take-back move as well.
        (
            HELD,
            ["ec @10 E6 E7", "host @12 pause", "host @100 resume", "ec @103 takeback"],
            ["", "", "", ""],
        ),
        (
            HELD,
            ["ec @10 E6 E7", "host @12 pause", "host @100 resume", "ec @103.001 takeback"],
            ["", "", "", "not-your-turn"],
        ),
        (
            HELD,
            ["ec @358 E6 E7", "host @359 pause", "host @459 resume", "ec @460 takeback"],
            ["", "", "", ""],
        ),
        (
            HELD,
            ["ec @358 E6 E7", "host @359 pause", "host @459 resume", "ec @460.001 takeback"],
            ["", "", "", "too-late"],
        ),
        # The choice moves.
        ({}, ["host @10 pause", "host @20 resume", "dmo @70 first ec"], ["", "", ""]),
        (
            {},
            ["host @10 pause", "host @20 resume", "dealer @69 first ec"],
            ["", "", "no-lot-due"],
        ),
        ({}, ["host @10 pause", "host @20 resume", "dealer @70 first ec"], ["", "", ""]),
        # It comes before what ends at the same instant, and leaves a lot open that is due.
        (AT_ONCE, ["host @360 pause", "host @400 resume", "ec @400 E6 E7"], ["", "", ""]),
        (
            {},
            ["dealer @60", "host @60 pause", "host @70 resume", "dealer @70 first ec"],
            ["", "", "", ""],
        ),
        # It is refused where it makes no sense, and after the end.
        (AT_ONCE, ["host @10 Pause", "host @20 pause", "ec @20 E6 E7"], ["", *["paused"] * 2]),
        (AT_ONCE, ["host @10 resume", "dmo @20 concede"], ["not-paused", ""]),
        (AT_ONCE, ["dmo @20 concede", "host @30 pause"], ["", "match-over"]),
    ],
)
@pytest.mark.parametrize("who", ["host", "dealer"])
def test_a_pause_of_the_hosts_or_the_dealers_is_taken_out_of_all_that_runs(
    who: str, options: dict[str, str], lines: list[str], answers: list[str]
):
    lines = [each.replace("host", who) for each in lines]
    assert codes(begun(fire_and_ice(**options)), lines)[0] == answers


@pytest.mark.parametrize(("pauses", "resumes"), [("host", "dealer"), ("dealer", "host")])
def test_a_pause_ends_whoever_resumes(pauses: str, resumes: str):
    match = begun(fire_and_ice(**AT_ONCE))
    assert played(match, f"{pauses} @10 pause", f"{resumes} @30 resume").flag_at() == 380


@given(st.integers(0, 10**6))
def test_a_log_with_pauses_of_the_dealers_is_judged_as_with_a_hosts(seed: int):
    match = random_live_match(seed).finish()
    own = [
        replace(each, who=Speaker.DEALER) if each.text in {"pause", "resume"} else each
        for each in match.entries
    ]
    again = Match.replay(match.game, own)
    assert standing(replace(again, entries=match.entries)) == standing(match)


def test_nothing_falls_due_and_nothing_is_reported_during_a_pause():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7", "host @11 pause")
    assert (match.next_due(), match.next_wake()) == (None, None)
    step = match.pass_to(Seconds(10_000))
    assert step.notices == ()
    assert step.match.held
    assert reserves(step.match) == (300, 300)


def test_if_a_post_arrives_during_a_pause_its_turn_begins_when_the_match_goes_on():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "host @5 pause", "dealer @8 posted", "host @20 resume")
    assert match.flag_at() == 380


def test_a_pause_does_not_stop_the_time_between_a_lot_and_its_statement():
    stated_before = ["dealer @60", "dealer @70 first ec", "host @70 pause", "host @100 resume"]
    stated_during = ["dealer @60", "host @70 pause", "dealer @80 first ec", "host @100 resume"]
    stated_after = ["dealer @60", "host @70 pause", "host @100 resume", "dealer @100 first ec"]
    flags = [
        played(begun(fire_and_ice()), *lines).flag_at()
        for lines in (stated_before, stated_during, stated_after)
    ]
    assert flags == [450, 450, 450]


def test_pause_and_resumption_report_what_is_left_of_the_turn():
    match = begun(fire_and_ice(**AT_ONCE))
    paused = tried(match, "host @12.5 pause")
    assert paused.notices == (Paused(),)
    assert tried(paused.match, "host @50 resume").notices == (Resumed((EC,), Decimal("47.5")),)


# Undo


MOVES = ["ec @70 E6 E7", "dmo @140 E3 F3", "ec @150 D4 C4"]


@pytest.mark.parametrize(
    ("lines", "to_act", "covered", "left", "flag"),
    [
        # Once, twice, three times: each opens its turn anew with the clocks of its start.
        ([*MOVES, "host @155 undo"], (EC,), 4, (290, 290), 505),
        ([*MOVES, "host @155 undo", "host @156 undo"], (DMO,), 2, (290, 300), 516),
        ([*MOVES, *["host @160 undo"] * 3], (EC,), 0, (300, 300), 520),
        # What was taken from the reserve in the turn that is running now is given back, too.
        ([*MOVES, "host @400 undo"], (EC,), 4, (290, 290), 750),
        # After the end by time, by concession, by a ruling.
        ([*MOVES, "dealer @1000", "host @1001 undo"], (EC,), 4, (290, 290), 1351),
        ([*MOVES, "ec @155 concede", "host @200 undo"], (DMO,), 6, (290, 290), 550),
        ([*MOVES, "dmo @155 concede", *["host @200 undo"] * 2], (EC,), 4, (290, 290), 550),
        ([*MOVES, "host @155 award ec", "host @200 undo"], (EC,), 4, (290, 290), 550),
        # And play goes on from there.
        ([*MOVES, "host @155 undo", "ec @165 D5 C5"], (DMO,), 6, (290, 290), 515),
        ([*MOVES, *["host @155 undo", "ec @165 D5 C5"] * 2], (DMO,), 6, (290, 290), 515),
        # Extra time of an earlier turn is kept.
        (
            [MOVES[0], "host @80 time dmo +5", MOVES[1], "host @150 undo"],
            (DMO,),
            2,
            (290, 300),
            510,
        ),
        (
            [MOVES[0], "host @80 time ec +5", *MOVES[1:], "host @155 undo"],
            (EC,),
            4,
            (295, 290),
            510,
        ),
    ],
)
def test_undo_takes_back_the_latest_entry_and_reopens_its_turn(
    lines: list[str], to_act: tuple[Seat, ...], covered: int, left: tuple[int, int], flag: int
):
    match = played(begun(fire_and_ice(**AT_ONCE)), *lines)
    laid = match.game.position(match.state)
    assert match.result is None
    assert (match.to_act, reserves(match), match.flag_at()) == (to_act, left, flag)
    assert sum(laid.count(letter) for letter in "wrb") == 2 + covered


@given(st.integers(0, 10**6))
def test_undo_goes_back_to_the_log_without_the_entry_and_what_followed(seed: int):
    match = random_live_match(seed).finish()
    while match.undo_point:
        undone = match.undo_point.number
        assert match.entries[undone].who.seat
        before = Match.replay(match.game, match.entries[:undone])
        match = match.enter(Entry(Speaker.HOST, match.now, "undo")).match
        assert (match.state, match.result, match.held) == (before.state, None, None)
        assert match.clock.reserves == before.clock.opening_reserves


def test_undo_of_a_held_move_drops_it_and_reopens_the_turn():
    match = played(begun(fire_and_ice(**HELD)), "ec @100 E6 E7", "host @102 undo")
    assert match.held is None
    assert (match.to_act, reserves(match), match.flag_at()) == ((EC,), (300, 300), 462)
    assert code(tried(match, "ec @103 undo")) == "nothing-held"


def test_undo_during_a_pause_keeps_the_pause_and_gives_the_new_turn_all_its_time():
    match = played(begun(fire_and_ice(**AT_ONCE)), "ec @100 E6 E7", "host @105 pause")
    match = played(match, "host @200 undo")
    assert code(tried(match, "ec @201 E6 E7")) == "paused"
    match = played(match, "host @300 resume")
    assert (match.to_act, reserves(match), match.flag_at()) == ((EC,), (300, 300), 660)


def test_undo_of_the_choice_asks_for_it_again():
    match = played(begun(fire_and_ice()), "dmo @10 first ec", "host @20 undo")
    assert (match.to_act, match.flag_at()) == ((DMO,), 80)


def test_undo_over_a_lot_asks_for_the_choice_no_more():
    match = played(begun(fire_and_ice(takeback="0")), "dealer @60", "dealer @60 first ec")
    match = played(match, "ec @70 E6 E7", "host @80 undo")
    assert (match.to_act, match.flag_at()) == ((EC,), 440)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["dealer @60", "dealer @60 first ec"],
        ["host @1 pause"],
        ["host @1 abort"],
        ["dmo @1 first ec", "host @2 undo"],
    ],
)
def test_undo_needs_a_players_entry(lines: list[str]):
    match = played(begun(fire_and_ice()), *lines)
    assert code(tried(match, "host @90 undo")) == "nothing-to-undo"


def test_undo_does_not_take_back_refused_entries():
    match = played(begun(fire_and_ice(**AT_ONCE)), "ec @10 E6 E7")
    match = codes(match, ["dmo @11 A1 A2", "ec @12 E3 F3", "dmo @13 hello"])[1]
    assert played(match, "host @20 undo").to_act == (EC,)


def test_with_clocks_started_by_posts_an_undone_turn_waits_for_its_post():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @1 posted", "ec @10 E6 E7", "dealer @11 posted", "host @12 undo")
    assert match.flag_at() is None
    assert played(match, "dealer @14 posted").flag_at() == 374


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
        assert [f"{each.who} {each.text}" for each in entries] == in_force
