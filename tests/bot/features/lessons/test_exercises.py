"""The guided positions of every game: each can be done and be missed, in sentences that fit."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.features.lessons.exercises import position
from bot.texts.lessons.exercises import Exercise, exercises_of
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.records.record import read_record
from engine.records.referee import referee
from engine.refusals import NotASubmission, Refused
from tests.helpers.games.offered import TAUGHT
from tests.helpers.games.random_play import random_states

COUNT = 6
LONGEST = 600
STATES = 30
LOOKED_AT = 5_000
"""Number of legal actions looked at in a position; some have millions."""
FEWER = 1_000
"""Number of those in any state of a random game."""
every_game = pytest.mark.parametrize("kind", [GAMES[name] for name in TAUGHT], ids=TAUGHT)
every_exercise = pytest.mark.parametrize(
    ("kind", "exercise"),
    [
        pytest.param(kind, exercise, id=f"{kind.name}-{number}")
        for kind in (GAMES[name] for name in TAUGHT)
        for number, exercise in enumerate(exercises_of(kind), 1)
    ],
)


def possible(exercise: Exercise) -> Iterator[Any]:
    """Yield a beginner's actions: the ones shown first, then all other legal ones."""
    match = position(exercise)
    for text in ("takeback", *match.game.examples, *quoted(exercise)):
        if refusal_of(exercise, text) is None:
            yield match.game.read(match.state, exercise.seat, text)
    yield from islice(match.game.legal(match.state, exercise.seat), LOOKED_AT)


def quoted(exercise: Exercise) -> list[str]:
    return exercise.task().split("`")[1::2]


def refusal_of(exercise: Exercise, text: str) -> Refused | None:
    match = position(exercise)
    return match.enter(Entry(Speaker(exercise.seat.value), match.now, text)).refusal


def is_refused_by_a_rule(exercise: Exercise, text: str) -> bool:
    refusal = refusal_of(exercise, text)
    return refusal is not None and not isinstance(refusal, NotASubmission)


def kinds_shown(exercise: Exercise) -> Iterator[type[Any]]:
    """Yield the kinds of action that a task shows as typed, in whichever phase they belong."""
    match = position(exercise)
    for text in quoted(exercise):
        with suppress(Refused):
            yield type(match.game.read(match.state, exercise.seat, text))


@every_game
def test_a_game_has_six_positions(kind: type[AnyGame]):
    assert len(exercises_of(kind)) == COUNT


@every_exercise
def test_a_position_comes_about_by_the_rules_and_awaits_the_beginner(
    kind: type[AnyGame], exercise: Exercise
):
    *entries, _end = referee(exercise.record)
    assert all(entry["verdict"] == "accepted" for entry in entries)
    record, match = read_record(exercise.record), position(exercise)
    assert type(record.game) is kind
    assert not record.has_clocks
    assert exercise.seat in match.to_act


@every_exercise
def test_what_is_asked_for_is_legal(kind: type[AnyGame], exercise: Exercise):
    assert any(map(exercise.fits, possible(exercise)))


@every_exercise
def test_a_beginner_can_miss_what_is_asked_for(kind: type[AnyGame], exercise: Exercise):
    assert any(not exercise.fits(action) for action in possible(exercise)) or any(
        is_refused_by_a_rule(exercise, text) for text in (*quoted(exercise), *kind.examples)
    )


@every_game
def test_some_task_invites_a_mistake_that_the_rules_refuse(kind: type[AnyGame]):
    assert any(
        is_refused_by_a_rule(exercise, text)
        for exercise in exercises_of(kind)
        for text in quoted(exercise)
        if " " in text
    )


@every_game
def test_each_of_a_games_own_kinds_of_action_is_asked_for_or_shown(kind: type[AnyGame]):
    game = kind()
    legal = {
        type(action)
        for state in random_states(game, Random(1), STATES)
        for seat in game.to_act(state)
        for action in islice(game.legal(state, seat), FEWER)
    }
    # The choice of the first seat is alike in all games.
    own = {action for action in legal if action.__module__.startswith("engine.games.")}
    asked = {
        type(next(filter(exercise.fits, possible(exercise)))) for exercise in exercises_of(kind)
    }
    assert own <= asked.union(*map(kinds_shown, exercises_of(kind)))


@pytest.mark.usefixtures("each_language")
@every_exercise
def test_a_sentence_is_short_in_every_language(kind: type[AnyGame], exercise: Exercise):
    for text in (exercise.task, exercise.otherwise, exercise.done):
        assert len(text()) <= LONGEST
