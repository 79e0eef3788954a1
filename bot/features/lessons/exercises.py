"""The engine's answers to a text typed in a guided position."""

import re
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import chain
from typing import Any, Final

from bot.features.lessons import texts
from bot.texts import answers
from bot.texts.language import say
from bot.texts.lessons import reading
from bot.texts.lessons.pages import Exercise, exercises_of
from bot.texts.seating import LONGEST_MESSAGE, shortened
from engine.game import AnyGame
from engine.hints.near_misses import near_miss
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import is_concession
from engine.records.history import fresh_match
from engine.records.record import read_record
from engine.refusals import NotASubmission, Refused
from engine.seats import PUBLIC, Seat
from engine.texts import texts_of
from rendering import Marks

GAMES_PACKAGE: Final = "engine.games"
BY_NAME: Final = "is "


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The answer to a text typed in a guided position.

    Attributes:
        is_done: True if it solves the exercise.
        feedback: Reply to the beginner, in the language spoken.
        match: Position to show: as before, unless it is done.
    """

    is_done: bool
    feedback: str
    match: Match
    refusal: Refused | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One view of a tutorial.

    Attributes:
        number: Number of the position, from 1; one more than there are for the closing.
        match: Position to show; None for the closing.
        seat: Beginner's seat in it.
        marks: Cells of a refusal.
        is_done: True once the exercise is solved.
    """

    number: int
    content: str
    match: Match | None = None
    seat: Seat = Seat.EC
    marks: Marks | None = None
    is_done: bool = False


@cache
def position(exercise: Exercise) -> Match:
    """Return the beginner's position; their move is still held if they are to take it back."""
    record = read_record(exercise.record)
    match = fresh_match(record)
    for recorded in record.entries:
        match = match.enter(recorded.entry).match
    is_own = match.held is not None and match.held.entry.speaker.seat is exercise.seat
    return match if is_own else match.close()


def judged(exercise: Exercise, text: str) -> AttemptResult:
    """Judge a text typed in a guided position."""
    match = position(exercise)
    step = match.enter(Entry(Speaker(exercise.seat.value), match.now, text))
    if isinstance(step.refusal, NotASubmission):
        # Chat gets the answer of a near miss.
        return AttemptResult(is_done=False, feedback=_hint(exercise, match, text), match=match)
    if step.refusal is not None:
        words = answers.rejected(step.refusal)
        return AttemptResult(is_done=False, feedback=words, match=match, refusal=step.refusal)
    if is_concession(text):
        return AttemptResult(is_done=False, feedback=texts.CONCEDED(), match=match)
    if not solves(exercise, match, match.game.read(match.state, exercise.seat, text)):
        return AttemptResult(is_done=False, feedback=f"💡 {exercise.otherwise()}", match=match)
    return AttemptResult(is_done=True, feedback=f"✅ {exercise.done()}", match=step.match.close())


def asked(exercise: Exercise) -> str:
    """Return the words on an exercise's position, and its task."""
    words = reading.paragraphs(exercise, position(exercise).game)
    return "\n".join((*words, exercise.task()))


def solves(exercise: Exercise, match: Match, action: Any) -> bool:
    """Return whether a legal action is what an exercise asks for."""
    return any(_is_meant(exercise.seat, match, text, action) for text in exercise.solutions)


def _is_meant(seat: Seat, match: Match, solution: str, action: Any) -> bool:
    game = match.game
    if solution.startswith("/"):
        # Some games have turns in two parts.
        parts = game.write(action).split(" / ")
        return any(re.fullmatch(solution[1:-1], part) for part in parts)
    if solution.startswith(BY_NAME):
        tasks = import_module(f"{GAMES_PACKAGE}.{game.folder}.tasks")
        return bool(getattr(tasks, solution.removeprefix(BY_NAME))(match.state, seat, action))
    return bool(game.read(match.state, seat, solution) == action)


def page_of(kind: type[AnyGame], number: int, *, was_finished: bool) -> Page:
    """Return a position with its task or, after the last one, the closing."""
    exercises = exercises_of(kind)
    if number > len(exercises):
        return Page(number, texts.CLOSING(title=kind.title, name=kind.name))
    exercise = exercises[number - 1]
    head = texts.heading(kind.title, number, len(exercises), was_finished=was_finished)
    return Page(number, f"{head}\n{asked(exercise)}", position(exercise), exercise.seat)


def with_answer(kind: type[AnyGame], page: Page, text: str) -> Page:
    """Return a position's page after a text was typed on it."""
    result = judged(exercises_of(kind)[page.number - 1], text)
    refusal, boards = result.refusal, result.match.game.boards
    has_marks = refusal and refusal.cells and refusal.board in boards
    above = page.content.partition("\n")[0] if result.is_done else f"{page.content}\n"
    return replace(
        page,
        content=texts.answer(above, text, result.feedback),
        match=result.match,
        marks=Marks(refusal.cells, refusal.board) if refusal and has_marks else None,
        is_done=result.is_done,
    )


def with_hint(kind: type[AnyGame], page: Page) -> Page:
    """Return a position's page with a hint on the notation."""
    exercise = exercises_of(kind)[page.number - 1]
    hint = texts.hint(notation(position(exercise)), example(exercise))
    return replace(page, content=shortened(f"{page.content}\n\n{hint}", LONGEST_MESSAGE))


def example(exercise: Exercise) -> str:
    """Return a text that solves the exercise; empty if none is found."""
    match = position(exercise)
    fitting = filter(partial(solves, exercise, match), match.game.legal(match.state, exercise.seat))
    # The game's own come before any that is just legal.
    candidates = chain(match.game.examples, map(match.game.write, fitting))
    return next((text for text in candidates if judged(exercise, text).is_done), "")


def notation(match: Match) -> str:
    """Explain how to type the input awaited in a position."""
    return say(texts_of(match.game).notation(match.view(PUBLIC)))


def _hint(exercise: Exercise, match: Match, text: str) -> str:
    near = near_miss(match, exercise.seat, text)
    if near and near.concedes:
        return answers.HOW_TO_CONCEDE()
    if near and near.meant:
        return answers.MEANT(text=near.meant)
    fault = answers.refusal(near.fault) if near and near.fault else ""
    return answers.nearly(notation(match), fault)
