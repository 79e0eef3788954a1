"""A thought of the Dealer, in a worker process."""

from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from bot.live.services.worker import is_over
from engine.game import AnyGame
from engine.opponents.choose import assess
from engine.opponents.thinking import Budget, Level, SearchResult
from engine.seats import Seat

ENDLESS: Final = 10**9
"""More positions than anybody looks at: time ends the search."""


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's view, from which to choose its next action."""

    game: AnyGame
    view: Any
    seat: Seat
    level: Level


def thought(question: Question, seed: int, seconds: float) -> SearchResult[str]:
    """Return a seat's next action as text, and the chance of winning after it.

    A strong opponent uses all of its seconds to find it.
    """
    ends = monotonic() + seconds
    budget = Budget(
        question.level,
        seed,
        nodes=ENDLESS if question.level is Level.HARD else None,
        is_over=lambda: monotonic() > ends or is_over(),
    )
    game = question.game
    result = assess(game, question.view, question.seat, budget)
    return SearchResult(game.write(result.action), result.chance)
