"""Phases of the shared parts: secret set-ups, deadlines that lapse into lots, and locks."""

import pytest

from engine.clocks import Seconds
from engine.matches.entries import Speaker
from engine.matches.notices import Opened, Received
from engine.seats import SEATS, Seat
from tests.engine.playing import begun, code, codes, played, tried
from tests.engine.toy_game import CELLS
from tests.engine.toys import HIDDEN, toy

EC, DMO = Seat.EC, Seat.DMO

pytestmark = pytest.mark.usefixtures("toys_in_games")


# A secret set-up that both must submit


@pytest.mark.parametrize(
    ("lines", "answers", "to_act"),
    [
        ([], [], (EC, DMO)),
        (["ec @1 hide A1"], [""], (DMO,)),
        (["dmo @1 hide A1"], [""], (EC,)),
        (["ec @1 hide A1", "ec @2 hide C3"], ["", ""], (DMO,)),
        (["ec @1 hide A1", "ec @2 hide D4"], ["", "off-board"], (DMO,)),
        (["ec @1 hide A1", "ec @2 hide"], ["", "malformed"], (DMO,)),
        (["ec @1 hide A1", "ec @2 hello"], ["", "not-a-submission"], (DMO,)),
        (["ec @1 lock"], ["wrong-phase"], (EC, DMO)),
        ([*HIDDEN], ["", ""], (EC, DMO)),
        ([*HIDDEN, "ec @3 hide C3"], ["", "", "wrong-phase"], (EC, DMO)),
        (["ec @600 hide A1"], [""], (DMO,)),
    ],
)
def test_a_set_up_can_be_replaced_until_both_seats_have_one(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...]
):
    given_answers, match = codes(begun(toy()), lines)
    assert given_answers == answers
    assert match.to_act == to_act


def test_the_latest_legal_submission_counts():
    match = played(begun(toy()), "ec @1 hide A1", "ec @2 hide C3")
    match = codes(match, ["ec @3 hide D4", "dmo @4 hide A2"])[1]
    assert match.view(EC).own == (CELLS[8], None)


def test_only_its_seat_learns_of_a_submission_that_counts():
    one = tried(begun(toy()), "ec @1 hide A1")
    assert one.notices == (
        Received(EC, is_first=True, may_change=True, goes_on=True, left=Seconds(599)),
    )
    again = tried(one.match, "ec @2 hide A2")
    assert again.notices == (
        Received(EC, is_first=False, may_change=True, goes_on=True, left=Seconds(598)),
    )
    both = tried(again.match, "dmo @3 hide B2")
    assert both.notices[0] == Received(
        DMO, is_first=True, may_change=False, goes_on=False, left=None
    )
    opened = both.notices[-1]
    assert isinstance(opened, Opened)
    assert (opened.seats, opened.turn, opened.reserve) == ((EC, DMO), 90, None)


@pytest.mark.parametrize(
    ("lines", "said", "is_secret"),
    [
        ([], "hide A1", True),
        ([], "plant A1", True),
        ([], "hello", None),
        ([], "concede", None),
        ([], "hide", None),
        (["ec @1 hide A1", "dmo @1 hide B2"], "bid one", True),
    ],
)
def test_a_match_can_tell_whether_a_text_is_a_secret(lines, said, is_secret):
    assert played(begun(toy()), *lines).is_secret(EC, said) is is_secret


def test_the_set_up_has_one_clock_for_both():
    match = played(begun(toy()), "ec @100 hide A1", "ec @200 hide A2")
    assert match.flag_at() == 600
    step = match.pass_to(Seconds(599))
    assert [(each.at, each.seats) for each in step.notices] == [(570, (DMO,)), (595, (DMO,))]


# A deadline that lapses into lots, one for each seat


@pytest.mark.parametrize(
    ("lines", "answers", "mines"),
    [
        # Two lots, stated in either order.
        (
            ["dealer @600", "dealer @601 hide ec A1", "dealer @602 hide dmo B2"],
            ["", "", ""],
            ("A1", "B2"),
        ),
        (
            ["dealer @600", "dealer @601 hide dmo B2", "dealer @602 hide ec A1"],
            ["", "", ""],
            ("A1", "B2"),
        ),
        # One for the seat without, and none for the other.
        (["ec @5 hide C3", "dealer @600", "dealer @600 hide dmo A1"], ["", "", ""], ("C3", "A1")),
        (
            ["ec @5 hide C3", "dealer @600", "dealer @600 hide ec A1"],
            ["", "", "no-lot-due"],
            ("C3", None),
        ),
        # One stated, the other drawn before the next entry is judged.
        (
            ["dealer @600", "dealer @601 hide dmo B2", "ec @602 bid one"],
            ["", "", ""],
            (None, "B2"),
        ),
        # Both drawn.
        (["ec @600.001 hide A1"], ["wrong-phase"], (None, None)),
        (["dealer @601 posted"], [""], (None, None)),
        # Neither, as long as only hosts and time are heard.
        (["dealer @600", "host @700 pause", "host @800 resume", "dealer @900"], [""] * 4, None),
    ],
)
def test_each_missing_seat_has_a_lot_of_its_own(
    lines: list[str], answers: list[str], mines: tuple[str | None, str | None] | None
):
    given_answers, match = codes(begun(toy()), lines)
    assert given_answers == answers
    laid = [match.view(seat).own[0] for seat in SEATS]
    if mines is None:
        assert laid == [None, None]
        assert match.to_act == ()
        assert match.timing is None
        return
    assert all(laid)
    assert all(named in {None, str(cell)} for named, cell in zip(mines, laid, strict=True))
    assert match.to_act == (EC, DMO)


def test_lots_are_logged_and_count_from_when_they_fell_due():
    match = played(begun(toy()), "dealer @650 hide dmo B2", "dealer @685 hide ec A1")
    assert match.flag_at() == 690
    drawn = tried(begun(toy()), "ec @650 bid one").match
    assert drawn.flag_at() == 690
    said = [each.text.split()[:2] for each in drawn.entries if each.who is Speaker.DEALER]
    assert said == [[], ["hide", "ec"], ["hide", "dmo"]]


def test_lots_settled_late_find_later_deadlines_passed():
    step = tried(begun(toy()), "ec @700 bid one")
    assert code(step) in {"wrong-phase", "not-your-turn"}
    assert step.match.to_act == (DMO,)
    assert step.match.flag_at() == 690 + 120 + 90


def test_a_lot_is_drawn_by_the_seed():
    mines = {
        tuple(
            tried(begun(toy(seed=str(seed))), "ec @650 lock").match.view(seat).own[0]
            for seat in SEATS
        )
        for seed in range(12)
    }
    assert len(mines) > 6
    assert any(one != other for one, other in mines)


# A phase that both end by `lock`


@pytest.mark.parametrize(
    ("lines", "answers", "to_act"),
    [
        (["ec @3 bid one", "ec @4 bid two"], ["", ""], (EC, DMO)),
        (["ec @3 lock"], [""], (DMO,)),
        (["ec @3 lock", "ec @4 bid one"], ["", "not-your-turn"], (DMO,)),
        (["ec @3 lock", "ec @4 lock"], ["", "not-your-turn"], (DMO,)),
        (["ec @3 lock", "dmo @4 bid one", "dmo @5 lock"], ["", "", ""], (DMO,)),
        (["ec @3 bid two", "ec @4 lock", "dmo @5 lock"], ["", "", ""], (EC,)),
        (["ec @3 bid two", "dealer @92"], ["", ""], (EC,)),
        (["ec @92 bid two", "dealer @92"], ["", ""], (EC,)),
        (["ec @92.001 bid two"], ["not-your-turn"], (DMO,)),
    ],
)
def test_a_phase_ends_once_both_have_locked_or_its_time_is_over(
    lines: list[str], answers: list[str], to_act: tuple[Seat, ...]
):
    given_answers, match = codes(begun(toy()), [*HIDDEN, *lines])
    assert given_answers[2:] == answers
    assert match.to_act == to_act


def test_only_its_seat_learns_of_a_lock_and_reminders_go_to_the_other():
    step = tried(played(begun(toy()), *HIDDEN), "ec @5 lock")
    (received,) = step.notices
    assert received == Received(EC, True, may_change=False, goes_on=True, left=Seconds(87))
    reminded = step.match.pass_to(Seconds(62)).notices
    assert [(each.seats, each.at) for each in reminded] == [((DMO,), 62)]
