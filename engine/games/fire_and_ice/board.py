"""The dominoes of Fire and Ice, and the board they lie on."""

from dataclasses import dataclass
from enum import StrEnum

from engine.grids.grid import BitBoard, Cell


class Half(StrEnum):
    """The colour of half a domino, as positions write it."""

    WHITE = "w"
    RED = "r"
    BLUE = "b"


@dataclass(frozen=True, slots=True)
class Domino:
    """Two neighbouring cells and the colours on them."""

    cells: tuple[Cell, Cell]
    halves: tuple[Half, Half]


@dataclass(frozen=True, slots=True)
class Board:
    """The halves on the board, each colour as a set of the grid's cells.

    Attributes:
        grid: The empty board.
        white: The cells under white halves.
        red: The cells under red halves.
        blue: The cells under blue halves.
    """

    grid: BitBoard
    white: int = 0
    red: int = 0
    blue: int = 0

    def openings(self, color: Half) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return the cells where a white half may lie, by the step to its coloured half.

        A half may lie where every half it touches has its colour, and the domino has to touch one.
        Each item is a step in bits, the white halves with the coloured half one step ahead, and
        those with it one step back.
        """
        grid, stride = self.grid, self.grid.stride
        own = self.red if color is Half.RED else self.blue
        covered = self.white | self.red | self.blue
        beside_colored = grid.beside(self.red | self.blue)
        beside_others = grid.beside(covered ^ own)
        touching = beside_colored | beside_others
        empty = grid.everything & ~covered
        for_white, for_colored = empty & ~beside_colored, empty & ~beside_others
        return (
            (
                1,
                for_white & for_colored >> 1 & (touching | touching >> 1),
                for_white & for_colored << 1 & (touching | touching << 1),
            ),
            (
                stride,
                for_white & for_colored >> stride & (touching | touching >> stride),
                for_white & for_colored << stride & (touching | touching << stride),
            ),
        )

    def has_room_for(self, color: Half) -> bool:
        """Return whether any domino of a colour can be laid."""
        (_, east, west), (_, north, south) = self.openings(color)
        return bool(east or west or north or south)
