"""The worth of lives in Doubting Flower Field, and the rates of bluffs and doubts."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.opponents.thinking import logistic

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
