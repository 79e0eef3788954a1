"""The boards of Deep Sea Voyage as the plain referee sees them: what they must be, what fits, ways.

A chart is a dictionary of cells: `.` empty, `#` wall, `C` channel, `D` dropoff, `R W B K` the
ships' starts, and, where a pentomino lies, its small letter.
"""

import functools
import itertools
from collections.abc import Callable, Iterator

from tests.games.referees.boards.demeters_gardens import KINDS, WAYS_TO_LIE, at_the_corner, moved
from tests.games.referees.record import Cell, beside, is_connected
from tests.games.referees.values import Refusal

Chart = dict[Cell, str]
Map = Callable[[int, Cell], Cell]  # where a cell of a board with this side goes

SHIPS = {"red": "R", "white": "W", "blue": "B", "black": "K"}
SHIPS_OF = {"empire": "RW", "marauder": "BK"}
TILES = ".#CD" + "".join(SHIPS.values())
SIDES = range(13, 19)
PENTOMINOES = {kind.letters: WAYS_TO_LIE[kind] for kind in KINDS if kind.size == 5}

# ------------------------------------------------------------------------------- symmetries


def over_horizontal_axis(side: int, cell: Cell) -> Cell:
    return cell[0], side + 1 - cell[1]


def over_vertical_axis(side: int, cell: Cell) -> Cell:
    return side + 1 - cell[0], cell[1]


def half_turn(side: int, cell: Cell) -> Cell:
    return side + 1 - cell[0], side + 1 - cell[1]


def quarter_turn(side: int, cell: Cell) -> Cell:
    return cell[1], side + 1 - cell[0]


def three_quarter_turn(side: int, cell: Cell) -> Cell:
    return side + 1 - cell[1], cell[0]


# For each symmetry the maps that all take the tiles to themselves; one of them must take the
# Empire's starts to the Marauder's.
SYMMETRIES: dict[str, list[Map]] = {
    "horizontal": [over_horizontal_axis],
    "vertical": [over_vertical_axis],
    "both": [over_horizontal_axis, over_vertical_axis, half_turn],
    "fourfold": [quarter_turn, half_turn, three_quarter_turn],
}


def keeps_tiles(chart: Chart, where: Map) -> bool:
    side = side_of(chart)
    return all(ground(chart, cell) == ground(chart, where(side, cell)) for cell in chart)


def ground(chart: Chart, cell: Cell) -> str:
    """Return a cell's ground without ships: a start is as good as empty."""
    return chart[cell] if chart[cell] in "#CD" else "."


def swaps_sides(chart: Chart, where: Map) -> bool:
    """Return whether the Empire's two starts go to the Marauder's two."""
    side = side_of(chart)
    goes_to = {where(side, start_of(chart, ship)) for ship in SHIPS_OF["empire"]}
    return goes_to == {start_of(chart, ship) for ship in SHIPS_OF["marauder"]}


def has_symmetry(chart: Chart, name: str) -> bool:
    maps = SYMMETRIES[name]
    return all(keeps_tiles(chart, where) for where in maps) and any(
        swaps_sides(chart, where) for where in maps
    )


# ---------------------------------------------------------------------------- reading a board


@functools.cache
def read_chart(value: str) -> Chart:
    """Return the board of rows joined by slashes, highest first; never change it.

    ValueError if it is none that may be played on.
    """
    rows = value.split("/")
    side = len(rows)
    if side not in SIDES or any(len(row) != side for row in rows):
        raise ValueError("not square, too small or too large")
    chart = {
        (column, side - number): tile
        for number, row in enumerate(rows)
        for column, tile in enumerate(row, start=1)
    }
    fault = fault_of_chart(chart)
    if fault is not None:
        raise ValueError(fault)
    return chart


def fault_of_chart(chart: Chart) -> str | None:
    """Return the fault of a board that may not be played on."""
    tiles = list(chart.values())
    if any(tile not in TILES for tile in tiles):
        return "an unknown tile"
    if any(tiles.count(ship) != 1 for ship in SHIPS.values()):
        return "a ship is missing or comes twice"
    if not any(has_symmetry(chart, name) for name in SYMMETRIES):
        return "not symmetric"
    if is_cut_off(chart):
        return "a ship has no way"
    if total(chart, "empire") != total(chart, "marauder"):
        return "one side has the shorter ways"
    return None


def side_of(chart: Chart) -> int:
    return max(row for _, row in chart)


def start_of(chart: Chart, ship: str) -> Cell:
    return next(cell for cell in chart if chart[cell] == ship)


# --------------------------------------------------------------------------------------- ways


def is_passable(chart: Chart, cell: Cell) -> bool:
    """Return whether a ship can be there: not off the board, in a wall or in a pentomino."""
    return chart.get(cell, "#") in ".CDRWBK"


def shortest_way(chart: Chart, ship: str) -> list[Cell] | None:
    """Return the cells of a ship's shortest path to a dropoff; None if it has none."""
    start = start_of(chart, ship)
    came_from: dict[Cell, Cell | None] = {start: None}
    waiting = [start]
    for cell in waiting:
        if chart[cell] == "D":
            way = [cell]
            while came_from[way[0]] is not None:
                way.insert(0, came_from[way[0]])
            return way
        for near in beside(cell):
            if is_passable(chart, near) and near not in came_from:
                came_from[near] = cell
                waiting.append(near)
    return None


def steps_of(chart: Chart, ship: str) -> int | None:
    way = shortest_way(chart, ship)
    return None if way is None else len(way) - 1


def is_cut_off(chart: Chart) -> bool:
    return any(steps_of(chart, ship) is None for ship in SHIPS.values())


def total(chart: Chart, side: str) -> int:
    """Return the steps of a side's two ships together, where both have a way."""
    return sum(steps_of(chart, ship) for ship in SHIPS_OF[side])


# --------------------------------------------------------------------------------- pentominoes


def letter_of(cells: list[Cell]) -> str:
    """Return the letter of the pentomino that five connected cells are."""
    return next(letter for letter, ways in PENTOMINOES.items() if at_the_corner(cells) in ways)


def fault_of_placement(
    chart: Chart, bank: list[str], cells: list[Cell], letter: str = ""
) -> Refusal | None:
    refusal = fault_of_cells(chart, cells)
    if refusal is not None:
        return refusal
    if letter and letter != letter_of(cells):
        return Refusal("wrong-letter", cells)
    taken = [cell for cell in cells if chart[cell] != "."]
    if taken:
        return Refusal("not-empty", taken)
    if letter_of(cells) not in bank:
        return Refusal("piece-used", cells)
    return None


def fault_of_cells(chart: Chart, cells: list[Cell]) -> Refusal | None:
    """Return the fault of cells that are no pentomino on the board, whatever stands there."""
    outside = [cell for cell in cells if cell not in chart]
    if outside:
        return Refusal("off-board", outside)
    if len(cells) != 5 or len(set(cells)) < 5:
        return Refusal("malformed", cells)
    return None if is_connected(cells) else Refusal("not-a-pentomino", cells)


def legal_placements(chart: Chart, bank: list[str]) -> Iterator[list[Cell]]:
    """Yield every way to lay every pentomino of a bank on empty tiles."""
    empty = [cell for cell in chart if chart[cell] == "."]
    for letter in bank:
        for shape in sorted(PENTOMINOES[letter], key=sorted):
            anchor = min(shape)
            for place in empty:
                cells = moved(shape, anchor, place)
                if all(chart.get(cell) == "." for cell in cells):
                    yield cells


def anything_fits(chart: Chart, bank: list[str]) -> bool:
    return any(True for _ in legal_placements(chart, bank))


# -------------------------------------------------------------------------------------- routes


def tiles_on_route(corners: list[Cell]) -> list[Cell]:
    """Return every tile that a route goes over, its first included, each of its lines straight."""
    tiles = corners[:1]
    for corner in corners[1:]:
        while tiles[-1] != corner:
            column, row = tiles[-1]
            tiles.append((column + towards(column, corner[0]), row + towards(row, corner[1])))
    return tiles


def towards(here: int, there: int) -> int:
    """Return one step from a number to another: -1, 0 or 1."""
    return (there > here) - (there < here)


def fault_of_route(chart: Chart, ship: str, corners: list[Cell]) -> Refusal | None:
    outside = [cell for cell in corners if cell not in chart]
    if outside:
        return Refusal("off-board", outside)
    if corners[0] != start_of(chart, ship):
        return Refusal("not-at-start", corners[:1])
    for here, there in itertools.pairwise(corners):
        shares_one = (here[0] == there[0]) != (here[1] == there[1])
        if not shares_one:
            return Refusal("not-straight", [here, there])
    blocked = [tile for tile in tiles_on_route(corners) if not is_passable(chart, tile)]
    if blocked:
        return Refusal("blocked", blocked[:1])
    if chart[corners[-1]] != "D":
        return Refusal("no-dropoff", corners[-1:])
    return None
