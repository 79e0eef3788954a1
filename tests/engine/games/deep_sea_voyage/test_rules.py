"""Deep Sea Voyage: sides, picks, placements in secret, cut-offs, and the last board."""

import pytest

from engine.games.deep_sea_voyage.board import Ship, Side
from engine.games.deep_sea_voyage.board_in_play import Closing, Placement, piece_on
from engine.games.deep_sea_voyage.notation import Word
from engine.games.deep_sea_voyage.position import (
    Closed,
    DeepSeaVoyageView,
    Finished,
    How,
    Passed,
    Phase,
    Picked,
    Placed,
    Sided,
    Submission,
)
from engine.matches.match import Match
from engine.matches.notices import Opened, Progressed, Received
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.deep_sea_voyage.positions import (
    CUTS,
    DMO,
    EC,
    FLOODED,
    HARMLESS,
    LOCKED,
    NARROW,
    OPEN,
    WORKED,
    cells_of,
    in_round,
    on_last_board,
    sailing,
    say,
    say_all,
    voyage,
)
from tests.engine.playing import begun, code, over


def shown(match: Match) -> DeepSeaVoyageView:
    """What everybody sees."""
    return match.view(PUBLIC)


def laid(seat: Seat, text: str, round_number: int = 1) -> Placement:
    letter, cells = text.split(maxsplit=1)
    return Placement(seat, round_number, letter, cells_of(cells))


# Before the first round


def test_the_boards_are_shown_at_once():
    view = shown(begun(voyage(board2=OPEN)))
    assert [str(sea.board) for sea in view.seas] == [WORKED, OPEN, WORKED]
    assert [sea.left for sea in view.seas] == [tuple("FILNPTUVWXYZ")] * 3
    assert (view.phase, view.empire, view.round, view.priority) == (Phase.PREGAME, None, 0, None)
    assert view.open_numbers == (1, 2, 3)
    assert view.side_of(EC) is None


@pytest.mark.parametrize("row_one", RowOne)
def test_the_row1_option_affects_only_the_pictures(row_one: RowOne):
    match = begun(voyage(row1=row_one.value))
    assert shown(match).row_one is row_one
    assert match.game.position(match.state) == {"1": WORKED, "2": WORKED, "3": WORKED}


@pytest.mark.parametrize(("word", "empire"), [("empire", DMO), ("MARAUDER", EC)])
def test_the_dmo_chooses_a_side_in_public(word: str, empire: Seat):
    step = say(begun(voyage()), f"dmo {word}")
    assert isinstance(step.notices[0], Progressed)
    view = shown(step.match)
    assert (view.empire, view.latest) == (empire, (Sided(empire),))
    assert (view.side_of(empire), view.side_of(empire.opponent)) == (Side.EMPIRE, Side.MARAUDER)
    assert view.phase is Phase.PREGAME


PREGAME = [
    (["ec empire"], "not-your-turn", (EC, DMO)),
    (["dmo empire"], "", (EC, DMO)),
    (["dmo empire", "dmo marauder"], "already-chosen", (EC, DMO)),
    (["dmo empire", "dmo empire"], "already-chosen", (EC, DMO)),
    (["dmo empire", "ec marauder"], "not-your-turn", (EC, DMO)),
    (["ec ready"], "", (DMO,)),
    (["ec ready", "ec ready"], "already-ready", (DMO,)),
    # Ready or not, the DMO still has to choose.
    (["dmo ready"], "", (EC, DMO)),
    (["dmo ready", "ec ready"], "", (DMO,)),
    (["dmo ready", "dmo ready"], "already-ready", (EC, DMO)),
    (["dmo ready", "dmo empire"], "", (EC,)),
    (["ec board 1"], "wrong-phase", (EC, DMO)),
    (["ec pass"], "not-a-submission", (EC, DMO)),
    (["dmo lock"], "wrong-phase", (EC, DMO)),
    (["dmo A2 A3 A4 A5 A6"], "wrong-phase", (EC, DMO)),
    (["dmo route 1 red A1 A7 G7"], "wrong-phase", (EC, DMO)),
    (["ec empire ready"], "malformed", (EC, DMO)),
]


@pytest.mark.parametrize(("lines", "answer", "to_act"), PREGAME)
def test_what_may_be_said_before_the_first_round(
    lines: list[str], answer: str, to_act: tuple[Seat, ...]
):
    *before, last = lines
    step = say(say_all(begun(voyage()), *before), last)
    assert (code(step), step.match.to_act) == (answer, to_act)
    assert shown(step.match).phase is Phase.PREGAME


@pytest.mark.parametrize(
    "lines",
    [
        ["dmo marauder", "ec ready", "dmo ready"],
        ["dmo ready", "dmo marauder", "ec ready"],
        ["ec ready", "dmo ready", "dmo marauder"],
    ],
)
def test_the_first_round_begins_once_a_side_is_chosen_and_both_are_ready(lines: list[str]):
    step = say(say_all(begun(voyage()), *lines[:-1]), lines[-1])
    view = shown(step.match)
    assert (view.phase, view.round, view.priority, view.to_move) == (Phase.PICK, 1, EC, EC)
    assert (view.finished, step.match.to_act) == ((), (EC,))
    assert isinstance(step.notices[-1], Opened)


@pytest.mark.parametrize("first", SEATS)
def test_a_fixed_first_seat_is_the_empire_and_nobody_is_asked(first: Seat):
    match = begun(voyage(first=first))
    assert (shown(match).empire, match.to_act) == (first, (EC, DMO))
    assert code(say(match, "dmo empire")) == "already-chosen"
    assert code(say(match, "ec empire")) == "not-your-turn"
    match = say_all(match, "dmo ready")
    assert match.to_act == (EC,)
    match = say_all(match, "ec ready")
    assert (shown(match).priority, match.to_act) == (first, (first,))


# Picks


def test_the_seat_with_priority_picks_first_and_then_the_other():
    match = say_all(sailing(), "ec board 2")
    view = shown(match)
    assert view.picks == ((EC, 2),)
    assert view.latest == (Picked(EC, 2, How.SAID),)
    assert (view.phase, match.to_act) == (Phase.PICK, (DMO,))
    match = say_all(match, "dmo board 3")
    view = shown(match)
    assert view.picks == ((EC, 2), (DMO, 3))
    assert (view.phase, match.to_act) == (Phase.PLACING, (EC, DMO))


PICKS = [
    (["dmo board 1"], "not-your-turn"),
    (["dmo board 7"], "not-your-turn"),
    (["ec board 0"], "malformed"),
    (["ec board 4"], "malformed"),
    (["ec board"], "malformed"),
    (["ec board 1 2"], "malformed"),
    (["ec board 2", "ec board 3"], "not-your-turn"),
    (["ec board 2", "dmo board 2"], "board-taken"),
    (["ec pass"], "not-a-submission"),
    (["ec ready"], "wrong-phase"),
    (["ec empire"], "wrong-phase"),
    (["ec lock"], "wrong-phase"),
    ([f"ec {HARMLESS}"], "wrong-phase"),
    (["ec route 1 red A1 A7 G7"], "wrong-phase"),
    (["dmo pass"], "not-a-submission"),
]


@pytest.mark.parametrize(("lines", "answer"), PICKS)
def test_what_may_be_said_while_boards_are_picked(lines: list[str], answer: str):
    *before, last = lines
    step = say(sailing(*before), last)
    assert code(step) == answer
    assert step.match.to_act == ((DMO,) if before else (EC,))


def test_a_closed_board_cannot_be_picked():
    match = in_round(f"ec {CUTS[Ship.RED]}", *LOCKED)
    step = say(match, "dmo board 1")
    assert code(step) == "board-closed"
    assert step.refusal
    assert step.refusal.facts == {"board": "1"}
    assert shown(match).open_numbers == (2, 3)


def test_if_one_board_is_left_the_other_seat_gets_it_without_asking():
    match = sailing("ec board 3", board1=FLOODED)
    view = shown(match)
    assert view.picks == ((EC, 3), (DMO, 2))
    assert view.latest == (Picked(EC, 3, How.SAID), Picked(DMO, 2, How.LEFT))
    assert (view.phase, match.to_act) == (Phase.PLACING, (EC, DMO))


def test_the_empire_has_priority_in_odd_rounds_and_the_marauder_in_even_ones():
    match, order = sailing(first="dmo"), []
    for _ in range(4):
        order.append((shown(match).round, shown(match).priority, match.to_act))
        first = match.to_act[0]
        picks = (f"{first} board 1", f"{first.opponent} board 2")
        match = say_all(match, *picks, f"{first} {any_placement(match, 1)}", *LOCKED)
    assert order == [(1, DMO, (DMO,)), (2, EC, (EC,)), (3, DMO, (DMO,)), (4, EC, (EC,))]


def any_placement(match: Match, number: int) -> str:
    """A placement that does not close its board."""
    sea = match.state.sea(number)
    for cells in sea.placements():
        placement = Placement(EC, 1, piece_on(sea, cells, "").letter, cells)
        if sea.with_placement(placement).closed is None:
            return " ".join(map(str, cells))
    raise AssertionError(number)


# Placements in secret


def test_placements_are_revealed_and_take_effect_together():
    match = in_round(f"ec {HARMLESS}", "dmo T on A12, A11, A10, B11, C11")
    assert [sea.placed for sea in shown(match).seas] == [(), (), ()]
    assert shown(match).latest == (Picked(DMO, 2, How.SAID),)
    first = say(match, "ec lock")
    assert [sea.placed for sea in shown(first.match).seas] == [(), (), ()]
    view = shown(say_all(first.match, "dmo lock"))
    ec, dmo = laid(EC, HARMLESS), laid(DMO, "T A12 A11 A10 B11 C11")
    assert [sea.placed for sea in view.seas] == [(ec,), (dmo,), ()]
    assert view.latest == (Placed(1, ec), Placed(2, dmo))
    assert (view.phase, view.round, view.picks) == (Phase.PICK, 2, ())
    assert view.seas[0].left == tuple("FLNPTUVWXYZ")
    assert view.seas[1].left == tuple("FILNPUVWXYZ")


def test_a_seat_sees_only_its_own_submission():
    match = in_round(f"ec {HARMLESS}")
    own = Submission(EC, 1, laid(EC, HARMLESS))
    assert match.view(EC).submissions == match.view(EC).own == (own,)
    for viewer in (DMO, PUBLIC):
        assert match.view(viewer).submissions == ()
        assert match.view(viewer).own is None
        assert match.view(viewer).submitted == (EC,)
    match = say_all(match, "dmo pass", "ec pass")
    assert match.view(DMO).submissions == (Submission(DMO, 2, None),)
    assert match.view(EC).submissions == (Submission(EC, 1, None),)


def test_the_latest_legal_submission_counts():
    match = in_round("ec I B2 B3 B4 B5 B6", "ec pass", f"ec {HARMLESS}")
    assert code(say(match, "ec I D1 D2 D3 D4 D5")) == "not-empty"
    assert code(say(match, "ec L C2 C3 C4 C5 C6")) == "wrong-letter"
    match = say_all(match, *LOCKED)
    assert shown(match).latest == (Placed(1, laid(EC, HARMLESS)), Passed(DMO, by_clock=False))


def test_submissions_and_locks_are_for_the_dealers_eyes_only():
    match = in_round()
    lines = [f"ec {HARMLESS}", "ec pass", "dmo lock"]
    told = []
    for line in lines:
        step = say(match, line)
        told.append(step.notices[0])
        match = step.match
    assert all(isinstance(each, Received) for each in told)
    assert [(each.seat, each.is_first) for each in told] == [(EC, True), (EC, False), (DMO, True)]
    game, state = match.game, match.state
    assert game.takes_secrets(state)
    assert game.is_private(state, Word.LOCK) is None
    assert not game.is_private(state, Word.READY)
    assert not game.takes_secrets(sailing().state)


SECRETS = [
    (["ec lock"], "", (DMO,)),
    (["ec lock", "ec lock"], "locked", (DMO,)),
    (["ec lock", f"ec {HARMLESS}"], "locked", (DMO,)),
    (["ec lock", "ec pass"], "locked", (DMO,)),
    (["ec lock", "ec board 3"], "locked", (DMO,)),
    (["ec lock", "ec A2 A2"], "locked", (DMO,)),
    (["ec lock", "dmo pass"], "", (DMO,)),
    (["ec board 3"], "wrong-phase", (EC, DMO)),
    (["ec ready"], "wrong-phase", (EC, DMO)),
    (["dmo marauder"], "wrong-phase", (EC, DMO)),
    (["ec marauder"], "wrong-phase", (EC, DMO)),
    (["dmo route 1 blue M1 M7 G7"], "wrong-phase", (EC, DMO)),
    (["ec L A12 A11 A10 B11 C11"], "wrong-letter", (EC, DMO)),
    (["ec A12 A11"], "malformed", (EC, DMO)),
    (["ec T"], "not-a-submission", (EC, DMO)),
]


@pytest.mark.parametrize(("lines", "answer", "to_act"), SECRETS)
def test_what_may_be_said_while_placements_are_secret(
    lines: list[str], answer: str, to_act: tuple[Seat, ...]
):
    *before, last = lines
    step = say(in_round(*before), last)
    assert (code(step), step.match.to_act) == (answer, to_act)
    if answer:
        assert step.match.state == in_round(*before).state


def test_everyone_sees_a_lock_and_a_lock_with_nothing_submitted_is_a_pass():
    match = in_round("dmo lock")
    assert (shown(match).finished, shown(match).latest) == ((DMO,), (Finished(DMO, Word.LOCK),))
    match = say_all(match, f"ec {HARMLESS}", "ec lock")
    assert shown(match).latest[-1] == Passed(DMO, by_clock=False)


def test_each_seat_is_heard_only_on_its_own_board():
    """Both players share a board's bank; another board has another bank."""
    match = in_round(f"ec {HARMLESS}", f"dmo {HARMLESS}", *LOCKED)
    match = say_all(match, "dmo board 1", "ec board 3")
    assert code(say(match, "dmo I M2 M3 M4 M5 M6")) == "piece-used"
    assert code(say(match, "dmo C2 C3 C4 C5 B5")) == "not-empty"
    assert code(say(match, f"ec {HARMLESS}")) == ""


def test_a_bigger_board_has_its_own_last_tile():
    match = sailing("ec board 1", "dmo board 2", board1=BIG)
    assert code(say(match, "ec I R4 R5 R6 R7 R8")) == ""
    step = say(match, "dmo I R4 R5 R6 R7 R8")
    assert code(step) == "off-board"
    assert step.refusal
    assert step.refusal.facts == {"last": "M13"}


BIG = "/".join(["W................K", *["." * 18] * 7, "........DD........"] + ["." * 18] * 8 + [
    "R................B"
])  # fmt: skip


# Cutting off


@pytest.mark.parametrize("ship", Ship)
@pytest.mark.parametrize("placer", SEATS)
def test_the_seat_that_cuts_off_any_ship_loses_the_board_at_once(ship: Ship, placer: Seat):
    number = 1 if placer is EC else 2
    match = in_round(f"{placer} {CUTS[ship]}", *LOCKED)
    sea = shown(match).seas[number - 1]
    assert (sea.closed, sea.lost_by) == (Closing.CUT_OFF, placer)
    assert shown(match).latest[-1 if placer is DMO else 1] == Closed(
        number, Closing.CUT_OFF, placer
    )
    assert (shown(match).open_numbers, match.result) == (
        tuple(each for each in (1, 2, 3) if each != number),
        None,
    )


def test_both_can_cut_off_in_one_round():
    match = in_round(f"ec {CUTS[Ship.RED]}", f"dmo {CUTS[Ship.RED]}", *LOCKED)
    view = shown(match)
    assert [sea.lost_by for sea in view.seas] == [EC, DMO, None]
    assert [type(each) for each in view.latest] == [Placed, Closed, Placed, Closed]
    # One board is open: the Marauder begins there, whose priority round 2 is.
    assert (view.phase, view.round, view.priority, match.to_act) == (Phase.LAST, 2, DMO, (DMO,))


def test_two_boards_won_by_cut_offs_decide_the_match_at_once():
    match = two_lost_by_ec()
    assert match.result == over(DMO, "boards")
    view = shown(match)
    assert view.phase is Phase.OVER
    assert [sea.score and sea.score.winner for sea in view.seas] == [DMO, DMO, None]
    assert view.seas[2].score is None


def two_lost_by_ec(**options: str) -> Match:
    match = in_round(f"ec {CUTS[Ship.RED]}", f"dmo {HARMLESS}", *LOCKED, **options)
    return say_all(match, "dmo board 3", f"ec {CUTS[Ship.BLUE]}", *LOCKED)


def test_if_both_cut_off_ships_on_the_boards_left_the_majority_decides():
    match = in_round(f"ec {CUTS[Ship.RED]}", *LOCKED)
    match = say_all(match, "dmo board 3", f"ec {CUTS[Ship.RED]}", f"dmo {CUTS[Ship.RED]}", *LOCKED)
    assert [sea.lost_by for sea in shown(match).seas] == [EC, EC, DMO]
    assert match.result == over(DMO, "boards")


def test_with_early_off_play_goes_on_with_the_board_that_is_left():
    match = two_lost_by_ec(early="off")
    assert (match.result, shown(match).phase, match.to_act) == (None, Phase.LAST, (EC,))
    match = say_all(match, f"ec {CUTS[Ship.BLACK]}")
    # All three were lost by cut-offs: there are no routes to hand in.
    assert match.result == over(DMO, "boards")
    assert [sea.score and sea.score.winner for sea in shown(match).seas] == [DMO] * 3


def test_a_board_on_which_nothing_more_fits_is_closed_without_a_winner():
    match = in_round("ec L D4 D5 D6 D7 E4", f"dmo {HARMLESS}", *LOCKED, board1=NARROW)
    view = shown(match)
    assert view.latest[1] == Closed(1, Closing.NOTHING_FITS, None)
    assert view.open_numbers == (2, 3)
    assert match.result is None


def test_if_both_pass_in_one_round_the_placing_ends():
    match = in_round(*LOCKED)
    view = shown(match)
    assert view.latest == (Passed(EC, by_clock=False), Passed(DMO, by_clock=False))
    assert (view.phase, view.round, view.picks, match.to_act) == (Phase.ROUTES, 1, (), (EC, DMO))


def test_if_only_one_passes_the_placing_goes_on():
    match = in_round("ec pass", f"dmo {HARMLESS}", *LOCKED)
    match = say_all(match, "dmo board 1", "ec board 2", "dmo I C2 C3 C4 C5 C6", *LOCKED)
    assert (shown(match).phase, shown(match).round) == (Phase.PICK, 3)


# The last board


def test_with_one_board_open_the_turns_are_public_and_alternate():
    match = on_last_board()
    view = shown(match)
    assert (view.phase, view.open_numbers, view.round) == (Phase.LAST, (1,), 1)
    assert not match.game.takes_secrets(match.state)
    order = []
    texts = [HARMLESS, "L K2 K3 K4 K5 L5", "pass", "N E2 E3 E4 F4 F5", "pass"]
    for text in texts:
        order += match.to_act
        step = say(match, f"{match.to_act[0]} {text}")
        assert isinstance(step.notices[-1], Opened)
        match = step.match
    assert order == [EC, DMO, EC, DMO, EC]
    assert [each.letter for each in shown(match).seas[0].placed] == ["I", "L", "N"]
    assert shown(match).round == 1


LAST = [
    (["dmo pass"], "not-your-turn"),
    ([f"dmo {HARMLESS}"], "not-your-turn"),
    (["dmo A1 B9"], "not-your-turn"),
    ([f"ec {HARMLESS}", f"ec {HARMLESS}"], "not-your-turn"),
    ([f"ec {HARMLESS}", f"dmo {HARMLESS}"], "not-empty"),
    ([f"ec {HARMLESS}", "dmo I K2 K3 K4 K5 K6"], "piece-used"),
    (["ec lock"], "wrong-phase"),
    (["ec ready"], "wrong-phase"),
    (["ec board 1"], "wrong-phase"),
    (["ec route 1 red A1 A7 G7"], "wrong-phase"),
    (["ec A12 A11"], "malformed"),
]


@pytest.mark.parametrize(("lines", "answer"), LAST)
def test_what_may_be_said_on_the_last_board(lines: list[str], answer: str):
    *before, last = lines
    step = say(on_last_board(*before), last)
    assert code(step) == answer
    assert step.match.to_act == ((DMO,) if before else (EC,))


def test_two_passes_in_a_row_on_the_last_board_end_the_placing():
    match = on_last_board("ec pass")
    assert (shown(match).phase, match.to_act) == (Phase.LAST, (DMO,))
    assert shown(match).latest == (Passed(EC, by_clock=False),)
    assert shown(say_all(match, "dmo pass")).phase is Phase.ROUTES
    match = say_all(match, f"dmo {HARMLESS}", "ec pass")
    assert shown(match).phase is Phase.LAST
    assert shown(say_all(match, "dmo pass")).phase is Phase.ROUTES


def test_a_pass_in_the_round_before_does_not_count_on_the_last_board():
    lines = ("ec board 1", f"ec {CUTS[Ship.RED]}", "dmo pass", *LOCKED)
    match = sailing(*lines, board3=FLOODED)
    assert (shown(match).phase, match.to_act) == (Phase.LAST, (DMO,))
    match = say_all(match, "dmo pass")
    assert shown(match).phase is Phase.LAST


def test_a_cut_off_on_the_last_board_ends_the_placing():
    match = on_last_board(f"ec {CUTS[Ship.WHITE]}")
    assert shown(match).seas[0].lost_by is EC
    # The other two closed without a winner, so their ways still have to be found.
    assert (shown(match).phase, match.to_act) == (Phase.ROUTES, (EC, DMO))
    assert shown(match).latest[-1] == Closed(1, Closing.CUT_OFF, EC)


def test_a_last_board_on_which_nothing_more_fits_ends_the_placing():
    match = on_last_board("ec L D4 D5 D6 D7 E4", board1=NARROW)
    assert shown(match).phase is Phase.ROUTES


def test_if_no_board_is_open_from_the_start_there_are_only_routes():
    match = sailing(board1=FLOODED, board2=FLOODED, board3=FLOODED)
    assert (shown(match).phase, shown(match).round) == (Phase.ROUTES, 0)


# What is legal


def test_a_position_shows_the_boards_in_a_records_letters():
    match = in_round(f"ec {HARMLESS}")
    assert match.game.position(match.state) == {"1": WORKED, "2": WORKED, "3": WORKED}
    match = say_all(match, *LOCKED)
    rows = match.game.position(match.state)["1"].split("/")
    assert rows[::-1][:7] == [
        "R...........B",
        "..i..........",
        "..i..........",
        "..i#.....#...",
        "..i..........",
        "..i..........",
        ".....CDC.....",
    ]
