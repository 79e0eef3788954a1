"""The rest of a board of Fire and Ice: the halves that each empty cell may still take.

The colours laid no longer matter, only what each empty cell touches. Boards that leave the same
cells are worth the same, whatever lies on them.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView, Half
from engine.grids.grid import bit_board, bits
from engine.seats import Seat

GRID: Final = bit_board(FireAndIce.side)
STRIDE: Final = GRID.stride
STEPS: Final = (1, STRIDE)

FOR_ONE_ONLY: Final = 3
"""The weight of a cell that only one of the two can ever use, in free cells beside its colour."""


class Placement(NamedTuple):
    """The cells of a domino's white and of its coloured half, as bits."""

    white: int
    colored: int


class Cells(NamedTuple):
    """The empty cells on which something may still be laid, as sets of bits, as one seat has them.

    A cell that touches halves of two colours is lost for good. All others keep shrinking: from free
    to one colour, from one colour to none.

    Attributes:
        free: The cells that touch nothing; any half may lie there.
        white: The cells that touch white halves only.
        mine: The cells that touch only halves of the seat's own colour.
        theirs: The cells that touch only halves of the other seat's colour.
    """

    free: int
    white: int
    mine: int
    theirs: int

    @classmethod
    def of(cls, view: FireAndIceView, seat: Seat) -> "Cells":
        """Return the cells that a view leaves, as a seat has them."""
        covered = dict.fromkeys(Half, 0)
        for domino in view.dominoes:
            for cell, half in zip(domino.cells, domino.halves, strict=True):
                covered[half] |= GRID.bit_of[cell]
        empty = GRID.everything & ~sum(covered.values())
        halves = (Half.WHITE, view.colors[seat], view.colors[seat.opponent])
        white, own, other = (GRID.beside(covered[half]) for half in halves)
        return cls(
            free=empty & ~(white | own | other),
            white=empty & white & ~(own | other),
            mine=empty & own & ~(white | other),
            theirs=empty & other & ~(white | own),
        )

    @property
    def turned(self) -> "Cells":
        """The same cells as the other seat has them."""
        return Cells(self.free, self.white, self.theirs, self.mine)

    @property
    def can_move(self) -> bool:
        """True if the seat has a move."""
        free, white, mine, _ = self
        return bool(GRID.beside(free | mine) & white or GRID.beside(mine) & free)

    @property
    def can_ever_move(self) -> bool:
        """True if the seat may have a move now or later on."""
        free, white, mine, _ = self
        return bool(GRID.beside(free | mine) & (free | white))

    def placements(self) -> Iterator[Placement]:
        """Yield all ways to lay the seat's domino; one of its halves has to touch something."""
        free, white, mine, _ = self
        colored = free | mine
        for step in STEPS:
            for bit in bits(white & colored >> step | free & mine >> step):
                yield Placement(bit, bit << step)
            for bit in bits(white & colored << step | free & mine << step):
                yield Placement(bit, bit >> step)

    def after(self, placement: Placement) -> "Cells":
        """Return the cells that the seat's domino leaves, still as that seat has them."""
        free, white, mine, theirs = self
        laid_white, laid_colored = placement
        beside_white, beside_colored = GRID.beside(laid_white), GRID.beside(laid_colored)
        left = ~(laid_white | laid_colored)
        not_white = left & ~beside_white
        not_colored = left & ~beside_colored
        return Cells(
            free & not_white & not_colored,
            (white | free & beside_white) & not_colored,
            (mine | free & beside_colored) & not_white,
            theirs & not_white & not_colored,
        )

    @property
    def lead(self) -> int:
        """The apparent advantage of the seat, in free cells beside its colour.

        The cells that only one of the two can ever use weigh most: those beside its colour, and
        those beside white that have no neighbour for the other's colour.
        """
        free, white, mine, theirs = self
        beside_free, beside_mine, beside_theirs = map(GRID.beside, (free, mine, theirs))
        usable = beside_free | GRID.beside(white)
        for_one_only = (
            (mine & usable).bit_count()
            - (theirs & usable).bit_count()
            + (white & beside_mine & ~(beside_free | beside_theirs)).bit_count()
            - (white & beside_theirs & ~(beside_free | beside_mine)).bit_count()
        )
        within_reach = (free & beside_mine).bit_count() - (free & beside_theirs).bit_count()
        return FOR_ONE_ONLY * for_one_only + within_reach
