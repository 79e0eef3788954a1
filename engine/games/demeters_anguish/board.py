"""The gardens of Demeter's Anguish: their contents, and room for more."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.grids.grid import BitBoard, Cell
from engine.grids.polyominoes import POLYOMINOES, Form, LaidPiece, Polyomino, forms, identify
from engine.refusals import Illegal, check_on_board

Flower: TypeAlias = LaidPiece
"""A polyomino in the garden of the seat that planted it."""


DECIDING_SIZES: Final = (5, 4, 3, 2)
"""The sizes that decide if equally many cells are under flowers, by the numbers of flowers."""


@dataclass(frozen=True, slots=True)
class Rock:
    """A rock of one cell or four, in order; it lies in the garden of its layer's opponent."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Garden:
    """A garden as viewers see it.

    Attributes:
        flowers: The flowers, oldest first.
        rocks: The rocks, oldest first.
        cells: The number of cells under flowers.
        counts: The number of flowers of each size that can decide, the first to decide first.
    """

    flowers: tuple[Flower, ...]
    rocks: tuple[Rock, ...]
    left: tuple[Polyomino, ...]
    cells: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The contents of a garden.

    Attributes:
        grid: The empty garden; `planted` and `stony` are sets of its cells.
        flowers: The flowers, oldest first.
        rocks: The rocks, oldest first.
        planted: The cells under flowers.
        stony: The cells under rocks.
        left: The pieces not planted yet, by their places in POLYOMINOES.
    """

    grid: BitBoard
    flowers: tuple[Flower, ...] = ()
    rocks: tuple[Rock, ...] = ()
    planted: int = 0
    stony: int = 0
    left: tuple[int, ...] = tuple(range(len(POLYOMINOES)))

    def with_flower(self, flower: Flower) -> "Plot":
        """Return the garden with a flower that fits."""
        number = POLYOMINOES.index(flower.piece)
        return Plot(
            self.grid,
            (*self.flowers, flower),
            self.rocks,
            self.planted | self.grid.mask(flower.cells),
            self.stony,
            tuple(other_number for other_number in self.left if other_number != number),
        )

    def with_rock(self, rock: Rock) -> "Plot":
        """Return the garden with a rock that fits."""
        return Plot(
            self.grid,
            self.flowers,
            (*self.rocks, rock),
            self.planted,
            self.stony | self.grid.mask(rock.cells),
            self.left,
        )

    def flowers_that_fit(self) -> Iterator[tuple[Form, int]]:
        """Yield every flower that may be planted: its forms, each with its anchors; smallest first.

        Among the smallest, one that fits is found soon.
        """
        free = self.grid.everything & ~(self.covered | self.grid.beside(self.planted))
        corners = self.grid.at_corners(self.planted)
        forms_of = forms(self.grid)
        for number in reversed(self.left):
            for form in forms_of[POLYOMINOES[number]]:
                anchors = form.fitting(free)
                if anchors and self.planted:
                    anchors &= form.reaching(corners)
                if anchors:
                    yield form, anchors

    @property
    def free(self) -> int:
        """The cells on which a small rock may be laid."""
        return self.grid.everything & ~self.covered

    @property
    def free_blocks(self) -> int:
        """The cells that may be the lower left one of a large rock."""
        return self.grid.corners_of_blocks(self.free)

    @property
    def covered(self) -> int:
        """The cells that are not empty."""
        return self.planted | self.stony

    @property
    def takes_a_flower(self) -> bool:
        """True if any flower still fits."""
        return next(self.flowers_that_fit(), None) is not None

    @property
    def cells(self) -> int:
        """The number of cells under flowers."""
        return sum(flower.piece.size for flower in self.flowers)

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """The number of flowers with five cells, four, three and two, each with its size."""
        sizes = [flower.piece.size for flower in self.flowers]
        return tuple((size, sizes.count(size)) for size in DECIDING_SIZES)

    @property
    def score(self) -> tuple[int, ...]:
        """The cells under flowers, then the flowers with five cells, four, three and two."""
        return self.cells, *(count for _, count in self.counts)

    @property
    def rows(self) -> str:
        """A record's rows from the highest down: `.` empty, `*` flower, `o` rock."""
        return self.grid.rows({"*": self.planted, "o": self.stony})

    @property
    def garden(self) -> Garden:
        """The garden as a viewer sees it."""
        left = tuple(POLYOMINOES[number] for number in self.left)
        return Garden(self.flowers, self.rocks, left, self.cells, self.counts)

    def flower_on(self, cells: tuple[Cell, ...], letter: str) -> Flower:
        """Return the flower that may be planted there; the letter may be empty. Raise Illegal."""
        check_on_board(cells, self.grid.last)
        piece = identify(cells)
        if piece is None:
            raise Illegal("not-a-flower", cells)
        if letter and not piece.is_called(letter):
            raise Illegal("wrong-letter", cells, {"letter": letter.upper(), "piece": piece.letter})
        self._check_free(cells)
        if POLYOMINOES.index(piece) not in self.left:
            raise Illegal("piece-used", cells, {"piece": piece.letter, "size": str(piece.size)})
        self._check_contact(cells)
        return Flower(piece, tuple(sorted(cells)))

    def rock_on(self, cells: tuple[Cell, ...]) -> Rock:
        """Return the rock that may be laid on some cells; raise Illegal if none may."""
        check_on_board(cells, self.grid.last)
        if len(cells) != 1 and tuple(sorted(cells)) != block(min(cells)):
            raise Illegal("not-a-rock", cells)
        self._check_free(cells)
        return Rock(tuple(sorted(cells)))

    def _check_free(self, cells: tuple[Cell, ...]) -> None:
        taken = [cell for cell in cells if self.grid.bit_of[cell] & self.covered]
        if taken:
            raise Illegal("occupied", taken)

    def _check_contact(self, cells: tuple[Cell, ...]) -> None:
        mask = self.grid.mask(cells)
        touched = sorted(self.grid.cells(self.grid.beside(mask) & self.planted))
        if touched:
            touching = [cell for cell in cells if any(cell.beside(other) for other in touched)]
            facts = {"touching": " ".join(map(str, touching))}
            raise Illegal("touches-flower", touched, facts)
        if self.planted and not self.grid.at_corners(mask) & self.planted:
            raise Illegal("no-corner", cells)


def block(south_west: Cell) -> tuple[Cell, ...]:
    """Return the four cells of a large rock, in order."""
    column, row = south_west
    return tuple(Cell(column + east, row + north) for east in (0, 1) for north in (0, 1))
