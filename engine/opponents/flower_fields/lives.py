"""The worth of lives in Doubting Flower Field, and bluffs and doubts: usual rates and habits."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final, Self

from engine.games.flower_fields.position import Challenged, Doubted, Event
from engine.opponents.thinking import logistic
from engine.seats import Seat

LEAD: Final = 1.5
"""The growth of the chance of winning with a lead in lives, in square roots of all lives."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The rates of bluffs and doubts, at some lives.

    A challenger who is accepted wins more than by planting on, and one who bluffs and is doubted
    less. Were there no bluffs, all claims would be accepted, and a bluff would win; were there no
    doubts, it would be made every turn: so both mix. The defender doubts so often that a bluff is
    worth just as much as planting; the challenger bluffs so often that a doubt is worth just as
    much as accepting. A player who departs from that wins nothing by it.

    Were one life always worth as much as another, half of the claims would be doubted (a bluff wins
    a life or loses one), and one in three would be a bluff (a doubt costs the defender one life
    more twice, and is two lives better once). Near the end it is otherwise: a defender's last life
    is lost anyway unless they doubt, so they always do, and nobody bluffs.

    Attributes:
        doubts: The probability of doubting a claim that may be true.
        bluffs: The number of bluffs for one true claim.
    """

    doubts: float
    bluffs: float

    @property
    def truth(self) -> float:
        """The share of true claims."""
        return 1 / (1 + self.bluffs)


def mix(challenger: int, defender: int) -> Mix:
    """Return the mix for a claim, by the lives that both had before it.

    After a planting and a claim it is the defender's turn, after a bluff that was caught the
    challenger's again.
    """
    own, other = max(1, challenger), max(1, defender)
    if other == 1:
        return Mix(doubts=1.0, bluffs=0.0)
    planted, accepted, proven = (1 - chance(other - lost, own) for lost in range(3))
    caught = chance(own - 1, other)
    doubts = (accepted - planted) / (accepted - caught)
    return Mix(min(1.0, max(0.0, doubts)), (proven - caught) / (accepted - caught) - 1)


def chance(mover: int, other: int) -> float:
    """Return the chance of winning for the seat to move, by lives alone."""
    if min(mover, other) <= 0:
        return float(mover > 0)
    return logistic(LEAD * (mover - other) / sqrt(mover + other))


# Habits

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
