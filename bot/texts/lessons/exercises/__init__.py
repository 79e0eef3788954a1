"""The guided positions of each game, in which a beginner makes each kind of move."""

from importlib import import_module
from importlib.util import find_spec

from bot.texts.lessons.exercises.exercise import Exercise
from engine.game import AnyGame


def has_exercises(game: type[AnyGame]) -> bool:
    """Return whether a game has guided positions."""
    return find_spec(f"{__name__}.{game.folder}") is not None


def exercises_of(game: type[AnyGame]) -> tuple[Exercise, ...]:
    """Return a game's guided positions in order, from the module named like its rules' folder."""
    exercises: dict[str, tuple[Exercise, ...]] = import_module(
        f"{__name__}.{game.folder}"
    ).EXERCISES
    return exercises[game.name]
