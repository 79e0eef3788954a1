"""The room left on a board of Fire and Ice: what may still be laid, whatever lies there."""

from typing import Final, NamedTuple

from engine.grids.grid import BitBoard

FOR_ONE_ONLY: Final = 3
"""The weight of a cell that only one of the two can ever use, in free cells beside its colour."""
STEEPNESS: Final = 0.17
"""The growth of the log odds of winning with the lead in room."""
TO_MOVE: Final = 8
"""The worth of having the move, measured as that lead is."""
TO_MOVE_FIRST: Final = -4
"""The same of the very first move: of quick games, the second seat wins about two in three."""


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

    @property
    def turned(self) -> "Room":
        """The same cells as the other colour has them."""
        return Room(self.grid, self.free, self.white, self.other, self.own)

    @property
    def can_move(self) -> bool:
        """True if the colour has a move."""
        grid, free, white, own, _ = self
        return bool(grid.beside(free | own) & white or grid.beside(own) & free)

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
