"""A match and its time: holds, flags, lapses, pauses, rulings, undo, reminders and replay."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import ReminderKind, Seconds
from engine.entries import Cause, CauseKind, Entry, Speaker
from engine.game import Reason
from engine.games.fire_and_ice import FireAndIce
from engine.match import Match
from engine.notices import (
    Adjusted,
    Ended,
    Held,
    Opened,
    Paused,
    Reminded,
    Resumed,
    Spent,
    TakenBack,
)
from engine.seats import Seat
from tests.engine.playing import (
    MILLISECOND,
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
        # What is typed and refused does not stop the clock.
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
        # A take-back counts up to the end of the hold, and not afterwards.
        (HELD, ["ec @10 E6 E7", "ec @15 takeback"], ["", ""], None),
        (HELD, ["ec @10 E6 E7", "ec @15.001 takeback"], ["", "not-your-turn"], None),
        (HELD, ["ec @10 E6 E7", "dealer @15", "ec @15 takeback"], ["", "", "not-your-turn"], None),
        # Until then nobody else moves, and the mover not again.
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
        # The choice of who begins: at its limit in time, then it goes to the lot.
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
        # Rulings that are none.
        (AT_ONCE, ["host @1 award", "host @1 award me", "host @1 pauses"], ["malformed"] * 3, None),
        (
            AT_ONCE,
            ["host @1 time ec", "host @1 time us +1", "host @1 time ec +", "host @1 time ec +-1"],
            ["malformed"] * 4,
            None,
        ),
    ],
)
def test_what_ends_before_an_entry_has_taken_effect_and_what_ends_with_it_waits(
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
        # A bank is one for the whole match.
        (AT_ONCE, ["ec @100 E6 E7", "dmo @101 E3 F3", "ec @191 D4 C4"], (230, 300)),
        (AT_ONCE, ["ec @100 E6 E7", "dmo @101 E3 F3", "ec @421 D4 C4"], (0, 300)),
        # A held move is paid up to the instant at which it was sent.
        (HELD, ["ec @70 E6 E7"], (290, 300)),
        (HELD, ["ec @70 E6 E7", "dealer @74"], (290, 300)),
        (HELD, ["ec @70 E6 E7", "dealer @75"], (290, 300)),
        (HELD, ["ec @58 E6 E7", "dealer @63"], (300, 300)),
        (HELD, ["ec @70 E6 E7", "host @72 pause", "host @172 resume", "dealer @175"], (290, 300)),
        # After a take-back the time in between is the mover's.
        (HELD, ["ec @70 E6 E7", "ec @74 takeback"], (286, 300)),
        (HELD, ["ec @59 E6 E7", "ec @62.5 take back", "ec @65 E6 E7"], (295, 300)),
        # Clocks that start by posts alone.
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
def test_extra_time_comes_too_late_for_a_flag_that_has_fallen(ruling: str, answer: str):
    assert code(tried(begun(fire_and_ice(**AT_ONCE)), ruling)) == answer


def test_a_host_who_takes_all_that_is_left_lets_the_flag_fall_at_once():
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


def test_a_move_before_its_post_stands_costs_nothing():
    game = fire_and_ice(**AT_ONCE)
    match = played(begun(game, by_posts=True), "dealer @2 posted", "ec @10 E6 E7")
    assert match.flag_at() is None
    assert match.next_wake() is None
    match = played(match, "dmo @5000 E3 F3")
    assert reserves(match) == (300, 300)
    match = played(match, "dealer @5001 posted")
    assert match.flag_at() == 5361


def test_a_second_post_of_the_same_turn_does_not_start_its_clock_anew():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @2 posted", "dealer @50 posted")
    assert match.flag_at() == 362


def test_a_post_that_stands_while_the_move_is_held_starts_the_clock_only_then():
    match = begun(fire_and_ice(**HELD), by_posts=True)
    match = played(match, "ec @1 E6 E7", "dealer @3 posted", "ec @4 takeback", "ec @70 E6 E7")
    assert reserves(match) == (293, 300)


def test_the_next_turn_begins_when_the_hold_ends_where_there_are_no_posts():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7")
    step = match.pass_to(Seconds(15))
    assert step.notices == (
        Opened((DMO,), Seconds(60), Seconds(300), None, Cause(CauseKind.ACTION, EC)),
    )
    assert step.match.flag_at() == 375


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
    ],
)
def test_a_pause_is_taken_out_of_all_that_runs(
    options: dict[str, str], lines: list[str], answers: list[str]
):
    assert codes(begun(fire_and_ice(**options)), lines)[0] == answers


def test_nothing_falls_due_and_nothing_is_told_while_paused():
    match = played(begun(fire_and_ice(**HELD)), "ec @10 E6 E7", "host @11 pause")
    assert (match.next_due(), match.next_wake()) == (None, None)
    step = match.pass_to(Seconds(10_000))
    assert step.notices == ()
    assert step.match.held
    assert reserves(step.match) == (300, 300)


def test_a_post_while_paused_lets_the_turn_begin_when_the_match_goes_on():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "host @5 pause", "dealer @8 posted", "host @20 resume")
    assert match.flag_at() == 380


def test_a_pause_leaves_the_time_between_a_lot_and_its_statement_running():
    stated_before = ["dealer @60", "dealer @70 first ec", "host @70 pause", "host @100 resume"]
    stated_during = ["dealer @60", "host @70 pause", "dealer @80 first ec", "host @100 resume"]
    stated_after = ["dealer @60", "host @70 pause", "host @100 resume", "dealer @100 first ec"]
    flags = [
        played(begun(fire_and_ice()), *lines).flag_at()
        for lines in (stated_before, stated_during, stated_after)
    ]
    assert flags == [450, 450, 450]


def test_pause_and_resumption_are_told_with_what_is_left_of_the_turn():
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
def test_undo_takes_back_the_latest_entry_and_opens_its_turn_anew(
    lines: list[str], to_act: tuple[Seat, ...], covered: int, left: tuple[int, int], flag: int
):
    match = played(begun(fire_and_ice(**AT_ONCE)), *lines)
    laid = match.game.position(match.state)
    assert match.result is None
    assert (match.to_act, reserves(match), match.flag_at()) == (to_act, left, flag)
    assert sum(laid.count(letter) for letter in "wrb") == 2 + covered


def test_undo_of_a_held_move_drops_it_and_opens_the_turn_anew():
    match = played(begun(fire_and_ice(**HELD)), "ec @100 E6 E7", "host @102 undo")
    assert match.held is None
    assert (match.to_act, reserves(match), match.flag_at()) == ((EC,), (300, 300), 462)
    assert code(tried(match, "ec @103 undo")) == "nothing-held"


def test_undo_while_paused_leaves_the_match_paused_and_the_new_turn_whole():
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
def test_there_must_be_a_players_entry_to_undo(lines: list[str]):
    match = played(begun(fire_and_ice()), *lines)
    assert code(tried(match, "host @90 undo")) == "nothing-to-undo"


def test_refused_entries_are_not_what_undo_takes_back():
    match = played(begun(fire_and_ice(**AT_ONCE)), "ec @10 E6 E7")
    match = codes(match, ["dmo @11 A1 A2", "ec @12 E3 F3", "dmo @13 hello"])[1]
    assert played(match, "host @20 undo").to_act == (EC,)


def test_an_undone_turn_waits_for_its_post_where_clocks_start_by_posts():
    match = begun(fire_and_ice(**AT_ONCE), by_posts=True)
    match = played(match, "dealer @1 posted", "ec @10 E6 E7", "dealer @11 posted", "host @12 undo")
    assert match.flag_at() is None
    assert played(match, "dealer @14 posted").flag_at() == 374


# Notices


@pytest.mark.parametrize(
    ("options", "lines", "notices"),
    [
        (
            AT_ONCE,
            ["ec @70 E6 E7"],
            [
                Opened(
                    (DMO,),
                    Seconds(60),
                    Seconds(300),
                    Spent(EC, Seconds(290)),
                    Cause(CauseKind.ACTION, EC),
                )
            ],
        ),
        (
            AT_ONCE,
            ["ec @60 E6 E7"],
            [Opened((DMO,), Seconds(60), Seconds(300), None, Cause(CauseKind.ACTION, EC))],
        ),
        (HELD, ["ec @70 E6 E7"], [Held(EC, Seconds(75))]),
        (HELD, ["ec @10 E6 E7", "ec @11 undo"], [TakenBack(EC, Seconds(49))]),
        (HELD, ["ec @59 E6 E7", "ec @62.5 undo"], [TakenBack(EC, Seconds("-2.5"))]),
        (
            {},
            ["dmo @1 first me"],
            [Opened((DMO,), Seconds(60), Seconds(300), None, Cause(CauseKind.ACTION, DMO))],
        ),
        (
            {},
            ["dealer @60", "dealer @60 first ec"],
            [Opened((EC,), Seconds(60), Seconds(300), None, Cause(CauseKind.LOT))],
        ),
        (
            AT_ONCE,
            ["ec @5 concede"],
            [Ended(over(DMO, "conceded"), Cause(CauseKind.ACTION, EC))],
        ),
        (
            AT_ONCE,
            ["dealer @360"],
            [Ended(over(DMO, "out-of-time"), Cause(CauseKind.TIME))],
        ),
        (
            AT_ONCE,
            ["ec @1 E6 E7", "host @2 undo"],
            [Opened((EC,), Seconds(60), Seconds(300), None, Cause(CauseKind.RULING))],
        ),
        (AT_ONCE, ["host @2 time dmo +5"], [Adjusted(DMO, Seconds(305))]),
        (AT_ONCE, ["ec @2 A1 A2"], []),
        (AT_ONCE, ["ec @2 hello"], []),
    ],
)
def test_each_event_is_told_once(options: dict[str, str], lines: list[str], notices: list[object]):
    *before, last = lines
    match = played(begun(fire_and_ice(**options)), *before)
    assert list(tried(match, last).notices) == notices


def test_before_the_post_stands_a_take_back_tells_of_no_time():
    match = played(begun(fire_and_ice(**HELD), by_posts=True), "ec @10 E6 E7")
    assert tried(match, "ec @11 undo").notices == (TakenBack(EC, None),)


def test_the_beginning_is_told():
    chosen = Match.begin(fire_and_ice())
    fixed = Match.begin(fire_and_ice(first="ec", turn="45", reserve="10"))
    assert chosen.notices == (Opened((DMO,), Seconds(60), None, None, None),)
    assert fixed.notices == (Opened((EC,), Seconds(45), Seconds(10), None, None),)


# Reminders


def reminders(match: Match, *lines: str) -> list[tuple[Seconds, Seat]]:
    """When who was reminded while the lines were entered."""
    told = []
    for line in lines:
        step = tried(match, line)
        match = step.match
        told += [
            (notice.at, seat)
            for notice in step.notices
            if isinstance(notice, Reminded)
            for seat in notice.seats
        ]
    return told


@pytest.mark.parametrize(
    ("options", "lines", "told"),
    [
        (AT_ONCE, ["dealer @29.999"], []),
        (AT_ONCE, ["dealer @30"], [(30, EC)]),
        (AT_ONCE, ["dealer @30", "dealer @30", "dealer @31"], [(30, EC)]),
        (AT_ONCE, ["dealer @60"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE, ["dealer @59", "dealer @60", "dealer @89"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE, ["dealer @120"], [(at, EC) for at in (30, 55, 60, 90, 120)]),
        # A refused entry does not swallow what came due before it; at its own instant it waits.
        (AT_ONCE, ["ec @31 A1 A2", "dealer @31"], [(30, EC)]),
        (AT_ONCE, ["ec @30 A1 A2", "dealer @30"], [(30, EC)]),
        # What the entry itself makes pointless is not told.
        (AT_ONCE, ["ec @31 E6 E7"], []),
        (AT_ONCE, ["ec @31 E6 E7", "dealer @62"], [(61, DMO)]),
        # Dropped while a move is held, and not told afterwards either.
        (HELD, ["ec @28 E6 E7", "dealer @31", "ec @32 takeback", "dealer @54"], []),
        (HELD, ["ec @28 E6 E7", "dealer @31", "ec @32 takeback", "dealer @55"], [(55, EC)]),
        (HELD, ["ec @28 E6 E7", "ec @29 takeback", "dealer @30"], [(30, EC)]),
        # A pause moves what has not been told, and brings nothing back.
        (
            AT_ONCE,
            ["dealer @30", "host @40 pause", "host @140 resume", "dealer @155"],
            [(30, EC), (155, EC)],
        ),
        (AT_ONCE, ["host @10 pause", "dealer @100", "host @110 resume", "dealer @129"], []),
        (
            AT_ONCE,
            ["host @10 pause", "dealer @100", "host @110 resume", "dealer @130"],
            [(130, EC)],
        ),
        # Each turn has its own.
        (AT_ONCE, ["dealer @30", "ec @40 E6 E7", "dealer @69"], [(30, EC)]),
        (AT_ONCE, ["dealer @30", "ec @40 E6 E7", "dealer @70"], [(30, EC), (70, DMO)]),
        (
            AT_ONCE,
            ["dealer @30", "ec @40 E6 E7", "host @41 undo", "dealer @71"],
            [(30, EC), (71, EC)],
        ),
        # The end of a hold makes the old turn's pointless, not those of the turn that it opens.
        (HELD, ["ec @10 E6 E7", "dmo @50 hello", "dealer @50"], [(45, DMO)]),
        (HELD, ["ec @10 E6 E7", "dealer @50"], [(45, DMO)]),
        # None at or after the flag.
        (AT_ONCE | {"reserve": "30"}, ["dealer @89"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE | {"reserve": "30"}, ["dealer @59", "dealer @90"], [(30, EC), (55, EC)]),
        # The choice of who begins has no reserve.
        ({}, ["dealer @30", "dealer @55"], [(30, DMO), (55, DMO)]),
        ({"choice": "20"}, ["dealer @19"], [(15, DMO)]),
    ],
)
def test_a_reminder_is_told_once_when_it_is_due_or_not_at_all(
    options: dict[str, str], lines: list[str], told: list[tuple[int, Seat]]
):
    assert reminders(begun(fire_and_ice(**options)), *lines) == told


def test_a_reminder_of_reserve_tells_how_much_is_used_and_left():
    step = begun(fire_and_ice(**AT_ONCE)).pass_to(Seconds(90))
    assert step.notices[-2:] == (
        Reminded((EC,), Seconds(60), ReminderKind.RESERVE_ENTERED, Seconds(0), Seconds(300)),
        Reminded((EC,), Seconds(90), ReminderKind.RESERVE_USED, Seconds(30), Seconds(270)),
    )


# Waking: the next instant at which something happens is always known beforehand

EVENTFUL = (Opened, Ended, Reminded)


def pass_by_wakes(match: Match, until: Seconds) -> tuple[Match, list[object]]:
    """Jump from wake to wake."""
    told: list[object] = []
    while (wake := match.next_wake()) is not None and wake <= until:
        step = match.pass_to(wake)
        assert step.notices or step.match.lot_due_at is not None
        match = step.match
        told += step.notices
    last = match.pass_to(until)
    assert last.notices == ()
    return last.match, told


def pass_in_small_steps(match: Match, until: Seconds, small: Seconds) -> tuple[Match, list[object]]:
    """Look again after every small step."""
    told: list[object] = []
    while match.now < until:
        step = match.pass_to(min(until, match.now + small))
        match = step.match
        told += step.notices
    return match, told


seeds = st.integers(0, 10**6)


@given(seeds, st.integers(1, 20))
def test_jumping_from_wake_to_wake_tells_what_small_steps_tell(seed: int, doings: int):
    match = random_live_match(seed, doings).match
    until = match.now + 120
    jumped, told = pass_by_wakes(match, until)
    stepped, told_in_steps = pass_in_small_steps(match, until, Decimal("1.7"))
    assert standing(jumped) == standing(stepped)
    assert told == told_in_steps


@given(seeds, st.integers(1, 20))
def test_nothing_happens_before_the_next_wake(seed: int, doings: int):
    match = random_live_match(seed, doings).match
    wake = match.next_wake()
    before = match.now + 500 if wake is None else max(match.now, wake - MILLISECOND)
    step = match.pass_to(before)
    assert step.notices == ()
    assert standing(step.match) | {"reserves": None} == standing(match) | {"reserves": None}
    if wake is not None and wake > match.now:
        at_it = match.pass_to(wake)
        assert at_it.notices or at_it.match.lot_due_at is not None


@given(seeds)
def test_no_reminder_is_told_twice(seed: int):
    live = random_live_match(seed)
    live.while_passing(Seconds(200))
    turn, told = 0, []
    for notice in live.notices:
        turn += isinstance(notice, Opened)
        if isinstance(notice, Reminded):
            told.append((turn, notice.tells, notice.seconds))
    assert len(told) == len(set(told))


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
def test_a_replayed_match_goes_on_like_the_one_that_never_stopped(seed: int, doings: int):
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


def test_a_log_with_a_refused_entry_is_no_true_log():
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


def test_every_reason_that_time_or_people_give_is_in_the_record():
    assert {each.value for each in Reason} == {
        *("no-legal-move", "element-lost", "no-flower-fits", "both-passed", "agreed", "boards"),
        *("no-lives", "full-board", "out-of-time", "conceded", "awarded", "aborted"),
    }
