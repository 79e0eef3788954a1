"""Deep Sea Voyage: which placements and routes are refused, by table and by the second account."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.deep_sea_voyage.board import (
    Ship,
)
from engine.games.deep_sea_voyage.board_in_play import piece_on
from engine.games.deep_sea_voyage.routes import steps_of
from engine.grids.grid import Cell
from engine.refusals import Refused
from tests.engine.games.deep_sea_voyage.positions import (
    HARMLESS,
    SHAPES,
    WORKED_BOARD,
    cells_of,
    plain_placement_fault,
    plain_placements,
    plain_route,
    random_rows,
    sea_of,
    sea_with,
)

# Few enough that boards are made once for all tests.
SEEDS = st.integers(0, 60)

# Placements

PLACEMENTS = [
    ("T A12 A11 A10 B11 C11", ""),
    ("A12 A11 A10 B11 C11", ""),
    ("t C11 A12 B11 A11 A10", ""),
    ("L A12 A11 A10 B11 C11", "wrong-letter"),
    ("I F5 F6 F7 F8 F9", "not-empty"),
    ("X G7 G8 G6 F7 H7", "not-empty"),
    ("I D1 D2 D3 D4 D5", "not-empty"),
    ("I A1 A2 A3 A4 A5", "not-empty"),
    ("I M13 M12 M11 M10 M9", "not-empty"),
    ("I C2 C3 C4 C5 C6", "not-empty"),
    ("I G1 G2 G3 G4 G5", "piece-used"),
    ("A2 A3 A4 A5 A6", "piece-used"),
    ("L A2 A3 A4 A5 A6", "wrong-letter"),
    ("I A10 A11 A12 A13 A14", "off-board"),
    ("N1 N2", "off-board"),
    ("Z99", "off-board"),
    ("A2 A3 A4 A5", "malformed"),
    ("A2 A3 A4 A5 A6 A7", "malformed"),
    ("A2 A3 A4 A5 A5", "malformed"),
    ("A2 A3 A4 A5 B6", "not-a-pentomino"),
    ("I A2 A3 A4 A5 A7", "not-a-pentomino"),
    ("W A3 A2 B2 B1 C1", ""),
]


@pytest.mark.parametrize(("text", "code"), PLACEMENTS)
def test_a_placement_is_refused_for_its_first_fault(text: str, code: str):
    sea = sea_with(WORKED_BOARD, HARMLESS)
    *letter, cells = text.split(maxsplit=1) if text[1] == " " else [text]
    assert fault_of(sea, "".join(letter), cells_of(cells)) == code
    plain = [*map(tuple, cells_of(cells))]
    assert plain_placement_fault(sea.rows, "".join(letter).upper(), plain) == code


def fault_of(sea, letter, cells) -> str:
    try:
        assert piece_on(sea, cells, letter) in sea.bank
    except Refused as refusal:
        return refusal.code
    return ""


FAULTY_CELLS = [
    ("I", "A10 A11 A12 A14 N1", ["A14", "N1"], {"last": "M13"}),
    ("I", "F7 F8 G7 A1 B1", ["F7", "F8", "G7", "A1", "B1"], {}),
    ("X", "G7 G8 G6 F7 H7", ["G7", "F7", "H7"], {}),
    (
        "l",
        "A12 A11 A10 B11 C11",
        ["A12", "A11", "A10", "B11", "C11"],
        {"letter": "L", "piece": "T"},
    ),
    ("", "G1 G2 G3 G4 G5", ["G1", "G2", "G3", "G4", "G5"], {"piece": "I"}),
    ("", "A2 A3 A4", ["A2", "A3", "A4"], {}),
]


@pytest.mark.parametrize(("letter", "cells", "named", "facts"), FAULTY_CELLS)
def test_a_refused_placement_names_its_cells_and_the_problem(
    letter: str, cells: str, named: list[str], facts: dict[str, str]
):
    with pytest.raises(Refused) as raised:
        piece_on(sea_with(WORKED_BOARD, HARMLESS), cells_of(cells), letter)
    assert [*map(str, raised.value.cells)] == named
    assert raised.value.facts == facts


@given(SEEDS, st.randoms(use_true_random=False))
def test_placements_are_judged_as_the_second_account_judges(seed: int, generator: Random):
    rows = random_rows(seed, 13)
    sea, fitting = sea_of(rows), {cells for _, cells in plain_placements(rows)}
    for form in generator.sample([*SHAPES.values()], 4):
        dx, dy = generator.randint(-1, 12), generator.randint(0, 12)
        cells = tuple(Cell(x + max(dx, 0), y + dy) for x, y in cells_of(form))
        letter = generator.choice(["", *SHAPES])
        code = fault_of(sea, letter, cells)
        assert code == plain_placement_fault(rows, letter, [*map(tuple, cells)])
        assert not letter or (code == "") <= (frozenset(cells) in fitting)


# Routes

ROUTES = [
    ("red", "A1 A7 G7", 12),
    ("red", "A1 G1 G7", 12),
    ("red", "A1 A2 A3 A4 A5 A6 A7 G7", 12),
    # There and back, over other starts, over the dropoff.
    ("red", "A1 A3 A1 A7 G7", 16),
    ("red", "A1 A13 G13 G7", 24),
    ("red", "A1 A7 M7 G7", 24),
    ("white", "A13 A7 G7", 12),
    ("black", "M13 M7 H7 G7", 12),
    ("blue", "M1 M13 A13 A7 G7", 36),
    ("red", "A13 A7 G7", "not-at-start"),
    ("red", "A2 A7 G7", "not-at-start"),
    ("red", "A1 G7", "not-straight"),
    ("red", "A1 A7 A7 G7", "not-straight"),
    ("red", "A1 A1", "not-straight"),
    ("red", "A1 B2", "not-straight"),
    ("red", "A1", "no-dropoff"),
    ("red", "A1 A7 F7", "no-dropoff"),
    ("red", "A1 A7 G7 H7", "no-dropoff"),
    ("red", "A1 D1 D7 G7", "blocked"),
    ("red", "A1 D1 D4", "blocked"),
    ("red", "A1 A4 G4 G7", "blocked"),
    ("red", "A1 A5 C5 C7 G7", "blocked"),
    ("red", "A1 A14 G14", "off-board"),
    ("red", "N1 G7", "off-board"),
    ("red", "A1 G7 A14", "off-board"),
    ("red", "A2 G7", "not-at-start"),
    ("red", "A1 D4 D5", "not-straight"),
]


@pytest.mark.parametrize(("ship", "cells", "wanted"), ROUTES)
def test_routes_are_measured_or_refused_for_their_first_fault(
    ship: str, cells: str, wanted: int | str
):
    sea = sea_with(WORKED_BOARD, HARMLESS)
    assert steps_or_code(sea, Ship(ship), cells_of(cells)) == wanted
    assert plain_route(sea.rows, Ship(ship), [*map(tuple, cells_of(cells))]) == wanted


def steps_or_code(sea, ship: Ship, cells: tuple[Cell, ...]) -> int | str:
    try:
        return steps_of(sea, ship, cells)
    except Refused as refusal:
        return refusal.code


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ("A1 D1 D7 G7", "D4"),
        ("A1 A5 C5 C7 G7", "C5"),
        ("A1 A4 M4", "C4"),
        ("A1 B2 C3", "A1 B2"),
        ("A2 A7", "A2"),
        ("A1 A14 N1", "A14 N1"),
        ("A1 A7 F7", "F7"),
    ],
)
def test_a_refused_route_names_the_cells(cells: str, named: str):
    with pytest.raises(Refused) as raised:
        steps_of(sea_with(WORKED_BOARD, HARMLESS), Ship.RED, cells_of(cells))
    assert raised.value.cells == cells_of(named)


@given(SEEDS, st.randoms(use_true_random=False))
def test_routes_are_judged_as_the_second_account_judges(seed: int, generator: Random):
    rows = random_rows(seed, 13)
    sea = sea_of(rows)
    for ship, way in sea.ways.items():
        cells = list((way and way.cells) or [sea.board.starts[ship]])
        for _ in range(generator.randint(0, 2)):
            other = generator.choice(cells)
            step = generator.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (0, 0)))
            astray = Cell(max(0, other.column + step[0]), max(0, other.row + step[1]))
            cells.insert(generator.randint(0, len(cells)), astray)
        plain = plain_route(rows, ship, [*map(tuple, cells)])
        assert steps_or_code(sea, ship, tuple(cells)) == plain
