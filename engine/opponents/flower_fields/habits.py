"""How the other seat of a match bluffs and doubts, by what everybody has seen of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

from engine.games.flower_fields.position import Challenged, Doubted, Event
from engine.opponents.flower_fields.lives import Mix
from engine.seats import Seat

TAKEN_FOR_GRANTED: Final = 3
"""As many claims as seen before the match, which were doubted and true as often as in the mix."""
MORE_DOUBTS: Final = 2.0
"""How much more often to doubt, by what share of the other seat's claims is a bluff too many."""
FEWER_BLUFFS: Final = 4.0
"""How many of its bluffs to leave out, by what share of them is doubted too often."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a seat has done so far about claims with unseen cells.

    Against a seat that keeps to the mix nothing is better than the mix. One that doubts more often
    makes bluffs lose, and one that bluffs less often makes doubts lose; so both follow what it
    does, little by little, since it may mean no more than luck.

    Attributes:
        doubted: How many claims it doubted.
        accepted: How many it accepted.
        proven: How many of its own were doubted and true.
        caught: How many of its own were doubted and not true.
    """

    doubted: int = 0
    accepted: int = 0
    proven: int = 0
    caught: int = 0

    @classmethod
    def of(cls, seat: Seat, events: Iterable[Event]) -> Self:
        """What a seat did in some events; the latest claim may not have been answered yet."""
        claims = [
            (claim, answer)
            for claim, answer in pairwise(events)
            if isinstance(claim, Challenged) and claim.has_unseen
        ]
        against = [isinstance(answer, Doubted) for claim, answer in claims if claim.seat != seat]
        judged = [
            answer.succeeded
            for claim, answer in claims
            if claim.seat is seat and isinstance(answer, Doubted)
        ]
        return cls(sum(against), against.count(False), judged.count(False), sum(judged))

    def bluffs(self, usual: Mix) -> float:
        """How many bluffs to make for one true claim against it, by the usual mix."""
        doubts = _estimate(usual.doubts, self.doubted, self.accepted)
        return usual.bluffs * min(2.0, max(0.0, 1 - FEWER_BLUFFS * (doubts - usual.doubts)))

    def doubts(self, usual: Mix) -> float:
        """How often to doubt a claim of its, by the usual mix."""
        truth = _estimate(usual.truth, self.proven, self.caught)
        return min(1.0, max(0.0, usual.doubts - MORE_DOUBTS * (truth - usual.truth)))


def _estimate(usual: float, times: int, other_times: int) -> float:
    """The share of times to expect, by what is usual and what was seen."""
    seen = times + other_times
    return (usual * TAKEN_FOR_GRANTED + times) / (TAKEN_FOR_GRANTED + seen)
