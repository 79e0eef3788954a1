"""The sets of Compass Collisions: layouts, their checks, lots and placement."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations, cycle, islice, permutations, product
from random import Random
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import ALL_PIECES, SIDE, Compass, Element, Piece
from engine.grids.grid import Cell
from engine.refusals import Illegal
from engine.seats import Seat

SET_ROWS: Final = (7, 5, 3)
SLOTS: Final = sum(SET_ROWS)
LENGTHS: Final = SET_ROWS * 2
PIECES: Final = ALL_PIECES // 2
MIN_IN_SET: Final = 4


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


PieceSet: TypeAlias = tuple[tuple[Element | None, ...], ...]
"""Rows of 7, 5 and 3 slots, the edge's row first, each as someone outside the board reads it."""
Sides: TypeAlias = tuple[tuple[SetName, Compass], ...]
"""Sets, each with the side of the board it stands on."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Both sets of a seat."""

    sets: tuple[PieceSet, PieceSet]


def read_layout(rows: tuple[str, ...]) -> Layout:
    """Read a layout from its rows; raise Illegal if they are none."""
    _check_rows(rows)
    halves = rows[: len(SET_ROWS)], rows[len(SET_ROWS) :]
    _check_pieces(tuple(map("".join, halves)))
    first, second = map(_piece_set, halves)
    return Layout((first, second))


def _check_rows(rows: tuple[str, ...]) -> None:
    if len(rows) != len(LENGTHS):
        raise Illegal("layout-rows", facts={"rows": str(len(rows))})
    for number, (row, requested) in enumerate(zip(rows, LENGTHS, strict=True), 1):
        has_blanks = len(row.split()) > 1
        if has_blanks or len(row) != requested:
            facts = {"row": str(number), "length": str(len(row)), "wanted": str(requested)}
            raise Illegal("layout-rows", facts=facts | ({"blanks": "within"} if has_blanks else {}))


def _check_pieces(sets: tuple[str, ...]) -> None:
    counts = [len(piece_set) - piece_set.count(".") for piece_set in sets]
    if sum(counts) != PIECES:
        raise Illegal("wrong-count", facts={"count": str(sum(counts))})
    for number, count in enumerate(counts, 1):
        if count < MIN_IN_SET:
            raise Illegal("too-few", facts={"set": str(number), "count": str(count)})
    lacking = "".join(element for element in Element if element not in "".join(sets).upper())
    if lacking:
        raise Illegal("missing-element", facts={"elements": lacking})


def _piece_set(rows: tuple[str, ...]) -> PieceSet:
    return tuple(
        tuple(None if letter == "." else Element(letter.upper()) for letter in row) for row in rows
    )


def rows_of(slots: Iterable[str]) -> tuple[str, ...]:
    """Return thirty slots as the rows of a layout."""
    following = iter(slots)
    return tuple("".join(islice(following, length)) for length in LENGTHS)


def every_layout() -> Iterator[tuple[str, ...]]:
    """Yield the rows of every possible layout."""
    for taken in combinations(range(2 * SLOTS), PIECES):
        if not MIN_IN_SET <= sum(index < SLOTS for index in taken) <= PIECES - MIN_IN_SET:
            continue
        for letters in product(Element, repeat=PIECES):
            if len(set(letters)) == len(Element):
                slots = dict(zip(taken, letters, strict=True))
                yield rows_of(slots.get(index, ".") for index in range(2 * SLOTS))


def draw_rows(generator: Random) -> tuple[str, ...]:
    """Draw the rows of a layout, with four pieces of each element."""
    in_first = generator.randint(MIN_IN_SET, PIECES - MIN_IN_SET)
    taken = [
        *generator.sample(range(SLOTS), in_first),
        *generator.sample(range(SLOTS, 2 * SLOTS), PIECES - in_first),
    ]
    generator.shuffle(taken)
    slots = dict(zip(taken, cycle(Element), strict=False))
    return rows_of(slots.get(index, ".") for index in range(2 * SLOTS))


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
            values = {} if name in dict(before) else {"said": "set-twice"}
            raise Illegal("set-placed", facts={"set": name, **values})
        if side not in free_sides(placed):
            values = {} if side in dict(before).values() else {"said": "side-twice"}
            raise Illegal("side-taken", facts={"side": side, **values})
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


def placements(before: Sides) -> Iterator[Sides]:
    """Yield all ways to place two sets; once two stand, to place one: the last has no choice."""
    names, sides = free_sets(before), free_sides(before)
    if before:
        yield from (((names[0], side),) for side in sides)
        return
    for name, other in combinations(names, 2):
        for here, there in permutations(sides, 2):
            yield (name, here), (other, there)


def standing_on(sets: Mapping[SetName, PieceSet], sides: Sides) -> Iterator[tuple[Cell, Piece]]:
    """Yield all pieces of the sets that have a side, each with its square."""
    for name, side in sides:
        owner = name.owner
        for row, slots in enumerate(sets[name]):
            for slot, element in enumerate(slots):
                if element:
                    yield slot_cell(side, row, slot), Piece(owner, element)


def slot_cells() -> tuple[Cell, ...]:
    """Return all squares on which sets may stand."""
    return tuple(
        slot_cell(side, row, slot)
        for side in Compass
        for row, length in enumerate(SET_ROWS)
        for slot in range(length)
    )
