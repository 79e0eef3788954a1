"""The opponent of A Battle of Fire and Ice: the ending exactly, before that alpha-beta search."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from engine.first_seat import FirstSeatChoice
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView, Move
from engine.opponents.fire_and_ice.ending import Ending
from engine.opponents.fire_and_ice.position import GRID, Cells, Placement
from engine.opponents.thinking import (
    WON,
    Level,
    OutOfNodesError,
    SearchBudget,
    SearchResult,
    any_of,
    deepen,
    logistic,
    slipped,
)
from engine.seats import SEATS, Seat

NODES: Final = {Level.EASY: 120, Level.NORMAL: 700, Level.HARD: 5_500}
SLIPS: Final = {Level.EASY: 0.35, Level.NORMAL: 0.1}
"""The probability of taking the first placement that looks good enough."""
SLIP: Final = 8
"""The value by which a placement is worse that is then taken less often by a factor of e."""
MAX_FOR_ENDING: Final = 100_000
"""The positions looked at to solve an ending before it is only searched."""
GROWTH: Final = 1.29
"""The factor by which each more cell multiplies the positions needed to solve an ending."""
HOPELESS: Final = 200
"""The limit of that power, per position looked at, beyond which endings are hardly solved."""
TO_MOVE: Final = 8
"""The worth of having the move, measured as `Cells.lead` is."""
STEEPNESS: Final = 0.17
"""The growth of the chance of winning with the value of a position."""


class FireSearchPosition:
    """A position as it is searched, with the seat to move."""

    __slots__ = ("_after", "_cells", "_placements", "lead")

    def __init__(self, cells: Cells, placements: Iterable[Placement] | None = None) -> None:
        """Look at some of the placements only, or at all of them."""
        self._cells = cells
        self._placements = placements
        self._after: dict[Placement, FireSearchPosition] = {}
        self.lead = cells.lead

    @property
    def key(self) -> Cells:
        """The cells left for either seat; the same where Fire and Ice have exchanged places."""
        return self._cells

    @property
    def is_over(self) -> bool:
        return not self._cells.can_move

    def value(self) -> float:
        return -WON if self.is_over else self.lead + TO_MOVE

    def moves(self) -> Sequence[Placement]:
        """Return the placements, those first that seem to leave the other seat least."""
        if not self._after:
            placements = [
                (placement, FireSearchPosition(self._cells.after(placement).turned))
                for placement in self._placements or self._cells.placements()
            ]
            placements.sort(key=lambda placement: placement[1].lead)
            self._after = dict(placements)
        return tuple(self._after)

    def after(self, move: Placement) -> "FireSearchPosition":
        return self._after[move]


def at_random(
    game: FireAndIce,  # noqa: ARG001 - the view tells all
    view: FireAndIceView,
    seat: Seat,
    thinking: SearchBudget,
) -> Move | FirstSeatChoice:
    """Return any legal action, each with equal probability."""
    if view.to_move is None:
        return FirstSeatChoice(any_of(SEATS, thinking.generator))
    return _move(any_of(Cells.of(view, seat).placements(), thinking.generator))


def think(
    game: FireAndIce,  # noqa: ARG001 - the view tells all
    view: FireAndIceView,
    seat: Seat,
    thinking: SearchBudget,
) -> SearchResult[Move | FirstSeatChoice]:
    """Return the choice of who begins, or a placement."""
    if view.to_move is None:
        # The last to have a move wins, and of quick games the second seat wins about two in three.
        return SearchResult(FirstSeatChoice(seat.opponent))
    value, placement = _placement(Cells.of(view, seat), thinking)
    return SearchResult(_move(placement), logistic(STEEPNESS * value))


def _placement(cells: Cells, thinking: SearchBudget) -> tuple[float, Placement]:
    placements = _at_a_glance(cells, thinking)
    if thinking.level is Level.GREEDY:
        return placements[0]
    if thinking.generator.random() < SLIPS.get(thinking.level, 0):
        return slipped(placements, SLIP, thinking.generator)
    return _best(cells, [placement for _, placement in placements], thinking)


def _at_a_glance(cells: Cells, thinking: SearchBudget) -> list[tuple[float, Placement]]:
    """Return all placements by one look at each, the best first, equals in any order."""
    placements = list(cells.placements())
    thinking.generator.shuffle(placements)
    values = [
        (-FireSearchPosition(cells.after(placement).turned).value(), placement)
        for placement in placements
    ]
    return sorted(values, key=lambda pair: -pair[0])


def _best(
    cells: Cells, placements: Sequence[Placement], thinking: SearchBudget
) -> tuple[float, Placement]:
    """Return a placement that wins, if the ending can be solved; else the best by search."""
    losing = set[Placement]()
    for placement, wins in _solved(cells, placements, thinking):
        if wins:
            return WON, placement
        losing.add(placement)
    undecided = [placement for placement in placements if placement not in losing]
    ranked_moves = deepen(FireSearchPosition(cells, undecided or placements), thinking, margin=1)
    best = ranked_moves[0][0]
    equal = [placement for value, placement in ranked_moves if value == best]
    return best if undecided else -WON, thinking.generator.choice(equal)


def _solved(
    cells: Cells, placements: Sequence[Placement], thinking: SearchBudget
) -> Iterator[tuple[Placement, bool]]:
    """Yield placements with whether they win, as far as half of the budget can tell."""
    limit = min(thinking.max_nodes // 2, MAX_FOR_ENDING)
    if GROWTH ** sum(cell.bit_count() for cell in cells) > HOPELESS * limit:
        return
    ending = Ending(thinking, limit)
    with suppress(OutOfNodesError):
        for placement in placements:
            yield placement, not ending.wins(cells.after(placement).turned)


def _move(placement: Placement) -> Move:
    """Return a placement as the rules list it: west or south cell first."""
    number, other = sorted(placement)
    return Move((GRID.cell_of[number], GRID.cell_of[other]))
