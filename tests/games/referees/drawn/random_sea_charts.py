"""Random boards for Deep Sea Voyage, small, and each with one of the four symmetries.

A style says how much of what lies on them: on `open` ones much fits for long, on `tight` ones
little does, on `full` ones nothing, and on `narrow` ones ships are soon cut off.
"""

import functools
import random

from tests.games.referees.boards.sea_charts import SHIPS, SYMMETRIES, Chart, Map, fault_of_chart
from tests.games.referees.record import Cell

# Frequency of each of `.#C`, and the number of sets of dropoffs.
STYLES = {
    "open": ((80, 8, 12), (1, 3)),
    "tight": ((34, 18, 48), (1, 2)),
    "full": ((10, 20, 70), (1, 2)),
    "narrow": ((70, 27, 3), (1, 1)),
}


def random_chart(dice: random.Random, style: str) -> Chart:
    """Return a board that may be played on."""
    symmetry = dice.choice(sorted(SYMMETRIES))
    while True:
        chart = drawn(dice, style, symmetry)
        if chart is not None and fault_of_chart(chart) is None:
            return chart


def drawn(dice: random.Random, style: str, symmetry: str) -> Chart | None:
    """Draw a board with this symmetry, perhaps without a path for a ship; None for bad luck."""
    shares, dropoffs = STYLES[style]
    side = dice.choice([13, 13, 13, 14])
    cells = [(column, row) for column in range(1, side + 1) for row in range(1, side + 1)]
    chart: Chart = {}
    for cell in cells:
        if cell not in chart:
            tile = dice.choices(".#C", shares)[0]
            chart.update(dict.fromkeys(images(side, cell, symmetry), tile))
    for _ in range(dice.randint(*dropoffs)):
        chart.update(dict.fromkeys(images(side, dice.choice(cells), symmetry), "D"))
    starts = random_starts(dice, side, SYMMETRIES[symmetry])
    if len(set(starts.values())) < 4:
        return None
    chart.update({cell: ship for ship, cell in starts.items() if chart[cell] != "D"})
    return chart


@functools.cache
def images(side: int, cell: Cell, symmetry: str) -> set[Cell]:
    """Return all cells to which a cell can go, itself included."""
    maps = SYMMETRIES[symmetry]
    reached = {cell}
    for _ in maps:
        reached |= {where(side, pair) for pair in reached for where in maps}
    return reached


def random_starts(dice: random.Random, side: int, maps: list[Map]) -> dict[str, Cell]:
    """Return the starts of the four ships; cells may come twice."""
    where = dice.choice(maps)
    empires = [(dice.randint(1, side), dice.randint(1, side)) for _ in range(2)]
    marauders = [where(side, cell) for cell in dice.sample(empires, 2)]
    return dict(zip(SHIPS.values(), empires + marauders, strict=True))
