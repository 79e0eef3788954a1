"""The start of a worker process, which loads only what its work needs."""

import os
import signal
import threading
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.synchronize import Event
from time import monotonic
from typing import Any, Final

from engine.game import AnyGame
from engine.opponents.choose import assess
from engine.opponents.thinking import Budget, Level, SearchResult
from engine.seats import Seat

NICENESS: Final = 10
"""The niceness of this process against the one that serves all matches."""

_is_over: Event


def begin(ends: Event) -> None:
    """Begin a process; it ends with its parent."""
    global _is_over  # noqa: PLW0603 - the pool hands nothing else to its processes
    _is_over = ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def is_over() -> bool:
    """Return whether the bot stops, so that no work is wanted any more."""
    return _is_over.is_set()


def _end_with_parent() -> None:
    """End at once if the bot is killed; the pool would wait for more work for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


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
