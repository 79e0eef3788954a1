"""Choice of a seat's next action by its game's opponent, from that seat's view."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Protocol, cast

from engine import opponents
from engine.game import AnyGame
from engine.kinds.sealed import SealedGame
from engine.kinds.turns import TurnGame
from engine.matches.match import Match
from engine.opponents.thinking import Budget, Level, SearchBudget, SearchResult
from engine.seats import Seat

OF_THEIR_OWN: Final = frozenset(module.name for module in iter_modules(opponents.__path__))
"""The folders of the games that have an opponent of their own; leftover empty ones are none."""


class Opponent(Protocol):
    """The `opponent` module of a game, in a folder of its name, or the module for its kind.

    Attributes:
        NODES: The number of positions looked at for an action, by level; `hard` takes about 0.1 s.
    """

    NODES: dict[Level, int]

    def at_random(self, game: Any, view: Any, seat: Seat, budget: SearchBudget) -> Any:
        """Return any legal action, each with equal probability."""

    def think(self, game: Any, view: Any, seat: Seat, budget: SearchBudget) -> SearchResult[Any]:
        """Return the action for a level from `GREEDY` (one ply of the evaluation) to `HARD`."""


def has_opponent(game: type[AnyGame]) -> bool:
    """Return whether a game has an opponent, which takes rules to go by."""
    return bool(_module_of(game))


def choose(game: AnyGame, view: Any, seat: Seat, budget: Budget) -> Any:
    """Choose an action for a seat that is to act, from its view alone."""
    return assess(game, view, seat, budget).action


def assess(game: AnyGame, view: Any, seat: Seat, budget: Budget) -> SearchResult[Any]:
    """Choose an action, with the chance of winning that it leaves."""
    opponent = _opponent(type(game))
    search_budget = SearchBudget(budget, opponent.NODES.get(budget.level, 0))
    if budget.level is Level.RANDOM:
        return SearchResult(opponent.at_random(game, view, seat, search_budget))
    return opponent.think(game, view, seat, search_budget)


def typed(match: Match, seat: Seat, budget: Budget) -> str:
    """Return the text that a seat to act would type next."""
    return match.game.write(choose(match.game, match.view(seat), seat, budget))


@cache
def _opponent(game: type[AnyGame]) -> Opponent:
    return cast("Opponent", import_module(_module_of(game)))


def _module_of(game: type[AnyGame]) -> str:
    """Return the name of the module that plays a game: its own, or that of its kind; or none."""
    if game.folder in OF_THEIR_OWN:
        return f"{__package__}.{game.folder}.opponent"
    for kind, module in ((TurnGame, "turn_search"), (SealedGame, "round_search")):
        if issubclass(game, kind) and game.rebuilt is not kind.rebuilt:
            return f"{__package__}.{module}"
    return ""
