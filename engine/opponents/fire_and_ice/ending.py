"""Exact solution of endings of Fire and Ice, as sums of regions that no longer touch.

A seat that cannot move has lost, so a position is the sum of its regions in the sense of
combinatorial game theory (Conway, *On Numbers and Games*): each move is made in one of them. A
region in which only one of the two can ever move is worth as many moves as they can make there,
whatever happens elsewhere; those moves are added up as a whole number, and only the regions still
disputed are searched, each of them once however often it comes about.
"""

from typing import Final, NamedTuple

from engine.opponents.fire_and_ice.position import Cells, Placement
from engine.opponents.thinking import OutOfNodesError, SearchBudget

LEAD_OF_A_MOVE: Final = 9
"""The lead of a move in hand, measured as `Cells.lead` is."""


class Sum(NamedTuple):
    """Disputed regions by their numbers, and the first seat's moves in hand besides.

    Moves in hand below 0 are the other seat's.
    """

    in_hand: int
    disputed: tuple[int, ...]


class Region(NamedTuple):
    """A region in which both may move, as the first seat has it.

    Attributes:
        cells: Its cells.
        most: The most moves the first seat could make in it.
        least: The same for the other seat, as a negative number.
        lead: The first seat's apparent lead in it.
    """

    cells: Cells
    most: int
    least: int
    lead: int


class Option(NamedTuple):
    """A region after one move of one of the two, with the gain by it."""

    gain: int
    left: Sum


class Ending:
    """The search for the winner, with a memory of all that it has found out on the way.

    The first seat is the one that has the cells it is asked about as `mine`.
    """

    def __init__(self, thinking: SearchBudget, limit: int) -> None:
        """Allow so many positions at most, as part of the whole budget."""
        self._thinking = thinking
        self._end = thinking.nodes + limit
        self._numbers: dict[Cells, int] = {}
        self._regions: list[Region] = []
        self._options: dict[tuple[int, bool], list[Option]] = {}
        self._alone: dict[Cells, int] = {}
        self._wins: dict[tuple[Sum, bool], bool] = {}

    def wins(self, cells: Cells, placement: Placement) -> bool:
        """Return whether a placement of the first seat wins.

        Raises:
            OutOfNodesError: Too many positions would have to be looked at.
        """
        return not self._wins_moving(self._sum(cells.after(placement)), first=False)

    def _wins_moving(self, position: Sum, *, first: bool) -> bool:
        """Return whether the seat that moves, the first or the other one, wins."""
        known = self._wins.get((position, first))
        if known is None:
            known = self._is_settled(position, first=first)
            if known is None:
                known = self._searched(position, first=first)
            self._wins[position, first] = known
        return known

    def _is_settled(self, position: Sum, *, first: bool) -> bool | None:
        """Return whether the seat that moves wins, if counting the moves is enough to tell."""
        in_hand, disputed = position
        limit, least = in_hand, in_hand
        for number in disputed:
            region = self._regions[number]
            limit += region.most
            least += region.least
        if first:
            return True if least > 0 else False if limit <= 0 else None
        return True if limit < 0 else False if least >= 0 else None

    def _searched(self, position: Sum, *, first: bool) -> bool:
        self._spend()
        in_hand, disputed = position
        options = [
            (option.gain, place, option.left)
            for place, number in enumerate(disputed)
            if not place or disputed[place - 1] != number
            for option in self._options_in(number, first=first)
        ]
        options.sort(key=lambda option: -option[0])
        for _, place, (gained, left) in options:
            rest = disputed[:place] + disputed[place + 1 :]
            next_sum = Sum(in_hand + gained, tuple(sorted(left + rest)) if left else rest)
            if not self._wins_moving(next_sum, first=not first):
                return True
        # A move in hand is seldom worth using before all is settled, but it may be.
        step = 1 if first else -1
        has_in_hand = in_hand * step > 0
        return has_in_hand and not self._wins_moving(Sum(in_hand - step, disputed), first=not first)

    def _options_in(self, number: int, *, first: bool) -> list[Option]:
        """Return what a seat can make of a region, the apparent best first."""
        known = self._options.get((number, first))
        if known is None:
            self._spend()
            region = self._regions[number]
            cells = region.cells if first else region.cells.turned
            next_cells = (cells.after(placement) for placement in cells.placements())
            sums = dict.fromkeys(self._sum(left if first else left.turned) for left in next_cells)
            gains = ((self._lead(left) - region.lead) * (1 if first else -1) for left in sums)
            known = sorted(map(Option, gains, sums), key=lambda option: -option.gain)
            self._options[number, first] = known
        return known

    def _lead(self, position: Sum) -> int:
        return LEAD_OF_A_MOVE * position.in_hand + sum(
            self._regions[number].lead for number in position.disputed
        )

    def _sum(self, cells: Cells) -> Sum:
        in_hand, disputed = 0, []
        for region in cells.regions():
            turned = region.turned
            if not turned.can_ever_move:
                in_hand += self._moves_alone(region)
            elif not region.can_ever_move:
                in_hand -= self._moves_alone(turned)
            else:
                disputed.append(self._number(region))
        return Sum(in_hand, tuple(sorted(disputed)))

    def _number(self, cells: Cells) -> int:
        """Return the number of a disputed region, a new one if it has not come about before."""
        number = self._numbers.setdefault(cells, len(self._regions))
        if number == len(self._regions):
            region = Region(cells, _most(cells), -_most(cells.turned), cells.lead)
            self._regions.append(region)
        return number

    def _moves_alone(self, cells: Cells) -> int:
        known = self._alone.get(cells)
        if known is None:
            self._spend()
            known = max(
                (
                    1 + sum(map(self._moves_alone, next_cells.regions()))
                    for next_cells in map(cells.after, cells.placements())
                ),
                default=0,
            )
            self._alone[cells] = known
        return known

    def _spend(self) -> None:
        self._thinking.spend()
        if self._thinking.nodes > self._end:
            raise OutOfNodesError


def _most(cells: Cells) -> int:
    """Return a bound of a seat's moves in a region: each takes a cell for either half."""
    free, white, own_moves, _ = cells
    for_white, for_colored = (free | white).bit_count(), (free | own_moves).bit_count()
    return min(for_white, for_colored, (free | white | own_moves).bit_count() // 2)
