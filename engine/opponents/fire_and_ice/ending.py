"""Exact solution of endings of Fire and Ice: whoever cannot move has lost."""

from engine.opponents.fire_and_ice.position import Cells
from engine.opponents.thinking import OutOfNodesError, SearchBudget


class Ending:
    """The search for the winner, with a memory of all that it has found out on the way."""

    def __init__(self, thinking: SearchBudget, limit: int) -> None:
        """Allow so many positions at most, as part of the whole budget."""
        self._thinking = thinking
        self._end = thinking.nodes + limit
        self._known: dict[Cells, bool] = {}

    def wins(self, cells: Cells) -> bool:
        """Return whether the seat that has these cells, and is to move, wins.

        Raises:
            OutOfNodesError: Too many positions would have to be looked at.
        """
        if not (cells.can_ever_move and cells.turned.can_ever_move):
            # One of the two makes all moves that are left.
            return cells.can_move
        known = self._known.get(cells)
        if known is None:
            self._thinking.spend()
            if self._thinking.nodes > self._end:
                raise OutOfNodesError
            replies = [cells.after(placement).turned for placement in cells.placements()]
            replies.sort(key=lambda reply: reply.lead)
            known = self._known[cells] = not all(map(self.wins, replies))
        return known
