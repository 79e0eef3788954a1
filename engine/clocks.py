"""The clock models of docs/rulings/README.md, and the clock of the current turn.

A model is made of pure functions of a reserve and an elapsed time. Times are exact decimals, in
seconds since the clock of a turn or phase started. A time exactly at a limit is in time; anything
later is late.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import chain
from math import ceil, floor
from operator import mul
from typing import ClassVar, Final, TypeAlias

from engine.seats import Seat

Seconds: TypeAlias = Decimal
Reserve: TypeAlias = Decimal | int
"""The rest of a seat's reserve: seconds in a bank, or whole periods."""

WARNINGS: Final = (Seconds(30), Seconds(5))
"""The times before the end of the turn time at which reminders are due, the first one first."""
HOUR: Final = Seconds(3600)
LONG_WARNINGS: Final = (Seconds(7200), Seconds(900), Seconds(30))
"""The same in a turn or phase of more than an hour, beside half of it."""
RESERVE_WARNINGS: Final = (HOUR, Seconds(600), Seconds(60))
"""The same in a reserve of more than half an hour, beside its start and half of it."""
DECIMAL: Final = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?", re.ASCII)
ZERO: Final = Seconds(0)
BEFORE_ALL: Final = Seconds(-1)
"""An elapsed time that comes before every reminder."""
RESERVE_STEP: Final = Seconds(30)
"""The use of reserve after which the next reminder is due."""


def write_seconds(seconds: Seconds) -> str:
    """Write a decimal without exponent or trailing zeros.

    >>> write_seconds(Decimal("40.250"))
    '40.25'
    """
    return format(seconds.normalize(), "f")


def read_seconds(text: str) -> Seconds:
    """Read a decimal of seconds, zero or more; raise ValueError."""
    if DECIMAL.fullmatch(text) is None:
        raise ValueError(text)
    return Decimal(text)


_TIME: Final = re.compile(
    r"(?:(\d{1,6}) ?d(?:ays?)?)? ?(?:(\d{1,6}) ?h)? ?"
    r"(?:(\d{1,6}) ?m(?:in)?)? ?(?:(\d{1,6}) ?s)?",
    re.ASCII,
)
_UNITS: Final = {"d": 86_400, "h": 3_600, "min": 60, "s": 1}


def read_time(text: str) -> Seconds:
    """Read a time in seconds, or with units as in `1h30m` and `3d`; raise ValueError."""
    typed = text.strip().lower()
    parts = _TIME.fullmatch(typed)
    if not typed or parts is None:
        return read_seconds(typed)
    counts = (int(part or 0) for part in parts.groups())
    return Seconds(sum(map(mul, counts, _UNITS.values())))


def write_time(seconds: Seconds) -> str:
    """Write a time as `read_time` reads it, with units if it has whole minutes.

    >>> [write_time(Seconds(each)) for each in (90, 300, 5400, 259_200)]
    ['90', '5m', '1h30m', '3d']
    """
    counts = in_units(seconds)
    if not counts or "s" in counts:
        return write_seconds(seconds)
    return "".join(f"{count}{unit[0]}" for unit, count in counts.items())


def in_units(seconds: Seconds) -> dict[str, Seconds]:
    """Return how many days, hours, minutes and seconds make up a time, without zeros."""
    counts = {}
    for unit, size in _UNITS.items():
        counts[unit], seconds = divmod(seconds, size)
    counts["s"] += seconds
    return {unit: count for unit, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class Reserves:
    """The reserves of both seats."""

    ec: Reserve = 0
    dmo: Reserve = 0

    def of(self, seat: Seat | None) -> Reserve:
        """Return a seat's reserve; 0 where no seat's is used."""
        return 0 if seat is None else self.ec if seat is Seat.EC else self.dmo


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


@dataclass(frozen=True, slots=True)
class Clock(ABC):
    """The time of a turn or phase, with the cost of using it.

    `reserve` is always what the seat had when the clock started.

    Attributes:
        has_reserve: False if the time ends with the turn, whatever reserve there is.
        turn: The time that costs nothing.
    """

    has_reserve: ClassVar[bool] = True

    turn: Seconds

    @abstractmethod
    def flag(self, reserve: Reserve) -> Seconds:
        """Return the last elapsed time that is still in time."""

    @abstractmethod
    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the rest of the reserve after an elapsed time."""

    @property
    def warnings(self) -> list[Seconds]:
        """The rests of the turn's own time at which reminders are due, the first one first."""
        if self.turn > HOUR:
            return _rests(self.turn, LONG_WARNINGS)
        return [warning for warning in WARNINGS if warning < self.turn]

    def reminders(self, reserve: Reserve, instant: Seconds = BEFORE_ALL) -> Iterator[Reminder]:
        """Return the reminders after an elapsed time and before the flag falls, earliest first.

        They are warnings before the end of the turn, the start of the reserve, and either every
        30 s of it used in this turn or, where it is long, some rests of it.
        """
        left = self.left(reserve, ZERO) if self.has_reserve else None
        warnings = (
            Reminder(self.turn - warning, ReminderKind.TIME_LEFT, warning, left)
            for warning in self.warnings
            if self.turn - warning > instant
        )
        return chain(warnings, _reserve_reminders(self, reserve, instant))


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock on which a state runs.

    Attributes:
        occasion: A number that changes just when a turn or phase begins; the clock restarts then.
        clock: The rule of the clock.
        seat: The seat whose reserve it uses; None if several seats share a plain deadline.
    """

    occasion: int
    clock: Clock
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Deadline(Clock):
    """A plain limit, for phases without reserve."""

    has_reserve: ClassVar[bool] = False

    def flag(self, reserve: Reserve) -> Seconds:  # noqa: ARG002 - one signature for all clocks
        """Return the limit itself."""
        return self.turn

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:  # noqa: ARG002
        """Return the reserve unchanged."""
        return reserve


@dataclass(frozen=True, slots=True)
class Bank(Clock):
    """A clock that takes time beyond the turn out of one bank of seconds.

    >>> Bank(Seconds(120)).left(Seconds(300), Seconds(150))
    Decimal('270')
    """

    def flag(self, reserve: Reserve) -> Seconds:
        """Return turn time and bank together."""
        return self.turn + reserve

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the bank less the time beyond the turn, never below zero."""
        return max(Seconds(0), reserve - max(Seconds(0), elapsed - self.turn))


@dataclass(frozen=True, slots=True)
class Periods(Clock):
    """A clock that takes time beyond the turn in whole periods, each as soon as it is entered.

    Attributes:
        period: The length of one period.
        entered: Periods this turn already entered under an earlier, shorter limit (a challenge in
            the Flower Fields lengthens the turn but gives none back).

    >>> Periods(Seconds(60), Seconds(60)).left(3, Seconds(121))
    1
    """

    period: Seconds
    entered: int = 0

    def flag(self, reserve: Reserve) -> Seconds:
        """Return turn time and all periods together."""
        return self.turn + self.period * reserve

    def left(self, reserve: Reserve, elapsed: Seconds) -> Reserve:
        """Return the periods less those entered, never below zero."""
        consumed = max(self.entered, ceil((elapsed - self.turn) / self.period))
        return max(0, reserve - consumed)


def _rests(whole: Seconds, rests: Iterable[Seconds]) -> list[Seconds]:
    """Return half of a time and other rests of it that lie within it, the longest first."""
    return sorted({rest for rest in (whole / 2, *rests) if rest < whole}, reverse=True)


def _reserve_reminders(clock: Clock, reserve: Reserve, instant: Seconds) -> Iterator[Reminder]:
    whole = clock.flag(reserve) - clock.turn
    if whole > HOUR / 2:
        uses = [ZERO, *(whole - rest for rest in _rests(whole, RESERVE_WARNINGS))]
    else:
        uses = [RESERVE_STEP * step for step in range(ceil(whole / RESERVE_STEP))]
    for used in uses:
        if clock.turn + used > instant:
            kind = ReminderKind.RESERVE_USED if used else ReminderKind.RESERVE_ENTERED
            left = _left_from(clock, reserve, used)
            yield Reminder(clock.turn + used, kind, used, left, whole - used)


def _left_from(clock: Clock, reserve: Reserve, used: Seconds) -> Reserve:
    """Return the rest once this much reserve is used; a period's end begins the next one."""
    if isinstance(clock, Periods):
        return max(0, reserve - max(clock.entered, floor(used / clock.period) + 1))
    return clock.left(reserve, clock.turn + used)


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A running clock as a value: each method returns the clock from then on.

    Instants are seconds since the match began.

    Attributes:
        timing: The rule for this turn or phase; None while a lot is due between turns or a host is
            awaited, and once the match is over.
        reserves: Each seat's reserve when the turn opened, plus what a host has added since.
        opening_reserves: Each seat's reserve when the turn opened.
        started: The instant from which time counts: the match's `grace` after the clock was
            started; None while it is not running.
        posted: The entry of the log by which it was started, counted from 0; None if it was not
            started by one.
        paused_since: The instant at which the host's pause began; None while there is none.
        reminded: The elapsed time up to which reminders have been given.

    >>> timing = Timing(1, Bank(Seconds(60)), Seat.EC)
    >>> clock = RunningClock(timing, Reserves(Seconds(300)), started=Seconds(10))
    >>> clock.flag_at, clock.reserves_left(Seconds(90)).ec
    (Decimal('370'), Decimal('280'))
    """

    timing: Timing | None
    reserves: Reserves = Reserves()
    opening_reserves: Reserves = Reserves()
    started: Seconds | None = None
    posted: int | None = None
    paused_since: Seconds | None = None
    reminded: Seconds = BEFORE_ALL

    @property
    def flag_at(self) -> Seconds | None:
        """The instant at which all time runs out, reserve included; None while no clock runs."""
        if self.timing is None or self.started is None:
            return None
        return self.started + self.timing.clock.flag(self.reserves.of(self.timing.seat))

    @property
    def next_reminder_at(self) -> Seconds | None:
        """The instant at which the next reminder is due; None if none is, or no clock runs."""
        if self.timing is None or self.started is None or self.paused_since is not None:
            return None
        clock = self.timing.clock
        first = clock.turn - max(clock.warnings, default=clock.turn)
        if first > max(ZERO, self.reminded):
            return self.started + first
        reminder = next(self.reminders(self.reminded), None)
        return None if reminder is None else self.started + reminder.at

    def elapsed(self, instant: Seconds) -> Seconds:
        """Return what the clock reads; during a pause, what it read when the pause began."""
        return ZERO if self.started is None else max(ZERO, self.stands_at(instant) - self.started)

    def turn_left(self, instant: Seconds) -> Seconds | None:
        """Return the rest of the turn's own time: negative once the seat is using reserve.

        The rest of the grace is added.
        """
        if self.timing is None or self.started is None:
            return None
        return self.started + self.timing.clock.turn - self.stands_at(instant)

    def all_left(self, instant: Seconds) -> Seconds | None:
        """Return all the time left, reserve and grace included; None while no clock runs."""
        return None if self.flag_at is None else self.flag_at - self.stands_at(instant)

    def reserves_left(self, instant: Seconds) -> Reserves:
        """Return each seat's reserve, less what it has used in this turn."""
        if self.timing is None or self.timing.seat is None or self.started is None:
            return self.reserves
        seat, elapsed = self.timing.seat, self.stands_at(instant) - self.started
        left = self.timing.clock.left(self.reserves.of(seat), elapsed)
        return replace(self.reserves, **{seat.value: left})

    def reminders(self, instant: Seconds) -> Iterator[Reminder]:
        """Return the reminders after an elapsed time; none while no clock runs."""
        if self.timing is None or self.started is None or self.paused_since is not None:
            return iter(())
        return self.timing.clock.reminders(self.reserves.of(self.timing.seat), instant)

    def open(self, timing: Timing | None, reserves: Reserves) -> "RunningClock":
        """Return the clock of a new turn or phase, if there is one, not yet started."""
        return RunningClock(timing, reserves, reserves, paused_since=self.paused_since)

    def change_limit(self, timing: Timing | None, instant: Seconds) -> "RunningClock":
        """Continue the same turn under another limit; periods used so far are not given back."""
        if timing is None:
            return self
        used = self._periods_used(instant)
        if used and isinstance(timing.clock, Periods):
            timing = replace(timing, clock=replace(timing.clock, entered=used))
        return replace(self, timing=timing)

    def later(self, lost: Seconds, *, paused_since: Seconds | None) -> "RunningClock":
        """Return the same reading this many seconds later; nobody is charged for them."""
        started = None if self.started is None else self.started + lost
        return replace(self, started=started, paused_since=paused_since)

    def change_reserve(self, seat: Seat, change: Seconds, instant: Seconds) -> "RunningClock":
        """Give a seat more reserve, or less, but not less than it has used in this turn.

        `change` is in the unit of the reserve.
        """
        left = self.reserves_left(instant).of(seat)
        added = max(change, -left)
        reserve = self.reserves.of(seat)
        changed_to = reserve + (int(added) if isinstance(reserve, int) else added)
        return replace(self, reserves=replace(self.reserves, **{seat.value: changed_to}))

    def stands_at(self, instant: Seconds) -> Seconds:
        """Return up to when the clock has run at an instant."""
        return instant if self.paused_since is None else min(instant, self.paused_since)

    def _periods_used(self, instant: Seconds) -> int:
        """Return the number of periods this turn has used; 0 in a game without periods."""
        timing = self.timing
        if timing is None or timing.seat is None or not isinstance(timing.clock, Periods):
            return 0
        return int(self.reserves.of(timing.seat) - self.reserves_left(instant).of(timing.seat))
