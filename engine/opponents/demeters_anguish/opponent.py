"""The opponent of Demeter's Anguish: its garden for a flower, the other for a rock."""

from collections.abc import Mapping
from typing import Final

from engine.first_seat import FirstSeatChoice
from engine.games.demeters_anguish.notation import (
    Agreement,
    DemetersAnguishAction,
    Half,
    Halves,
    TypedHalf,
)
from engine.games.demeters_anguish.position import DemeterPosition, DemetersAnguishView, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.grids.grid import bit_board
from engine.opponents.demeters_anguish.garden import Growth, growth, plantings_of
from engine.opponents.thinking import (
    Level,
    SearchBudget,
    SearchResult,
    any_of,
    deepen,
    logistic,
    slipped,
)
from engine.seats import SEATS, Seat

NODES: Final[dict[Level, int]] = {Level.EASY: 40, Level.NORMAL: 750, Level.HARD: 6_000}

SLIPS: Final[Mapping[Level, float]] = {Level.EASY: 0.5, Level.NORMAL: 0.15}
"""The cells by which a move is worse that is chosen less often by a factor of e."""

FOLLOWED: Final = 24
"""The number of moves searched, of those that look best."""
OPENINGS: Final = 40
"""The number of openings considered, each at random."""
OPENING_SLIP: Final = 4.0
"""The slip of openings on every level, so that nobody can prepare for them."""
FAR: Final = 4
"""The slips below the best at which a move is no longer of interest."""

SETTLED: Final = 1.0
"""The lead in cells that makes winning likely by a factor of e when next to nothing is left."""
UNSETTLED: Final = 0.15
"""The increase of that lead for each cell still to be planted."""


def at_random(
    game: DemetersAnguish, view: DemetersAnguishView, seat: Seat, budget: SearchBudget
) -> DemetersAnguishAction:
    """Return any legal half of a turn, or either seat to begin."""
    state = DemeterPosition(
        view.ec, view.dmo, view.phase, to_move=view.to_move, missing=view.missing
    )
    return any_of(game.legal(state, seat), budget.generator)


def think(
    game: DemetersAnguish,  # noqa: ARG001 - the view tells all
    view: DemetersAnguishView,
    seat: Seat,
    budget: SearchBudget,
) -> SearchResult[DemetersAnguishAction]:
    """Return one half of the turn.

    The choice of who begins is all the same: in both gardens a rock comes first, then in turn.
    """
    if view.phase is Phase.CHOICE:
        return SearchResult(FirstSeatChoice(budget.generator.choice(SEATS)))
    plantings = plantings_of(bit_board(view.side), view.pieces)
    own, other = (
        growth(plantings, budget, view.garden(owner), plants=owner is seat)
        for owner in (seat, seat.opponent)
    )
    if view.phase is Phase.OPENING:
        return SearchResult(_action(own, _opening(own)))
    is_ahead = own.score > other.score or (own.score == other.score and seat is Seat.DMO)
    if seat.opponent in view.agreed and (is_ahead or own.is_over):
        return SearchResult(Agreement.AGREE, float(is_ahead))
    half = view.missing[0]
    searched, rest = (own, other) if half is Half.FLOWER else (other, own)
    if searched.is_over:
        lead, action = own.value() + other.value(), Halves((TypedHalf(half),))
    else:
        value, move = _search(searched)
        lead, action = value + rest.value(), _action(searched, move)
    if is_ahead and other.is_over:
        return SearchResult(action, 1)
    if own.is_over and not is_ahead:
        return SearchResult(action, 0)
    unsettled = own.expected - own.score + other.expected - other.score
    return SearchResult(action, logistic(lead / (SETTLED + UNSETTLED * unsettled)))


def _search(position: Growth) -> tuple[float, int]:
    budget = position.budget
    ranked = position.ranked()
    if budget.level is Level.GREEDY:
        return ranked[0]
    slip = SLIPS.get(budget.level, 0)
    followed = len(ranked) if position.is_nearly_over else FOLLOWED
    listed = tuple(move for _, move in ranked[:followed])
    ranked_moves = deepen(
        position._replace(listed=listed),
        budget,
        margin=FAR * slip,
        deepest=2 * len(position.left),
    )
    return slipped(ranked_moves, slip, budget.generator) if slip else ranked_moves[0]


def _opening(position: Growth) -> int:
    generator = position.budget.generator
    plantable = position.plantable()
    openings = generator.sample(plantable, min(OPENINGS, len(plantable)))
    worths = [(position.after(opening).expected, opening) for opening in openings]
    return slipped(sorted(worths, reverse=True), OPENING_SLIP, generator)[1]


def _action(position: Growth, move: int) -> Halves:
    half = Half.FLOWER if position.plants else Half.ROCK
    return Halves((TypedHalf(half, tuple(position.plantings.grid.cells(move))),))
