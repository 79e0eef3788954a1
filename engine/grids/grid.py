"""The cells of a board: a column letter and a row number, A1 at the lower left."""

import re
from functools import cache
from typing import Final, NamedTuple

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

    @classmethod
    def parse(cls, name: str) -> "Cell":
        """Read one cell name in either case; it may lie outside any board.

        >>> Cell.parse("e6")
        Cell(column=4, row=5)

        Raises:
            ValueError: The text does not have the shape of a cell.
        """
        shape = CELL.fullmatch(name)
        if shape is None:
            raise ValueError(name)
        return cls.typed(shape[1], shape[2])

    @classmethod
    @cache
    def typed(cls, letter: str, number: str) -> "Cell":
        """Return the cell of a letter, in either case, and a number, as in a `CELL`.

        Few can be typed, and live matches keep many: each is made once.
        """
        return cls(ord(letter.upper()) - ord("A"), int(number) - 1)

    def lies_up_to(self, last: "Cell") -> bool:
        """Return whether a board from A1 to this upper right corner has the cell.

        >>> [Cell.parse(name).lies_up_to(Cell.parse("I9")) for name in ("I9", "J9", "A0")]
        [True, False, False]
        """
        return 0 <= self.column <= last.column and 0 <= self.row <= last.row

    def beside(self, other: "Cell") -> bool:
        """Return whether two cells share a side."""
        return abs(self.column - other.column) + abs(self.row - other.row) == 1
