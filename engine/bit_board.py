"""Sets of cells as whole numbers, one bit for each cell, for games that try many of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from engine.grid import Cell


@dataclass(frozen=True)
class BitBoard:
    """An empty square board, by the number of cells in a row.

    One bit stays empty between rows, so a step east or west never lands on the next row.

    >>> board = BitBoard(15)
    >>> [str(cell) for cell in board.cells(board.beside(board.bit(Cell(0, 3))))]
    ['A3', 'B4', 'A5']
    """

    side: int

    @cached_property
    def stride(self) -> int:
        """The step from a cell to its northern neighbour, in bits."""
        return self.side + 1

    @property
    def last(self) -> Cell:
        """The upper right corner."""
        return Cell(self.side - 1, self.side - 1)

    @cached_property
    def everything(self) -> int:
        """All cells of the board."""
        return sum(((1 << self.side) - 1) << (self.stride * row) for row in range(self.side))

    def bit(self, cell: Cell) -> int:
        """The set of one cell."""
        return 1 << (self.stride * cell.row + cell.column)

    def mask(self, cells: Iterable[Cell]) -> int:
        """The set of some different cells."""
        return sum(map(self.bit, cells))

    def cell(self, bit: int) -> Cell:
        """The one cell of a set."""
        return _cells_by_bit(self)[bit]

    def cells(self, mask: int) -> Iterator[Cell]:
        """The cells of a set, row by row."""
        return map(_cells_by_bit(self).__getitem__, bits(mask))

    def rows(self, marks: Mapping[str, int]) -> str:
        """A record's rows, highest first: a set's cells show its mark, all others `.`.

        >>> board = BitBoard(2)
        >>> board.rows({"o": board.bit(Cell(0, 0)), "*": board.bit(Cell(1, 1))})
        '.*/o.'
        """
        length = self.stride * self.side
        written = ["."] * length
        for mark, mask in marks.items():
            for bit in bits(mask):
                written[bit.bit_length() - 1] = mark
        starts = range(length - self.stride, -1, -self.stride)
        return "/".join("".join(written[start : start + self.side]) for start in starts)

    def beside(self, mask: int) -> int:
        """All cells that share a side with a cell of a set."""
        upright = mask << self.stride | mask >> self.stride
        return (mask << 1 | mask >> 1 | upright) & self.everything

    def at_corners(self, mask: int) -> int:
        """All cells that touch a cell of a set diagonally."""
        upright = mask << self.stride | mask >> self.stride
        return (upright << 1 | upright >> 1) & self.everything


@cache
def _cells_by_bit(board: BitBoard) -> Mapping[int, Cell]:
    """Each cell by its bit; looked up so often that it pays to keep them, once for each size."""
    cells = (Cell(column, row) for row in range(board.side) for column in range(board.side))
    return {board.bit(cell): cell for cell in cells}


def bits(mask: int) -> Iterator[int]:
    """The single bits of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
