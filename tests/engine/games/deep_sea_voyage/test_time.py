"""Deep Sea Voyage: its limits, what happens when they run out, lots, and matches that replay."""

from random import Random

import pytest

from engine.clocks import Deadline, Seconds
from engine.game import Timing
from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.position import How, Passed, Phase, Picked, Placed, Sided
from engine.matches.entries import Speaker
from engine.matches.match import Match
from engine.matches.notices import Opened, Reminded
from engine.records.referee import referee
from engine.refusals import OutOfOrder
from engine.seats import PUBLIC, SEATS
from tests.engine.games.deep_sea_voyage.positions import (
    CUTS,
    DMO,
    EC,
    FLOODED,
    HARMLESS,
    WORKED,
    voyage,
)
from tests.engine.playing import begun, code, over, played, tried

AT_ZERO = ("ec @0 ready", "dmo @0 ready")


def at_sea(*lines: str, **options: str) -> Match:
    """A match whose first round begins at 0, EC as the Empire, and then lines with times."""
    return played(begun(voyage(**{"first": "ec", **options})), *AT_ZERO, *lines)


def placing(*lines: str, **options: str) -> Match:
    """A match in which placements are awaited from 0 on, EC's on board 1, DMO's on board 2."""
    return at_sea("ec @0 board 1", "dmo @0 board 2", *lines, **options)


def last(*lines: str, **options: str) -> Match:
    """A match in which board 1 is the last one from 0 on."""
    return at_sea(*lines, board2=FLOODED, board3=FLOODED, **options)


def tracking(*lines: str, **options: str) -> Match:
    """A match in which routes are awaited from 0 on."""
    return placing("ec @0 lock", "dmo @0 lock", *lines, **options)


# Both sides of every limit

LIMITS = [
    (begun(voyage()), "dmo", "empire", 90, {"wrong-phase", "not-your-turn"}),
    (begun(voyage()), "ec", "ready", 90, {"wrong-phase", "not-your-turn"}),
    (at_sea(), "ec", "board 1", 45, {"not-your-turn"}),
    (at_sea("ec @0 board 1"), "dmo", "board 2", 45, {"wrong-phase"}),
    (placing(), "ec", HARMLESS, 90, {"wrong-phase"}),
    (placing(f"dmo @0 {HARMLESS}", "dmo @0 lock"), "ec", "lock", 90, {"not-your-turn"}),
    (last(), "ec", HARMLESS, 90, {"not-your-turn"}),
    (last("ec @0 pass"), "dmo", HARMLESS, 90, {"wrong-phase"}),
    (tracking(), "ec", "route 1 red A1 A7 G7", 240, {"match-over"}),
    (tracking("dmo @0 lock"), "ec", "lock", 240, {"match-over"}),
]


@pytest.mark.parametrize(("match", "who", "text", "limit", "answers"), LIMITS)
def test_exactly_at_a_limit_is_in_time_and_later_is_late(
    match: Match, who: str, text: str, limit: int, answers: set[str]
):
    assert match.flag_at() == limit
    assert code(tried(match, f"{who} @{limit} {text}")) == ""
    assert code(tried(match, f"{who} @{limit}.001 {text}")) in answers


def test_each_phase_and_turn_is_an_occasion_of_its_own_with_its_own_limit():
    options = {"pregame": "10", "pick": "20", "action": "30", "routes": "40"}
    match, timings = begun(voyage(first="ec", **options)), []
    lines = (
        *("ec @0 ready", "dmo @0 ready", "ec @0 board 1", "dmo @0 board 2"),
        *(f"ec @0 {CUTS[Ship.RED]}", f"dmo @0 {CUTS[Ship.RED]}", "ec @0 lock", "dmo @0 lock"),
        *("dmo @0 pass", "ec @0 pass"),
        *("ec @0 route 3 red A1 A7 G7", "ec @0 lock"),
    )
    for line in lines:
        timings.append(match.timing)
        match = played(match, line)
    timings.append(match.timing)
    wanted = [
        *[(0, 10)] * 2,
        *[(1, 20), (2, 20)],
        *[(3, 30)] * 4,
        *[(4, 30), (5, 30)],
        *[(6, 40)] * 3,
    ]
    assert timings == [Timing(occasion, Deadline(Seconds(limit))) for occasion, limit in wanted]
    assert played(match, "dmo @0 lock").timing is None


def test_the_game_has_no_reserve():
    match = placing()
    assert match.game.starting_reserve is None
    assert code(tried(match, "host @1 time ec +30")) == "no-reserve"
    # Nobody's time is used up by a phase: the next one has all of its own.
    later = played(match, "ec @80 lock", "dmo @85 lock")
    assert later.flag_at() == 85 + 240


def test_reminders_come_30_and_5_seconds_before_the_end():
    step = placing().pass_to(Seconds(89))
    told = [each for each in step.notices if isinstance(each, Reminded)]
    assert [(each.at, each.seats) for each in told] == [(60, SEATS), (85, SEATS)]
    step = placing("ec @70 lock").pass_to(Seconds(89))
    told = [each for each in step.notices if isinstance(each, Reminded)]
    assert [(each.at, each.seats) for each in told] == [(85, (DMO,))]


# Silence before the first round


@pytest.mark.parametrize("lot", ["side ec empire", "side ec marauder", "side dmo empire"])
def test_if_the_dmo_does_not_choose_the_sides_are_drawn_by_lot(lot: str):
    match = played(begun(voyage()), "ec @5 ready", "dmo @6 ready")
    assert match.to_act == (DMO,)
    match = played(match, "dealer @91")
    assert (match.lot_due_at, match.to_act, match.timing) == (90, (), None)
    match = played(match, f"dealer @100 {lot}")
    empire = EC if lot == "side ec empire" else DMO
    view = match.view(PUBLIC)
    assert (view.empire, view.latest) == (empire, (Sided(empire),))
    assert (view.phase, match.to_act, match.flag_at()) == (Phase.PICK, (empire,), 90 + 45)


@pytest.mark.parametrize(
    "lot",
    ["side", "side ec", "side ec red", "side empire ec", "board ec 1", "empire", "first ec", ""],
)
def test_a_text_that_names_no_side_is_not_a_lot(lot: str):
    match = played(begun(voyage()), "dealer @91")
    with pytest.raises(OutOfOrder, match="wrong-lot"):
        match.game.settle(match.state, lot)


def test_a_due_lot_is_drawn_before_the_next_text_is_judged():
    step = tried(begun(voyage(seed="5")), "dmo @91 empire")
    assert code(step) in {"not-your-turn", "wrong-phase"}
    lots = [each.text for each in step.match.entries if each.who is Speaker.DEALER and each.text]
    assert lots in (["side ec empire"], ["side ec marauder"])


def test_the_time_before_the_first_round_can_run_out_after_a_side_was_chosen():
    match = played(begun(voyage()), "dmo @5 empire", "ec @6 ready", "dealer @91")
    view = match.view(PUBLIC)
    assert (view.phase, view.empire, match.to_act) == (Phase.PICK, DMO, (DMO,))
    assert view.latest == ()
    fixed = played(begun(voyage(first="ec")), "dealer @91")
    assert (fixed.lot_due_at, fixed.to_act) == (None, (EC,))


# Silent picks


def test_a_silent_pick_is_drawn_by_lot_and_so_is_the_next():
    match = played(at_sea(), "dealer @46")
    assert (match.lot_due_at, match.to_act) == (45, ())
    match = played(match, "dealer @50 board ec 3")
    view = match.view(PUBLIC)
    assert (view.picks, view.latest) == (((EC, 3),), (Picked(EC, 3, How.LOT),))
    assert (match.to_act, match.flag_at()) == ((DMO,), 90)
    match = played(match, "dealer @91", "dealer @92 board dmo 1")
    view = match.view(PUBLIC)
    assert view.picks == ((EC, 3), (DMO, 1))
    assert (view.phase, match.flag_at()) == (Phase.PLACING, 90 + 90)


def test_several_lots_in_a_row_are_drawn_as_time_passes():
    step = tried(begun(voyage(seed="1")), "ec @91 hello")
    match = played(step.match, "dealer @1000")
    # The match waits for each lot to be drawn; then each phase's time runs from when it fell due.
    while match.lot_due_at is not None:
        match = match.draw_lots().match
        match = played(match, "dealer @1000")
    texts = [each.text.split()[0] for each in match.entries if each.text]
    assert texts == ["side", "board", "board"]
    # Both were silent then: they passed, and nobody handed in a route.
    assert match.result == over(DMO, "boards")
    ends = [each.at for each in match.entries if each.who is Speaker.DEALER and not each.text]
    assert {90, 135, 180, 270, 510} <= {*ends}


@pytest.mark.parametrize(
    "lot", ["board ec 4", "board ec 0", "board dmo 1", "board ec", "board 1", "side ec empire", "1"]
)
def test_a_text_that_names_no_pickable_board_is_not_a_lot(lot: str):
    match = played(at_sea(), "dealer @46")
    with pytest.raises(OutOfOrder, match="wrong-lot"):
        match.game.settle(match.state, lot)


def test_a_lot_never_draws_a_closed_board_or_the_others_pick():
    closed = at_sea(board2=FLOODED, board1=WORKED)
    assert drawn_in(played(closed, "dealer @46")) == {"board ec 1", "board ec 3"}
    taken = played(at_sea("ec @0 board 2"), "dealer @46")
    assert drawn_in(taken) == {"board dmo 1", "board dmo 3"}
    for lot in ("board dmo 2", "board ec 1"):
        with pytest.raises(OutOfOrder, match="wrong-lot"):
            taken.game.settle(taken.state, lot)


def drawn_in(match: Match) -> set[str | None]:
    return {match.game.draw(match.state, Random(seed)) for seed in range(40)}


def test_both_sides_can_be_drawn_and_nothing_is_drawn_unless_a_lot_is_due():
    late = played(begun(voyage()), "dealer @91")
    assert drawn_in(late) == {"side ec empire", "side ec marauder"}
    assert drawn_in(at_sea()) == {None}


def test_a_lot_between_two_open_boards_leaves_the_other_seat_the_second():
    match = played(at_sea(board2=FLOODED), "dealer @46", "dealer @46 board ec 3")
    view = match.view(PUBLIC)
    assert view.latest == (Picked(EC, 3, How.LOT), Picked(DMO, 1, How.LEFT))
    assert view.phase is Phase.PLACING


# Silence in a round, on the last board, and at the end


def test_a_seat_with_nothing_in_at_the_end_of_a_round_has_passed():
    match = placing(f"ec @10 {HARMLESS}", "dealer @91")
    view = match.view(PUBLIC)
    placed, passed = view.latest
    assert isinstance(placed, Placed)
    assert passed == Passed(DMO, by_clock=True)
    assert (view.phase, view.round, match.flag_at()) == (Phase.PICK, 2, 90 + 45)


def test_the_latest_submission_counts_at_the_end_of_a_round_whether_locked_or_not():
    match = placing(f"ec @10 {HARMLESS}", "ec @11 pass", "dmo @20 I B2 B3 B4 B5 B6", "dmo @21 lock")
    match = played(match, "dealer @91")
    assert [type(each) for each in match.view(PUBLIC).latest] == [Passed, Placed]
    assert match.view(PUBLIC).latest[0] == Passed(EC, by_clock=False)


def test_two_silent_players_have_passed_the_round():
    match = placing("dealer @91")
    assert match.view(PUBLIC).latest == tuple(Passed(seat, by_clock=True) for seat in SEATS)
    assert match.state.phase is Phase.ROUTES


def test_silence_on_the_last_board_is_a_pass():
    step = tried(last(), "dealer @91")
    view = step.match.view(PUBLIC)
    assert (view.latest, step.match.to_act) == ((Passed(EC, by_clock=True),), (DMO,))
    assert isinstance(step.notices[-1], Opened)
    assert step.match.flag_at() == 180
    assert played(step.match, "dmo @100 pass").state.phase is Phase.ROUTES
    assert played(step.match, "dealer @181").state.phase is Phase.ROUTES


def test_routes_handed_in_by_the_end_of_their_time_count():
    match = tracking("ec @10 route 1 red A1 A7 G7 / route 1 white A13 A7 G7", "dealer @241")
    assert match.result == over(EC, "boards")
    assert tracking("dealer @241").result == over(DMO, "boards")


# Rulings and records


def test_an_undo_takes_back_one_submission_and_reopens_its_phase():
    match = placing(f"ec @10 {HARMLESS}", "ec @20 lock", "host @30 undo")
    assert match.view(EC).submitted == (EC,)
    assert (match.to_act, match.flag_at()) == (SEATS, 30 + 90)
    match = played(match, "host @40 undo")
    assert (match.view(EC).submitted, match.state.phase) == ((), Phase.PLACING)
    match = played(match, "host @50 undo")
    assert (match.state.phase, match.to_act) == (Phase.PICK, (DMO,))


def test_a_pause_stops_a_shared_limit():
    match = placing("host @10 pause", "host @1010 resume")
    assert match.flag_at() == 1090
    assert code(tried(placing("host @10 pause"), f"ec @20 {HARMLESS}")) == "paused"


def test_the_referee_prints_no_clock_and_who_is_awaited():
    text = "\n".join(
        (
            *("game: deep-sea-voyage", f"board1: {WORKED}", f"board2: {WORKED}"),
            *(f"board3: {WORKED}", "", "dealer side ec empire", "dmo empire", "dmo ready"),
            *("ec ready", "dmo board 2", "ec board 2", "ec board 1", f"ec {HARMLESS}"),
            *("ec lock", "ec pass", "dmo lock"),
        )
    )
    *verdicts, end = referee(text)
    codes = [each.get("code", "") for each in verdicts]
    assert codes == ["no-lot-due", "", "", "", "", "board-taken", "", "", "", "locked", ""]
    awaited = [each["to_act"] for each in verdicts]
    assert awaited[1:5] == [["ec", "dmo"], ["ec"], ["dmo"], ["ec"]]
    assert awaited[6:] == [["ec", "dmo"], ["ec", "dmo"], ["dmo"], ["dmo"], ["ec"]]
    assert (end["result"], end["clock"]) == (None, {})
    assert verdicts[7]["position"]["1"] == WORKED != verdicts[-1]["position"]["1"]
