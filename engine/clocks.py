"""The clock models of docs/rulings/README.md as pure functions of a reserve and an elapsed time.

Times are exact decimals, in seconds since the clock of a turn or phase started. A time exactly at a
limit is in time; anything later is late.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import chain, count
from math import ceil, floor
from typing import Final, Protocol, TypeAlias

from engine.seats import Seat

Seconds: TypeAlias = Decimal
Reserve: TypeAlias = Decimal | int
"""The rest of a seat's reserve: seconds in a bank, or whole periods."""

WARNINGS: Final = (Seconds(30), Seconds(5))
"""The times before the end of the turn time at which reminders are due, the first one first."""
BEFORE_ALL: Final = Seconds(-1)
"""An elapsed time that comes before every reminder."""
RESERVE_STEP: Final = Seconds(30)
"""The use of reserve after which the next reminder is due."""


@dataclass(frozen=True, slots=True)
class Reserves:
    """The reserves of both seats."""

    ec: Reserve = 0
    dmo: Reserve = 0

    def of(self, seat: Seat | None) -> Reserve:
        """Return a seat's reserve; 0 where no seat's is used."""
        return 0 if seat is None else self.ec if seat is Seat.EC else self.dmo

    def put(self, seat: Seat, reserve: Reserve) -> "Reserves":
        """Return the reserves with one seat's replaced."""
        return Reserves(reserve, self.dmo) if seat is Seat.EC else Reserves(self.ec, reserve)


class ReminderKind(StrEnum):
    """The subject of a reminder."""

    TIME_LEFT = "time-left"
    RESERVE_ENTERED = "reserve-entered"
    RESERVE_USED = "reserve-used"


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that is due at an elapsed time.

    Attributes:
        at: Seconds since the clock was started.
        kind: The subject of the reminder.
        seconds: The turn time left, or the reserve used in this turn, in seconds.
        left: The reserve left at that moment; None if the clock has none.
        all_left: All the time left at that moment, once reserve is being used; None before.
    """

    at: Seconds
    kind: ReminderKind
    seconds: Seconds
    left: Reserve | None
    all_left: Seconds | None = None


class Clock(Protocol):
    """The time of a turn or phase, with the cost of using it.

    `reserve` is always what the seat had when the clock started. A clock without reserve returns it
    unchanged.
    """

    @property
    def turn(self) -> Seconds:
        """The time that costs nothing."""

    def flag(self, reserve: Reserve) -> Seconds:
        """Return the last elapsed time that is still in time."""

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the rest of the reserve after an elapsed time."""

    def reminders(self, reserve: Reserve, instant: Seconds = BEFORE_ALL) -> Iterator[Reminder]:
        """Return the reminders after an elapsed time and before the flag falls, earliest first."""


def _warnings(turn: Seconds, left: Reserve | None, instant: Seconds) -> Iterator[Reminder]:
    return (
        Reminder(turn - warning, ReminderKind.TIME_LEFT, warning, left)
        for warning in WARNINGS
        if warning < turn and turn - warning > instant
    )


@dataclass(frozen=True, slots=True)
class Deadline:
    """A plain limit, for phases without reserve."""

    turn: Seconds

    def flag(self, reserve: Reserve) -> Seconds:  # noqa: ARG002 - one signature for all clocks
        """Return the limit itself."""
        return self.turn

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:  # noqa: ARG002
        """Return the reserve unchanged."""
        return reserve

    def reminders(self, reserve: Reserve, instant: Seconds = BEFORE_ALL) -> Iterator[Reminder]:  # noqa: ARG002
        """Return reminders 30 s and 5 s before the end."""
        return _warnings(self.turn, None, instant)


@dataclass(frozen=True, slots=True)
class Bank:
    """A clock that takes time beyond the turn out of one bank of seconds.

    >>> Bank(Seconds(120)).left(Seconds(300), Seconds(150))
    Decimal('270')
    """

    turn: Seconds

    def flag(self, reserve: Reserve) -> Seconds:
        """Return turn time and bank together."""
        return self.turn + reserve

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the bank less the time beyond the turn, never below zero."""
        return max(Seconds(0), reserve - max(Seconds(0), elapsed - self.turn))

    def reminders(self, reserve: Reserve, instant: Seconds = BEFORE_ALL) -> Iterator[Reminder]:
        """Return the warnings, the start of the bank, and every 30 s of it used in this turn."""
        warnings = _warnings(self.turn, reserve, instant)
        return chain(warnings, _reserve_reminders(self, reserve, instant))


@dataclass(frozen=True, slots=True)
class Periods:
    """A clock that takes time beyond the turn in whole periods, each as soon as it is entered.

    Attributes:
        turn: The time that costs nothing.
        period: The length of one period.
        entered: Periods this turn already entered under an earlier, shorter limit (a challenge in
            the Flower Fields lengthens the turn but gives none back).

    >>> Periods(Seconds(60), Seconds(60)).left(3, Seconds(121))
    1
    """

    turn: Seconds
    period: Seconds
    entered: int = 0

    def flag(self, reserve: Reserve) -> Seconds:
        """Return turn time and all periods together."""
        return self.turn + self.period * reserve

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the periods less those entered, never below zero."""
        consumed = max(self.entered, ceil((elapsed - self.turn) / self.period))
        return max(0, reserve - consumed)

    def reminders(self, reserve: Reserve, instant: Seconds = BEFORE_ALL) -> Iterator[Reminder]:
        """Return the warnings, the start of the reserve, and every 30 s of it used in this turn."""
        warnings = _warnings(self.turn, max(0, reserve - self.entered), instant)
        return chain(warnings, _reserve_reminders(self, reserve, instant))


def _reserve_reminders(
    clock: Bank | Periods, reserve: Reserve, instant: Seconds
) -> Iterator[Reminder]:
    first = max(0, floor((instant - clock.turn) / RESERVE_STEP) + 1)
    # A bank may be huge, so reminders are worked out only as they are asked for.
    for step in count(first):
        used = RESERVE_STEP * step
        all_left = clock.flag(reserve) - (clock.turn + used)
        if all_left <= 0:
            return
        kind = ReminderKind.RESERVE_USED if used else ReminderKind.RESERVE_ENTERED
        left = _left_from(clock, reserve, used)
        yield Reminder(clock.turn + used, kind, used, left, all_left)


def _left_from(clock: Bank | Periods, reserve: Reserve, used: Seconds) -> Reserve:
    """Return the rest once this much reserve is used; a period's end begins the next one."""
    if isinstance(clock, Bank):
        return clock.left(reserve, clock.turn + used)
    return max(0, reserve - max(clock.entered, floor(used / clock.period) + 1))
