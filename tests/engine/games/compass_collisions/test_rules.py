"""Compass Collisions: what a move does, and why others are refused."""

import pytest

from engine.games.compass_collisions.board import Arrow, Compass, Move
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.refusals import Illegal
from engine.seats import PUBLIC, Seat
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    VECTORS,
    cell,
    in_play,
    letters_of,
    placed,
    refusal,
    told,
    typed,
)

GAME = CompassCollisions()
DIRECTIONS = {"N": Compass.NORTH, "E": Compass.EAST, "S": Compass.SOUTH, "W": Compass.WEST}
SPARE = placed(*EVERY_ELEMENT)


# The worked cases of the rulings: the mover owns an Earth at E5


@pytest.mark.parametrize(
    ("others", "text", "after"),
    [
        ((), "E5 N", ("E6 W",)),
        ((), "E5 E", ("F5 F",)),
        ((), "E5 S", ("E4 A",)),
        ((), "E5 W", ("D5 E",)),
        ((), "E5 N2", ("E7 E",)),
        (("E6 A", "E7 w"), "E5 N", ("E6 E", "E7 A", "E8 w")),
        (("E6 f", "E7 W"), "E5 N", ("E6 E", "E7 f", "E8 W")),
    ],
)
def test_the_worked_moves_of_the_rulings(
    others: tuple[str, ...], text: str, after: tuple[str, ...]
):
    state = in_play({**SPARE, **placed("E5 E", *others)})
    assert letters_of(typed(state, text)) == {**SPARE, **placed(*after)}


# Every row of the table, in all four directions and for both seats: a line of squares begins with
# the mover's and ends at the edge of the board. `*` is the mover, changed.


def line_of(letters: str, way: Compass) -> dict[Cell, str]:
    """The squares of a line; one of five begins in the middle of the board."""
    across, up = VECTORS[way]
    edge = Cell(4 + 4 * across, 4 + 4 * up)
    cells = [
        Cell(edge.column - back * across, edge.row - back * up)
        for back in reversed(range(len(letters)))
    ]
    return {square: letter for square, letter in zip(cells, letters, strict=True) if letter != "."}


ROWS = [
    # one square, to an empty one
    ("E....", 1, ".*..."),
    ("E.A..", 1, ".*A.."),
    ("E.", 1, ".*"),
    # two squares, to an empty one
    ("E....", 2, "..E.."),
    ("EA...", 2, ".AE.."),
    ("EA.w.", 2, ".AEw."),
    # one square, onto a friend
    ("EA...", 1, ".EA.."),
    ("EAwFe", 1, ".EAwF"),
    ("EAw.F", 1, ".EAwF"),
    ("EA.w.", 1, ".EAw."),
    ("EAw#.", 1, ".EA#."),
    ("EA", 1, ".E"),
    ("EE...", 1, ".EE.."),
    # one or two, onto an enemy: it is defeated
    ("Ew...", 1, ".E..."),
    ("Ewf..", 1, ".Ef.."),
    ("E.w..", 2, "..E.."),
    ("EAw..", 2, ".AE.."),
    # the mover is defeated
    ("Ea...", 1, ".a..."),
    ("E.a..", 2, "..a.."),
    ("EEa..", 2, ".Ea.."),
    # the same: both go
    ("Ee...", 1, "....."),
    ("E.ee.", 2, "...e."),
    # the opposite: pushed with the line behind it
    ("Ef...", 1, ".Ef.."),
    ("EfwA.", 1, ".EfwA"),
    ("Ef.A.", 1, ".EfA."),
    ("E.f..", 2, "..Ef."),
    ("EAfF.", 2, ".AEfF"),
    ("E.fAe", 2, "..EfA"),
    ("Ef#..", 1, ".E#.."),
    ("Ef", 1, ".E"),
    ("E.f", 2, "..E"),
    # off the board, or onto a removed square, at the first or second step
    ("E", 1, "."),
    ("E", 2, "."),
    ("E.", 2, ".."),
    ("EA", 2, ".A"),
    ("E#...", 1, ".#..."),
    ("E#w..", 2, ".#w.."),
    ("E#A..", 2, ".#A.."),
    ("E.#..", 2, "..#.."),
    ("EA#..", 2, ".A#.."),
]
EARTH_BECOMES = {Compass.NORTH: "W", Compass.EAST: "F", Compass.SOUTH: "A", Compass.WEST: "E"}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("way", Compass)
@pytest.mark.parametrize(("before", "steps", "after"), ROWS)
def test_every_row_of_the_table_of_moves(
    before: str, steps: int, after: str, way: Compass, seat: Seat
):
    after = after.replace("*", EARTH_BECOMES[way])
    if seat is DMO:
        before, after = before.swapcase(), after.swapcase()
    line = line_of(before, way)
    state = GAME.act(in_play({**SPARE, **line}, seat), seat, Move(next(iter(line)), way, steps))
    assert letters_of(state) == {**SPARE, **line_of(after, way)}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("way", Compass)
@pytest.mark.parametrize(
    ("before", "code", "at"),
    [
        ("Ew...", "enemy-between", 1),
        ("EwA..", "enemy-between", 1),
        ("Eww..", "enemy-between", 1),
        ("Ew#..", "enemy-between", 1),
        ("Ew", "enemy-between", 1),
        ("E.A..", "friend-there", 2),
        ("EAA..", "friend-there", 2),
    ],
)
def test_a_move_of_two_squares_cannot_pass_an_enemy_or_end_on_a_friend(
    before: str, code: str, at: int, way: Compass, seat: Seat
):
    line = line_of(before if seat is EC else before.swapcase(), way)
    source = next(iter(line))
    across, up = VECTORS[way]
    state = in_play({**SPARE, **line}, seat)
    with pytest.raises(Illegal) as refused:
        GAME.act(state, seat, Move(source, way, 2))
    named = Cell(source.column + at * across, source.row + at * up)
    assert (refused.value.code, refused.value.cells) == (code, (named,))


CHANGES = """
    north EW WF FA AE
    east  EF FE WA AW
    south EA AF FW WE
    west  EE WW FF AA
"""


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("way", "change"),
    [(words[0], each) for words in map(str.split, CHANGES.split("\n")) for each in words[1:]],
)
def test_one_square_to_an_empty_one_changes_the_piece(way: str, change: str, seat: Seat):
    was, becomes = change if seat is EC else change.lower()
    line = line_of(f"{was}....", Compass(way))
    state = GAME.act(in_play({**SPARE, **line}, seat), seat, Move(cell("E5"), Compass(way), 1))
    assert letters_of(state) == {**SPARE, **line_of(f".{becomes}...", Compass(way))}


BATTLES = {
    "defeats": ("Ew", "Wf", "Fa", "Ae"),
    "is defeated": ("Ea", "We", "Fw", "Af"),
    "both go": ("Ee", "Ww", "Ff", "Aa"),
    "pushes": ("Ef", "Wa", "Fe", "Aw"),
}


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("outcome", "pair"), [(outcome, pair) for outcome, pairs in BATTLES.items() for pair in pairs]
)
def test_each_element_meets_each_other(outcome: str, pair: str, seat: Seat, steps: int):
    mover, enemy = pair if seat is EC else pair.swapcase()
    stands = {"defeats": mover, "is defeated": enemy, "both go": "", "pushes": mover + enemy}
    way = "." * (steps - 1)
    line = f"{mover}{way}{enemy}".ljust(5, ".")
    after = f".{way}{stands[outcome]}".ljust(5, ".")
    state = in_play({**SPARE, **line_of(line, Compass.EAST)}, seat)
    state = GAME.act(state, seat, Move(cell("E5"), Compass.EAST, steps))
    assert letters_of(state) == {**SPARE, **line_of(after, Compass.EAST)}


# What is reported of a turn, in order


@pytest.mark.parametrize(
    ("line", "steps", "events"),
    [
        ("E....", 1, ["moved E5 E E6", "changed E6 E W"]),
        ("E....", 2, ["moved E5 E E7"]),
        ("EAwF.", 1, ["moved E5 E E6", "pushed E6 A E7", "pushed E7 w E8", "pushed E8 F E9"]),
        ("EAwFe", 1, ["moved E5 E E6", "pushed E6 A E7", "pushed E7 w E8", "pushed E8 F E9",
                      "left E9 e off"]),
        ("EA#..", 1, ["moved E5 E E6", "left E6 A E7"]),
        ("Ew...", 1, ["moved E5 E E6", "defeated E6 w"]),
        ("Ea...", 1, ["moved E5 E E6", "defeated E6 E"]),
        ("Ee...", 1, ["moved E5 E E6", "defeated E6 e", "defeated E6 E"]),
        ("E.fA.", 2, ["moved E5 E E7", "pushed E7 f E8", "pushed E8 A E9"]),
        ("E#...", 2, ["left E5 E E6"]),
        ("EA#..", 2, ["left E5 E E7"]),
        ("E", 2, ["left E9 E off"]),
        ("E.", 2, ["left E8 E off"]),
    ],
)  # fmt: skip
def test_a_turn_is_reported_in_order_with_the_nearest_pushed_piece_first(
    line: str, steps: int, events: list[str]
):
    squares = line_of(line, Compass.NORTH)
    source = next(iter(squares))
    state = in_play({**SPARE, **squares})
    view = GAME.view(GAME.act(state, EC, Move(source, Compass.NORTH, steps)), PUBLIC)
    assert told(view.events) == events
    assert {event.wave for event in view.events} == {0}
    assert view.arrow == Arrow(source, Compass.NORTH, steps)


def test_a_step_west_changes_nothing_and_the_report_says_so():
    state = in_play({**SPARE, **placed("E5 E")})
    assert told(typed(state, "E5 W").field.events) == ["moved E5 E D5"]


# Refusals


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("J5 N", "off-board J5"),
        ("E10 N", "off-board E10"),
        ("E0 N", "off-board E0"),
        ("E5 E10", "off-board E10"),
        ("J5 K5", "off-board J5 K5"),
        ("N3 E5", "off-board N3"),
        ("E5 N3", "off-board N3"),
        ("E5 S0", "off-board S0"),
        ("E5 X1", "off-board X1"),
        ("F5 N", "not-yours F5"),
        ("E6 N", "not-yours E6"),
        ("E6 G9", "not-yours E6"),
        ("E4 N2", "not-yours E4"),
        ("E5 E5", "not-straight E5 E5"),
        ("E5 F6", "not-straight E5 F6"),
        ("E5 G6", "not-straight E5 G6"),
        ("E5 E8", "not-straight E5 E8"),
        ("E5 E2", "not-straight E5 E2"),
        ("E5 G5", "enemy-between F5"),
        ("E5 C5", "friend-there C5"),
    ],
)
def test_an_impossible_move_is_refused_with_its_reason(text: str, answer: str):
    state = in_play({**SPARE, **placed("E5 E", "F5 e", "C5 W", "E4 #")})
    assert refusal(state, text) == answer


def test_a_mover_may_name_a_removed_square_and_is_lost_there():
    state = in_play({**SPARE, **placed("E5 E", "E7 #", "F5 #")})
    assert told(typed(state, "E5 E7").field.events) == ["left E5 E E7"]
    assert told(typed(state, "E5 F5").field.events) == ["left E5 E F5"]
    assert told(typed(state, "E5 G5").field.events) == ["left E5 E F5"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("E5 N", "E5 E6"), ("E5 N 2", "E5 E7"), ("E5 W2", "E5 C5"), ("E5 E 2", "E5 G5")],
)
def test_naming_the_target_is_the_same_move_as_direction_and_distance(one: str, other: str):
    state = in_play({**SPARE, **placed("E5 E", "E4 W", "E3 F")})
    assert typed(state, one) == typed(state, other)
