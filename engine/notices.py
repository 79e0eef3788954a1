"""What a match has to tell, to whom: facts without sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from engine.clocks import ReminderKind, Reserve, Seconds
from engine.game import Outcome
from engine.seats import Seat


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


@dataclass(frozen=True, slots=True)
class Cause:
    """What brought a notice about: somebody's words, or, with an empty text, time that passed."""

    who: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Spent:
    """A turn that used reserve, and what it left."""

    seat: Seat
    left: Reserve


@dataclass(frozen=True, slots=True)
class Opened:
    """A new turn or phase: the room is to see the position and who is awaited.

    Attributes:
        seats: From whom something is awaited.
        turn: The time for it that costs nothing, in seconds.
        reserve: What the awaited seat has beyond that; None in phases without.
        spent: Set where the turn before used reserve.
        cause: What ended the turn before; None at the start of the match.
    """

    seats: tuple[Seat, ...]
    turn: Seconds
    reserve: Reserve | None
    spent: Spent | None
    cause: Cause | None
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Received:
    """A seat's submission counts, and the phase goes on: for that seat's eyes."""

    seat: Seat
    kind: Literal["received"] = "received"


@dataclass(frozen=True, slots=True)
class Held:
    """A legal move that may be taken back until an instant of the match's time."""

    seat: Seat
    until: Seconds | None
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A held move was cancelled; the clock reads as if it had never been sent.

    `left` is what remains of the turn's time, in seconds; None where no clock runs yet.
    """

    seat: Seat
    left: Seconds | None
    kind: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True, slots=True)
class Reminded:
    """A clock's reminder, due at an instant of the match's time."""

    seats: tuple[Seat, ...]
    at: Seconds
    tells: ReminderKind
    seconds: Seconds
    left: Reserve | None
    kind: Literal["reminded"] = "reminded"


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand still."""

    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again; `left` is what remains of the turn's time, as after a take-back."""

    seats: tuple[Seat, ...]
    left: Seconds | None
    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A host changed a seat's reserve."""

    seat: Seat
    left: Reserve
    kind: Literal["adjusted"] = "adjusted"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; `cause` is what ended it."""

    outcome: Outcome
    cause: Cause
    kind: Literal["ended"] = "ended"


Notice: TypeAlias = (
    Opened | Received | Held | TakenBack | Reminded | Paused | Resumed | Adjusted | Ended
)
