"""The board of Compass Collisions on bare numbers, for the search.

A turn here reports no events, which makes it many times faster than the engine's. The board is the
same string of bytes as the engine's, with its margin.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import (
    BARE,
    CELL_AT,
    DMO_BIT,
    ELEMENT_BITS,
    EMPTY,
    FIRST_PIECE,
    LONGEST_QUIET,
    MOVES_FROM,
    STAGES,
    VOID,
    Numbers,
)
from engine.grids.grid import Cell
from engine.seats import Seat

Code: TypeAlias = int
"""The number of a move: 8 for each square, 2 for each direction, and 1 if it goes two squares. If
the seat must give up a piece, the number of that piece's square."""

AT: Final = {cell: square for square, cell in enumerate(CELL_AT)}
BIT_OF: Final = {Seat.EC: 0, Seat.DMO: DMO_BIT}
"""The bits that tell the pieces of the two seats apart."""
SEAT_BITS: Final = tuple(BIT_OF.values())
ELEMENTS: Final = ELEMENT_BITS + 1
CODES: Final = range(FIRST_PIECE, FIRST_PIECE + 2 * ELEMENTS)
WAYS: Final = tuple(
    (square, step, is_far, STAGES[once.direction])
    for square, ways in enumerate(MOVES_FROM)
    for step, once, _ in ways
    for is_far in (False, True)
)
"""Each move's square, step, whether it goes two squares, and the change if it goes one."""
MOVE_OF: Final = tuple(
    move for ways in MOVES_FROM for _, once, twice in ways for move in (once, twice)
)
"""The engine's move for each number."""
DIRECTIONS: Final = tuple((way, *WAYS[way][1::2]) for way in (0, 2, 4, 6))
"""Each direction's part of a move's number, its step and the change."""

FALLING: Final = (0.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05)
"""The cost in pieces of standing on a square that falls once so many more are gone."""
BESIDE_VOID: Final = 0.15
"""The cost of standing where one push is enough."""
NO_TASTES: Final = (0.0,) * len(CELL_AT)


@dataclass(slots=True, eq=False)
class Ground:
    """The squares of a match that will fall, and the worth of standing on each.

    Attributes:
        falling: The squares that can still fall, in that order.
        numbers: Their numbers.
        gone: The squares that fell before.
        tastes: An opinion of each square beside that.
    """

    falling: tuple[int, ...]
    numbers: tuple[int, ...]
    gone: frozenset[int]
    tastes: Sequence[float]
    _worth: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def due(self, count: int, fallen: int) -> int:
        """Return how many squares are gone after a wave, by the number of pieces left."""
        while fallen < len(self.numbers) and self.numbers[fallen] >= count:
            fallen += 1
        return fallen

    def collapsing(self, fallen: int) -> int:
        """Return how many squares are gone once those with the two highest numbers are."""
        highest = sorted(set(self.numbers[fallen:]))[-2:]
        return fallen + sum(number in highest for number in self.numbers[fallen:])

    def worth(self, count: int, fallen: int) -> list[float]:
        """Return the worth of standing on each square, by the number of pieces left."""
        key = count, fallen
        if key not in self._worth:
            self._worth[key] = self._judged(count, fallen)
        return self._worth[key]

    def _judged(self, count: int, fallen: int) -> list[float]:
        worth, gone = list(self.tastes), self.gone.union(self.falling[:fallen])
        for index, square in enumerate(BARE):
            if square == EMPTY:
                around = (index + step for _, step, _ in DIRECTIONS)
                worth[index] -= BESIDE_VOID * sum(BARE[to] == VOID or to in gone for to in around)
        for index, number in zip(self.falling[fallen:], self.numbers[fallen:], strict=True):
            until = max(1, count - number)
            worth[index] -= FALLING[until] if until < len(FALLING) else 0.0
        return worth


def ground_of(
    numbers: Numbers, removed: Iterable[Cell] = (), tastes: Sequence[float] = NO_TASTES
) -> Ground:
    """Return the ground of a match: the squares that can still fall, and those that are gone."""
    return Ground(
        tuple(AT[cell] for cell, _ in numbers),
        tuple(number for _, number in numbers),
        frozenset(AT[cell] for cell in removed),
        tastes,
    )


@dataclass(slots=True, eq=False)
class Board:
    """The board between two turns.

    Attributes:
        bit: The bit of the seat to move.
        counts: The number of pieces of each kind.
        fallen: The number of squares that have fallen, of those that can.
        quiet: The number of moves in a row that removed nothing.
        weaker: The bit of the seat that had fewer pieces the last time the two counts differed;
            None if they never did.
    """

    ground: Ground
    squares: bytes
    bit: int
    counts: Sequence[int]
    fallen: int
    quiet: int
    weaker: int | None
    loser: int | None

    @property
    def count(self) -> int:
        """The number of pieces."""
        return sum(self.counts)

    def standing(self) -> Iterator[int]:
        """Yield the squares of the moving seat's pieces."""
        own = range(FIRST_PIECE + self.bit, FIRST_PIECE + self.bit + ELEMENTS)
        return (square for square, code in enumerate(self.squares) if code in own)

    def settled(self, squares: bytearray) -> "Board":
        """Return the board once a turn has left its squares like this: waves and the stall."""
        quiet, weaker = self.quiet + 1, self.weaker
        tide = _Tide(self, squares)
        tide.rise()
        if tide.count < self.count:
            quiet, weaker = 0, _weaker(tide.counts, weaker)
        elif quiet >= LONGEST_QUIET and tide.loser is None:
            tide.collapse()
            quiet, weaker = 0, _weaker(tide.counts, weaker)
        return Board(
            self.ground,
            bytes(squares),
            self.bit ^ DMO_BIT,
            tide.counts,
            tide.fallen,
            quiet,
            weaker,
            tide.loser,
        )


class _Tide:
    """The waves of erosion after one turn, and the look before each."""

    def __init__(self, before: Board, squares: bytearray) -> None:
        self.counts = tally(squares)
        self.fallen = before.fallen
        self.loser: int | None = None
        self._before = before
        self._squares = squares
        self._is_collapse = False

    @property
    def count(self) -> int:
        return sum(self.counts)

    def rise(self) -> None:
        """Look, and go on wave by wave until nothing more falls or a seat has lost."""
        self._look()
        ground = self._before.ground
        while self.loser is None and (due := ground.due(self.count, self.fallen)) > self.fallen:
            self._fall(due)
            self._look()

    def collapse(self) -> None:
        self._is_collapse = True
        self._fall(self._before.ground.collapsing(self.fallen))
        self.rise()

    def _fall(self, due: int) -> None:
        for square in self._before.ground.falling[self.fallen : due]:
            self._squares[square] = VOID
        self.fallen, self.counts = due, tally(self._squares)

    def _look(self) -> None:
        lacking = [bit for bit in SEAT_BITS if 0 in self.counts[bit : bit + ELEMENTS]]
        if len(lacking) == 1:
            self.loser = lacking[0]
        elif lacking:
            weaker = _weaker(self.counts, self._before.weaker) if self._is_collapse else None
            self.loser = self._before.bit if weaker is None else weaker


def collide(squares: bytearray, to: int, step: int, mover: int) -> None:
    """Move a piece, taken from its square, to where another one is."""
    there = squares[to]
    lead = (there - mover) & ELEMENT_BITS
    if lead == 2 or (there ^ mover) & DMO_BIT == 0:
        _push(squares, to, step, mover)
    elif lead == 0:
        squares[to] = EMPTY
    elif lead == 1:
        squares[to] = mover


def _push(squares: bytearray, to: int, step: int, carried: int) -> None:
    while carried >= FIRST_PIECE and squares[to] != VOID:
        carried, squares[to] = squares[to], carried
        to += step


def tally(squares: bytes | bytearray) -> list[int]:
    """Return the number of pieces of each kind, the EC's first."""
    return [*map(squares.count, CODES)]


def _weaker(counts: Sequence[int], before: int | None) -> int | None:
    ec, dmo = sum(counts[:ELEMENTS]), sum(counts[ELEMENTS:])
    if ec == dmo:
        return before
    return 0 if ec < dmo else DMO_BIT
