"""The clock of the current turn: its start, and what each seat has left."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.clocks import BEFORE_ALL, WARNINGS, Periods, Reminder, Reserves, Seconds
from engine.game import Timing
from engine.seats import Seat

ZERO: Final = Seconds(0)


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

    >>> from engine.clocks import Bank
    >>> clock = RunningClock(Timing(1, Bank(Seconds(60)), Seat.EC), Reserves(Seconds(300)))
    >>> clock = clock.start(Seconds(10))
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
        first = self.timing.clock.turn - WARNINGS[0]
        if first > max(ZERO, self.reminded):
            return self.started + first
        reminder = next(self.reminders(self.reminded), None)
        return None if reminder is None else self.started + reminder.at

    def elapsed(self, instant: Seconds) -> Seconds:
        """Return what the clock reads; during a pause, what it read when the pause began."""
        return ZERO if self.started is None else max(ZERO, self._stands_at(instant) - self.started)

    def turn_left(self, instant: Seconds) -> Seconds | None:
        """Return the rest of the turn's own time: negative once the seat is using reserve.

        The rest of the grace is added.
        """
        if self.timing is None or self.started is None:
            return None
        return self.started + self.timing.clock.turn - self._stands_at(instant)

    def all_left(self, instant: Seconds) -> Seconds | None:
        """Return all the time left, reserve and grace included; None while no clock runs."""
        return None if self.flag_at is None else self.flag_at - self._stands_at(instant)

    def reserves_left(self, instant: Seconds) -> Reserves:
        """Return each seat's reserve, less what it has used in this turn."""
        if self.timing is None or self.timing.seat is None:
            return self.reserves
        seat, elapsed = self.timing.seat, self.elapsed(instant)
        left = self.timing.clock.left(self.reserves.of(seat), elapsed)
        return self.reserves.put(seat, left)

    def reminders(self, instant: Seconds) -> Iterator[Reminder]:
        """Return the reminders after an elapsed time; none while no clock runs."""
        if self.timing is None or self.started is None or self.paused_since is not None:
            return iter(())
        return self.timing.clock.reminders(self.reserves.of(self.timing.seat), instant)

    def open(self, timing: Timing | None) -> "RunningClock":
        """Return the clock of a new turn or phase, if there is one, not yet started."""
        return replace(
            self,
            timing=timing,
            opening_reserves=self.reserves,
            started=None,
            posted=None,
            reminded=BEFORE_ALL,
        )

    def start(
        self, instant: Seconds, grace: Seconds = ZERO, posted: int | None = None
    ) -> "RunningClock":
        """Start the clock, unless it is running; during a pause no time passes.

        Time counts once `grace` is over. `posted` is the entry of the log that starts it.
        """
        if self.timing is None or self.started is not None:
            return self
        return replace(self, started=self._stands_at(instant) + grace, posted=posted)

    def charge(self, instant: Seconds) -> "RunningClock":
        """Take what the turn has used out of its seat's reserve."""
        return replace(self, reserves=self.reserves_left(instant))

    def change_limit(self, timing: Timing | None, instant: Seconds) -> "RunningClock":
        """Continue the same turn under another limit; periods used so far are not given back."""
        if timing is None:
            return self
        used = self._periods_used(instant)
        if used and isinstance(timing.clock, Periods):
            timing = replace(timing, clock=replace(timing.clock, entered=used))
        return replace(self, timing=timing)

    def pause(self, instant: Seconds) -> "RunningClock":
        """Stop at an instant."""
        return replace(self, paused_since=instant)

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
        return replace(self, reserves=self.reserves.put(seat, changed_to))

    def _stands_at(self, instant: Seconds) -> Seconds:
        """Return up to when the clock has run at an instant."""
        return instant if self.paused_since is None else min(instant, self.paused_since)

    def _periods_used(self, instant: Seconds) -> int:
        """Return the number of periods this turn has used; 0 in a game without periods."""
        timing = self.timing
        if timing is None or timing.seat is None or not isinstance(timing.clock, Periods):
            return 0
        return int(self.reserves.of(timing.seat) - self.reserves_left(instant).of(timing.seat))
