"""The common part of all opponents: their strength, budget and search."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, tanh
from random import Random
from typing import Any, Final, Generic, Protocol, Self, TypeVar

Move = TypeVar("Move", bound=Hashable)
T = TypeVar("T")

MAX_LISTED: Final = 10_000
"""The number of actions out of which one is drawn at most."""
NODES_BETWEEN_LOOKS: Final = 64
"""The number of positions after which the clock is looked at."""
WON: Final = 1_000.0
"""The value of a position that is won; an undecided one is worth less."""
DEEPEST: Final = 99


class Level(StrEnum):
    """The strength of an opponent; the first two are there to measure the others by."""

    RANDOM = "random"
    GREEDY = "greedy"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Budget:
    """The strength and the effort of a thought about one action.

    Attributes:
        seed: The seed of all chance: the same view, seed and number of nodes give the same action.
        nodes: The number of positions that may be looked at; None for as many as the game's
            opponent looks at on this level.
        is_over: Returns True once time is up, by the caller's clock; asked every so many nodes.
    """

    level: Level = Level.NORMAL
    seed: int = 0
    nodes: int | None = None
    is_over: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[T]):
    """An action, with what its player expects of it.

    Attributes:
        chance: Their chance of winning the match with it, from 0 to 1; None if they cannot tell.
    """

    action: T
    chance: float | None = None


class OutOfNodesError(Exception):
    """Error for a budget that is used up; what has been found so far must do."""


class SearchBudget:
    """A budget as it is being used; lives as long as one action is thought about.

    Attributes:
        generator: The source of chance.
        nodes: The number of positions looked at so far.
        max_nodes: The number of positions that may be looked at in all.
    """

    def __init__(self, budget: Budget, usual: int) -> None:
        self.level = budget.level
        self.generator = Random(budget.seed)
        self.nodes = 0
        self.max_nodes = usual if budget.nodes is None else budget.nodes
        self._is_over = budget.is_over

    @property
    def is_over(self) -> bool:
        """True if nothing more may be looked at."""
        return self.nodes >= self.max_nodes or (self._is_over is not None and self._is_over())

    def spend(self, nodes: int = 1) -> None:
        """Look at so many positions.

        Raises:
            OutOfNodesError: No more may be looked at.
        """
        before = self.nodes // NODES_BETWEEN_LOOKS
        self.nodes += nodes
        if self.nodes > self.max_nodes:
            raise OutOfNodesError
        if self._is_over and self.nodes // NODES_BETWEEN_LOOKS > before and self._is_over():
            raise OutOfNodesError


# Chance


def any_of(options: Iterable[T], generator: Random) -> T:
    """Draw one of the first `MAX_LISTED` options, each as likely as the others.

    Raises:
        IndexError: There is none.
    """
    listed = [option for option, _ in zip(options, range(MAX_LISTED), strict=False)]
    return generator.choice(listed)


def slipped(ranked: Sequence[tuple[float, T]], slip: float, generator: Random) -> tuple[float, T]:
    """Draw one of the options with their values; one worse by a slip is drawn e times less."""
    best = max(value for value, _ in ranked)
    return generator.choices(ranked, [exp((value - best) / slip) for value, _ in ranked])[0]


def logistic(value: float) -> float:
    """Return the chance whose odds have a value as their logarithm."""
    return (1 + tanh(value / 2)) / 2


# Alpha-beta search


class SearchPosition(Protocol[Move]):
    """A position of two players who take turns, as `deepen` searches it.

    Values are for the seat to move: the higher the better for it. A won position is worth `WON`,
    and a lost one `-WON`.
    """

    @property
    def key(self) -> Hashable:
        """The common key of positions that are worth the same; may ignore symmetries."""

    @property
    def is_over(self) -> bool:
        """True if it is decided, so that `value` is exact."""

    def value(self) -> float:
        """Return the apparent worth for the seat to move."""

    def moves(self) -> Sequence[Move]:
        """Return the moves worth looking at, best first; at least one until it is over."""

    def after(self, move: Move) -> Self:
        """Return the position after a move, with the other seat to move."""


@dataclass(slots=True)
class Search(Generic[Move]):
    """A search by iterative deepening, with a table of what it has found so far."""

    budget: SearchBudget
    margin: float
    cutoffs: Counter[Move] = field(default_factory=Counter)
    table: dict[Hashable, tuple[int, float, int, Any]] = field(default_factory=dict)

    def root(
        self,
        position: SearchPosition[Move],
        moves: Sequence[Move],
        depth: int,
        ranked_moves: list[tuple[float, Move]],
    ) -> None:
        """Find the value of each move, exact for all that come within the margin of the best.

        Raises:
            OutOfNodesError: The budget is used up; the moves got to before that are found.
        """
        best = -WON - 1
        for move in moves:
            value = -self.value(position.after(move), depth - 1, -WON - 1, -(best - self.margin))
            ranked_moves.append((value, move))
            best = max(best, value)

    def value(self, position: SearchPosition[Move], depth: int, alpha: float, beta: float) -> float:
        """Return a position's value, searched so many moves deep; exact between the two bounds."""
        self.budget.spend()
        if depth <= 0 or position.is_over:
            return position.value()
        known_depth, known, bound, first = self.table.get(position.key, (-1, 0.0, 0, None))
        if known_depth >= depth and (
            bound == 0 or (bound > 0 and known >= beta) or (bound < 0 and known <= alpha)
        ):
            return known
        best, best_move, lowest = -WON - 1, first, alpha
        for move in _with_first(position.moves(), first):
            value = -self.value(position.after(move), depth - 1, -beta, -lowest)
            if value > best:
                best, best_move = value, move
            lowest = max(lowest, value)
            if lowest >= beta:
                self.cutoffs[move] += depth * depth
                break
        bound = 1 if best >= beta else -1 if best <= alpha else 0
        self.table[position.key] = depth, best, bound, best_move
        return best


def deepen(
    position: SearchPosition[Move],
    budget: SearchBudget,
    *,
    margin: float = 0.0,
    deepest: int = DEEPEST,
    cutoffs: Counter[Move] | None = None,
) -> list[tuple[float, Move]]:
    """Search ever deeper until the budget is used up or all is decided; every move, best first.

    The values are exact for the moves that come within `margin` of the best, and no more than an
    upper bound for the others. If the budget ends while a depth is searched, the moves that it has
    not got to come after those that it has; in the first depth their values are those of the
    position itself.
    """
    searching = Search[Move](budget, margin, Counter() if cutoffs is None else cutoffs)
    value = position.value()
    ranked_moves = [(value, move) for move in position.moves()]
    for depth in range(1, deepest + 1):
        before, deeper = budget.nodes, list[tuple[float, Move]]()
        try:
            searching.root(position, [move for _, move in ranked_moves], depth, deeper)
        except OutOfNodesError:
            return _best_first(deeper, ranked_moves)
        ranked_moves = _best_first(deeper, [])
        is_decided = abs(ranked_moves[0][0]) >= WON or len(ranked_moves) == 1
        # If all moves end it, each is looked at once, however deep the search may go.
        ends_there = depth > 1 and budget.nodes - before <= len(ranked_moves)
        if is_decided or ends_there:
            break
    return ranked_moves


def _best_first(
    searched: list[tuple[float, Move]], before: list[tuple[float, Move]]
) -> list[tuple[float, Move]]:
    """Return the moves that a depth has got to, and then the others as they were known before."""
    # Python's sort keeps the order of equals, so that the choice is the same for a seed.
    ranked_moves = sorted(searched, key=lambda pair: -pair[0])
    worst = ranked_moves[-1][0] if ranked_moves else WON
    return ranked_moves + [(min(value, worst), move) for value, move in before[len(ranked_moves) :]]


def _with_first(moves: Sequence[Move], first: Move | None) -> Iterable[Move]:
    # A table that ignores symmetries may know a mirror image of the best move.
    if first is None or first not in moves:
        return moves
    return (first, *(move for move in moves if move != first))
