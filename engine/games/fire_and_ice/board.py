"""The board of Fire and Ice: halves of dominoes, and the room that they leave."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

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


FOR_ONE_ONLY: Final = 3
"""The weight of a cell that only one of the two can ever use, in free cells beside its colour."""


class Room(NamedTuple):
    """The empty cells on which something may still be laid, as sets, as one colour has them.

    A cell that touches halves of two colours is lost for good. All others keep shrinking: from free
    to one colour, from one colour to none.

    Attributes:
        grid: The empty board.
        free: The cells that touch nothing; any half may lie there.
        white: The cells that touch white halves only.
        own: The cells that touch only halves of the colour.
        other: The cells that touch only halves of the other player's colour.
    """

    grid: BitBoard
    free: int
    white: int
    own: int
    other: int

    def openings(self) -> tuple[tuple[int, int, int], ...]:
        """Return the cells where a white half may lie, by the step to its coloured half.

        A half may lie where every half it touches has its colour, and the domino has to touch one.
        Each item is a step in bits, the white halves with the coloured half one step ahead, and
        those with it one step back.
        """
        _, free, white, own, _ = self
        colored = free | own
        return tuple(
            (
                step,
                white & colored >> step | free & own >> step,
                white & colored << step | free & own << step,
            )
            for step in (1, self.grid.stride)
        )

    def takes(self, white: int, colored: int) -> bool:
        """Return whether a domino may lie with its white and its coloured half on two cells."""
        fits_white = white & self.white and colored & (self.free | self.own)
        fits = fits_white or (white & self.free and colored & self.own)
        return bool(fits and self.grid.beside(white) & colored)

    @property
    def takes_any(self) -> bool:
        """True if any domino may lie."""
        beside_white, beside_free = map(self.grid.beside, (self.white, self.free))
        return bool(beside_white & (self.free | self.own) or beside_free & self.own)

    @property
    def other_can_ever_move(self) -> bool:
        """True if the other colour may have a move now or later on."""
        return bool(self.grid.beside(self.free | self.other) & (self.free | self.white))

    @property
    def lead(self) -> int:
        """The apparent advantage of the colour, in free cells beside it.

        The cells that only one of the two can ever use weigh most: those beside its colour, and
        those beside white that have no neighbour for the other's colour.
        """
        grid, free, white, own, other = self
        beside_free, beside_own, beside_other = map(grid.beside, (free, own, other))
        usable = beside_free | grid.beside(white)
        for_one_only = (
            (own & usable).bit_count()
            - (other & usable).bit_count()
            + (white & beside_own & ~(beside_free | beside_other)).bit_count()
            - (white & beside_other & ~(beside_free | beside_own)).bit_count()
        )
        within_reach = (free & beside_own).bit_count() - (free & beside_other).bit_count()
        return FOR_ONE_ONLY * for_one_only + within_reach


@dataclass(frozen=True)
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

    @cached_property
    def rooms(self) -> Mapping[Half, Room]:
        """The cells on which something may still be laid, as each colour has them."""
        grid, empty = self.grid, self.grid.everything & ~(self.white | self.red | self.blue)
        white, red, blue = map(grid.beside, (self.white, self.red, self.blue))
        free = empty & ~(white | red | blue)
        only_white = empty & white & ~(red | blue)
        only_red = empty & red & ~(white | blue)
        only_blue = empty & blue & ~(white | red)
        return {
            Half.RED: Room(grid, free, only_white, only_red, only_blue),
            Half.BLUE: Room(grid, free, only_white, only_blue, only_red),
        }
