"""One garden of Demeter's Anguish for the search: in turn a flower is planted, a rock laid.

Each seat does one thing in each garden in each of its turns, and nothing done in one garden changes
the other. So the game is a sum of two games: in each, one seat wants much planted and the other
wants little, and each can be searched alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple, Self

from engine.games.demeters_anguish.board import DECIDING_SIZES, Garden, block
from engine.grids.grid import BitBoard, Cell, bits, picked
from engine.grids.polyominoes import Polyomino, forms
from engine.opponents.thinking import SearchBudget

EVEN_ODDS: Final = 10
"""The number of plantings that makes a piece as likely as not to be planted some day."""
SHORTLISTED: Final = 40
"""The number of plantings evaluated: those that leave most corners to grow from."""
CORNER: Final = 3
"""The number of cells lost to planting that are worth a corner to grow from."""
FEW: Final = 40
"""The number of plantings left at which every move is followed; no more than are shortlisted."""
WIDTH: Final = 6
"""The number of moves followed in a position after the first."""


class PieceKind(NamedTuple):
    """A piece and its plantings, which have consecutive numbers.

    Attributes:
        size: The number of its cells.
        score: The increase of the score by planting it, with its part in deciding ties.
        start: The number of its first planting.
        span: A set of as many bits as it has plantings.
    """

    size: int
    score: float
    start: int
    span: int

    @property
    def all(self) -> int:
        """Its plantings."""
        return self.span << self.start


@dataclass(frozen=True)
class Plantings:
    """All plantings of some pieces in an empty garden, numbered, so that sets are whole numbers.

    The smallest pieces come first: once the large ones are planted, the numbers are small.
    """

    grid: BitBoard
    pieces: tuple[Polyomino, ...]

    @cached_property
    def pieces_by_kind(self) -> tuple[tuple[PieceKind, tuple[int, ...]], ...]:
        """Each piece, the largest last, with the cells of each of its plantings."""
        listed, start = [], 0
        for piece in sorted(self.pieces, key=lambda piece: piece.size):
            cells = tuple(
                form.mask * anchor
                for form in forms(self.grid)[piece]
                for anchor in bits(form.fitting(self.grid.everything))
            )
            score = float(piece.size)
            if piece.size in DECIDING_SIZES:
                # A share of a cell decides ties; shares of larger pieces outweigh it.
                score += 1 / float(32 ** (1 + DECIDING_SIZES.index(piece.size)))
            listed.append((PieceKind(piece.size, score, start, (1 << len(cells)) - 1), cells))
            start += len(cells)
        return tuple(listed)

    @cached_property
    def kind_on(self) -> dict[int, PieceKind]:
        """The piece that some cells form."""
        return {cells: kind for kind, listed in self.pieces_by_kind for cells in listed}

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of each planting, by its number."""
        return tuple(self.kind_on)

    @cached_property
    def small_rocks(self) -> tuple[tuple[int, int], ...]:
        """A small rock with the plantings it takes away, by the bit of its cell."""
        return tuple(self._rock((cell,)) for cell in self.grid.by_bit)

    @cached_property
    def large_rocks(self) -> tuple[tuple[int, int], ...]:
        """A large rock with the plantings it takes away, by the bit of its lower left cell."""
        return tuple(self._rock(block(cell)) for cell in self.grid.by_bit)

    def _rock(self, cells: tuple[Cell, ...]) -> tuple[int, int]:
        mask = self.grid.mask(cells)
        return mask, self.on(mask)

    def on(self, cells: int) -> int:
        """Return the plantings that cover any of some cells."""
        covering = 0
        for bit in bits(cells):
            covering |= self._covering.get(bit, 0)
        return covering

    @cached_property
    def _covering(self) -> dict[int, int]:
        sets = {bit: bytearray(len(self.cells) // 8 + 1) for bit in bits(self.grid.everything)}
        for number, cells in enumerate(self.cells):
            for bit in bits(cells):
                sets[bit][number >> 3] |= 1 << (number & 7)
        return {bit: int.from_bytes(numbers, "little") for bit, numbers in sets.items()}


@cache
def plantings_of(grid: BitBoard, pieces: tuple[Polyomino, ...]) -> Plantings:
    """Return the same plantings for all who ask for them, since they take a while to make."""
    return Plantings(grid, pieces)


class Growth(NamedTuple):
    """A garden with one seat to move in it; a move is the set of cells that it covers.

    Attributes:
        plantings: The plantings possible in the empty garden.
        budget: The budget from which every position looked at is spent.
        planted: The cells under flowers.
        stony: The cells under rocks.
        open: The plantings of pieces that are left on cells that take a flower.
        near: The plantings that touch a flower by a corner; all of them until there is a flower.
        left: The pieces not planted yet, the largest first.
        score: The score, ties and all: to be ahead in it is to be ahead by the rules.
        plants: True if a flower is to be planted next; otherwise a rock is to be laid.
        listed: The moves to look at; none to have them found.
    """

    plantings: Plantings
    budget: SearchBudget
    planted: int
    stony: int
    open: int
    near: int
    left: tuple[PieceKind, ...]
    score: float
    plants: bool
    listed: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, int, bool]:
        """Flowers never touch by a side, so their cells tell which pieces they are."""
        return self.planted, self.stony, self.plants

    @property
    def live(self) -> int:
        """The plantings possible now."""
        return self.open & self.near

    @property
    def is_over(self) -> bool:
        """True if nothing can be planted any more: rocks take away, and only flowers add."""
        return not self.live

    @property
    def expected(self) -> float:
        """The score with which the garden will probably end; exact once it is over."""
        return self._expected_with(self.live)

    def _expected_with(self, live: int) -> float:
        expected = self.score
        for kind in self.left:
            ways = (live >> kind.start & kind.span).bit_count()
            expected += kind.score * ways / (ways + EVEN_ODDS)
        return expected

    def value(self) -> float:
        """Return the score to expect, which the seat that lays rocks wants to be low."""
        return self.expected if self.plants else -self.expected

    def moves(self) -> Sequence[int]:
        """Return the moves that look best, the best first; all that may be best near the end."""
        if self.listed:
            return self.listed
        ranked = self.ranked()
        self.budget.spend(len(ranked))
        width = len(ranked) if self.is_nearly_over else WIDTH
        return [move for _, move in ranked[:width]]

    def ranked(self) -> list[tuple[float, int]]:
        """Return each move worth evaluating and its value after one ply, the best first."""
        if self.plants:
            ranked = [(self.after(move).expected, move) for move in self._shortlist()]
        else:
            live = self.live
            ranked = [
                (-self._expected_with(live ^ (live & takes)), move) for move, takes in self._rocks()
            ]
        ranked.sort(key=lambda pair: -pair[0])
        return ranked

    @property
    def is_nearly_over(self) -> bool:
        """True if so little can still be planted that every move can be followed."""
        return self.open.bit_count() <= FEW

    def after(self, move: int) -> Self:
        if self.plants:
            return self._planted(move)
        taken = self.open & self.plantings.on(move)
        return self._replace(
            stony=self.stony | move, open=self.open ^ taken, plants=True, listed=()
        )

    def _planted(self, cells: int) -> Self:
        plantings, grid = self.plantings, self.plantings.grid
        kind = plantings.kind_on[cells]
        taken = self.open & (plantings.on(cells | grid.beside(cells)) | kind.all)
        near = plantings.on(grid.at_corners(cells))
        return self._replace(
            planted=self.planted | cells,
            open=self.open ^ taken,
            near=self.near | near if self.planted else near,
            left=tuple(other for other in self.left if other is not kind),
            score=self.score + kind.score,
            plants=False,
            listed=(),
        )

    def plantable(self) -> list[int]:
        """Return the plantings to choose from: those of five cells early on, or else all."""
        live, moves = self.live, list[int]()
        largest = max(DECIDING_SIZES)
        only_largest = not self.is_nearly_over and any(
            live & kind.all for kind in self.left if kind.size == largest
        )
        for kind in self.left:
            if kind.size == largest or not only_largest:
                ways = live >> kind.start & kind.span
                moves += picked(self.plantings.cells[kind.start :], ways)
        return moves

    def _shortlist(self) -> list[int]:
        grid, moves = self.plantings.grid, self.plantable()
        if len(moves) <= SHORTLISTED:
            return moves
        alive = grid.everything & ~(self.planted | self.stony | grid.beside(self.planted))

        def room(cells: int) -> int:
            sides = grid.beside(cells)
            corners = grid.at_corners(cells) & ~sides
            return CORNER * (corners & alive).bit_count() - (sides & alive).bit_count()

        return sorted(moves, key=room, reverse=True)[:SHORTLISTED]

    def _rocks(self) -> Sequence[tuple[int, int]]:
        """Return large rocks, and small ones where none fits, with what they take away."""
        plantings, grid, live = self.plantings, self.plantings.grid, self.live
        free = grid.everything & ~(self.planted | self.stony)
        corners = grid.corners_of_blocks(free)
        columns = corners | corners << 1
        rest = free & ~(columns | columns << grid.stride)
        rocks = [*picked(plantings.large_rocks, corners), *picked(plantings.small_rocks, rest)]
        if self.is_nearly_over:
            return _undominated([(cells, takes & self.open) for cells, takes in rocks])
        return [rock for rock in rocks if rock[1] & live]


def growth(plantings: Plantings, budget: SearchBudget, garden: Garden, *, plants: bool) -> Growth:
    """Return a garden as it lies in the engine, with a flower or else a rock to come."""
    everything = (1 << len(plantings.cells)) - 1
    fresh = Growth(
        plantings,
        budget,
        planted=0,
        stony=garden.stony,
        open=everything & ~plantings.on(garden.stony),
        near=everything,
        left=tuple(kind for kind, _ in reversed(plantings.pieces_by_kind)),
        score=0,
        plants=True,
    )
    for flower in garden.flowers:
        fresh = fresh.after(garden.grid.mask(flower.cells))._replace(plants=True)
    return fresh._replace(plants=plants)


def _undominated(rocks: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the rocks that take away more than a part of what another takes away."""
    by_taken = {takes: cells for cells, takes in rocks if takes}
    return [
        (cells, takes)
        for takes, cells in by_taken.items()
        if not any(takes & other == takes for other in by_taken if other != takes)
    ]
