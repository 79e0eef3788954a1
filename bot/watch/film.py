"""A match as frames: the boards and the words after each of its steps, as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.texts import texts_of
from bot.texts.alts import Names
from bot.texts.hosts import archive
from bot.watch import words
from engine.game import AnyGame
from engine.matches.match import Match
from engine.records.history import HistoryStep, begun, history
from engine.seats import PUBLIC
from rendering.text import text_painter_of
from rendering.text.grid import TextBoard


@dataclass(frozen=True, slots=True)
class Frame:
    """How a match stood after one of its steps.

    Attributes:
        boards: The boards.
        told: What was just done, and how things stand then.
        in_words: Each board in words.
    """

    boards: tuple[TextBoard, ...]
    told: words.Told
    in_words: tuple[str, ...]


@dataclass(frozen=True)
class Film:
    """A match, step by step.

    Attributes:
        match: The match at its end.
        beginning: The match before its first step.
        steps: Its steps, those that were undone included.
        names: What the players were called at first and after each step.
    """

    match: Match
    beginning: Match
    steps: tuple[HistoryStep, ...]
    names: tuple[Names, ...]

    @classmethod
    def of(cls, match: Match, names: Names) -> "Film":
        """The film of a match; `names` is what the players are called at first.

        Raises:
            Refused: An entry is refused, which never happens in a genuine log.
        """
        beginning = begun(match)
        steps = _ended(history(beginning, match.entries), match)
        return cls(match, beginning, steps, tuple(_names(names, steps)))

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps)

    @property
    def result(self) -> str:
        """How the match ended, with the players of then; empty if it is not over."""
        outcome = self.match.result
        return archive.result(self.game, outcome, self.names[-1]) if outcome else ""

    def frame(self, number: int, *, open_: bool) -> Frame:
        """The frame after a step, counted from 1; 0 is the beginning.

        `open_` shows everything that was hidden then.
        """
        step = self.steps[number - 1] if number else None
        names, view = self.names[number], self._view(step, open_=open_)
        match = step.after if step else self.beginning
        told = words.told(step, match, names, result=self.result, open_=open_)
        boards = text_painter_of(self.game).boards(view)
        texts = texts_of(self.game)
        in_words = tuple(words.harmless(texts.alt(each.name, view, names)) for each in boards)
        return Frame(boards, told, in_words)

    def _view(self, step: HistoryStep | None, *, open_: bool) -> Any:
        return step.views[open_] if step else self.beginning.view(PUBLIC)


def _ended(steps: tuple[HistoryStep, ...], match: Match) -> tuple[HistoryStep, ...]:
    """The steps up to a match's end: a last move that was held may have ended it by itself."""
    if not steps or steps[-1].after.result is match.result:
        return steps
    return (*steps[:-1], replace(steps[-1], after=match))


def _names(first: Names, steps: Sequence[HistoryStep]) -> Iterator[Names]:
    """What the players are called, in a form that nothing on the screen can be mistaken for."""
    names = dict(first)
    yield archive.called(names)
    for step in steps:
        names |= step.renamed
        yield archive.called(names)
