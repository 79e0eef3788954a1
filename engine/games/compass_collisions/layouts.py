"""The sets of Compass Collisions: layouts, their checks, lots and placement."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations, cycle, islice, permutations, product
from random import Random
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import (
    ALL_PIECES,
    COMPASS_NAMES,
    ELEMENT_NAMES,
    SIDE,
    Compass,
    Element,
    Piece,
)
from engine.grids.grid import Cell
from engine.refusals import illegal
from engine.seats import Seat
from engine.words.sentences import Sentence, listing, spelled

SET_ROWS: Final = (7, 5, 3)
SLOTS: Final = sum(SET_ROWS)
LENGTHS: Final = SET_ROWS * 2
PIECES: Final = ALL_PIECES // 2
MIN_IN_SET: Final = 4

WRONG_ROWS: Final = illegal(
    "layout-rows",
    Sentence(
        "A layout is {needed} rows, of {lengths} characters. {fault}",
        needed=spelled(len(LENGTHS)),
        lengths=listing(LENGTHS),
    ),
)
WRONG_COUNT: Final = illegal(
    "wrong-count",
    Sentence("A layout has {pieces} pieces in all; yours has {count}.", pieces=PIECES),
)
TOO_FEW: Final = illegal(
    "too-few",
    Sentence(
        "Each set needs at least {least} pieces; your set {set} has {count}.", least=MIN_IN_SET
    ),
)
MISSING_ELEMENT: Final = illegal(
    "missing-element", "A layout needs each element at least once; yours lacks {elements}."
)
SET_PLACED: Final = illegal("set-placed", "`{set}` is already on a side.")
SET_NAMED_TWICE: Final = illegal(
    SET_PLACED.code, "You named `{set}` twice. Place two sets, such as `ec1 north, dmo2 south`."
)
SIDE_TAKEN: Final = illegal("side-taken", "There is already a set on the {side} side.")
SIDE_NAMED_TWICE: Final = illegal(
    SIDE_TAKEN.code,
    "You named the {side} side twice. Each set needs a side of its own, such as "
    "`ec1 north, dmo2 south`.",
)


class SetName(StrEnum):
    """The four sets of pieces, two of each seat."""

    EC1 = "ec1"
    EC2 = "ec2"
    DMO1 = "dmo1"
    DMO2 = "dmo2"

    @property
    def owner(self) -> Seat:
        """The seat that owns the set."""
        return Seat(self.value[:-1])

    @property
    def called(self) -> str:
        """Its name in writing: `DMO 2`."""
        return f"{self.owner.upper()} {self.value[-1]}"


PieceSet: TypeAlias = tuple[str, ...]
"""Rows of 7, 5 and 3 letters, the edge's row first, each as someone outside the board reads it.

They are those of elements, in capitals, and `.` for an empty slot.
"""
NamedSets: TypeAlias = tuple[tuple[SetName, PieceSet], ...]
"""Sets by their names, in the order of the names."""
Sides: TypeAlias = tuple[tuple[SetName, Compass], ...]
"""Sets, each with the side of the board it stands on."""


def read_layout(rows: tuple[str, ...]) -> tuple[PieceSet, PieceSet]:
    """Read both sets of a layout from its rows; raise Illegal if they are none."""
    _check_rows(rows)
    capitals = tuple(map(str.upper, rows))
    sets = capitals[: len(SET_ROWS)], capitals[len(SET_ROWS) :]
    _check_pieces(tuple(map("".join, sets)))
    return sets


def _check_rows(rows: tuple[str, ...]) -> None:
    if len(rows) != len(LENGTHS):
        fault = Sentence("Yours has {rows}: put each row on its own line, or `/` in between.")
        raise WRONG_ROWS(fault=fault.about(rows=len(rows)))
    for number, (row, length) in enumerate(zip(rows, LENGTHS, strict=True), 1):
        if len(row.split()) > 1:
            fault = Sentence("Row {row} contains a space; type `.` for an empty slot.")
            raise WRONG_ROWS(fault=fault.about(row=number))
        if len(row) != length:
            fault = Sentence("Row {row} has {length} and needs {wanted}.")
            raise WRONG_ROWS(fault=fault.about(row=number, length=len(row), wanted=length))


def _check_pieces(sets: tuple[str, ...]) -> None:
    counts = [len(piece_set) - piece_set.count(".") for piece_set in sets]
    if sum(counts) != PIECES:
        raise WRONG_COUNT(count=sum(counts))
    for number, count in enumerate(counts, 1):
        if count < MIN_IN_SET:
            raise TOO_FEW(set=number, count=count)
    lacking = [element for element in Element if element not in "".join(sets)]
    if lacking:
        raise MISSING_ELEMENT(elements=listing(map(ELEMENT_NAMES.__getitem__, lacking)))


def rows_of(letters: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the rows of a layout with these letters in its thirty slots."""
    by_slot = dict(letters)
    slots = (by_slot.get(slot, ".") for slot in range(2 * SLOTS))
    return tuple("".join(islice(slots, length)) for length in LENGTHS)


def every_layout() -> Iterator[tuple[str, ...]]:
    """Yield the rows of every possible layout."""
    for taken in combinations(range(2 * SLOTS), PIECES):
        if not MIN_IN_SET <= sum(index < SLOTS for index in taken) <= PIECES - MIN_IN_SET:
            continue
        for letters in product(Element, repeat=PIECES):
            if len(set(letters)) == len(Element):
                yield rows_of(zip(taken, letters, strict=True))


def draw_rows(generator: Random) -> tuple[str, ...]:
    """Draw the rows of a layout, with four pieces of each element."""
    in_first = generator.randint(MIN_IN_SET, PIECES - MIN_IN_SET)
    taken = [
        *generator.sample(range(SLOTS), in_first),
        *generator.sample(range(SLOTS, 2 * SLOTS), PIECES - in_first),
    ]
    generator.shuffle(taken)
    return rows_of(zip(taken, cycle(Element), strict=False))


@cache
def slot_cell(side: Compass, row: int, slot: int) -> Cell:
    """Return the square of a slot when its set stands on a side; rows count from the edge.

    >>> str(slot_cell(Compass.WEST, 0, 0)), str(slot_cell(Compass.WEST, 2, 2))
    ('A8', 'C4')
    """
    along, last = row + slot + 1, SIDE - 1
    cells = {
        Compass.SOUTH: Cell(along, row),
        Compass.WEST: Cell(row, last - along),
        Compass.NORTH: Cell(last - along, last - row),
        Compass.EAST: Cell(last - row, along),
    }
    return cells[side]


def placed_after(before: Sides, sides: Sides) -> Sides:
    """Return all placed sets after these placements, judged in their order; raise Illegal."""
    placed = before
    for name, side in sides:
        if name not in free_sets(placed):
            refusal = SET_PLACED if name in dict(before) else SET_NAMED_TWICE
            raise refusal(set=name)
        if side not in free_sides(placed):
            refusal = SIDE_TAKEN if side in dict(before).values() else SIDE_NAMED_TWICE
            raise refusal(side=COMPASS_NAMES[side])
        placed = (*placed, (name, side))
    return placed


def free_sets(placed: Sides) -> list[SetName]:
    """Return the sets that have no side yet."""
    taken = {name for name, _ in placed}
    return [name for name in SetName if name not in taken]


def free_sides(placed: Sides) -> list[Compass]:
    """Return the sides on which no set stands yet."""
    taken = {side for _, side in placed}
    return [side for side in Compass if side not in taken]


def with_rest(placed: Sides) -> Sides:
    """Return placed sets with the last one, if it has none yet, on the side left."""
    return (*placed, *zip(free_sets(placed), free_sides(placed), strict=True))


def placements(before: Sides) -> Iterator[Sides]:
    """Yield all ways to place two sets; once two stand, to place one: the last has no choice."""
    names, sides = free_sets(before), free_sides(before)
    if before:
        yield from (((names[0], side),) for side in sides)
        return
    for name, other in combinations(names, 2):
        for here, there in permutations(sides, 2):
            yield (name, here), (other, there)


def standing_on(sets: NamedSets, sides: Sides) -> Iterator[tuple[Cell, Piece]]:
    """Yield all pieces of the sets that have a side, each with its square."""
    by_name = dict(sets)
    for name, side in sides:
        for row, letters in enumerate(by_name[name]):
            for slot, letter in enumerate(letters):
                if letter != ".":
                    yield slot_cell(side, row, slot), Piece(name.owner, Element(letter))


def slot_cells() -> tuple[Cell, ...]:
    """Return all squares on which sets may stand."""
    return tuple(
        slot_cell(side, row, slot)
        for side in Compass
        for row, length in enumerate(SET_ROWS)
        for slot in range(length)
    )
