"""The circumstances of matches, and the spans of time that are nobody's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Final

from tools.chaos.processes.bot_processes import Lifetime

LEARNING_SECONDS: Final = 1.0
"""Longest time in which the bot learns that nothing can be written."""
LONGEST_WAIT_SECONDS: Final = 4.5
"""For how long nothing may be written while the clocks run: that keeps nobody waiting."""


@dataclass(frozen=True)
class Circumstances:
    """The circumstances of a match; times are seconds of the wall clock.

    Attributes:
        lifetimes: The bot's processes in order; of several, their times as owners.
        troubled: Spans in which something was wrong between the bot and Discord or its database's
            server; a process reports its own hold-ups.
        outages: Spans in which nothing was reported of the server.
        dms_closed: True if direct messages were refused at times.
    """

    lifetimes: Sequence[Lifetime] = ()
    troubled: Sequence[tuple[float, float]] = ()
    outages: Sequence[tuple[float, float]] = ()
    dms_closed: bool = False
    guild_id: int = 0

    def nobodys_ms(self, since_ms: float, until_ms: float) -> float:
        """Return how much of a time is nobody's: no bot could hear or store."""
        return _covered(self.gaps_after(since_ms, until_ms))

    def gaps_after(self, since_ms: float, until_ms: float) -> list[tuple[int, int]]:
        """Return the spans that are nobody's, in ms after its beginning."""
        gaps = (
            (
                max(0, round(begun * 1000 - since_ms)),
                min(until_ms - since_ms, over * 1000 - since_ms),
            )
            for begun, over in self._gaps()
        )
        return [(begun, round(over)) for begun, over in gaps if begun < over]

    def _gaps(self) -> Iterable[tuple[float, float]]:
        yield from ((lifetime.ended, other.born) for lifetime, other in pairwise(self.lifetimes))
        for begun, over in self._unwritable():
            if over - begun > LONGEST_WAIT_SECONDS:
                yield begun + LEARNING_SECONDS, over
        for begun, over in self.outages:
            # A bot that is there hears of it; one that starts meanwhile is not told of the server.
            known = (
                instant
                for lifetime in self.lifetimes
                for guild_id, instant in ((self.guild_id, lifetime.born), *lifetime.lost_server)
                if guild_id == self.guild_id
            )
            if within := [instant for instant in known if begun <= instant < over]:
                yield min(within), over

    def _unwritable(self) -> list[tuple[float, float]]:
        return [span for lifetime in self.lifetimes for span in lifetime.unwritable]

    def lives_between(self, since: float, until: float) -> int:
        """Return the number of processes in a time."""
        return sum(lifetime.born < until and since < lifetime.ended for lifetime in self.lifetimes)

    def heard_ms(self, message_id: int) -> int | None:
        """Return when the bot first heard, by its own clock, of a message's edit or deletion."""
        times = (lifetime.changed.get(message_id) for lifetime in self.lifetimes)
        return next((at_ms for at_ms in times if at_ms is not None), None)

    def listened(self, since: float, until: float) -> bool:
        """Return whether one bot was there all the time, and nothing was wrong."""
        there = any(
            min(lifetime.served, default=inf) <= since and until <= lifetime.ended
            for lifetime in self.lifetimes
        )
        wrong = [*self.troubled, *self._unwritable()]
        return there and not any(begun < until and since < over for begun, over in wrong)


def _covered(spans: Iterable[tuple[float, float]]) -> float:
    """Return the length of the union of some spans.

    >>> _covered([(0, 2), (1, 3), (5, 6)])
    4.0
    """
    total, reached = 0.0, float("-inf")
    for begun, over in sorted(spans):
        total += max(0, over - max(begun, reached))
        reached = max(reached, over)
    return total
