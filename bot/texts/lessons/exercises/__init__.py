"""The guided positions of each game, in which a beginner makes each kind of move."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bot.texts.language import Text
from bot.texts.lessons import sections
from engine.game import AnyGame
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Position:
    """A position in which a beginner is to make one entry.

    Attributes:
        record: Position as a match record without times (docs/record.md), awaiting the beginner.
        fits: Test for a legal action that solves the task.
    """

    record: str
    fits: Callable[[Any], bool]
    seat: Seat = Seat.EC


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise(Position):
    """A position with what a beginner is to do in it.

    Attributes:
        task: Task, its purpose, and how to type it.
        otherwise: Reply to any other legal action, which changes nothing.
        done: Reply to the solution: its effect, and the rule to remember.
    """

    task: Text
    otherwise: Text
    done: Text


def exercises(words: str, *positions: Position) -> tuple[Exercise, ...]:
    """Return exercises with their words: below each heading its task, `otherwise` and `done`.

    The positions are in the order of the headings.
    """
    result = []
    for position, (_, (*tasks, otherwise, done)) in zip(positions, sections(words), strict=True):
        task, place = "\n".join(tasks), (position.record, position.fits, position.seat)
        result.append(Exercise(*place, task=Text(task), otherwise=Text(otherwise), done=Text(done)))
    return tuple(result)


@cache
def state_after(record: str) -> Any:
    """Return the state that a record leads to, for `fits`."""
    return final_match(read_record(record)).state


def has_exercises(game: type[AnyGame]) -> bool:
    """Return whether a game has guided positions."""
    return find_spec(f"{__name__}.{game.folder}") is not None


def exercises_of(game: type[AnyGame]) -> tuple[Exercise, ...]:
    """Return a game's guided positions in order, from the module named like its rules' folder."""
    exercises: dict[str, tuple[Exercise, ...]] = import_module(
        f"{__name__}.{game.folder}"
    ).EXERCISES
    return exercises[game.name]
