"""Puts an opponent in the place where the one of a game is looked for."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from engine.opponents import choose
from engine.opponents.thinking import Level, SearchBudget, SearchResult
from engine.seats import Seat


def put_opponent(patch: pytest.MonkeyPatch, folder: str, module: ModuleType) -> None:
    wrapper = choose._opponent
    patch.setattr(
        choose, "_opponent", lambda game: module if game.folder == folder else wrapper(game)
    )


def opponent_that(acts: Callable[[Any, Any, Seat], Any]) -> ModuleType:
    """Return an opponent that acts alike on every level, by the game, the view and its seat."""
    module = ModuleType("opponent")

    def at_random(game: Any, view: Any, seat: Seat, thinking: SearchBudget) -> Any:
        return acts(game, view, seat)

    def think(game: Any, view: Any, seat: Seat, thinking: SearchBudget) -> SearchResult[Any]:
        return SearchResult(acts(game, view, seat))

    vars(module).update(NODES=dict.fromkeys(Level, 1), at_random=at_random, think=think)
    return module
