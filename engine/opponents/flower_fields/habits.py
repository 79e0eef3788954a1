"""The other seat's habits of bluffing and doubting, by what everybody has seen of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

from engine.games.flower_fields.position import Challenged, Doubted, Event
from engine.opponents.flower_fields.lives import Mix
from engine.seats import Seat

TAKEN_FOR_GRANTED: Final = 3
"""The claims taken as seen before the match, doubted and true as often as in the mix."""
MORE_DOUBTS: Final = 2.0
"""The increase of doubts by the excess share of bluffs among the other seat's claims."""
FEWER_BLUFFS: Final = 4.0
"""The decrease of bluffs by the excess share of doubts."""


@dataclass(frozen=True, slots=True)
class Habits:
    """A seat's record with claims with unseen cells.

    Against a seat that keeps to the mix nothing is better than the mix. One that doubts more often
    makes bluffs lose, and one that bluffs less often makes doubts lose; so both follow its habits,
    little by little, since they may mean no more than luck.

    Attributes:
        doubted: The number of claims it doubted.
        accepted: The number it accepted.
        proven: The number of its own that were doubted and true.
        caught: The number of its own that were doubted and not true.
    """

    doubted: int = 0
    accepted: int = 0
    proven: int = 0
    caught: int = 0

    @classmethod
    def of(cls, seat: Seat, events: Iterable[Event]) -> Self:
        """Return a seat's record in some events; the latest claim may lack an answer yet."""
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
        """Return the number of bluffs for one true claim against it, by the usual mix."""
        doubts = _estimate(usual.doubts, self.doubted, self.accepted)
        return usual.bluffs * min(2.0, max(0.0, 1 - FEWER_BLUFFS * (doubts - usual.doubts)))

    def doubts(self, usual: Mix) -> float:
        """Return the probability of doubting this seat's claim."""
        truth = _estimate(usual.truth, self.proven, self.caught)
        return min(1.0, max(0.0, usual.doubts - MORE_DOUBTS * (truth - usual.truth)))


def _estimate(usual: float, times: int, other_times: int) -> float:
    seen = times + other_times
    return (usual * TAKEN_FOR_GRANTED + times) / (TAKEN_FOR_GRANTED + seen)
