"""The guided positions of each game, in which a beginner makes each kind of move."""

from importlib import import_module
from importlib.util import find_spec

from bot.texts.lessons.exercises.exercise import Exercise
from engine.game import AnyGame


def has_exercises(game: type[AnyGame]) -> bool:
    """Whether there are any for a game."""
    return find_spec(f"{__name__}.{game.folder()}") is not None


def exercises_of(game: type[AnyGame]) -> tuple[Exercise, ...]:
    """The guided positions of a game in order, from the module named as the folder of its rules."""
    exercises: dict[str, tuple[Exercise, ...]] = import_module(
        f"{__name__}.{game.folder()}"
    ).EXERCISES
    return exercises[game.name]
