"""The engine's answers to a text typed in a guided position."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from bot.features.lessons import texts
from bot.texts import answers
from bot.texts.game_texts import texts_of
from bot.texts.lessons.exercises import Exercise, exercises_of
from bot.texts.seating import LONGEST_MESSAGE, shortened
from engine.game import AnyGame
from engine.hints.near_misses import near_miss
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.notation import is_concession
from engine.records.history import fresh_match
from engine.records.record import read_record
from engine.refusals import NotASubmission, Refused
from engine.seats import PUBLIC, Seat


@dataclass(frozen=True, slots=True)
class Page:
    """One view of a tutorial.

    Attributes:
        number: Number of the position, from 1; one more than there are for the closing.
        content: Text of the message.
        match: Position to show; None for the closing.
        seat: Beginner's seat in it.
        refusal: Refusal of the typed text, if it was refused.
        is_done: True once the exercise is solved.
    """

    number: int
    content: str
    match: Match | None = None
    seat: Seat = Seat.EC
    refusal: Refused | None = None
    is_done: bool = False


def position(exercise: Exercise) -> Match:
    """Return the beginner's position; their move is still held if they are to take it back."""
    record = read_record(exercise.record)
    match = fresh_match(record)
    for recorded in record.entries:
        match = match.enter(recorded.entry).match
    is_own = match.held is not None and match.held.entry.speaker.seat is exercise.seat
    return match if is_own else match.close()


def page_of(kind: type[AnyGame], number: int, *, was_finished: bool) -> Page:
    """Return a position with its task or, after the last one, the closing."""
    exercises = exercises_of(kind)
    if number > len(exercises):
        return Page(number, texts.CLOSING(title=kind.title, name=kind.name))
    exercise = exercises[number - 1]
    head = texts.heading(kind.title, number, len(exercises), was_finished=was_finished)
    content = f"{head}\n{exercise.task()}"
    return Page(number, content, position(exercise), exercise.seat)


def with_answer(kind: type[AnyGame], page: Page, text: str) -> Page:
    """Return a position's page after a text was typed on it."""
    exercise = exercises_of(kind)[page.number - 1]
    match = position(exercise)
    solved = _solved(exercise, match, text)
    if solved:
        heading, feedback = page.content.partition("\n")[0], f"✅ {exercise.done()}"
        content = texts.answer(heading, text, feedback)
        return replace(page, content=content, match=solved, is_done=True)
    feedback, refusal = _feedback(exercise, match, text)
    content = texts.answer(f"{page.content}\n", text, feedback)
    return replace(page, content=content, match=match, refusal=refusal)


def with_hint(kind: type[AnyGame], page: Page) -> Page:
    """Return a position's page with a hint on the notation."""
    exercise = exercises_of(kind)[page.number - 1]
    hint = texts.hint(notation(position(exercise)), example(exercise))
    return replace(page, content=shortened(f"{page.content}\n\n{hint}", LONGEST_MESSAGE))


def example(exercise: Exercise) -> str:
    """Return a text that solves the exercise; empty if none is found."""
    match = position(exercise)
    texts = _texts(exercise, match)
    return next((text for text in texts if _solved(exercise, match, text)), "")


def notation(match: Match) -> str:
    """Explain how to type the input awaited in a position."""
    return texts_of(match.game).notation(match.view(PUBLIC))


def _texts(exercise: Exercise, match: Match) -> Iterator[str]:
    """Yield the candidates for an example: the game's own before any that is just legal."""
    game = match.game
    fitting = filter(exercise.fits, game.legal(match.state, exercise.seat))
    return chain(game.examples, map(game.write, fitting))


def _entered(exercise: Exercise, match: Match, text: str) -> Transition:
    return match.enter(Entry(Speaker(exercise.seat.value), match.now, text))


def _solved(exercise: Exercise, match: Match, text: str) -> Match | None:
    """Return the position after a text that solves the exercise; None after any other."""
    step, game = _entered(exercise, match, text), match.game
    if step.refusal is not None or is_concession(text):
        return None
    is_solved = exercise.fits(game.read(match.state, exercise.seat, text))
    return step.match.close() if is_solved else None


def _feedback(exercise: Exercise, match: Match, text: str) -> tuple[str, Refused | None]:
    """Refuse like in a match, where chat gets the answer of a near miss, or ask again."""
    refusal = _entered(exercise, match, text).refusal
    if refusal is None:
        return texts.CONCEDED() if is_concession(text) else f"💡 {exercise.otherwise()}", None
    if isinstance(refusal, NotASubmission):
        return _hint(exercise, match, text), None
    return texts_of(match.game).refused(match.game, refusal), refusal


def _hint(exercise: Exercise, match: Match, text: str) -> str:
    near = near_miss(match, exercise.seat, text)
    if near and near.concedes:
        return answers.HOW_TO_CONCEDE()
    if near and near.meant:
        return answers.MEANT(text=near.meant)
    texts = texts_of(match.game)
    fault = texts.refusal(match.game, near.fault) if near and near.fault else ""
    return answers.nearly(notation(match), fault)
