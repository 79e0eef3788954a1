"""The lines of a match's log, and how one is the cause of what is told."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.clocks import Seconds
from engine.seats import Seat

POSTED: Final = "posted"
"""What the Dealer enters when a new position stands in the room."""


class Speaker(StrEnum):
    """Who makes an entry."""

    EC = "ec"
    DMO = "dmo"
    DEALER = "dealer"
    HOST = "host"

    @property
    def seat(self) -> Seat | None:
        """The player's seat, if it is a player."""
        return Seat(self.value) if self in {Speaker.EC, Speaker.DMO} else None


class CauseKind(StrEnum):
    """What sort of thing brought a notice about."""

    ACTION = "action"
    LOT = "lot"
    TIME = "time"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Cause:
    """What brought a notice about, without what was said: that may be secret.

    `seat` is whose action it was; None for a lot, for time that ran out, and for a host's ruling.
    """

    kind: CauseKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: who, when, and the text; `dealer` without one says that time passed."""

    who: Speaker
    at: Seconds
    text: str = ""

    @property
    def cause(self) -> Cause:
        """The entry as what brings a notice about."""
        if self.who.seat:
            return Cause(CauseKind.ACTION, self.who.seat)
        if self.who is Speaker.HOST:
            return Cause(CauseKind.RULING)
        return Cause(CauseKind.LOT if self.text else CauseKind.TIME)
