"""What runs in a process that thinks; it loads nothing but the rules."""

from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from bot.processes.worker import is_over
from engine.game import AnyGame
from engine.opponents.choose import assess
from engine.opponents.thinking import Budget, Level, Thought
from engine.seats import Seat

ENDLESS: Final = 10**9
"""More positions than anybody looks at: time ends the search."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is to do next, as far as it can see."""

    game: AnyGame
    view: Any
    seat: Seat
    level: Level


def thought(question: Question, seed: int, seconds: float) -> Thought[str]:
    """What a seat would type next, and what chance of winning that leaves.

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
    found = assess(game, question.view, question.seat, budget)
    return Thought(game.write(found.action), found.chance)
