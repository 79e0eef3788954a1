"""The two seats of a match, and its viewers."""

from enum import Enum, StrEnum
from typing import Final, TypeAlias


class Seat(StrEnum):
    """A player's seat: the Elimination Candidate's or the Death Match Opponent's."""

    EC = "ec"
    DMO = "dmo"

    opponent: "Seat"
    """The other seat."""


Seat.EC.opponent, Seat.DMO.opponent = Seat.DMO, Seat.EC
SEATS: Final = (Seat.EC, Seat.DMO)

Viewer: TypeAlias = Seat | None
"""A viewer: a seat, or the public."""

PUBLIC: Final[Viewer] = None


class Host(Enum):
    """A host who judges and is not seated in the match."""

    HOST = "host"


HOST: Final = Host.HOST
"""The viewer who may see more than the public in a judged game (`Game.host_view`)."""
