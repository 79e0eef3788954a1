"""What else was going on while matches were played, and whose time that was."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tests.chaos.lives import Lived

LEARNING_SECONDS: Final = 1.0
"""How long it may take the bot to learn that a server is lost, or that nothing can be written."""
LONGEST_WAIT_SECONDS: Final = 4.5
"""For how long nothing may be written while the clocks run: that keeps nobody waiting."""


@dataclass(frozen=True)
class Circumstances:
    """What else was going on while a match was played; times are seconds of the wall clock.

    Attributes:
        lives: The lives of the bot.
        troubled: When something was wrong between the bot and Discord, from and to.
        outages: When nothing was told of the server, from and to.
        dms_closed: Whether direct messages were refused at times.
    """

    lives: Sequence[Lived] = ()
    troubled: Sequence[tuple[float, float]] = ()
    outages: Sequence[tuple[float, float]] = ()
    dms_closed: bool = False

    def nobodys_ms(self, since_ms: float, until_ms: float) -> float:
        """How much of a time is nobody's: no bot was there, or it could neither hear nor keep."""
        since, until = since_ms / 1000, until_ms / 1000
        gaps = ((max(since, begun), min(until, over)) for begun, over in self._gaps())
        return 1000 * _covered((begun, over) for begun, over in gaps if begun < over)

    def _gaps(self) -> Iterable[tuple[float, float]]:
        yield from ((one.ended, other.born) for one, other in pairwise(self.lives))
        long = (each for each in self._unwritable() if each[1] - each[0] > LONGEST_WAIT_SECONDS)
        for begun, over in (*self.outages, *long):
            yield begun + LEARNING_SECONDS, over

    def _unwritable(self) -> list[tuple[float, float]]:
        return [each.unwritable for each in self.lives if each.unwritable]

    def lives_between(self, since: float, until: float) -> int:
        """How many lives there were in a time."""
        return sum(each.born < until and since < each.ended for each in self.lives)

    def listened(self, since: float, until: float) -> bool:
        """Whether one bot was there all the time, and nothing was wrong."""
        there = any(
            life.ready is not None and life.ready <= since and until <= life.ended
            for life in self.lives
        )
        wrong = [*self.troubled, *self._unwritable()]
        return there and not any(begun < until and since < over for begun, over in wrong)


def _covered(spans: Iterable[tuple[float, float]]) -> float:
    """How long at least one of some spans lasts.

    >>> _covered([(0, 2), (1, 3), (5, 6)])
    4
    """
    total, reached = 0.0, float("-inf")
    for begun, over in sorted(spans):
        total += max(0, over - max(begun, reached))
        reached = max(reached, over)
    return total
