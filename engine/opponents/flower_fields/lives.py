"""The worth of lives in Doubting Flower Field, and the rates of bluffs and doubts."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

MOST: Final = 12
"""The number of lives above which more are worth no more."""
TRUTHS: Final = 0.13
"""The probability of a true claim in a turn, as counted in 40 games of this opponent."""
LOSSES: Final = 0.05
"""The probability that a planting costs a life, in the same games."""
ROUNDS: Final = 40


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
    """Return the mix for a claim, by the lives that both had before it."""
    return _mix(_chances(), max(1, min(MOST, challenger)), max(1, min(MOST, defender)))


def chance(mover: int, other: int) -> float:
    """Return the chance of winning for the seat to move, by lives alone."""
    return _chances()[max(0, min(MOST, mover))][max(0, min(MOST, other))]


@cache
def _chances() -> list[list[float]]:
    """Return the chance of the seat to move by both seats' lives, until nothing changes."""
    chances = [[mine / max(1, mine + his) for his in _lives()] for mine in _lives()]
    for _, mine, his in product(range(ROUNDS), range(1, MOST + 1), range(1, MOST + 1)):
        at = _mix(chances, mine, his)
        proven, accepted, _ = _claimed(chances, mine, his)
        claim = at.doubts * proven + (1 - at.doubts) * accepted
        chances[mine][his] = TRUTHS * claim + (1 - TRUTHS) * _planted(chances, mine, his)
    return chances


def _lives() -> range:
    return range(MOST + 1)


def _planted(chances: list[list[float]], mine: int, his: int) -> float:
    """Return the mover's chance if they plant, or if they bluff, which is worth as much."""
    return LOSSES * (1 - chances[his][mine - 1]) + (1 - LOSSES) * (1 - chances[his][mine])


def _claimed(chances: list[list[float]], mine: int, his: int) -> tuple[float, float, float]:
    """Return the challenger's chance by a doubted true claim, an accepted one, a caught bluff.

    After the first two it is the defender's turn, after the third the challenger's again.
    """
    return 1 - chances[max(0, his - 2)][mine], 1 - chances[his - 1][mine], chances[mine - 1][his]


def _mix(chances: list[list[float]], mine: int, his: int) -> Mix:
    proven, accepted, caught = _claimed(chances, mine, his)
    doubts = (accepted - _planted(chances, mine, his)) / (accepted - caught)
    if his == 1:
        return Mix(doubts=1.0, bluffs=0.0)
    truth = (accepted - caught) / (proven - caught)
    return Mix(min(1.0, max(0.0, doubts)), 1 / truth - 1)
