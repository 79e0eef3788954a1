"""The gardens of Demeter's Anguish as the plain referee sees them: what can be laid in them where.

Gardens are dictionaries of cells; the kinds of flower are drawn below, and turned and flipped by
hand to tell one from another.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.games.referees.record import Cell, beside
from tests.games.referees.values import Refusal

Garden = dict[Cell, str]
Shape = frozenset[Cell]


SIDE = 15

# Each kind's size, letters and cells, as in `X.X / XXX`.
DRAWN = """
    5 F   .XX / XX. / .X.
    5 I   XXXXX
    5 L   X... / XXXX
    5 N   XXX. / ..XX
    5 P   XX / XX / X.
    5 T   XXX / .X. / .X.
    5 U   X.X / XXX
    5 V   X.. / X.. / XXX
    5 W   X.. / XX. / .XX
    5 X   .X. / XXX / .X.
    5 Y   .X.. / XXXX
    5 Z   XX. / .X. / .XX
    4 I   XXXX
    4 O   XX / XX
    4 T   XXX / .X.
    4 SZ  .XX / XX.
    4 LJ  X.. / XXX
    3 I   XXX
    3 LV  X. / XX
    2 I   XX
    1 -   X
"""


# ------------------------------------------------------------------------- the kinds of flower


@dataclass(frozen=True)
class Kind:
    """A kind of flower: its size, the letters that name it, and one way in which it can lie."""

    size: int
    letters: str
    cells: Shape


def kind_drawn(line: str) -> Kind:
    size, letters, drawing = line.split(maxsplit=2)
    rows = [row.strip() for row in drawing.split("/")]
    cells = frozenset(
        (column, -number)
        for number, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark == "X"
    )
    return Kind(int(size), letters.strip("-"), cells)


KINDS = [kind_drawn(line) for line in DRAWN.strip().splitlines()]


def at_the_corner(cells: Iterable[Cell]) -> Shape:
    """Return the same shape, moved so that its lowest column and its lowest row are 0."""
    cells = list(cells)
    left = min(column for column, _ in cells)
    bottom = min(row for _, row in cells)
    return frozenset((column - left, row - bottom) for column, row in cells)


def turned(cells: Iterable[Cell]) -> list[Cell]:
    return [(row, -column) for column, row in cells]


def flipped(cells: Iterable[Cell]) -> list[Cell]:
    return [(-column, row) for column, row in cells]


def ways_to_lie(cells: Iterable[Cell]) -> set[Shape]:
    """Return a shape turned and flipped in every way, each at the corner."""
    ways = set()
    for side in (list(cells), flipped(cells)):
        now = side
        for _ in range(4):
            ways.add(at_the_corner(now))
            now = turned(now)
    return ways


WAYS_TO_LIE = {kind: ways_to_lie(kind.cells) for kind in KINDS}


def kind_of(cells: list[Cell]) -> Kind | None:
    shape = at_the_corner(cells)
    for kind in KINDS:
        if shape in WAYS_TO_LIE[kind]:
            return kind
    return None


def is_rock(cells: list[Cell]) -> bool:
    square = frozenset({(0, 0), (0, 1), (1, 0), (1, 1)})
    return len(cells) == 1 or at_the_corner(cells) == square


# --------------------------------------------------------------------------------- the gardens


def empty_garden() -> Garden:
    return {(column, row): "." for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)}


def at_corners(cell: Cell) -> list[Cell]:
    """Return the four cells that a cell meets at a corner only, in the garden or not."""
    column, row = cell
    return [
        (column - 1, row - 1),
        (column - 1, row + 1),
        (column + 1, row - 1),
        (column + 1, row + 1),
    ]


def is_flower(garden: Garden, cell: Cell) -> bool:
    return garden.get(cell) == "*"


def is_taken(garden: Garden, cell: Cell) -> bool:
    return garden.get(cell, ".") != "."


def flowers_touched(garden: Garden, cells: list[Cell]) -> list[Cell]:
    """Return the flowers' cells at a side of any of these cells, each once, in order."""
    neighbours = {neighbour for cell in cells for neighbour in beside(cell)}
    return sorted(cell for cell in neighbours if is_flower(garden, cell))


def meets_a_corner(garden: Garden, cells: list[Cell]) -> bool:
    return any(is_flower(garden, corner) for cell in cells for corner in at_corners(cell))


def has_flowers(garden: Garden) -> bool:
    return "*" in garden.values()


def fault_of_flower(
    garden: Garden, laid: list[Kind], cells: list[Cell], letter: str = ""
) -> Refusal | None:
    """Return a flower's fault and its cells; None if it can be laid.

    `laid` are the kinds laid there before; the letter is the one typed, if any.
    """
    refusal = fault_of_shape(garden, cells, letter)
    if refusal is not None:
        return refusal
    taken = [cell for cell in cells if is_taken(garden, cell)]
    if taken:
        return Refusal("occupied", taken)
    if kind_of(cells) in laid:
        return Refusal("piece-used", cells)
    if flowers_touched(garden, cells):
        return Refusal("touches-flower", flowers_touched(garden, cells))
    if has_flowers(garden) and not meets_a_corner(garden, cells):
        return Refusal("no-corner", cells)
    return None


def fault_of_shape(garden: Garden, cells: list[Cell], letter: str = "") -> Refusal | None:
    """Return a flower's fault that does not depend on the garden."""
    outside = [cell for cell in cells if cell not in garden]
    if outside:
        return Refusal("off-board", outside)
    kind = kind_of(cells)
    if kind is None:
        return Refusal("not-a-flower", cells)
    if letter and letter.upper() not in kind.letters:
        return Refusal("wrong-letter", cells)
    return None


def fault_of_rock(garden: Garden, cells: list[Cell]) -> Refusal | None:
    outside = [cell for cell in cells if cell not in garden]
    if outside:
        return Refusal("off-board", outside)
    if not is_rock(cells):
        return Refusal("not-a-rock", cells)
    taken = [cell for cell in cells if is_taken(garden, cell)]
    if taken:
        return Refusal("occupied", taken)
    return None


def places_to_grow(garden: Garden) -> list[Cell]:
    """Return the cells of which a further flower must cover one: corners, or all at first."""
    if not has_flowers(garden):
        return list(garden)
    corners = {corner for cell in garden if garden[cell] == "*" for corner in at_corners(cell)}
    return sorted(
        cell
        for cell in corners
        if cell in garden and not is_taken(garden, cell) and not flowers_touched(garden, [cell])
    )


def legal_flowers(garden: Garden, laid: list[Kind]) -> Iterator[list[Cell]]:
    """Yield every way to lay the kinds of flower that are left, small ones first.

    The same cells may come again.
    """
    left = [kind for kind in reversed(KINDS) if kind not in laid]
    for place in places_to_grow(garden):
        for kind in left:
            for shape in WAYS_TO_LIE[kind]:
                for anchor in shape:
                    cells = moved(shape, anchor, place)
                    if fault_of_flower(garden, laid, cells) is None:
                        yield cells


def moved(shape: Shape, anchor: Cell, place: Cell) -> list[Cell]:
    """Return a shape's cells where one of them, the anchor, lies on a place."""
    right, up = place[0] - anchor[0], place[1] - anchor[1]
    return [(column + right, row + up) for column, row in sorted(shape)]


def score(laid: list[Kind]) -> list[int]:
    """Return a garden's score: cells under flowers, then kinds of each size, the largest first."""
    return [sum(kind.size for kind in laid)] + [
        sum(kind.size == size for kind in laid) for size in (5, 4, 3, 2)
    ]
