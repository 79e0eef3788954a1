"""The gardens of Demeter's Anguish: their contents, and room for more."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine.grids.grid import BitBoard, Cell
from engine.grids.polyominoes import POLYOMINOES, Form, LaidPiece, Polyomino, forms, identify
from engine.refusals import check_on_board, illegal
from engine.words.sentences import Plural, Sentence, listing

OFF_BOARD: Final = illegal("off-board", "{cells}: the gardens are A1 to {last}.")
NOT_A_FLOWER: Final = illegal(
    "not-a-flower", "A flower is one to five cells joined by their sides; {cells} are not."
)
NOT_A_ROCK: Final = illegal(
    "not-a-rock", "A rock is one cell or a block of two by two; {cells} are neither."
)
WRONG_LETTER: Final = illegal("wrong-letter", "{cells}: that is {piece}, not {letter}.")
OCCUPIED: Final = illegal(
    "occupied", Plural("{cells} is already covered.", "{cells} are already covered.")
)
PIECE_USED: Final = illegal(
    "piece-used", "You've already planted {piece}; you can plant each piece once."
)
TOUCHES_FLOWER: Final = illegal(
    "touches-flower",
    Plural(
        "{touching} touches a flower of yours by a side ({cells}).",
        "{touching} touch a flower of yours by a side ({cells}).",
    ),
)
NO_CORNER: Final = illegal("no-corner", "{cells} wouldn't touch any of your flowers at a corner.")

PIECES: Final = {
    5: Sentence("the {letter} pentomino"),
    4: Sentence("the {letter} tetromino"),
    3: Sentence("the {letter} tromino"),
    2: Sentence("the domino"),
    1: Sentence("the monomino"),
}
"""The names of pieces by size; the two smallest need no letter."""

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
    """The contents of a garden.

    Attributes:
        grid: The empty garden; `planted` and `stony` are sets of its cells.
        flowers: The flowers, oldest first.
        rocks: The rocks, oldest first.
        planted: The cells under flowers.
        stony: The cells under rocks.
        left: The pieces not planted yet, the largest first.
    """

    grid: BitBoard
    flowers: tuple[Flower, ...] = ()
    rocks: tuple[Rock, ...] = ()
    planted: int = 0
    stony: int = 0
    left: tuple[Polyomino, ...] = POLYOMINOES

    def with_flower(self, flower: Flower) -> "Garden":
        """Return the garden with a flower that fits."""
        return replace(
            self,
            flowers=(*self.flowers, flower),
            planted=self.planted | self.grid.mask(flower.cells),
            left=tuple(piece for piece in self.left if piece is not flower.piece),
        )

    def with_rock(self, rock: Rock) -> "Garden":
        """Return the garden with a rock that fits."""
        stony = self.stony | self.grid.mask(rock.cells)
        return replace(self, rocks=(*self.rocks, rock), stony=stony)

    def flowers_that_fit(self) -> Iterator[tuple[Form, int]]:
        """Yield every flower that may be planted: its forms, each with its anchors; smallest first.

        Among the smallest, one that fits is found soon.
        """
        free = self.grid.everything & ~(self.covered | self.grid.beside(self.planted))
        corners = self.grid.at_corners(self.planted)
        forms_of = forms(self.grid)
        for piece in reversed(self.left):
            for form in forms_of[piece]:
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

    def flower_on(self, cells: tuple[Cell, ...], letter: str) -> Flower:
        """Return the flower that may be planted there; the letter may be empty. Raise Illegal."""
        check_on_board(cells, self.grid.last, OFF_BOARD)
        piece = identify(cells)
        if piece is None:
            raise NOT_A_FLOWER(*cells)
        if letter and not piece.is_called(letter):
            raise WRONG_LETTER(*cells, letter=letter.upper(), piece=named(piece))
        self._check_free(cells)
        if piece not in self.left:
            raise PIECE_USED(*cells, piece=named(piece))
        self._check_contact(cells)
        return Flower(piece, tuple(sorted(cells)))

    def rock_on(self, cells: tuple[Cell, ...]) -> Rock:
        """Return the rock that may be laid on some cells; raise Illegal if none may."""
        check_on_board(cells, self.grid.last, OFF_BOARD)
        if len(cells) != 1 and tuple(sorted(cells)) != block(min(cells)):
            raise NOT_A_ROCK(*cells)
        self._check_free(cells)
        return Rock(tuple(sorted(cells)))

    def _check_free(self, cells: tuple[Cell, ...]) -> None:
        taken = [cell for cell in cells if self.grid.bit_of[cell] & self.covered]
        if taken:
            raise OCCUPIED(*taken)

    def _check_contact(self, cells: tuple[Cell, ...]) -> None:
        mask = self.grid.mask(cells)
        touched = sorted(self.grid.cells(self.grid.beside(mask) & self.planted))
        if touched:
            touching = [cell for cell in cells if any(cell.beside(other) for other in touched)]
            raise TOUCHES_FLOWER(*touched, touching=listing(touching), count=len(touching))
        if self.planted and not self.grid.at_corners(mask) & self.planted:
            raise NO_CORNER(*cells)


def named(piece: Polyomino) -> Sentence:
    """Return a piece's name."""
    return PIECES[piece.size].about(letter=piece.letter)


def block(south_west: Cell) -> tuple[Cell, ...]:
    """Return the four cells of a large rock, in order."""
    column, row = south_west
    return tuple(Cell(column + east, row + north) for east in (0, 1) for north in (0, 1))
