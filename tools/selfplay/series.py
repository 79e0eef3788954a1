"""Matches of two opponents without a clock, each fixed by a seed and a number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.opponents.choose import typed
from engine.opponents.thinking import Budget, Level
from engine.records.record import MAX_ENTRIES
from engine.seats import SEATS, Seat

NO_TIME: Final = Seconds(0)
NORMAL_QUANTILE: Final = 1.959964
"""Of a normal distribution, 95 % lie no further from the mean than so many standard deviations."""

Stopwatch: TypeAlias = Callable[[], float]
"""Reads a clock in seconds, from any zero."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over.

    Attributes:
        thoughts: Each seat's think time for each of its actions, by the stopwatch.
    """

    match: Match
    thoughts: Mapping[Seat, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of two opponents against each other, counted from 1.

    Attributes:
        kind: The game.
        options: Options of every match; without a seed, each has a seed of its own.
        levels: Strength of each seat's opponent, in the first match.
        seed: Source of all chance: the same seed and number give the same match.
        nodes: Number of positions for an action; None for the default.
        swaps: True if the opponents change seats in every second match, which then has the seed of
            the one before.
    """

    kind: type[AnyGame]
    options: Mapping[str, Any]
    levels: Mapping[Seat, Level]
    seed: int = 0
    nodes: int | None = None
    swaps: bool = False

    def are_swapped(self, number: int) -> bool:
        """Return whether the opponents have changed seats in a match."""
        return self.swaps and number % 2 == 0

    def levels_in(self, number: int) -> Mapping[Seat, Level]:
        """Return the strength of each seat's opponent in a match."""
        if self.are_swapped(number):
            return {seat: self.levels[seat.opponent] for seat in SEATS}
        return self.levels

    def game(self, number: int) -> AnyGame:
        """Return the rules of a match with its options."""
        dealt = number - self.are_swapped(number)
        return self.kind(**{"seed": _drawn(f"{self.seed} game {dealt}"), **self.options})

    def play(self, number: int, stopwatch: Stopwatch) -> Played:
        """Play a match to its end; one that a record could not hold is aborted."""
        match = Match.begin(self.game(number), has_clocks=False, has_reminders=False).match
        levels, generator = self.levels_in(number), Random(f"{self.seed} match {number}")
        thoughts = {seat: list[float]() for seat in SEATS}
        while not match.result and len(match.entries) < MAX_ENTRIES - 1:
            seat = match.to_act[0]
            budget = Budget(levels[seat], generator.getrandbits(63), self.nodes)
            before = stopwatch()
            text = typed(match, seat, budget)
            thoughts[seat].append(stopwatch() - before)
            match = _continued(match, Speaker(seat.value), text)
        ended = match if match.result else _continued(match, Speaker.HOST, "abort")
        return Played(ended, thoughts)


def _drawn(purpose: str) -> int:
    """Return a seed for a purpose, independent of Python's string hashing."""
    return Random(purpose).getrandbits(53)


def _continued(match: Match, speaker: Speaker, text: str) -> Match:
    """Return the match after an entry that nobody takes back, and after every lot due then."""
    step = match.enter(Entry(speaker, NO_TIME, text))
    if step.refusal:
        raise AssertionError(f"{speaker} typed {text!r}, which is refused: {step.refusal}")
    return step.match.close().draw_lots().match


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, by Wilson's score (1927); `games` is not 0.

    >>> [round(end, 3) for end in wilson(196, 200)]
    [0.95, 0.992]
    """
    share, spread = wins / games, NORMAL_QUANTILE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL_QUANTILE / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
