"""Deep Sea Voyage: which placements and routes are refused, by table and by the second account."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.board_in_play import piece_on
from engine.games.deep_sea_voyage.routes import steps_of
from engine.grids.grid import Cell
from engine.refusals import Refused
from tests.games.deep_sea_voyage.positions import (
    SHAPES,
    cells_of,
    plain_placement_fault,
    plain_placements,
    plain_route,
    random_rows,
    sea_of,
)

# Few enough that boards are made once for all tests.
SEEDS = st.integers(0, 12)

# Placements


def fault_of(sea, letter, cells) -> str:
    try:
        assert piece_on(sea, cells, letter) in sea.bank
    except Refused as refusal:
        return refusal.code
    return ""


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


def steps_or_code(sea, ship: Ship, cells: tuple[Cell, ...]) -> int | str:
    try:
        return steps_of(sea, ship, cells)
    except Refused as refusal:
        return refusal.code


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
