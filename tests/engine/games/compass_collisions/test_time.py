"""Compass Collisions by the clock: set-up, choices, periods of reserve, and giving up a piece."""

from decimal import Decimal

import pytest

from engine.clocks import Deadline, Periods, Seconds
from engine.game import Timing
from engine.games.compass_collisions.board import EventKind
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Speaker
from engine.matches.match import Match
from engine.matches.notices import Opened, Progressed, Spent
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    cell,
    compass,
    in_play,
    numbered,
    placed,
    told,
)
from tests.engine.playing import begun, code, codes, played, reserves, tried

ROWS = ONE_LAYOUT.removeprefix("layout ")
LAYOUTS = (f"ec @10 {ONE_LAYOUT}", f"dmo @20 {OTHER_LAYOUT}")
PLACEMENT = ("dmo @30 take placement", "dmo @40 ec1 north, dmo2 south", "ec @50 ec2 east")


def timed(*lines: str, **options: str) -> Match:
    """A match whose clocks start as soon as a phase or turn opens."""
    return played(begun(compass(**options)), *lines)


def some_move(match: Match) -> str:
    """The first legal move of the one to act, typed."""
    return match.game.write(next(match.game.legal(match.state, match.to_act[0])))


def lots_of(match: Match) -> list[str]:
    return [each.text for each in match.entries if each.who is Speaker.DEALER and each.text]


def on_the_clock(first: Seat = EC, **options: str) -> Match:
    """A match in which a seat's first turn begins at 100 s."""
    return timed(*LAYOUTS, *PLACEMENT, f"ec @100 first {first}", **options)


# Both sides of every limit before the first move

REFUSED = {"wrong-phase", "not-your-turn"}


@pytest.mark.parametrize(
    ("before", "limit", "who", "text", "late"),
    [
        ((), 600, "ec", ONE_LAYOUT, {"not-your-turn"}),
        ((), 600, "dmo", ONE_LAYOUT, {"wrong-phase"}),
        # the privilege is then asked for
        ((), 600, "dmo", "take first", {""}),
        ((f"ec @10 {ONE_LAYOUT}",), 600, "dmo", ONE_LAYOUT, {"wrong-phase"}),
        ((f"dmo @10 {ONE_LAYOUT}",), 600, "ec", ONE_LAYOUT, {"not-your-turn"}),
        (LAYOUTS, 80, "dmo", "take first", REFUSED),
        ((*LAYOUTS, *PLACEMENT[:1]), 90, "dmo", "ec1 north, ec2 south", {"not-your-turn"}),
        ((*LAYOUTS, *PLACEMENT[:2]), 100, "ec", "ec2 east", {"wrong-phase"}),
        ((*LAYOUTS, *PLACEMENT), 110, "ec", "first me", REFUSED),
    ],
)
def test_exactly_at_the_limit_is_in_time_and_later_goes_to_a_lot(
    before: tuple[str, ...], limit: int, who: str, text: str, late: set[str]
):
    match = timed(*before)
    assert match.flag_at() == limit
    step = tried(match, f"{who} @{limit} {text}")
    assert (code(step), lots_of(step.match)) == ("", [])
    step = tried(match, f"{who} @{limit}.001 {text}")
    assert code(step) in late
    assert lots_of(step.match)
    assert step.match.state.phase is not match.state.phase


def test_missing_layouts_are_drawn_the_ecs_before_the_dmos():
    for lines, seats in (((), ["ec", "dmo"]), ((f"ec @10 {ONE_LAYOUT}",), ["dmo"])):
        match = timed(*lines, "dealer @601").draw_lots().match
        assert [lot.split()[:2] for lot in lots_of(match)] == [["layout", each] for each in seats]
        assert match.state.phase is Phase.PRIVILEGE
        assert match.started == 600


@pytest.mark.parametrize("seats", [("ec", "dmo"), ("dmo", "ec")])
def test_stated_lots_of_layouts_count_in_either_order_and_from_the_end_of_the_set_up(
    seats: tuple[str, str],
):
    match = timed("dealer @605")
    assert (match.to_act, match.lot_due_at) == ((), 600)
    for seat in seats:
        assert match.state.phase is Phase.LAYOUTS
        match = played(match, f"dealer @605 layout {seat} {ROWS}")
    assert match.state.phase is Phase.PRIVILEGE
    assert match.state.ec == match.state.dmo
    assert match.flag_at() == 660
    assert code(tried(match, f"dealer @605 layout ec {ROWS}")) == "no-lot-due"


def test_a_wrong_lot_is_refused_and_the_due_one_drawn_instead():
    answers, match = codes(
        timed(*LAYOUTS, "dealer @90"), ["dealer @90 first ec", "dealer @90 take first"]
    )
    assert answers == ["no-lot-due", "no-lot-due"]
    assert len(lots_of(match)) == 1


def test_an_early_choice_of_privilege_neither_ends_the_set_up_nor_restarts_its_clock():
    match = timed()
    step = tried(match, "dmo @100 take first")
    assert [type(each) for each in step.notices] == [Progressed]
    assert step.match.flag_at() == 600
    match = played(step.match, "dealer @650", f"dealer @650 layout ec {ROWS}")
    match = played(match, f"dealer @650 layout dmo {ROWS}")
    assert match.state.phase is Phase.FIRST_PLACEMENT
    assert match.to_act == (EC,)
    assert match.flag_at() == 660


def test_a_silent_player_has_everything_drawn():
    match = timed()
    while match.state.phase is not Phase.PLAY:
        match = match.pass_to(match.next_due() or match.now).match.draw_lots().match
    assert [lot.split()[0] for lot in lots_of(match)] == [
        *("layout", "layout", "take", "place", "place", "first")
    ]
    assert match.started == 600 + 4 * 60


def test_choices_have_the_time_the_host_has_set():
    match = timed(*LAYOUTS, choice="7.5", setup="30")
    assert match.flag_at() == Decimal("27.5")
    assert timed(setup="30").flag_at() == 30


# Periods of reserve


@pytest.mark.parametrize(
    ("used", "left"),
    [
        ("0", 3),
        ("60", 3),
        ("60.001", 2),
        ("61", 2),
        ("120", 2),
        ("120.001", 1),
        ("121", 1),
        ("180", 1),
        ("180.001", 0),
        ("240", 0),
    ],
)
def test_a_turn_uses_up_every_period_it_enters(used: str, left: int):
    match = on_the_clock()
    step = tried(match, f"ec @{100 + Decimal(used)} {some_move(match)}")
    assert (code(step), reserves(step.match)) == ("", (left, 3))
    assert step.match.to_act == (DMO,)
    spent = [each.spent for each in step.notices if isinstance(each, Opened)]
    assert spent == [Spent(EC, left) if left < 3 else None]


@pytest.mark.parametrize(
    ("turns", "left"),
    [((60, 61, 60, 61), 1), ((61, 121), 0), ((240,), 0), ((60, 60, 240), 0), ((90, 90, 90), 0)],
)
def test_periods_used_in_one_turn_are_gone_in_the_next(turns: tuple[int, ...], left: int):
    match = on_the_clock()
    for used in turns:
        assert match.to_act == (EC,)
        match = played(match, f"ec @{match.now + used} {some_move(match)}")
        match = played(match, f"dmo @{match.now + 60} {some_move(match)}")
    assert reserves(match) == (left, 3)
    assert match.flag_at() == match.now + 60 + 60 * left


def test_the_host_sets_the_number_and_length_of_turns_and_periods():
    match = on_the_clock(turn="10", period="2.5", periods="4")
    assert match.flag_at() == 120
    match = played(match, f"ec @{Decimal('112.6')} {some_move(match)}")
    assert reserves(match) == (2, 4)
    assert on_the_clock(periods="0").flag_at() == 160


def test_a_host_may_give_and_take_periods():
    match = played(on_the_clock(), "host @100 time ec +2", "host @100 time dmo -1")
    assert reserves(match) == (5, 2)
    assert match.flag_at() == 460


@pytest.mark.parametrize("seat", SEATS)
def test_only_a_turn_has_the_movers_clock_and_everything_else_has_plain_limits(seat: Seat):
    match = on_the_clock(seat)
    assert match.timing == Timing(match.state.turns, Periods(Seconds(60), Seconds(60)), seat)
    late = played(match, "dealer @340.001")
    assert late.timing == Timing(match.state.turns + 1, Deadline(Seconds(60)))


# Out of reserve


def out_of_reserve(first: Seat = EC, **options: str) -> Match:
    """A seat whose time has just run out, at 340 s."""
    return played(on_the_clock(first, **options), "dealer @340")


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_without_time_and_reserve_must_give_up_a_piece(seat: Seat):
    match = on_the_clock(seat)
    assert match.flag_at() == 340
    assert code(tried(match, f"{seat} @340 {some_move(match)}")) == ""
    step = tried(match, f"{seat} @340.001 {some_move(match)}")
    assert code(step) == "must-remove"
    assert (step.match.state.phase, step.match.to_act) == (Phase.REMOVAL, (seat,))
    assert step.match.view(PUBLIC).to_move is seat
    assert step.match.reserve_left(seat) == 0
    assert step.match.flag_at() == 400


def test_what_is_answered_while_a_piece_must_be_given_up():
    answers, _ = codes(
        out_of_reserve(),
        [
            "ec @350 E5 N",
            "ec @350 E5 E6",
            "dmo @350 remove E2",
            "ec @350 remove",
            "ec @350 remove E5",
            "ec @350 remove D1",
            "ec @350 remove J1",
            "ec @350 take first",
            "ec @350 first me",
            f"ec @350 {ONE_LAYOUT}",
            "ec @350 good grief",
            "ec @350 remove H9",
            "ec @350 remove H9",
        ],
    )
    assert answers == [
        *("must-remove", "must-remove", "not-your-turn", "malformed", "not-yours", "not-yours"),
        *("off-board", "wrong-phase", "wrong-phase", "wrong-phase", "not-a-submission", ""),
        "not-your-turn",
    ]


def test_a_piece_is_given_up_at_no_other_time():
    assert code(tried(on_the_clock(), "ec @100 remove H9")) == "wrong-phase"


def test_a_piece_given_up_is_gone_and_the_other_seat_has_the_turn():
    match = out_of_reserve()
    before = match.view(PUBLIC)
    match = played(match, "ec @400 remove H9")
    view = match.view(PUBLIC)
    assert told(view.events) == ["removed H9 E", "fell A1 wave 1"]
    assert {*before.pieces} - {*view.pieces} == {
        (square, piece) for square, piece in before.pieces if square == cell("H9")
    }
    assert (view.arrow, view.to_move, match.to_act) == (None, DMO, (DMO,))
    assert (match.started, match.flag_at()) == (400, 640)
    assert reserves(match) == (0, 3)


def test_the_last_move_stays_marked_until_a_piece_is_given_up():
    match = on_the_clock()
    match = played(match, f"ec @100 {some_move(match)}", "dealer @340")
    before = match.view(PUBLIC)
    match = played(match, "dealer @341")
    assert match.state.phase is Phase.REMOVAL
    assert before.arrow
    assert (match.view(PUBLIC).arrow, match.view(PUBLIC).events) == (before.arrow, before.events)


def test_later_turns_have_only_the_turn_time():
    match = played(out_of_reserve(), "ec @350 remove H9")
    match = played(match, f"dmo @360 {some_move(match)}")
    assert match.flag_at() == 420
    match = played(match, "dealer @420")
    assert match.state.phase is Phase.REMOVAL
    match = played(match, "ec @420 remove F9")
    assert match.to_act == (DMO,)


def test_a_seat_that_gives_up_nothing_in_time_has_a_piece_drawn():
    match = out_of_reserve()
    assert code(tried(match, "ec @400 remove H9")) == ""
    step = tried(match, "ec @400.001 remove H9")
    assert code(step) == "not-your-turn"
    (lot,) = lots_of(step.match)
    assert lot.startswith("remove ")
    (event, *_) = step.match.view(PUBLIC).events
    assert event.kind is EventKind.REMOVED
    assert (str(event.cell), event.piece and event.piece.owner) == (lot.split()[1], EC)
    assert step.match.started == 400


def test_a_stated_lot_of_a_removal_counts_from_when_it_fell_due():
    answers, match = codes(
        played(out_of_reserve(remove="20"), "dealer @380"), ["dealer @390 remove H9"]
    )
    assert answers == [""]
    assert told(match.view(PUBLIC).events)[0] == "removed H9 E"
    assert match.started == 360
    match = played(out_of_reserve(), "dealer @400")
    for wrong in ("remove D1", "remove E5", "remove", "H9", "E5 N"):
        refused = tried(match, f"dealer @400 {wrong}")
        assert code(refused) == "no-lot-due"
        assert len(lots_of(refused.match)) == 1


def test_erosion_and_loss_follow_a_removal_by_lot_as_they_follow_a_move():
    letters = placed(*EVERY_ELEMENT, "E5 W")
    state = in_play(letters, EC, numbered("A1 8"), phase=Phase.REMOVAL)
    game = CompassCollisions()
    after = game.settle(game.lapse(state), "remove e5")
    assert told(after.field.events) == ["removed E5 W", "fell A1 E wave 1"]
    outcome = after.outcome
    assert outcome
    assert outcome.winner is DMO
