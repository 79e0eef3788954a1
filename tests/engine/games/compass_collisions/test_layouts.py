"""Compass Collisions before the first move: layouts, privilege, placement; and its notation."""

from collections import Counter
from dataclasses import replace
from itertools import islice, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.games.compass_collisions import layouts
from engine.games.compass_collisions.board import Compass
from engine.games.compass_collisions.layouts import SetName, slot_cell
from engine.games.compass_collisions.notation import Privilege, Submission, Take
from engine.games.compass_collisions.position import CompassCollisionsView, Phase, Position
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import Opened, Progressed, Received
from engine.refusals import OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat, Viewer
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    cell,
    compass,
    letters_of,
    placed,
)
from tests.engine.playing import begun, code, codes, played, tried
from tests.engine.secrets import Leak, compare_in_lockstep

GAME = CompassCollisions()
SPARE = placed(*EVERY_ELEMENT)


def setting_up(*lines: str, **options: str) -> Match:
    """A match without a clock, after lines that are all accepted."""
    return played(begun(compass(**options), timed=False), *lines)


def to_act(match: Match) -> list[str]:
    return [seat.value for seat in match.to_act]


def rows_of(view: CompassCollisionsView, name: SetName) -> list[str]:
    """A shown set as it was typed."""
    return ["".join(slot or "." for slot in row) for row in dict(view.sets)[name]]


# Layouts


def test_a_layout_is_six_rows_on_lines_or_between_slashes_in_either_case():
    rows = ("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E.")
    for text in (
        ONE_LAYOUT,
        ONE_LAYOUT.replace(" / ", "/"),
        ONE_LAYOUT.replace(" / ", "\n"),
        ONE_LAYOUT.replace(" / ", "\r\n"),
        ONE_LAYOUT.replace("layout ", "Layout\n").replace(" / ", " \n\n "),
        ONE_LAYOUT.replace("layout ", "\n LAYOUT / "),
        ONE_LAYOUT.replace("layout ", "**layout**: "),
        ONE_LAYOUT.replace("layout ", "layout \u2013 "),
        ONE_LAYOUT.replace("layout ", "```\nlayout\n").replace(" / ", "\n") + "\n```",
        ONE_LAYOUT.replace(" / ", "\u2028").replace("A", "\uff21"),
        ONE_LAYOUT.replace("...", "\N{HORIZONTAL ELLIPSIS}"),
        f"({ONE_LAYOUT})!",
    ):
        assert GAME.read(GAME.begin(), EC, text) == Submission(rows)
    small = GAME.read(GAME.begin(), EC, ONE_LAYOUT.lower())
    assert GAME.act(GAME.begin(), EC, small) == GAME.act(GAME.begin(), EC, Submission(rows))


def layout(*rows: str) -> str:
    return f"layout {' / '.join(rows)}"


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("layout EWFA", "layout-rows", {"rows": "1"}),
        ("layout E W F A", "layout-rows", {"rows": "1"}),
        (ONE_LAYOUT.removesuffix(" / .E."), "layout-rows", {"rows": "5"}),
        (f"{ONE_LAYOUT} / ...", "layout-rows", {"rows": "7"}),
        (
            layout("E.W.F.A.", ".EWF.", "A.E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "1", "length": "8", "wanted": "7"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A.", ".E."),
            "layout-rows",
            {"row": "5", "length": "4", "wanted": "5"},
        ),
        (
            layout(".EWF.", "E.W.F.A", "A.E", "WW..FFA", "..A..", ".E"),
            "layout-rows",
            {"row": "1", "length": "5", "wanted": "7"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "3", "length": "3", "wanted": "3", "blanks": "within"},
        ),
        (
            layout("E. W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E."),
            "layout-rows",
            {"row": "1", "length": "8", "wanted": "7", "blanks": "within"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", "..."),
            "wrong-count",
            {"count": "15"},
        ),
        (
            layout("E.W.F.A", ".EWF.", "AEE", "WW..FFA", "..A..", ".E."),
            "wrong-count",
            {"count": "17"},
        ),
        (layout(*["." * 7, "." * 5, "..."] * 2), "wrong-count", {"count": "0"}),
        (
            layout("EWF....", ".....", "...", "WWWWWWW", "FFFAA", "A.."),
            "too-few",
            {"set": "1", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFAA", "A..", "EWF....", ".....", "..."),
            "too-few",
            {"set": "2", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFWW", "W..", "EWF....", ".....", "..."),
            "too-few",
            {"set": "2", "count": "3"},
        ),
        (
            layout("WWWWWWW", "FFFWW", "...", "EWFW...", ".....", "..."),
            "missing-element",
            {"elements": "A"},
        ),
        (
            layout("wwwwwww", "wwwww", "...", "wwww...", ".....", "..."),
            "missing-element",
            {"elements": "EFA"},
        ),
    ],
)
def test_a_faulty_layout_is_refused_with_its_first_fault(
    text: str, reason: str, facts: dict[str, str]
):
    match = setting_up()
    step = tried(match, f"ec @0 {text}")
    assert step.refusal
    assert (step.refusal.code, step.refusal.facts) == (reason, facts)
    assert (step.match.state, step.match.entries) == (match.state, ())


@pytest.mark.parametrize("small", [("EWFA...", ".....", "..."), ("F.W...A", ".....", ".E.")])
def test_four_pieces_make_a_set_and_one_of_each_element_is_enough(small: tuple[str, ...]):
    large = ("EEEEEEE", "EEEEE", "...")
    for rows in ((*small, *large), (*large, *small)):
        assert code(tried(setting_up(), f"ec @0 {layout(*rows)}")) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("layout", "malformed"),
        ("layout /", "malformed"),
        ("layout and", "malformed"),
        ("layout E5", "malformed"),
        ("layout E,W", "malformed"),
        ("layout ec", "malformed"),
        ("layout E.W of mine", "not-a-submission"),
        ("layout X.W.F.A / .EWF.", "not-a-submission"),
        ("layouts E", "not-a-submission"),
        ("my layout E.W", "not-a-submission"),
        ("E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.", "not-a-submission"),
        ("layout E5.", "not-a-submission"),
        ("layout.", "not-a-submission"),
        ("layout E.W?", "not-a-submission"),
    ],
)
def test_a_text_that_begins_with_layout_but_is_not_one_is_malformed_or_conversation(
    text: str, said: str
):
    assert code(tried(setting_up(), f"ec @0 {text}")) == said


def test_a_layout_may_be_replaced_until_both_are_in():
    match = setting_up(f"ec @0 {ONE_LAYOUT}")
    assert to_act(match) == ["dmo"]
    match = played(match, f"ec @0 {OTHER_LAYOUT}")
    answers, match = codes(match, ["ec @0 layout E", f"dmo @0 {ONE_LAYOUT}"])
    assert answers == ["layout-rows", ""]
    assert match.state.phase is Phase.PRIVILEGE
    answers, match = codes(match, [f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}"])
    assert answers == ["not-your-turn", "wrong-phase"]
    match = played(match, "dmo @0 take first")
    assert rows_of(match.view(PUBLIC), SetName.EC1) == ["FFFF...", ".....", "EWA"]
    assert rows_of(match.view(PUBLIC), SetName.EC2) == ["WWWW...", "EEEE.", "A.."]
    assert rows_of(match.view(PUBLIC), SetName.DMO1) == ["E.W.F.A", ".EWF.", "A.E"]
    assert rows_of(match.view(PUBLIC), SetName.DMO2) == ["WW..FFA", "..A..", ".E."]


def test_layouts_and_nothing_else_are_private_submissions():
    state = GAME.begin()
    assert GAME.takes_secrets(state)
    assert GAME.is_private(state, GAME.read(state, EC, ONE_LAYOUT))
    for text in ("take first", "ec1 north", "first me", "E5 N", "E5 E6", "remove E5"):
        assert not GAME.is_private(state, GAME.read(state, DMO, text))
    assert not GAME.takes_secrets(setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}").state)
    match = setting_up()
    step = tried(match, f"ec @0 {ONE_LAYOUT}")
    assert [type(each) for each in step.notices] == [Received]
    step = tried(played(step.match, "dmo @0 take first"), f"dmo @0 {ONE_LAYOUT}")
    assert [type(each) for each in step.notices] == [Received, Opened]


def test_a_view_shows_a_layout_only_to_its_seat_until_the_privilege_is_known():
    match = setting_up(f"ec @0 {ONE_LAYOUT}")
    assert match.view(EC).own == match.state.ec
    assert match.view(DMO).own is None
    assert match.view(PUBLIC).own is None
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == (EC,)
        assert match.view(viewer).sets == ()
    match = played(match, f"dmo @0 {OTHER_LAYOUT}")
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == (EC, DMO)
        assert match.view(viewer).sets == ()
    match = played(match, "dmo @0 take placement")
    for viewer in (EC, DMO, PUBLIC):
        assert match.view(viewer).submitted == ()
        assert [name for name, _ in match.view(viewer).sets] == list(SetName)


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ((), []),
        ((f"ec @0 {ONE_LAYOUT}",), ["ec1", "ec2"]),
        ((f"dmo @0 {ONE_LAYOUT}",), ["dmo1", "dmo2"]),
        ((f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}"), ["ec1", "ec2", "dmo1", "dmo2"]),
    ],
)
def test_a_finished_match_shows_all_layouts_that_were_handed_in(
    lines: tuple[str, ...], names: list[str]
):
    match = played(setting_up(*lines), "dmo @0 concede")
    for viewer in (EC, DMO, PUBLIC):
        assert [name.value for name, _ in match.view(viewer).sets] == names
    assert match.game.position(match.state) is None


# The privilege


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize(
    ("privilege", "placer"), [("take first", EC), ("take placement", DMO), ("TAKE, First", EC)]
)
def test_the_privilege_decides_who_places_and_who_names_the_first_mover(
    privilege: str, placer: Seat, early: bool
):
    layouts = [f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}"]
    lines = [f"dmo @0 {privilege}", *layouts] if early else [*layouts, f"dmo @0 {privilege}"]
    match = setting_up(*lines)
    assert match.state.phase is Phase.FIRST_PLACEMENT
    assert match.to_act == (placer,)
    assert match.view(PUBLIC).chooser is placer.opponent


def test_the_dmo_may_choose_once_while_layouts_are_missing_and_is_still_awaited():
    match = setting_up()
    step = tried(match, "dmo @0 take first")
    assert [type(each) for each in step.notices] == [Progressed]
    assert to_act(step.match) == ["ec", "dmo"]
    assert step.match.view(PUBLIC).chooser is DMO
    answers, match = codes(
        step.match,
        ["dmo @0 take placement", "dmo @0 take first", "ec @0 take first", f"dmo @0 {ONE_LAYOUT}"],
    )
    assert answers == ["already-chosen", "already-chosen", "not-your-turn", ""]
    assert to_act(match) == ["ec"]
    answers, match = codes(match, ["dmo @0 take placement", f"dmo @0 {OTHER_LAYOUT}"])
    assert answers == ["already-chosen", ""]


def test_the_privilege_is_asked_for_once_both_layouts_are_in():
    match = setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}")
    assert match.state.phase is Phase.PRIVILEGE
    assert to_act(match) == ["dmo"]
    answers, match = codes(
        match, ["ec @0 take first", "dmo @0 first me", "dmo @0 take", "dmo @0 take first"]
    )
    assert answers == ["not-your-turn", "wrong-phase", "malformed", ""]
    assert code(tried(match, "ec @0 take first")) == "wrong-phase"


# Placement


SHOWN = (f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}", "dmo @0 take placement")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ec1 north, dmo2 south", ""),
        ("place ec1 north, dmo2 south", ""),
        ("EC1 N DMO2 S", ""),
        ("ec1 e and ec2 w", ""),
        ("ec1 north", "two-sets"),
        ("ec1 north, ec1 south", "set-placed"),
        ("ec1 north, ec2 north", "side-taken"),
        ("ec1 north, ec1 north", "set-placed"),
        ("ec1 north, ec2 south, dmo1 east", "malformed"),
        ("ec1 north, ec2", "malformed"),
        ("north ec1", "malformed"),
        ("ec1 ec2", "malformed"),
        ("ec1", "malformed"),
        ("place", "malformed"),
        ("place north", "malformed"),
        ("ec1 north on ec2", "not-a-submission"),
        ("ec1 N2", "malformed"),
        ("ec1 north E5", "malformed"),
        ("ec3 north", "not-a-submission"),
        ("first me", "wrong-phase"),
        ("take first", "wrong-phase"),
        ("E5 N", "wrong-phase"),
        ("E5 E6", "wrong-phase"),
        ("remove E5", "wrong-phase"),
        (ONE_LAYOUT, "wrong-phase"),
    ],
)
def test_the_placer_puts_two_sets_on_two_sides(text: str, answer: str):
    assert code(tried(setting_up(*SHOWN), f"dmo @0 {text}")) == answer


def test_a_refusal_names_the_set_or_side_that_is_taken():
    match = played(setting_up(*SHOWN), "dmo @0 ec1 north, dmo2 south")
    step = tried(match, "ec @0 ec1 east")
    assert step.refusal
    assert (step.refusal.code, step.refusal.facts) == ("set-placed", {"set": "ec1"})
    step = tried(match, "ec @0 ec2 south")
    assert step.refusal
    assert (step.refusal.code, step.refusal.facts) == ("side-taken", {"side": "south"})


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ec2 east", {"ec2": "east", "dmo1": "west"}),
        ("ec2 west", {"ec2": "west", "dmo1": "east"}),
        ("dmo1 east", {"ec2": "west", "dmo1": "east"}),
        ("place dmo1 w", {"ec2": "east", "dmo1": "west"}),
        ("dmo1 west, ec2 east", {"ec2": "east", "dmo1": "west"}),
        ("ec2 east, dmo1 east", "side-taken"),
        ("ec2 east, ec2 west", "set-placed"),
        ("ec2 east, dmo1 north", "side-taken"),
        ("dmo2 east", "set-placed"),
        ("ec2 north", "side-taken"),
    ],
)
def test_the_other_seat_puts_the_last_two_by_naming_one(text: str, answer: str | dict[str, str]):
    match = played(setting_up(*SHOWN), "dmo @0 ec1 north, dmo2 south")
    assert to_act(match) == ["ec"]
    assert code(tried(match, f"dmo @0 {text}")) == "not-your-turn"
    step = tried(match, f"ec @0 {text}")
    if isinstance(answer, str):
        assert code(step) == answer
        return
    assert dict(step.match.view(PUBLIC).sides) == {"ec1": "north", "dmo2": "south", **answer}


def test_nothing_stands_on_the_board_until_all_sets_are_placed():
    match = played(setting_up(*SHOWN), "dmo @0 ec1 north, dmo2 south")
    assert (match.view(PUBLIC).pieces, match.game.position(match.state)) == ((), None)
    match = played(match, "ec @0 ec2 east")
    assert match.state.phase is Phase.NAMING
    assert len(match.view(PUBLIC).pieces) == 32
    assert match.game.position(match.state) is not None


SIDES = {
    # the rows from the edge inwards, from left to right as seen from outside
    Compass.SOUTH: ("B1 C1 D1 E1 F1 G1 H1", "C2 D2 E2 F2 G2", "D3 E3 F3"),
    Compass.WEST: ("A8 A7 A6 A5 A4 A3 A2", "B7 B6 B5 B4 B3", "C6 C5 C4"),
    Compass.NORTH: ("H9 G9 F9 E9 D9 C9 B9", "G8 F8 E8 D8 C8", "F7 E7 D7"),
    Compass.EAST: ("I2 I3 I4 I5 I6 I7 I8", "H3 H4 H5 H6 H7", "G4 G5 G6"),
}


@pytest.mark.parametrize("side", Compass)
def test_rows_are_read_from_outside_and_sets_are_turned_but_never_mirrored(side: Compass):
    for row, names in enumerate(SIDES[side]):
        assert [str(slot_cell(side, row, slot)) for slot in range(7 - 2 * row)] == names.split()


def test_the_diagonals_and_the_middle_stay_empty():
    covered = {
        slot_cell(side, row, slot)
        for side in Compass
        for row, length in enumerate((7, 5, 3))
        for slot in range(length)
    }
    diagonals = {Cell(at, at) for at in range(9)} | {Cell(at, 8 - at) for at in range(9)}
    middle = {Cell(column, row) for column in (3, 4, 5) for row in (3, 4, 5)}
    assert len(covered) == 60
    assert len(covered | diagonals | middle) == 81
    assert not covered & (diagonals | middle)


@pytest.mark.parametrize("sides", list(permutations(Compass)))
def test_every_set_stands_as_it_was_laid_out_wherever_it_is_put(sides: tuple[Compass, ...]):
    by_name = dict(zip(SetName, sides, strict=True))
    match = played(
        setting_up(*SHOWN),
        f"dmo @0 ec1 {by_name[SetName.EC1]}, dmo1 {by_name[SetName.DMO1]}",
        f"ec @0 dmo2 {by_name[SetName.DMO2]}",
    )
    layouts = dict(zip(Seat, (ONE_LAYOUT, OTHER_LAYOUT), strict=True))
    expected = {}
    for name, side in by_name.items():
        seat = EC if name.startswith("ec") else DMO
        rows = layouts[seat].removeprefix("layout ").split(" / ")[0 if name[-1] == "1" else 3 :]
        for cells, row in zip(SIDES[side], rows, strict=False):
            for square, letter in zip(cells.split(), row, strict=True):
                if letter != ".":
                    expected[cell(square)] = letter if seat is EC else letter.lower()
    assert letters_of(match.state) == expected


# Who moves first


@pytest.mark.parametrize(
    ("privilege", "namer", "text", "first"),
    [
        ("take placement", EC, "first ec", EC),
        ("take placement", EC, "first them", DMO),
        ("take first", DMO, "first me", DMO),
        ("take first", DMO, "first ec", EC),
    ],
)
def test_the_seat_that_does_not_place_first_names_who_moves_first(
    privilege: str, namer: Seat, text: str, first: Seat
):
    match = setting_up(f"ec @0 {ONE_LAYOUT}", f"dmo @0 {ONE_LAYOUT}", f"dmo @0 {privilege}")
    other = namer.opponent
    match = played(match, f"{other} @0 ec1 north, dmo1 south", f"{namer} @0 ec2 east")
    assert match.to_act == (namer,)
    assert code(tried(match, f"{other} @0 first me")) == "not-your-turn"
    assert code(tried(match, f"{namer} @0 first")) == "malformed"
    match = played(match, f"{namer} @0 {text}")
    assert (match.state.phase, match.to_act) == (Phase.PLAY, (first,))
    assert match.view(PUBLIC).to_move is first


@pytest.mark.parametrize("first", SEATS)
def test_nobody_is_asked_who_moves_first_if_the_host_has_fixed_it(first: Seat):
    match = setting_up(*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east", first=first.value)
    assert (match.state.phase, match.to_act) == (Phase.PLAY, (first,))


# Lots


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_drawn_by_lot_is_legal_in_every_phase(seed: int):
    game, generator = compass(), Random(seed)
    state = game.begin()
    phases = []
    while not state.outcome:
        assert game.draw(state, generator) is None
        phases.append(state.phase)
        state = game.lapse(state)
        while not game.to_act(state) and not state.outcome:
            lot = game.draw(state, generator)
            assert lot
            state = game.settle(state, lot.lower())
    assert phases[:6] == [
        Phase.LAYOUTS,
        Phase.PRIVILEGE,
        Phase.FIRST_PLACEMENT,
        Phase.SECOND_PLACEMENT,
        Phase.NAMING,
        Phase.PLAY,
    ]
    assert state.outcome
    assert phases[6:8] == [Phase.REMOVAL, Phase.PLAY]


def test_every_layout_is_listed_once(monkeypatch: pytest.MonkeyPatch):
    """Of so few slots that all ways to fill them can be tried."""
    small = {"SLOTS": 3, "PIECES": 5, "LEAST_IN_SET": 2, "LENGTHS": (2, 1, 2, 1)}
    for name, value in small.items():
        monkeypatch.setattr(layouts, name, value)
    listed = [*layouts.every_layout()]
    filled = map("".join, product(".EWFA", repeat=6))
    wanted = {
        (slots[:2], slots[2], slots[3:5], slots[5])
        for slots in filled
        if slots.count(".") == 1 and {*slots} == {*".EWFA"}
    }
    assert len(listed) == len({*listed})
    assert {*listed} == wanted


def test_lots_of_layouts_have_all_shapes_and_four_of_each_element():
    sizes: Counter[int] = Counter()
    for seed in range(300):
        lot = compass().draw(replace(GAME.begin(), lot_due=True), Random(seed))
        assert lot
        rows = lot.removeprefix("layout ec ").split(" / ")
        assert list(map(len, rows)) == [7, 5, 3, 7, 5, 3]
        assert Counter("".join(rows).replace(".", "")) == {"E": 4, "W": 4, "F": 4, "A": 4}
        sizes["".join(rows[:3]).count(".")] += 1
    assert sorted(sizes) == list(range(3, 12))


LOT = layout("E.W.F.A", ".EWF.", "A.E", "WW..FFA", "..A..", ".E.").removeprefix("layout ")


@pytest.mark.parametrize(
    ("before", "lot", "answer"),
    [
        ((), f"layout ec {LOT}", ""),
        ((), f"layout dmo {LOT}", ""),
        ((f"ec @0 {ONE_LAYOUT}",), f"layout dmo {LOT}", ""),
        ((f"ec @0 {ONE_LAYOUT}",), f"layout ec {LOT}", "wrong-lot"),
        ((), "layout ec E / W", "wrong-lot"),
        ((), "layout ec xyz", "wrong-lot"),
        ((), "layout ec", "wrong-lot"),
        ((), LOT, "wrong-lot"),
        ((), ONE_LAYOUT, "wrong-lot"),
        ((), "take first", "wrong-lot"),
        ((), "", "wrong-lot"),
        (SHOWN[:2], "take first", ""),
        (SHOWN[:2], "take placement", ""),
        (SHOWN[:2], "take", "wrong-lot"),
        (SHOWN[:2], "first ec", "wrong-lot"),
        (SHOWN, "place ec1 north, dmo2 south", ""),
        (SHOWN, "place ec1 north, ec1 south", "wrong-lot"),
        (SHOWN, "place ec1 north", "wrong-lot"),
        (SHOWN, "ec1 north, dmo2 south", "wrong-lot"),
        (SHOWN, "hello", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), "place ec2 east", ""),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), "place ec2 south", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "first ec", ""),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "first me", "wrong-lot"),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), "take first", "wrong-lot"),
    ],
)
def test_a_lot_counts_only_if_it_is_the_one_that_is_due(
    before: tuple[str, ...], lot: str, answer: str
):
    state = GAME.lapse(setting_up(*before).state)
    assert GAME.to_act(state) == ()
    assert GAME.timing(state) is None
    assert not any(GAME.hears(state, seat, None) for seat in SEATS)
    if answer:
        with pytest.raises(OutOfOrder, match=answer):
            GAME.settle(state, lot.lower())
        return
    GAME.settle(state, lot.lower())


# Every legal action before the first move


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (SHOWN[:2], 2),
        (SHOWN, 72),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), 2),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), 2),
    ],
)
def test_all_choices_are_listed_once_and_lead_to_different_states(
    lines: tuple[str, ...], count: int
):
    match = setting_up(*lines)
    (seat,) = match.to_act
    actions = list(GAME.legal(match.state, seat))
    assert len(actions) == count
    assert not list(GAME.legal(match.state, seat.opponent))
    after = {_outcome_of_choice(GAME.act(match.state, seat, each)) for each in actions}
    assert len(after) == count


def _outcome_of_choice(state: Position) -> Any:
    return state.phase, frozenset(state.sides), state.placer, state.awaited


def test_layouts_are_listed_one_by_one_and_the_dmos_privilege_first():
    state = GAME.begin()
    for seat in SEATS:
        listed = list(islice(GAME.legal(state, seat), 500))
        takes = [each for each in listed if isinstance(each, Take)]
        assert takes == ([] if seat is EC else [Take(each) for each in Privilege])
        assert len({*listed}) == 500
        for action in listed:
            GAME.act(state, seat, action)
    assert not list(islice(GAME.legal(setting_up(f"ec @0 {ONE_LAYOUT}").state, EC), 1))


# Secrets: nobody else learns anything that a seat hides

SMALL_TALK = ("hello", "take", "layout", "layout E", "take back", "E5 N", "first me", "remove E5")
RULINGS = ("pause", "resume", "undo", "time ec +1")


def layout_by_lot(seed: int) -> str:
    lot = GAME.draw(replace(GAME.begin(), lot_due=True), Random(seed)) or ""
    return lot.replace("layout ec", "layout")


@st.composite
def scripts(draw: st.DrawFn) -> tuple[Seat, list[Entry], list[Entry]]:
    """Who hides something, and what is typed in two matches that differ only in that."""
    hider = draw(st.sampled_from(SEATS))
    generator = Random(draw(st.integers(0, 10**6)))
    here: list[Entry] = []
    there: list[Entry] = []
    for _ in range(draw(st.integers(2, 14))):
        after = generator.choice((0, 1, 5, 30))
        at = (here[-1].at if here else 0) + Seconds(after)
        who, one, other = _something_said(generator, hider)
        here.append(Entry(who, at, one))
        there.append(Entry(who, at, other))
    return hider, here, there


def _something_said(generator: Random, hider: Seat) -> tuple[Speaker, str, str]:
    """A speaker and what is typed in either match."""
    one, other = (layout_by_lot(generator.randint(0, 10**6)) for _ in range(2))
    small_talk, ruling = generator.choice(SMALL_TALK), generator.choice(RULINGS)
    dmo, either = Speaker.DMO, Speaker(generator.choice(SEATS))
    return generator.choice(
        [
            *[(Speaker(hider), one, other)] * 8,
            *[(Speaker(hider.opponent), one, one)] * 3,
            *[(dmo, "take first", "take first"), (dmo, "take placement", "take placement")],
            *[(either, small_talk, small_talk)] * 3,
            (Speaker.HOST, ruling, ruling),
            (Speaker.DEALER, "", ""),
            (either, "concede", "concede"),
        ]
    )


def is_revealed(match: Match) -> bool:
    return match.result is not None or match.state.phase not in {Phase.LAYOUTS, Phase.PRIVILEGE}


def test_nobody_else_learns_anything_about_a_hidden_layout():
    counts: list[int] = []
    phases: Counter[Phase] = Counter()

    @settings(max_examples=100)
    @given(scripts())
    def compare(script: tuple[Seat, list[Entry], list[Entry]]) -> None:
        hider, here, there = script

        def watched(match: Match) -> bool:
            phases[match.state.phase] += 1
            return is_revealed(match)

        game = compass(setup="100", choice="20")
        counts.append(compare_in_lockstep(game, here, there, hider, watched))

    compare()
    assert sum(count > 2 for count in counts) >= 30
    assert min(phases[Phase.LAYOUTS], phases[Phase.PRIVILEGE]) >= 50
    assert phases[Phase.FIRST_PLACEMENT] >= 5


class ShowsSetsTooEarly(CompassCollisions):
    def view(self, state: Position, viewer: Viewer) -> CompassCollisionsView:
        return self.reveal(state) if state.phase is Phase.PRIVILEGE else super().view(state, viewer)

    def reveal(self, state: Position) -> CompassCollisionsView:
        return replace(super().view(state, PUBLIC), sets=tuple(state.sets.items()))


class ShowsTheOthersLayout(CompassCollisions):
    def view(self, state: Position, viewer: Viewer) -> CompassCollisionsView:
        shown = state.layout(viewer.opponent) if viewer else None
        return replace(super().view(state, viewer), own=shown)


class AwaitsByLayout(CompassCollisions):
    def to_act(self, state: Position) -> tuple[Seat, ...]:
        heavy = state.ec is not None and None not in state.ec.sets[0][0]
        return SEATS if heavy and state.phase is Phase.LAYOUTS else super().to_act(state)


class PositionsWithLayouts(CompassCollisions):
    def position(self, state: Position) -> str | None:
        return str(state.ec)


@pytest.mark.parametrize(
    "leaky", [ShowsSetsTooEarly, ShowsTheOthersLayout, AwaitsByLayout, PositionsWithLayouts]
)
def test_a_game_that_leaks_a_layout_is_caught(leaky: type[CompassCollisions]):
    entries = [
        [
            Entry(Speaker.EC, Seconds(1), hidden),
            Entry(Speaker.DEALER, Seconds(2)),
            Entry(Speaker.DMO, Seconds(3), ONE_LAYOUT),
            Entry(Speaker.DEALER, Seconds(4)),
        ]
        for hidden in (ONE_LAYOUT, MOSTLY_IN_SET_ONE)
    ]
    assert compare_in_lockstep(compass(), *entries, EC, is_revealed) == 4
    with pytest.raises(Leak):
        compare_in_lockstep(leaky(), *entries, EC, is_revealed)


MOSTLY_IN_SET_ONE = layout("EEEEEEE", "WWWWW", "...", "WWFA...", ".....", "...")
