"""Turns of the shared parts: halves, challenges, answers out of turn, lapses; and the referee."""

import pytest

from engine.clocks import Seconds
from engine.matches.entries import Cause, CauseKind
from engine.matches.notices import Opened, Received, Spent
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import SEATS, Seat
from tests.engine.playing import begun, code, codes, over, played, tried
from tests.engine.toy_game import CELLS
from tests.engine.toys import HIDDEN, LOCKED, in_turns, judged, toy

EC, DMO = Seat.EC, Seat.DMO

pytestmark = pytest.mark.usefixtures("toys_in_games")


# A turn in two halves


@pytest.mark.parametrize(
    ("lines", "answers", "to_act", "flag"),
    [
        (["ec @20 plant A1"], [""], (EC,), 220),
        (["ec @20 stone A1"], [""], (EC,), 220),
        (["ec @20 plant A1", "ec @30 stone A1"], ["", ""], (DMO,), 240),
        (["ec @20 plant A1 / stone A1"], [""], (DMO,), 230),
        (["ec @20 stone A1\nplant A1"], [""], (DMO,), 230),
        (["ec @20 plant A1", "ec @30 plant A2"], ["", "made-already"], (EC,), 220),
        (["ec @20 plant A1", "ec @30 pass"], ["", ""], (DMO,), 240),
        (["ec @20 pass"], [""], (DMO,), 230),
        # A message with two halves is judged as a whole.
        (["ec @20 plant A1 / stone D4"], ["off-board"], (EC,), 220),
        (["ec @20 plant A1 / plant A2"], ["made-already"], (EC,), 220),
        (["ec @20 plant A1 / stone D4", "ec @30 plant A1"], ["off-board", ""], (EC,), 220),
    ],
)
def test_two_halves_share_one_clock_in_one_message_or_two(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...], flag: int
):
    # The turn is 120 s, the reserve 3 x 30 s; a clock that starts at 10 has its flag at 220.
    given_answers, match = codes(in_turns(), lines)
    assert given_answers == answers
    assert (match.to_act, match.flag_at()) == (to_act, flag)


def test_time_is_charged_for_the_whole_turn_once():
    match = in_turns("ec @131 plant A1", "ec @161 stone A1")
    assert match.reserve_left(EC) == 1
    step = tried(in_turns("ec @131 plant A1"), "ec @161 stone A1")
    assert step.notices[-1].spent == Spent(EC, 1)


def test_the_room_is_told_of_the_first_half_because_its_position_has_changed():
    step = tried(in_turns(), "ec @20 plant A1")
    assert any(not isinstance(notice, Received) for notice in step.notices)


def test_undo_of_a_second_half_keeps_the_first_and_reopens_the_turn():
    match = in_turns("ec @131 plant A1", "ec @161 stone A1", "host @170 undo")
    assert match.game.position(match.state)["ec"] == ".../.../*.."
    assert match.game.position(match.state)["dmo"] == ".../.../..."
    assert (match.to_act, match.reserve_left(EC), match.flag_at()) == ((EC,), 3, 380)
    match = played(match, "host @180 undo")
    assert match.game.position(match.state)["ec"] == ".../.../..."


def test_undo_in_a_secret_phase_takes_back_the_latest_submission():
    match = played(begun(toy()), "ec @1 hide A1", "ec @2 hide A2", "host @3 undo")
    assert match.view(EC).own[0] == CELLS[0]
    assert played(match, "host @4 undo").to_act == (EC, DMO)
    reopened = played(begun(toy()), *HIDDEN, "host @9 undo")
    assert (reopened.to_act, reopened.flag_at()) == ((DMO,), 609)


# A challenge lengthens the same turn


@pytest.mark.parametrize(
    ("challenge", "end", "left"),
    [
        # From 10 on: 120 s, or 180 s once challenged; then periods of 30 s.
        (None, 130, 3),
        (None, "130.001", 2),
        (20, 190, 3),
        (20, "190.001", 2),
        (130, 190, 3),
        (130, "220.001", 1),
        # Periods that were entered before the challenge stay consumed.
        ("130.001", 140, 2),
        ("130.001", 190, 2),
        ("130.001", 220, 2),
        ("130.001", "220.001", 1),
        ("160.001", 200, 1),
        (220, 220, 0),
        (220, "279.999", 0),
    ],
)
def test_a_challenge_lengthens_the_turn_and_gives_nothing_back(
    challenge: object, end: object, left: int
):
    lines = [f"ec @{challenge} challenge"] if challenge else []
    match = in_turns(*lines, f"dealer @{end}")
    assert match.reserve_left(EC) == left
    assert played(match, f"ec @{end} pass").reserve_left(EC) == left


def test_a_challenge_moves_the_flag_and_is_heard_once_in_a_turn():
    match = in_turns("ec @20 challenge")
    assert match.flag_at() == 280
    assert code(tried(match, "ec @21 challenge")) == "wrong-phase"
    assert played(match, "ec @280 pass").to_act == (DMO,)
    late = tried(match, "ec @280.001 pass")
    assert code(late) == "not-your-turn"


def test_reminders_follow_a_challenge():
    match = in_turns("dealer @101", "ec @102 challenge")
    told = [(each.at, each.left) for each in match.pass_to(Seconds(221)).notices]
    assert told == [(160, 3), (185, 3), (190, 2), (220, 1)]


# Out of turn, and lapses that pass


@pytest.mark.parametrize(
    ("lines", "answers", "result"),
    [
        (["dmo @20 agree", "ec @21 agree"], ["", ""], over(DMO, "agreed")),
        (["ec @20 agree", "dmo @21 agree"], ["", ""], over(DMO, "agreed")),
        (["dmo @20 agree", "ec @21 plant A1", "ec @22 agree"], ["", "", ""], None),
        (
            ["dmo @20 agree", "ec @21 plant D4", "ec @22 agree"],
            ["", "off-board", ""],
            over(DMO, "agreed"),
        ),
        (["dmo @20 plant A1"], ["not-your-turn"], None),
        (["dmo @20 plant"], ["not-your-turn"], None),
        (["dmo @20 pass"], ["not-your-turn"], None),
        # Passed turns: by word, by the clock, and both in a row.
        (["ec @20 pass", "dmo @21 pass"], ["", ""], over(DMO, "both-passed")),
        (["dealer @430"], [""], over(DMO, "both-passed")),
        (["dealer @220", "dmo @429 plant A1"], ["", ""], None),
        (["dealer @220", "dmo @430.001 plant A1"], ["", "match-over"], over(DMO, "both-passed")),
        # A mine costs a life.
        (["ec @20 plant B2", "ec @21 pass"], ["", ""], None),
    ],
)
def test_seats_are_heard_out_of_turn_if_the_game_says_so(
    lines: list[str], answers: list[str], result: object
):
    given_answers, match = codes(in_turns(), lines)
    assert given_answers == answers
    assert match.result == result


def test_agreement_out_of_turn_leaves_the_clock_of_the_turn_alone():
    step = tried(in_turns(), "dmo @100 agree")
    assert step.match.flag_at() == 220
    assert [each for each in step.notices if isinstance(each, Opened)] == []


def test_the_room_is_told_of_an_agreement():
    step = tried(in_turns(), "dmo @100 agree")
    assert any(not isinstance(notice, Received) for notice in step.notices)


def test_a_turn_that_lapses_is_reported_with_what_it_used():
    step = in_turns().pass_to(Seconds(220))
    opened = [each for each in step.notices if isinstance(each, Opened)]
    assert [(each.seats, each.reserve, each.spent, each.cause) for each in opened] == [
        ((DMO,), 3, Spent(EC, 0), Cause(CauseKind.TIME))
    ]
    assert step.match.reserve_left(EC) == 0


def test_every_later_turn_lapses_at_its_turn_time():
    match = in_turns("dealer @220", "dmo @230 plant A1 / stone A1")
    assert match.flag_at() == 350


REMOVING = ("ec @20 plant A1 / stone A1", "dmo @30 plant C3 / stone C3", "dealer @240")
"""EC has used all its time and is to remove its flower on A1 until 300."""


@pytest.mark.parametrize(
    ("lines", "answers", "to_act", "flag"),
    [
        ([], [], (EC,), 300),
        (["ec @300 remove A1"], [""], (DMO,), 510),
        (["ec @250 remove B1"], ["not-yours"], (EC,), 300),
        (["ec @250 plant B1"], ["wrong-phase"], (EC,), 300),
        (["dmo @250 remove C3"], ["not-your-turn"], (EC,), 300),
        (["dealer @300"], [""], (), None),
        (["dealer @310", "dealer @320 remove a1"], ["", ""], (DMO,), 510),
        (["dealer @310", "dealer @320 remove B1"], ["", "no-lot-due"], (DMO,), 510),
        (["dmo @320 plant B1"], [""], (DMO,), 510),
        (["host @250 pause", "host @350 resume", "ec @400 remove A1"], ["", "", ""], (DMO,), 610),
    ],
)
def test_a_removal_phase_may_follow_when_the_reserve_is_gone(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...], flag: int | None
):
    given_answers, match = codes(in_turns(*REMOVING), lines)
    assert given_answers == answers
    assert (match.to_act, match.flag_at()) == (to_act, flag)
    assert match.reserve_left(EC) == 0
    assert (match.game.position(match.state)["ec"][8] == "*") is (to_act != (DMO,))


def test_a_host_gives_whole_periods():
    answers, match = codes(
        in_turns(),
        [
            "host @11 time ec +2",
            "host @12 time dmo -1",
            "host @13 time ec +1.5",
            "host @14 time ec -9",
        ],
    )
    assert answers == ["", "", "malformed", ""]
    assert [match.reserve_left(seat) for seat in SEATS] == [0, 2]
    assert [type(match.reserve_left(seat)) for seat in SEATS] == [int, int]


def test_a_game_without_reserve_has_no_clock_to_show_or_add_to():
    body = "\n".join([*LOCKED, "host @11 time ec +1", "dealer @130.5"]) + "\n"
    objects = judged(body, game="toy-without-reserve")
    assert objects[-3]["code"] == "no-reserve"
    assert objects[-1]["clock"] == {}
    assert objects[-1]["to_act"] == ["dmo"]


# The referee


def test_the_referee_shows_several_boards_and_periods():
    body = "\n".join([*LOCKED, "ec @141 plant B2 / stone C1"]) + "\n"
    last = judged(body)[-1]
    assert last == {
        "result": None,
        "position": {"ec": ".../.*./...", "dmo": ".../.../..o", "lives": {"ec": 1, "dmo": 2}},
        "to_act": ["dmo"],
        "clock": {"ec": {"periods": 2}, "dmo": {"periods": 3}},
    }


def test_the_referee_says_who_is_still_awaited_in_secret_phases():
    body = "ec hide A1\nec hide B1\ndmo hide B2\ndmo lock\nec bid two\nec lock\nec pass\n"
    assert [each["to_act"] for each in judged(body)[:-1]] == [
        *(["dmo"], ["dmo"], ["ec", "dmo"], ["ec"], ["ec"], ["ec"], ["dmo"])
    ]


def test_options_of_any_game_are_headers():
    match = final_match(
        read_record("game: toy\nperiods: 1\nperiod: 7.5\nsetup: 20\n\ndealer @19\n")
    )
    assert (match.game.periods, match.game.period, match.flag_at()) == (1, Seconds("7.5"), 20)
