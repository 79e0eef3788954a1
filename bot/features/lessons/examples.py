"""The engine's answers to a page's position and its examples."""

from dataclasses import dataclass, replace
from typing import Final

from bot.texts.lessons.pages import Example, Page
from engine.game import AnyGame
from engine.matches.entries import Cause, Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options, write_options
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.refusals import Refused

ROW_ONE: Final = "row1"
"""The option that says where the picture has row 1, in games that have it."""


@dataclass(frozen=True, slots=True)
class TriedExample:
    """An example as the engine judges it.

    Attributes:
        match: Match after it; the position before if it is refused.
        cause: Cause of the position after it.
        refusal: Refusal, if it is refused.
    """

    example: Example
    match: Match
    cause: Cause
    refusal: Refused | None


def position(page: Page, game: AnyGame) -> Match:
    """Return a page's position, with row 1 where a match has it."""
    record = read_record(page.record)
    shared = {name: text for name, text in write_options(game).items() if name == ROW_ONE}
    there = replace(record.game, **read_options(type(game), shared))
    return final_match(replace(record, game=there))


def tried_in(page: Page, match: Match) -> tuple[TriedExample, ...]:
    """Judge a page's examples, each typed in its position."""
    return tuple(_tried(page, match, example) for example in page.examples)


def _tried(page: Page, match: Match, example: Example) -> TriedExample:
    speaker = Speaker.HOST if example.by_host else Speaker(page.seat.value)
    entry = Entry(speaker, match.now, example.typed)
    step = match.enter(entry).chain(Match.draw_lots)
    return TriedExample(example, step.match.close(), entry.cause, step.refusal)
