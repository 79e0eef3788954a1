"""What an accepted entry does to a match."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.clocks import Reserve, Seconds
from engine.game import Outcome
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """A player's action.

    Attributes:
        state: The state that it leads to.
        hold: For how many seconds it can be taken back first; 0 where it is final at once.
        is_private: Whether the others learn only that something has been submitted.
    """

    state: Any
    hold: Seconds
    is_private: bool


@dataclass(frozen=True, slots=True)
class CancelHeldMove:
    """The player takes back the held move."""


@dataclass(frozen=True, slots=True)
class End:
    """The match ends: by a concession or a host's ruling."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class StateLot:
    """The lot that is due falls; `state` is what it leads to."""

    state: Any


@dataclass(frozen=True, slots=True)
class StartClock:
    """The position stands in the room, so the turn's clock starts."""


@dataclass(frozen=True, slots=True)
class PassTime:
    """Nothing but that time has passed."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The host takes back the latest entry of a player that has not been undone."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The host stops all clocks."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The host lets the clocks run on."""


@dataclass(frozen=True, slots=True)
class AddReserve:
    """The host gives a seat more reserve, or less where `change` is negative."""

    seat: Seat
    change: Reserve


Ruling: TypeAlias = Undo | Pause | Resume | AddReserve | End
Consequence: TypeAlias = Play | CancelHeldMove | StateLot | StartClock | PassTime | Ruling
