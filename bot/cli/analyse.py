"""`dealer analyse`: a line for each move, and the turning points."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from time import monotonic

from bot.cli.progress import Progress
from bot.features.replays import texts as analyses
from bot.live.services.thought import ENDLESS
from engine.opponents.analysis import Analysis, Course
from engine.opponents.choose import assess
from engine.opponents.thinking import Budget, Level, SearchResult
from engine.words.alts import Names, visible


def analyse(course: Course, seconds: float | None) -> Analysis:
    """Assess every position of a match, with a progress bar.

    `seconds` is the total time; None takes the node count of `hard`, so that results are
    repeatable.
    """
    questions, thoughts = course.questions, list[SearchResult[str]]()
    with Progress(sys.stderr, "positions").shown() as progress:
        progress.show(0, len(questions))
        for question, budget in zip(questions, _budgets(len(questions), seconds), strict=True):
            thought = assess(course.game, question.view, question.seat, budget)
            thoughts.append(SearchResult(course.game.write(thought.action), thought.chance))
            progress.show(len(thoughts), len(questions))
    return course.analysis(thoughts)


def report(analysis: Analysis, names: Names) -> Iterable[str]:
    """Return the lines to print."""
    called = {seat: visible(name) for seat, name in names.items()}
    return (*map(analyses.move_line, analysis.moves), analyses.turning_points(analysis, called))


def _budgets(count: int, seconds: float | None) -> Iterator[Budget]:
    """Yield a budget for each question; time left over is shared among the rest."""
    if seconds is None:
        yield from [Budget(Level.HARD)] * count
        return
    ends = monotonic() + seconds
    for left in range(count, 0, -1):
        until = monotonic() + max(0.0, ends - monotonic()) / left
        yield Budget(Level.HARD, nodes=ENDLESS, is_over=partial(_is_past, until))


def _is_past(instant: float) -> bool:
    return monotonic() > instant
