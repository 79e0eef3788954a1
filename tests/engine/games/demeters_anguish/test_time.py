"""Demeter's Anguish: its clocks, automatic passes, and matches that replay."""

from random import Random

import pytest

from engine.clocks import Bank, Deadline, Seconds
from engine.game import Timing
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.rules import Done, Phase
from engine.matches.entries import Cause, CauseKind, Speaker
from engine.matches.match import Match
from engine.matches.notices import Ended, Opened, Progressed, Received, Spent
from engine.records.referee import referee
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.demeters_anguish.positions import U, anguish, flowers_in, rocks_in
from tests.engine.playing import begun, code, over, played, reserves, tried

EC, DMO = Seat.EC, Seat.DMO

OPENED = ("ec @0 pass", "dmo @0 pass")


def turns(*lines: str, **options: str) -> Match:
    """A match in which EC's Hades-only turn opens at 0, and then some lines."""
    return played(begun(anguish(**{"first": "ec", **options})), *OPENED, *lines)


# The worked case: turns of 150, 400, 119 and 121 seconds

WORKED = [
    ("ec @150 rock O15", ""),
    ("dmo @150 flower B2 / pass", ""),
    # 270 s are left: at 540 the turn is passed.
    ("ec @550 flower B2", "not-your-turn"),
    ("dmo @550 pass flower / rock O14", ""),
    # Nothing is left: 120 s.
    ("ec @669 pass flower / rock O14", ""),
    ("dmo @669 pass flower / rock O13", ""),
    ("ec @790 flower B2", "not-your-turn"),
    ("dmo @790 pass flower / rock O12", ""),
]


def test_the_worked_clocks():
    match, left, answers = turns(), [], []
    for line, answer in WORKED:
        step = tried(match, line)
        match = step.match
        answers.append((code(step), answer))
        left.append(match.reserve_left(EC))
    assert all(got == wanted for got, wanted in answers)
    assert left == [270, 270, 0, 0, 0, 0, 0, 0]
    passed = [entry.at for entry in match.entries if entry.who is Speaker.DEALER]
    assert passed == [540, 789]
    assert reserves(match) == (0, 300)
    assert match.result is None


def test_the_referee_judges_the_worked_clocks():
    lines = [*OPENED, *(line for line, _ in WORKED), "dealer @790"]
    body = "\n".join(lines)
    *verdicts, end = referee(f"game: demeters-anguish\nfirst: ec\n\n{body}\n")
    rejected = [each["line"] for each in verdicts if each["verdict"] == "rejected"]
    assert rejected == [8, 12]
    assert end["clock"] == {"ec": {"reserve": 0.0}, "dmo": {"reserve": 300.0}}
    assert (end["result"], end["to_act"]) == (None, ["ec"])


@pytest.mark.parametrize(
    ("at", "answer", "left"),
    [("120", "", 300), ("120.5", "", Seconds("299.5")), ("420", "", 0), ("420.001", "x", 0)],
)
def test_exactly_at_the_flag_is_in_time(at: str, answer: str, left: Seconds):
    step = tried(turns(), f"ec @{at} rock O15")
    assert code(step) == (answer and "not-your-turn")
    assert step.match.reserve_left(EC) == left
    assert step.match.to_act == (DMO,)
    assert rocks_in(step.match, DMO) == ([] if answer else ["O15"])


@pytest.mark.parametrize(("at", "answer"), [("120", ""), ("120.001", "not-your-turn")])
def test_without_reserve_there_is_only_the_turn_time(at: str, answer: str):
    step = tried(turns(reserve="0"), f"ec @{at} rock O15")
    assert code(step) == answer
    assert rocks_in(step.match, DMO) == ([] if answer else ["O15"])


# Two halves, one clock


@pytest.mark.parametrize(
    "lines",
    [
        ["dmo @160 flower B2 / rock O15"],
        ["dmo @20 flower B2", "dmo @160 rock O15"],
        ["dmo @150 flower B2", "dmo @160 pass"],
    ],
)
def test_the_two_halves_of_a_turn_share_one_clock(lines: list[str]):
    match = turns("ec @10 pass", *lines)
    assert reserves(match) == (300, 270)
    assert match.to_act == (EC,)


def test_the_room_is_told_of_the_first_half_and_the_clock_runs_on():
    match = turns("ec @10 pass")
    first = tried(match, "dmo @40 flower B2")
    assert first.notices == (Progressed((DMO,), Seconds(90), Cause(CauseKind.ACTION, DMO)),)
    second = tried(first.match, "dmo @135 rock O15")
    told = second.notices[-1]
    assert isinstance(told, Opened)
    assert told.spent == Spent(DMO, Seconds(295))
    assert (told.seats, told.turn, told.reserve) == ((EC,), 120, 300)


def test_an_agreement_leaves_the_clock_alone():
    match = turns("ec @10 pass")
    step = tried(match, "ec @140 agree")
    assert step.notices[-1] == Progressed((DMO,), Seconds(-10), Cause(CauseKind.ACTION, EC))
    assert played(step.match, "dmo @150 pass").reserve_left(DMO) == 280


def test_each_turn_and_phase_is_an_occasion_of_its_own_and_halves_are_not():
    game = anguish(turn="10", setup="20", choice="30", reserve="40")
    assert game.starting_reserve == 40
    lines = [
        ("ec @1 flower A1", "opening"),
        ("ec @1 pass", "opening"),
        ("dmo @1 pass", "choice"),
        ("dmo @1 first ec", "first"),
        ("dmo @1 agree", "first"),
        ("ec @1 rock O15", "second"),
        ("dmo @1 flower B2", "second"),
        ("dmo @1 pass rock", "third"),
        ("ec @1 rock O14", "third"),
        ("ec @1 flower A1", "fourth"),
    ]
    match = begun(game)
    assert match.timing == Timing(0, Deadline(Seconds(20)))
    occasions = {"opening": 0}
    for line, turn in lines:
        match = played(match, line)
        timing = match.timing
        assert timing
        assert occasions.setdefault(turn, timing.occasion) == timing.occasion
        if turn == "choice":
            assert timing == Timing(timing.occasion, Deadline(Seconds(30)))
        elif turn != "opening":
            assert (timing.clock, timing.seat) == (Bank(Seconds(10)), match.to_act[0])
    assert len(set(occasions.values())) == len(occasions)
    assert played(match, "ec @1 concede").timing is None


# What the clock passes


def test_the_clock_passes_the_missing_halves_of_a_turn():
    match = turns("ec @0 pass", "dmo @0 flower B2")
    match = played(match, "dealer @421")
    assert (flowers_in(match, DMO), rocks_in(match, EC)) == (["B2"], [])
    view = match.view(PUBLIC)
    assert view.latest == (Done(DMO, Half.ROCK, None, by_clock=True),)
    assert [each.by_clock for each in view.marked] == [False, True]
    assert match.to_act == (EC,)
    assert match.view(PUBLIC).missing == (Half.FLOWER, Half.ROCK)


def test_both_halves_can_be_passed_by_the_clock():
    step = tried(turns("ec @0 rock O15"), "dealer @421")
    assert step.match.view(PUBLIC).latest == (
        Done(DMO, Half.FLOWER, None, by_clock=True),
        Done(DMO, Half.ROCK, None, by_clock=True),
    )
    told = step.notices[-1]
    assert isinstance(told, Opened)
    assert (told.seats, told.spent, told.cause) == ((EC,), Spent(DMO, 0), Cause(CauseKind.TIME))


def test_a_turn_passed_by_the_clock_counts_as_passed():
    match = turns("ec @0 rock O15", "dealer @421")
    assert tried(match, "ec @430 pass").match.result == over(DMO, "both-passed")
    later = played(turns("ec @0 rock O15", "dmo @0 pass"), "dealer @421")
    assert later.result == over(DMO, "both-passed")


def test_a_turn_with_one_half_made_does_not_count_as_passed():
    match = turns("ec @0 pass", "dmo @0 pass", "ec @0 flower B2", "dealer @421")
    assert match.result is None
    assert tried(match, "dmo @421 pass").match.result is None


def test_the_hades_only_turn_passed_by_the_clock_does_not_count():
    match = turns("dealer @421", "dmo @421 pass")
    assert match.result is None
    step = tried(match, "ec @421 pass")
    assert step.match.result == over(DMO, "both-passed")
    assert isinstance(step.notices[-1], Ended)


def test_turns_pass_by_themselves_until_the_match_is_over():
    step = tried(turns(), "dealer @5000")
    assert step.match.result == over(DMO, "both-passed")
    passed = [entry.at for entry in step.match.entries if entry.who is Speaker.DEALER]
    assert passed == [420, 840, 960, 5000]


def test_an_agreement_lapses_when_the_clock_passes_a_turn():
    match = turns("dmo @0 agree", "dealer @421")
    assert match.view(PUBLIC).agreed == ()
    assert played(match, "ec @421 agree").result is None
    in_time = turns("dmo @0 agree", "ec @420 agree")
    assert in_time.result == over(DMO, "agreed")


# The opening and the choice


@pytest.mark.parametrize(("at", "answer"), [("600", ""), ("600.001", "not-your-turn")])
def test_an_opening_counts_until_the_end_of_the_set_up(at: str, answer: str):
    match = played(begun(anguish()), "dmo @5 flower A1")
    step = tried(match, f"ec @{at} {U}")
    assert code(step) == answer
    shown = played(step.match, "dmo @601 first ec")
    assert bool(flowers_in(shown, EC)) is not bool(answer)
    assert [each.by_clock for each in shown.view(PUBLIC).latest] == [bool(answer), False]


def test_silence_in_the_opening_is_a_pass():
    match = played(begun(anguish()), "dealer @601")
    assert (match.state.phase, match.to_act) == (Phase.CHOICE, (DMO,))
    fixed = played(begun(anguish(first="dmo")), "dealer @601")
    assert (fixed.state.phase, fixed.to_act) == (Phase.PLAY, (DMO,))
    assert fixed.view(PUBLIC).latest == tuple(
        Done(seat, Half.FLOWER, None, by_clock=True) for seat in SEATS
    )


def test_the_latest_opening_counts_when_the_set_up_ends():
    match = played(begun(anguish(first="ec")), "ec @1 flower A1", "ec @2 flower B2")
    assert code(tried(match, "ec @3 flower P1")) == "off-board"
    match = played(match, "dealer @601")
    assert flowers_in(match, EC) == ["B2"]


def test_only_its_seat_learns_what_an_opening_is():
    first = tried(begun(anguish()), f"ec @100 {U}")
    assert first.notices == (Received(EC, True, True, True, Seconds(500)),)
    again = tried(first.match, "ec @200 pass")
    assert again.notices == (Received(EC, False, True, True, Seconds(400)),)
    last = tried(again.match, "dmo @300 pass")
    received, opened = last.notices
    assert received == Received(DMO, True, False, False, None)
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.turn, opened.reserve) == ((DMO,), 60, None)


@pytest.mark.parametrize(("at", "answer"), [("160", ""), ("160.001", "wrong-phase")])
def test_the_choice_counts_until_the_end_of_its_time(at: str, answer: str):
    match = played(begun(anguish()), "ec @100 flower A1", "dmo @100 pass")
    step = tried(match, f"dmo @{at} first dmo")
    match = played(match, "dealer @161")
    assert (match.lot_due_at, match.to_act) == (160, ())
    if answer:
        # The lot is drawn before the entry is judged.
        assert code(step) in {"wrong-phase", "not-your-turn"}
        assert step.match.state.phase is Phase.PLAY
    else:
        assert (code(step), step.match.to_act) == ("", (DMO,))


@pytest.mark.parametrize("first", SEATS)
def test_a_late_choice_goes_to_a_lot_and_flowers_stay_secret_until_then(first: Seat):
    match = played(begun(anguish()), f"ec @100 {U}", "dmo @100 pass", "dealer @161")
    assert (flowers_in(match, EC), match.view(PUBLIC).submitted) == ([], SEATS)
    assert match.game.timing(match.state) is None
    settled = played(match, f"dealer @170 first {first}")
    assert settled.to_act == (first,)
    assert len(flowers_in(settled, EC)) == 1
    # Its turn counts from when the lot fell due.
    assert settled.flag_at() == 160 + 420


def test_both_results_of_the_lot_come_up():
    match = played(begun(anguish()), "ec @100 pass", "dmo @100 pass", "dealer @161")
    drawn = {match.game.draw(match.state, Random(seed)) for seed in range(30)}
    assert drawn == {"first ec", "first dmo"}
    assert match.game.draw(begun(anguish()).state, Random(0)) is None


@pytest.mark.parametrize("text", ["", "first", "first me", "flower A1", "ec"])
def test_a_text_that_states_no_lot_is_refused(text: str):
    match = played(begun(anguish()), "ec @100 pass", "dmo @100 pass", "dealer @161")
    with pytest.raises(Exception, match="wrong-lot"):
        match.game.settle(match.state, text)


# Rulings and logs


def test_an_undo_takes_back_one_half_or_an_opening():
    match = turns("ec @10 rock O15", "dmo @20 flower B2", "host @30 undo")
    assert (flowers_in(match, DMO), match.view(PUBLIC).missing) == ([], tuple(Half))
    match = played(match, "host @40 undo")
    assert (rocks_in(match, DMO), match.to_act) == ([], (EC,))
    match = played(match, "host @50 undo")
    assert (match.state.phase, match.to_act) == (Phase.OPENING, (DMO,))
    assert match.view(PUBLIC).dmo.flowers == match.view(PUBLIC).ec.flowers == ()
