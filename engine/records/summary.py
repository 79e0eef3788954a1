"""What is told of a match that is over: how long each seat thought, and how often the lead changed.

All of it comes from the match's steps (`engine.records.history`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.clocks import Seconds
from engine.matches.running_clock import ZERO
from engine.records.history import HistoryStep
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long somebody thought in a match.

    Attributes:
        used: All their time, in seconds.
        longest: The most that a single move took, in seconds.
        step: Which step of the match that move was, counted from 1; 0 if they made none.
    """

    used: Seconds = ZERO
    longest: Seconds = ZERO
    step: int = 0

    def then(self, step: int, seconds: Seconds) -> "Thinking":
        """With one more move; of two that took equally long the first one is the longest."""
        if self.step and seconds <= self.longest:
            return Thinking(self.used + seconds, self.longest, self.step)
        return Thinking(self.used + seconds, seconds, step)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a match came to.

    Attributes:
        thinking: How long each seat thought.
        lead_changes: How often the lead went from one seat to the other; None if nothing was ever
            counted.
    """

    thinking: Mapping[Seat, Thinking]
    lead_changes: int | None

    @property
    def longest(self) -> Seat | None:
        """The seat that thought longest about a single move; None if no move was timed."""
        thought = [seat for seat in SEATS if self.thinking[seat].step]
        return max(thought, key=lambda seat: self.thinking[seat].longest, default=None)


def summary_of(steps: Sequence[HistoryStep]) -> Summary:
    """What a match came to, from its steps."""
    return Summary(thinking_in(steps), lead_changes(steps))


def thinking_in(steps: Iterable[HistoryStep]) -> dict[Seat, Thinking]:
    """How long each seat thought about the moves of a match that are in force."""
    thinking = dict.fromkeys(SEATS, Thinking())
    for number, step in enumerate(steps, start=1):
        if step.counts and step.seconds is not None:
            for seat in step.seats:
                thinking[seat] = thinking[seat].then(number, step.seconds)
    return thinking


def lead_changes(steps: Iterable[HistoryStep]) -> int | None:
    """How often another seat came to lead by the game's count, over the steps that are in force.

    Who leads is looked at after each step. While both have the same, nobody does: whoever led
    before and leads again has not lost the lead. None if nothing was ever counted.
    """
    counts = [step.game.count(step.after.state) for step in steps if step.counts]
    counted = [each for each in counts if each is not None]
    leaders = [Seat.EC if ec > dmo else Seat.DMO for ec, dmo in counted if ec != dmo]
    return sum(one is not other for one, other in pairwise(leaders)) if counted else None
