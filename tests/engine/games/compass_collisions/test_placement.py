"""Compass Collisions: where the sets are put, and who moves first."""

from itertools import permutations

import pytest

from engine.games.compass_collisions.board import Compass
from engine.games.compass_collisions.layouts import SetName, slot_cell
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    SHOWN,
    cell,
    letters_of,
    placed,
    setting_up,
    to_act,
)
from tests.engine.playing import code, played, tried

GAME = CompassCollisions()
SPARE = placed(*EVERY_ELEMENT)


# Placement


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
