"""The clock of the current turn: when it started, and what each seat has left."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.clocks import BEFORE_ALL, Periods, Reminder, Reserve, Reserves, Seconds
from engine.game import Timing
from engine.matches.values import changed
from engine.seats import Seat

ZERO: Final = Seconds(0)


@dataclass(frozen=True)
class RunningClock:
    """A clock at work, as a value: each method returns the clock as it is from then on.

    Instants are seconds since the match began.

    Attributes:
        timing: The rule for this turn or phase; None while a lot is due and once the match is over.
        reserves: What each seat had when the turn opened, plus what a host has added since.
        opening_reserves: What each seat had when the turn opened.
        started: When the clock was started; None while it is not running.
        paused_since: When the host's pause began; None while there is none.
        reminded: Reminders up to this elapsed time have been given.

    >>> from engine.clocks import Bank
    >>> clock = RunningClock(Timing(1, Bank(Seconds(60)), Seat.EC), Reserves(Seconds(300)))
    >>> clock = clock.start(Seconds(10))
    >>> clock.flag_at, clock.reserve_left(Seat.EC, Seconds(90))
    (Decimal('370'), Decimal('280'))
    """

    timing: Timing | None
    reserves: Reserves = Reserves()
    opening_reserves: Reserves = Reserves()
    started: Seconds | None = None
    paused_since: Seconds | None = None
    reminded: Seconds = BEFORE_ALL

    @property
    def flag_at(self) -> Seconds | None:
        """When all time runs out, reserve included; None while no clock runs."""
        if self.timing is None or self.started is None:
            return None
        return self.started + self.timing.clock.flag(self._reserve_of(self.timing))

    def elapsed(self, at: Seconds) -> Seconds:
        """What the clock reads; during a pause, what it read when the pause began."""
        if self.started is None:
            return ZERO
        instant = at if self.paused_since is None else min(at, self.paused_since)
        return max(ZERO, instant - self.started)

    def turn_left(self, at: Seconds) -> Seconds | None:
        """What is left of the turn's own time: negative once the seat is using reserve."""
        if self.timing is None or self.started is None:
            return None
        return self.timing.clock.turn - self.elapsed(at)

    def all_left(self, at: Seconds) -> Seconds | None:
        """What is left of all time, reserve included; None while no clock runs."""
        if self.flag_at is None or self.started is None:
            return None
        return self.flag_at - self.started - self.elapsed(at)

    def reserve_left(self, seat: Seat, at: Seconds) -> Reserve:
        """What a seat has left, counting what it has used in this turn."""
        if self.timing is None or self.timing.seat is not seat:
            return self.reserves.of(seat)
        return self.timing.clock.left(self.reserves.of(seat), self.elapsed(at))

    def reminders(self, after: Seconds) -> Iterator[Reminder]:
        """The reminders after an elapsed time; none while no clock runs."""
        if self.timing is None or self.started is None or self.paused_since is not None:
            return iter(())
        return self.timing.clock.reminders(self._reserve_of(self.timing), after)

    def open(self, timing: Timing | None) -> "RunningClock":
        """The clock of a new turn or phase, not yet started."""
        return changed(
            self,
            timing=timing,
            opening_reserves=self.reserves,
            started=None,
            reminded=BEFORE_ALL,
        )

    def start(self, at: Seconds) -> "RunningClock":
        """Start the clock, unless it is running; during a pause no time passes."""
        if self.timing is None or self.started is not None:
            return self
        return changed(
            self, started=at if self.paused_since is None else min(at, self.paused_since)
        )

    def stop(self) -> "RunningClock":
        """Stop the clock for good: whatever opens next has its own timing."""
        return changed(self, timing=None, started=None)

    def charge(self, at: Seconds) -> "RunningClock":
        """Take what the turn has used out of its seat's reserve."""
        if self.timing is None or self.timing.seat is None:
            return self
        seat = self.timing.seat
        return changed(self, reserves=self.reserves.put(seat, self.reserve_left(seat, at)))

    def change_limit(self, timing: Timing, at: Seconds) -> "RunningClock":
        """Continue the same turn under another limit; periods used so far are not given back."""
        used = self._periods_used(at)
        if used and isinstance(timing.clock, Periods):
            timing = replace(timing, clock=replace(timing.clock, entered=used))
        return changed(self, timing=timing)

    def pause(self, at: Seconds) -> "RunningClock":
        """Stop at an instant."""
        return changed(self, paused_since=at)

    def resume(self, pause: Seconds) -> "RunningClock":
        """Run on after a pause of this many seconds, which counts for nobody."""
        started = None if self.started is None else self.started + pause
        return changed(self, started=started, paused_since=None)

    def add_reserve(self, seat: Seat, change: Reserve) -> "RunningClock":
        """Give a seat more reserve, or less."""
        return changed(self, reserves=self.reserves.put(seat, self.reserves.of(seat) + change))

    def _reserve_of(self, timing: Timing) -> Reserve:
        return 0 if timing.seat is None else self.reserves.of(timing.seat)

    def _periods_used(self, at: Seconds) -> int:
        """How many periods this turn has used; 0 in a game without periods."""
        timing = self.timing
        if timing is None or timing.seat is None or not isinstance(timing.clock, Periods):
            return 0
        return int(self.reserves.of(timing.seat) - self.reserve_left(timing.seat, at))
