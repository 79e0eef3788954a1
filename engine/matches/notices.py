"""What a match has to tell, to whom: facts without sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.clocks import ReminderKind, Reserve, Seconds
from engine.game import Outcome
from engine.matches.entries import Cause
from engine.seats import Seat


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


@dataclass(frozen=True, slots=True)
class Progressed:
    """Something public was done and the turn goes on: the room is to see the position.

    Attributes:
        seats: From whom something is awaited.
        left: What remains of the turn's time, in seconds; None where no clock runs yet.
        cause: Whose action it was.
    """

    seats: tuple[Seat, ...]
    left: Seconds | None
    cause: Cause


@dataclass(frozen=True, slots=True)
class Received:
    """A private submission counts: its seat may see what was understood, others only that it is.

    Attributes:
        seat: Whose it is.
        is_first: Whether it is the first that the seat made in this phase.
        may_change: Whether another one may replace it.
        goes_on: Whether the phase goes on.
        left: What remains of the phase's time, in seconds; None where no clock runs.
    """

    seat: Seat
    is_first: bool
    may_change: bool
    goes_on: bool
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class Held:
    """A legal move that may be taken back until an instant of the match's time."""

    seat: Seat
    until: Seconds | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A held move was cancelled; the clock reads as if it had never been sent.

    `left` is what remains of the turn's time, in seconds; None where no clock runs yet.
    """

    seat: Seat
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class Reminded:
    """A clock's reminder, due at an instant of the match's time."""

    seats: tuple[Seat, ...]
    at: Seconds
    tells: ReminderKind
    seconds: Seconds
    left: Reserve | None
    all_left: Seconds | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand still."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again; `left` is what remains of the turn's time, as after a take-back."""

    seats: tuple[Seat, ...]
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A host changed a seat's reserve."""

    seat: Seat
    left: Reserve


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; `cause` is what ended it."""

    outcome: Outcome
    cause: Cause


Announcement: TypeAlias = TakenBack | Paused | Resumed | Adjusted
"""What is told in a line, without the position."""

Notice: TypeAlias = Opened | Progressed | Received | Held | Reminded | Announcement | Ended


def without_moot_reminders(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """The notices without reminders of a clock that they themselves stop.

    Where a turn ends or a move is held, nobody needs to hear how little time was left.
    """
    last = max(
        (at for at, each in enumerate(notices) if isinstance(each, Opened | Held | Ended)),
        default=-1,
    )
    return tuple(
        each for at, each in enumerate(notices) if at > last or not isinstance(each, Reminded)
    )
