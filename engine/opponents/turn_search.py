"""The opponent of every game of turns that has none of its own: a search by the game's rules."""

from collections import Counter
from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from engine.kinds.turns import TurnGame, TurnState
from engine.opponents.thinking import (
    WON,
    Level,
    SearchBudget,
    SearchResult,
    any_of,
    deepen,
    logistic,
    slipped,
)
from engine.seats import Seat

AnyTurnGame: TypeAlias = TurnGame[Any, Any, Any]

NODES: Final = {Level.EASY: 80, Level.NORMAL: 600, Level.HARD: 5_000}
SLIPS: Final = {Level.EASY: 0.35, Level.NORMAL: 0.1}
"""The probability of taking the first action that looks good enough."""
SLIP: Final = 1.4
"""The log odds by which an action is worse that is then taken less often by a factor of e."""


class TurnSearchPosition:
    """A state as it is searched, for a seat whose move it is or, at the end of a search, may be.

    After a drawn game the next one is not searched if the same seat moves again.

    Attributes:
        cutoffs: How often each move was good enough in the whole search; the deeper, the more.
    """

    __slots__ = ("_game", "_seat", "_state", "_worth", "cutoffs")

    def __init__(
        self, game: AnyTurnGame, state: TurnState, seat: Seat, cutoffs: Counter[Any]
    ) -> None:
        self._game, self._state, self._seat = game, state, seat
        self.cutoffs = cutoffs
        self._worth = worth(game, state, seat)

    @property
    def key(self) -> Hashable:
        return self._game.key(self._state)

    @property
    def is_over(self) -> bool:
        return self._state.to_move is not self._seat or abs(self._worth) == WON

    def value(self) -> float:
        return self._worth

    def moves(self) -> Sequence[Any]:
        """Return the moves, those first that were good most often."""
        moves = self._game.moves(self._state, self._seat)
        return sorted(moves, key=self.cutoffs.__getitem__, reverse=True)

    def after(self, move: Any) -> "TurnSearchPosition":
        state = self._game.play(self._state, self._seat, move)
        return TurnSearchPosition(self._game, state, self._seat.opponent, self.cutoffs)


def worth(game: AnyTurnGame, state: TurnState, seat: Seat) -> float:
    """Return the apparent worth of a state for a seat, within that of a won and a lost one."""
    if state.outcome:
        return WON if state.outcome.winner is seat else -WON
    return max(-WON, min(WON, game.value(state, seat)))


def at_random(game: AnyTurnGame, view: Any, seat: Seat, budget: SearchBudget) -> Any:
    """Return any legal action, each with equal probability."""
    return any_of(game.legal(game.rebuilt(view), seat), budget.generator)


def think(game: AnyTurnGame, view: Any, seat: Seat, budget: SearchBudget) -> SearchResult[Any]:
    """Return the choice of who begins by one look at either, and a move by a search."""
    state, generator = game.rebuilt(view), budget.generator
    actions = [*game.legal(state, seat)]
    generator.shuffle(actions)
    ranked = [(worth(game, game.act(state, seat, action), seat), action) for action in actions]
    ranked.sort(key=itemgetter(0), reverse=True)
    if budget.level is Level.GREEDY or state.to_move is None:
        value, action = ranked[0]
    elif generator.random() < SLIPS.get(budget.level, 0):
        value, action = slipped(ranked, SLIP, generator)
    else:
        # Moves that look alike stay in the order of chance, so that no two games need be the same.
        first_guess = Counter({action: -index for index, (_, action) in enumerate(ranked)})
        position = TurnSearchPosition(game, state, seat, first_guess)
        value, action = deepen(position, budget, cutoffs=first_guess)[0]
    return SearchResult(action, logistic(value))
