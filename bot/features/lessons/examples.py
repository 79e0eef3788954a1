"""What the engine says of a page's position and of what is typed there."""

from dataclasses import dataclass, replace
from typing import Final

from bot.texts.lessons.pages.page import Example, Page
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
class Tried:
    """An example as the engine judges it.

    Attributes:
        example: What is typed.
        match: The match after it; as it was before, if it is refused.
        cause: What it is as an action.
        refusal: Why it is refused, if it is.
    """

    example: Example
    match: Match
    cause: Cause
    refusal: Refused | None


def position(page: Page, game: AnyGame) -> Match:
    """A page's position, with row 1 where a match has it."""
    record = read_record(page.record)
    shared = {name: text for name, text in write_options(game).items() if name == ROW_ONE}
    there = replace(record.game, **read_options(type(game), shared))
    return final_match(replace(record, game=there))


def tried_in(page: Page, match: Match) -> tuple[Tried, ...]:
    """What the engine says of a page's examples, each typed in its position."""
    return tuple(_tried(page, match, each) for each in page.examples)


def _tried(page: Page, match: Match, example: Example) -> Tried:
    who = Speaker.HOST if example.by_host else Speaker(page.seat.value)
    entry = Entry(who, match.now, example.typed)
    step = match.enter(entry).then(Match.draw_lots)
    return Tried(example, step.match.close(), entry.cause, step.refusal)
