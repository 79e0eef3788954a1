"""The two seats of a match, and who may look at it."""

from enum import StrEnum
from typing import Final, TypeAlias


class Seat(StrEnum):
    """A player's seat: the Elimination Candidate's or the Death Match Opponent's."""

    EC = "ec"
    DMO = "dmo"

    @property
    def opponent(self) -> "Seat":
        """The other seat.

        >>> Seat.EC.opponent
        <Seat.DMO: 'dmo'>
        """
        return Seat.DMO if self is Seat.EC else Seat.EC


SEATS: Final = (Seat.EC, Seat.DMO)

Viewer: TypeAlias = Seat | None
"""Who is looking: a seat, or the public."""

PUBLIC: Final[Viewer] = None
