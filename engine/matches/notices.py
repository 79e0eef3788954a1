"""Notices of a match: facts, no sentences."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.clocks import ReminderKind, Reserve, Seconds
from engine.game import Outcome
from engine.matches.entries import Cause
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class ReserveSpent:
    """Use of reserve by a turn, with what is left."""

    seat: Seat
    left: Reserve


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Notice that a turn or phase begins: the room sees the position and the seats to act.

    Attributes:
        seats: The seats that have to act; none if a host is awaited.
        turn: The time they have before any reserve is used, in seconds; None if a host is awaited,
            for whom no clock runs.
        reserve: The reserve of the seat that has to act; None in a phase without reserve.
        spent: Use of reserve by the turn before, if any.
        cause: The cause that ended the turn before; None at the start of the match.
    """

    seats: tuple[Seat, ...]
    turn: Seconds | None
    reserve: Reserve | None
    spent: ReserveSpent | None
    cause: Cause | None


@dataclass(frozen=True, slots=True)
class FlagFell:
    """Notice that all time of a turn or phase ran out; other notices tell the consequences.

    Attributes:
        seats: The seats that were awaited.
        at: The instant at which time ran out, in seconds since the match began.
        turn: The time they had before any reserve was used, in seconds.
        reserve: The reserve they had when the turn opened, with what a host has changed since; None
            in a phase without reserve.
        allowed: Both together, in seconds; the grace comes on top.
        posted: The entry of the log by which the clock was started, counted from 0; None if clocks
            do not wait for posts.
    """

    seats: tuple[Seat, ...]
    at: Seconds
    turn: Seconds
    reserve: Reserve | None
    allowed: Seconds
    posted: int | None


@dataclass(frozen=True, slots=True)
class TurnContinued:
    """Notice that the turn goes on after a public event: the room sees the position.

    Attributes:
        seats: The seats that have to act.
        left: The rest of the turn's own time, in seconds; None while no clock runs.
        cause: The action that happened.
    """

    seats: tuple[Seat, ...]
    left: Seconds | None
    cause: Cause


@dataclass(frozen=True, slots=True)
class SubmissionReceived:
    """Notice of a private submission: its seat may see its content, the others only that it exists.

    Attributes:
        seat: The submission's seat.
        is_first: True if it is the seat's first in this phase.
        may_change: True if the seat may still replace it.
        goes_on: True if the phase goes on.
        left: The rest of the phase's own time, in seconds; None while no clock runs.
    """

    seat: Seat
    is_first: bool
    may_change: bool
    goes_on: bool
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class MoveHeld:
    """Notice of a legal move that may be taken back until `until`; None if no clock runs."""

    seat: Seat
    until: Seconds | None


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """Notice that a held move was taken back; the clock reads as if nobody had typed it.

    `left` is the rest of the turn's own time, in seconds; None while no clock runs.
    """

    seat: Seat
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class ClockReminder:
    """A reminder of the clock.

    Attributes:
        seats: The seats that have to act.
        at: The instant at which it was due, in seconds since the match began.
        kind: The kind of reminder.
        seconds: The rest of the turn's own time, or the reserve that this turn has used.
        left: The reserve left from then on; None if the clock has none.
        all_left: All time left once reserve is being used; None before.
    """

    seats: tuple[Seat, ...]
    at: Seconds
    kind: ReminderKind
    seconds: Seconds
    left: Reserve | None
    all_left: Seconds | None = None


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """Notice that the host stopped the clocks."""


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """Notice that the clocks run again; `left` is the rest of the turn's own time, in seconds."""

    seats: tuple[Seat, ...]
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class ReserveChanged:
    """Notice that the host changed a seat's reserve, with what is left."""

    seat: Seat
    left: Reserve


@dataclass(frozen=True, slots=True)
class PlayerReplaced:
    """Notice that another person, of this name, takes a seat."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class RulingUndone:
    """Notice that the host took a ruling back and the match goes on as just before it.

    Attributes:
        ruling: The ruling taken back, as it may be told to anybody.
        seats: The seats that have to act.
        left: The rest of the turn's own time, in seconds; None while no clock runs.
    """

    ruling: str
    seats: tuple[Seat, ...]
    left: Seconds | None


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Notice that the match is over."""

    outcome: Outcome
    cause: Cause


Announcement: TypeAlias = (
    MoveTakenBack | MatchPaused | MatchResumed | ReserveChanged | PlayerReplaced
)
"""Notices of one line, without the position."""

Notice: TypeAlias = (
    TurnStarted
    | FlagFell
    | TurnContinued
    | SubmissionReceived
    | MoveHeld
    | ClockReminder
    | Announcement
    | RulingUndone
    | MatchEnded
)
