"""The views of Compass Collisions in each phase, and of the last turn."""

import pytest

from engine.games.compass_collisions.board import Compass, Move
from engine.games.compass_collisions.rules import DMO_TAKES
from engine.seats import PUBLIC
from tests.engine.playing import begun, code, played, tried
from tests.games.compass_collisions.positions import (
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
    typed,
)

GAME = compass()
SPARE = placed(*EVERY_ELEMENT)
SET_UP = (
    f"ec @0 {ONE_LAYOUT}",
    f"dmo @0 {OTHER_LAYOUT}",
    "dmo @0 take placement",
    "dmo @0 dmo1 north, dmo2 east",
    "ec @0 ec1 south",
    "ec @0 first ec",
)


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("E5 N", "E5 E6"),
        ("E5 S 2", "E5 E4 E3"),
        ("E5 W 2", "E5 D5 C5"),
        ("E5 E", "E5 F5"),
        ("E5 E 2", "E5 F5"),
        ("E8 N 2", "E8 E9 E10"),
        ("E8 N", "E8 E9"),
        ("A8 W 2", "A8 @8"),
    ],
)
def test_the_way_of_a_move_ends_where_its_piece_is_or_is_lost(line: str, way: str):
    state = in_play({**SPARE, **placed("E5 E", "F5 #", "E8 W", "A8 F")})
    next_position = GAME.act(state, EC, GAME.read(state, EC, line))
    text = " ".join(
        f"{chr(ord('A') + other_cell.column)}{other_cell.row + 1}"
        for other_cell in next_position.field.way
    )
    assert text == way
    assert GAME.view(next_position, PUBLIC).way == next_position.field.way


@pytest.mark.parametrize(("number", "way"), [(9, "E8 E9 E10"), (1, "E8 E9 E10")])
def test_a_square_that_falls_after_the_move_is_still_on_its_way(number: int, way: str):
    state = in_play({**SPARE, **placed("E8 E")}, numbers=numbered(f"E9 {number}"))
    next_position = GAME.act(state, EC, Move(cell("E8"), Compass.NORTH, 2))
    assert [str(other_cell) for other_cell in GAME.view(next_position, PUBLIC).way] == way.split()


def test_who_had_fewer_pieces_last_is_shown_though_the_counts_are_equal_again():
    state = in_play({**SPARE, **placed("E8 E", "E9 w")})
    picture = [GAME.view(state, PUBLIC).weaker]
    for text in ("E8 N", "F1 N 2", "E9 N"):
        state = typed(state, text)
        picture.append(GAME.view(state, PUBLIC).weaker)
    assert state.field.count == 8
    assert picture == [None, DMO, DMO, DMO]


@pytest.mark.parametrize(
    ("numbers", "left", "falling", "collapsing"),
    [
        ((), 0, "", ""),
        (("A9 3", "B9 2"), 3, "A9", "A9 B9"),
        (("A9 3", "B9 3", "C9 2", "D9 1"), 3, "A9 B9", "A9 B9 C9"),
        (("A9 9", "B9 8", "C9 7"), 9, "A9", "A9 B9"),
        (("A9 8",), 8, "A9", "A9"),
        (("E5 8", "B9 7", "C9 6"), 8, "E5 B9", "E5 B9"),
        (("E5 8", "A1 7", "C9 6"), 8, "E5 A1 C9", "E5 A1"),
        (("E5 6", "A1 4"), 6, "E5", "E5 A1"),
    ],
)
def test_the_squares_that_fall_next_are_all_that_the_next_number_sets_off(
    numbers: tuple[str, ...], left: int, falling: str, collapsing: str
):
    nine = {**SPARE, **placed("E5 E")}
    view = GAME.view(in_play(nine, numbers=numbered(*numbers)), PUBLIC)
    assert len(view.pieces) == 9
    assert view.falls_at == left
    assert " ".join(map(str, view.falls_next)) == falling
    assert " ".join(map(str, view.collapsing)) == collapsing


def test_all_that_is_said_to_fall_next_falls_once_so_many_pieces_are_left():
    state = in_play(
        {**SPARE, **placed("C3 E", "C4 w", "C5 F", "G7 a", "E5 E")},
        numbers=numbered("C3 12", "C4 11", "B9 10", "C5 9", "G7 7", "A9 6"),
    )
    announced = GAME.view(state, PUBLIC).falls_next
    result = GAME.act(state, EC, GAME.read(state, EC, "A1 S"))
    assert announced == GAME.view(result, PUBLIC).removed
    assert len(announced) == 3


@pytest.mark.parametrize(
    ("lines", "line", "is_dmos"),
    [
        (0, "ec @0 take first", True),
        (1, "ec @0 take first", True),
        (2, "ec @0 take first", True),
        (2, "ec @0 first ec", False),
        (2, "ec @0 ec1 south", False),
        (3, "ec @0 take first", False),
        (3, "ec @0 ec1 south", False),
        (4, "dmo @0 dmo1 south", False),
        (5, "dmo @0 take first", False),
    ],
)
def test_only_the_ec_is_told_that_the_privilege_is_the_dmos_to_take(
    lines, line: str, is_dmos: bool
):
    step = tried(played(begun(GAME, timed=False), *SET_UP[:lines]), line)
    assert code(step) == "not-your-turn"
    assert step.refusal
    assert (step.refusal.sentence.source == DMO_TAKES.sentence.source) is is_dmos
