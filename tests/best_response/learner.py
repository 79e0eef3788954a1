"""What a best response learns: in each situation, which of a few choices wins most often."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

Choice = TypeVar("Choice", bound=Hashable)

PRIOR: Final = 1
"""Before it has been tried, a choice counts as so often won and so often lost."""


@dataclass(slots=True)
class Tally:
    """How many matches were won and lost in which a choice was made."""

    won: int = 0
    lost: int = 0

    @property
    def share(self) -> float:
        """How often it has won, by the mean of its beta distribution."""
        return (self.won + PRIOR) / (self.won + self.lost + 2 * PRIOR)

    def sample(self, generator: Random) -> float:
        """How often it may win in truth, as likely as what has been seen allows."""
        return generator.betavariate(self.won + PRIOR, self.lost + PRIOR)


@dataclass
class Learner:
    """Learns over many matches, and then plays what it has learned.

    While it learns, it draws by Thompson's sampling (1933): what has won more often is tried more
    often, and what has hardly been tried is given its chances.

    Attributes:
        generator: What chance comes from.
        is_learning: Whether it still tries; afterwards it makes the choice that has won most often.
        tallies: What has become of each choice in each situation.
        counts: Whatever else a game's response has seen so often.
    """

    generator: Random
    is_learning: bool = True
    tallies: dict[tuple[Hashable, Hashable], Tally] = field(default_factory=dict)
    counts: Counter[Hashable] = field(default_factory=Counter)
    _made: set[tuple[Hashable, Hashable]] = field(default_factory=set)

    def choose(self, situation: Hashable, choices: Sequence[Choice]) -> Choice:
        """One of some choices; the situation is all that it is told apart by."""
        tallies = [self.tallies.get((situation, each), Tally()) for each in choices]
        if self.is_learning:
            worth = [each.sample(self.generator) for each in tallies]
        else:
            worth = [each.share for each in tallies]
        choice = choices[worth.index(max(worth))]
        self._made.add((situation, choice))
        return choice

    def end_match(self, *, won: bool) -> None:
        """Count a result for every choice that was made in the match."""
        if self.is_learning:
            for each in self._made:
                tally = self.tallies.setdefault(each, Tally())
                tally.won += won
                tally.lost += not won
        self._made.clear()
