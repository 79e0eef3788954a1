"""The cells of a board: a column letter and a row number, A1 at the lower left.

For games that try many sets of cells, these are whole numbers, one bit for each cell.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import compress
from string import ascii_lowercase
from typing import Final, NamedTuple, TypeVar

Item = TypeVar("Item")

_SWITCHES: Final = bytes.maketrans(b"01", b"\x00\x01")
CELL: Final = re.compile(r"([a-z])(0|[1-9][0-9]?)", re.ASCII | re.IGNORECASE)
"""A typed cell, on the board or not: one letter and a number below 100."""


class Cell(NamedTuple):
    """A square by its column and row, both counted from 0: `E6` is `Cell(4, 5)`.

    >>> str(Cell(4, 5))
    'E6'
    """

    column: int
    row: int

    @cache  # noqa: B019 - boards are small, and few cells are off them
    def __str__(self) -> str:
        return f"{chr(ord('A') + self.column)}{self.row + 1}"

    @staticmethod
    def parse(name: str) -> "Cell":
        """Read one cell name in either case; it may lie outside any board.

        >>> Cell.parse("e6")
        Cell(column=4, row=5)

        Raises:
            ValueError: The text does not have the shape of a cell.
        """
        cell = TYPED_CELLS.get(name.lower()) if name.isascii() else None
        if cell is None:
            raise ValueError(name)
        return cell

    def lies_up_to(self, last: "Cell") -> bool:
        """Return whether a board from A1 to this upper right corner has the cell.

        >>> [Cell.parse(name).lies_up_to(Cell.parse("I9")) for name in ("I9", "J9", "A0")]
        [True, False, False]
        """
        return 0 <= self.column <= last.column and 0 <= self.row <= last.row

    def beside(self, other: "Cell") -> bool:
        """Return whether two cells share a side."""
        return abs(self.column - other.column) + abs(self.row - other.row) == 1


TYPED_CELLS: Final = {
    f"{letter}{number}": Cell(column, number - 1)
    for column, letter in enumerate(ascii_lowercase)
    for number in range(100)
}
"""Every cell that can be typed, by its name in lower case; live matches keep many of them."""
NO_CELL: Final = Cell(-1, -1)
"""The upper right corner where there is no board."""


@dataclass(frozen=True)
class BitBoard:
    """An empty square board, with tables of its cells; `bit_board` makes it.

    One bit stays empty between rows, so a step east or west never lands on the next row.

    Attributes:
        side: The number of cells in a row.
        stride: The step from a cell to its northern neighbour, in bits.
        last: The upper right corner.
        everything: All cells of the board.
        by_bit: The cell of each bit, the lowest first, with a place off the board after each row.
        bit_of: The set of each cell.
        cell_of: The cell of each bit.

    >>> board = bit_board(15)
    >>> [str(cell) for cell in board.cells(board.beside(board.bit_of[Cell(0, 3)]))]
    ['A3', 'B4', 'A5']
    """

    side: int
    stride: int = field(compare=False, repr=False)
    last: Cell = field(compare=False, repr=False)
    everything: int = field(compare=False, repr=False)
    by_bit: tuple[Cell, ...] = field(compare=False, repr=False)
    bit_of: Mapping[Cell, int] = field(compare=False, repr=False)
    cell_of: Mapping[int, Cell] = field(compare=False, repr=False)

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the set of some different cells."""
        return sum(1 << (self.stride * row + column) for column, row in cells)

    def cells(self, mask: int) -> Iterator[Cell]:
        """Return the cells of a set, row by row."""
        return map(self.cell_of.__getitem__, bits(mask))

    def rows(self, marks: Mapping[str, int]) -> str:
        """Return a record's rows, highest first: a set's cells show its mark, all others `.`.

        >>> board = bit_board(2)
        >>> board.rows({"o": board.bit_of[Cell(0, 0)], "*": board.bit_of[Cell(1, 1)]})
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
        """Return all cells that share a side with a cell of a set."""
        upright = mask << self.stride | mask >> self.stride
        return (mask << 1 | mask >> 1 | upright) & self.everything

    def at_corners(self, mask: int) -> int:
        """Return all cells that touch a cell of a set diagonally."""
        upright = mask << self.stride | mask >> self.stride
        return (upright << 1 | upright >> 1) & self.everything

    def lines(self, length: int) -> tuple[int, ...]:
        """Return every set of so many cells in a row, a column or a diagonal.

        >>> len(bit_board(3).lines(3))
        8
        """
        lines = (
            sum(start << step * index for index in range(length))
            for start in self.cell_of
            for step in (1, self.stride - 1, self.stride, self.stride + 1)
        )
        return tuple(line for line in lines if not line & ~self.everything)

    def corners_of_blocks(self, mask: int) -> int:
        """Return the lower left cells of all blocks of two by two cells within a set."""
        pairs = mask & mask >> 1
        return pairs & pairs >> self.stride


@cache
def bit_board(side: int) -> BitBoard:
    """Return the board with so many cells in a row."""
    by_bit = tuple(Cell(column, row) for row in range(side) for column in range(side + 1))
    bit_of = {cell: 1 << index for index, cell in enumerate(by_bit) if cell.column < side}
    cell_of = {bit: cell for cell, bit in bit_of.items()}
    last = Cell(side - 1, side - 1)
    return BitBoard(side, side + 1, last, sum(cell_of), by_bit, bit_of, cell_of)


def bits(mask: int) -> Iterator[int]:
    """Yield the single bits of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def picked(items: Sequence[Item], mask: int) -> Iterator[Item]:
    """Yield the items whose bit is in a set, in order; the lowest bit stands for the first.

    It is quicker than going from bit to bit where many of them are set.

    >>> "".join(picked("abcdef", 0b100110))
    'bcf'
    """
    digits = f"{mask:b}"[::-1].encode()
    return compress(items, digits.translate(_SWITCHES))
