"""The opponent of every game of sealed rounds that has none of its own: a mixed submission.

The round is a game of its own, with a matrix of what it would lead to. Its solution cannot be
exploited, but also exploits nobody, so it is taken to be played against somebody who answers
plainly in a part of the rounds (Johanson et al., "Computing Robust Counter-Strategies", 2007).
"""

from collections.abc import Sequence
from operator import mul
from typing import Any, Final, TypeAlias

from engine.kinds.sealed import SealedGame
from engine.opponents.thinking import (
    Level,
    SearchBudget,
    SearchResult,
    any_of,
    logistic,
)
from engine.seats import Seat

AnySealedGame: TypeAlias = SealedGame[Any, Any, Any]
Weights: TypeAlias = Sequence[float]
Matrix: TypeAlias = Sequence[Sequence[float]]
"""The chance of winning with each own submission, row by row, against each of the other seat."""

NODES: Final = {Level.EASY: 80, Level.NORMAL: 250, Level.HARD: 3_000}
"""The rounds resolved by level: below `HARD`, against some submissions of the other seat only."""
PLAIN: Final = 0.4
"""The part of the rounds in which the other seat is taken to answer as `GREEDY` does."""
ITERATIONS: Final = 100


def at_random(game: AnySealedGame, view: Any, seat: Seat, budget: SearchBudget) -> Any:
    """Return any legal submission, each with equal probability."""
    return any_of(game.submissions(game.rebuilt(view), seat), budget.generator)


def think(game: AnySealedGame, view: Any, seat: Seat, budget: SearchBudget) -> SearchResult[Any]:
    """Return the best submission against an even draw, or one drawn from a mixed answer."""
    state, generator = game.rebuilt(view), budget.generator
    own, other = ([*game.submissions(state, player)] for player in (seat, seat.opponent))
    generator.shuffle(own)
    generator.shuffle(other)
    if budget.level is not Level.GREEDY:
        other = other[: max(1, budget.max_nodes // len(own))]
    matrix = [[_chance(game, state, seat, (action, answer)) for answer in other] for action in own]
    if budget.level is Level.GREEDY:
        rows, columns = _best(matrix), _even(len(other))
    else:
        turned = [[-value for value in column] for column in zip(*matrix, strict=True)]
        rows, columns = solution(_against_plain(matrix, _best(turned)))
    (action,) = generator.choices(own, rows)
    return SearchResult(action, sum(map(mul, rows, _payoffs(matrix, columns))))


def _chance(game: AnySealedGame, state: Any, seat: Seat, submissions: tuple[Any, Any]) -> float:
    """Return a seat's chance of winning after a round, its own submission being the first."""
    resolved = game.resolve(state, *(submissions if seat is Seat.EC else submissions[::-1]))
    if resolved.outcome:
        return float(resolved.outcome.winner is seat)
    return logistic(game.value(resolved, seat))


def _payoffs(matrix: Matrix, columns: Weights) -> list[float]:
    return [sum(map(mul, row, columns)) for row in matrix]


def _even(count: int) -> Weights:
    return [1 / count] * count


def _best(matrix: Matrix) -> Weights:
    """Return all weight on the row that is best against an even draw."""
    sums = [*map(sum, matrix)]
    best = sums.index(max(sums))
    return [float(index == best) for index in range(len(sums))]


def _against_plain(matrix: Matrix, plain: Weights) -> Matrix:
    """Return a matrix in which the columns are mixed with a plain answer."""
    return [
        [PLAIN * payoff + (1 - PLAIN) * value for value in row]
        for row, payoff in zip(matrix, _payoffs(matrix, plain), strict=True)
    ]


def solution(matrix: Matrix) -> tuple[Weights, Weights]:
    """Return the mixed rows and columns to which regret matching leads.

    The later of its mixtures count more (Tammelin, "Solving Large Imperfect Information Games
    Using CFR+", 2014).
    """
    turned = [[-value for value in column] for column in zip(*matrix, strict=True)]
    regrets = [[0.0] * len(side) for side in (matrix, turned)]
    sums = [[0.0] * len(side) for side in (matrix, turned)]
    mixed = [_even(len(side)) for side in (matrix, turned)]
    for number in range(1, ITERATIONS + 1):
        for index, side in enumerate((matrix, turned)):
            payoffs = _payoffs(side, mixed[1 - index])
            expected = sum(map(mul, mixed[index], payoffs))
            regrets[index] = [
                max(0.0, regret + payoff - expected)
                for regret, payoff in zip(regrets[index], payoffs, strict=True)
            ]
            mixed[index] = _shares(regrets[index])
            sums[index] = [
                total + number * weight
                for total, weight in zip(sums[index], mixed[index], strict=True)
            ]
    rows, columns = map(_shares, sums)
    return rows, columns


def _shares(weights: Weights) -> Weights:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else _even(len(weights))
