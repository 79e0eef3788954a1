"""Proof-number search for who runs out of safe plantings first in a Flower Field.

Between players who overlook nothing, a seat that must repeat a field loses a life each time it
tries again; so the last safe planting wins. Positions differ much in how many replies they leave,
which is what this search follows: it looks on where the fewest positions more would prove something
(Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log
from operator import attrgetter
from typing import Final

from engine.opponents.flower_fields.bed import SafePlanting, SearchedBed
from engine.opponents.thinking import OutOfNodesError, SearchBudget

NEVER: Final = 10**9
"""The effort for what cannot be proven; no sum that is looked at comes near it."""


@dataclass(slots=True, eq=False)
class Node:
    """A bed that was reached, for the seat to move.

    Attributes:
        win: The fewest further positions that would prove a win of the mover; 0 if proven.
        loss: The same for its loss.
        replies: The positions after its plantings, once they have been looked at.
    """

    bed: SearchedBed
    win: int = 1
    loss: int = 1
    replies: list["Node"] = field(default_factory=list)

    @property
    def is_solved(self) -> bool:
        """True if it is known who wins."""
        return not (self.win and self.loss)

    def update(self) -> None:
        """Sum up its replies: one lost for the other seat is enough, and all must be won."""
        self.win = min(reply.loss for reply in self.replies)
        self.loss = min(NEVER, sum(reply.win for reply in self.replies)) if self.win else NEVER

    @property
    def chance(self) -> float:
        """The seat's probability of winning, by how much is still to prove."""
        return 1 / (1 + exp((log(self.win + 0.5) - log(self.loss + 0.5)) / 2))


@dataclass(slots=True)
class Proof:
    """A search from one bed on, with all beds that it has reached."""

    budget: SearchBudget
    known: dict[bytes, Node] = field(default_factory=dict)

    def rated(
        self, bed: SearchedBed, moves: Sequence[SafePlanting]
    ) -> list[tuple[float, SafePlanting]]:
        """Return the chance of winning with each of some plantings, for the seat that makes it."""
        root = Node(bed, replies=[self._node(bed.after(move)) for move in moves])
        try:
            self.budget.spend(len(moves))
            root.update()
            while not root.is_solved:
                self._look_on(root)
        except OutOfNodesError:
            pass
        return [(1 - reply.chance, move) for reply, move in zip(root.replies, moves, strict=True)]

    def _look_on(self, root: Node) -> None:
        """Expand the bed that would prove most, and count again on the way back."""
        node, path = root, [root]
        while node.replies and not node.is_solved:
            node = min(node.replies, key=attrgetter("loss"))
            path.append(node)
        # Beds that are reached in several ways may have been solved on another one.
        if not node.is_solved:
            self._expand(node)
        for passed in reversed(path):
            if passed.replies:
                passed.update()

    def _expand(self, node: Node) -> None:
        for move in node.bed.all_moves():
            self.budget.spend()
            reply = self._node(node.bed.after(move))
            node.replies.append(reply)
            if not reply.loss:
                break

    def _node(self, bed: SearchedBed) -> Node:
        """Return a bed's node; of a new one, the more safe flowers, the more must be refuted."""
        node = self.known.get(bed.colors)
        if node is None:
            count = len(bed.safe)
            node = self.known[bed.colors] = Node(bed, 1 if count else NEVER, count)
        return node
