"""Summary of a match that is over: each seat's time to think, and changes of the lead.

All of it comes from the match's steps (`engine.records.history`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.clocks import ZERO, Seconds
from engine.records.history import HistoryStep
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class ThinkTime:
    """Somebody's time to think in a match.

    Attributes:
        used: All their time, in seconds.
        longest: The most that a single move took, in seconds.
        step: The number of that move's step, counted from 1; 0 if they made none.
    """

    used: Seconds = ZERO
    longest: Seconds = ZERO
    step: int = 0

    def then(self, step: int, seconds: Seconds) -> "ThinkTime":
        """Add one more move; of two that took equally long the first one is the longest."""
        if self.step and seconds <= self.longest:
            return ThinkTime(self.used + seconds, self.longest, self.step)
        return ThinkTime(self.used + seconds, seconds, step)


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a match.

    Attributes:
        thinking: Each seat's time to think.
        lead_changes: The times that the lead changed seats; None if nothing was ever counted.
    """

    thinking: Mapping[Seat, ThinkTime]
    lead_changes: int | None

    @property
    def longest(self) -> Seat | None:
        """The seat that thought longest about a single move; None if no move was timed."""
        thought = [seat for seat in SEATS if self.thinking[seat].step]
        return max(thought, key=lambda seat: self.thinking[seat].longest, default=None)


def summary_of(steps: Sequence[HistoryStep]) -> Summary:
    """Return the summary of a match from its steps."""
    return Summary(thinking_in(steps), lead_changes(steps))


def thinking_in(steps: Iterable[HistoryStep]) -> dict[Seat, ThinkTime]:
    """Return each seat's time to think about the moves of a match that are in force."""
    thinking = dict.fromkeys(SEATS, ThinkTime())
    for number, step in enumerate(steps, start=1):
        if step.counts and step.seconds is not None:
            for seat in step.seats:
                thinking[seat] = thinking[seat].then(number, step.seconds)
    return thinking


def lead_changes(steps: Iterable[HistoryStep]) -> int | None:
    """Return how often another seat came to lead by the game's count, over steps in force.

    The lead is looked at after each step. While both have the same, nobody has it: a seat that led
    before and leads again has not lost it. Return None if nothing was ever counted.
    """
    counts = [step.game.tally(step.match_after.state) for step in steps if step.counts]
    counted = [count for count in counts if count is not None]
    leaders = [Seat.EC if ec > dmo else Seat.DMO for ec, dmo in counted if ec != dmo]
    return sum(leader is not other for leader, other in pairwise(leaders)) if counted else None
