"""The pages of a game's rules in words and pictures, as the engine judges their examples."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.posts.boards import DescribedPicture, described_pictures, marked_picture
from bot.texts import answers
from bot.texts.language import _, say
from bot.texts.lessons import reading
from bot.texts.lessons.pages import Example, Section, pages_of
from bot.texts.matches import done
from bot.texts.seating import Seating
from engine.game import CONCEDED, AnyGame
from engine.grids.grid import Cell
from engine.matches.entries import Cause, Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options, write_options
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.refusals import Refused
from engine.seats import PUBLIC, SEATS, Seat
from engine.texts import SEATS_CALLED, texts_of, why_ended
from rendering import Marks
from rendering.themes import USUAL, Theme

NAMES: Final = {Seat.EC: "Ada", Seat.DMO: "Bob"}
"""The players' names in pictures, which say who is EC and who DMO."""


ROW_ONE: Final = "row1"
"""The option that says where the picture has row 1, in games that have it."""


@dataclass(frozen=True, slots=True)
class TriedExample:
    """An example as the engine judges it.

    Attributes:
        match: Match after it; the position before if it is refused.
        cause: Cause of the position after it.
    """

    example: Example
    match: Match
    cause: Cause
    refusal: Refused | None


def position(page: Section, game: AnyGame) -> Match:
    """Return a page's position, with row 1 where a match has it."""
    record = read_record(page.record)
    shared = {name: text for name, text in write_options(game).items() if name == ROW_ONE}
    there = replace(record.game, **read_options(type(game), shared))
    return final_match(replace(record, game=there))


def tried_in(page: Section, match: Match) -> tuple[TriedExample, ...]:
    """Judge a page's examples, each typed in its position."""
    return tuple(_tried(match, example) for example in page.examples)


def _tried(match: Match, example: Example) -> TriedExample:
    speaker = Speaker(example.seat.value) if example.seat else Speaker.HOST
    entry = Entry(speaker, match.now, example.typed)
    step = match.enter(entry).chain(Match.draw_lots)
    return TriedExample(example, step.match.close(), entry.cause, step.refusal)


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as its reader sees it.

    Attributes:
        number: Number of the page, from 1.
        titles: Titles of all pages of the game, in its language.
        words: Paragraphs, and the results of the examples.
    """

    number: int
    titles: tuple[str, ...]
    words: tuple[str, ...]
    pictures: tuple[DescribedPicture, ...]

    @property
    def title(self) -> str:
        """Its title."""
        return self.titles[self.number - 1]


def shown_page(game: AnyGame, requested: int, theme: Theme = USUAL) -> ShownPage:
    """Return a page of the rules with a match's options.

    The last one if `requested` is too large.
    """
    pages = pages_of(type(game))
    number = min(max(requested, 1), len(pages))
    page = pages[number - 1]
    match = position(page, game)
    tried = tried_in(page, match)
    credit = (reading.credit(game),) if number == 1 and game.designers else ()
    words = (*reading.paragraphs(page, game), *credit, *_told(page, tried))
    titles = tuple(_(page.title) for page in pages)
    return ShownPage(number, titles, words, _drawn(page, match, tried, theme))


def _told(page: Section, tried: tuple[TriedExample, ...]) -> Iterator[str]:
    """Yield the examples with their results, and the match's result if the page shows it."""
    for example in tried:
        game, typed, seat = example.match.game, example.example.typed, example.example.seat
        if example.refusal:
            why = answers.refusal(example.refusal)
            yield reading.refused(seat, typed, why)
        else:
            yield reading.allowed(seat, typed, _done(page, example))
        if example.match.result:
            score = say(texts_of(game).score(_seating(game), example.match.view(PUBLIC)))
            yield reading.ended(example.match.result, score)


def _done(page: Section, example: TriedExample) -> str:
    """Return the room's news of an action or, if it is secret, its player's."""
    match, texts = example.match, texts_of(example.match.game)
    if match.result and match.result.reason is CONCEDED:
        return f"{say(why_ended(match.result, SEATS_CALLED))}."
    if page.viewer:
        view = match.at_submission(page.viewer).view(page.viewer)
        return say(texts.understood(view))
    return done(_seating(match.game), match.view(PUBLIC), example.cause)


def _seating(game: AnyGame) -> Seating:
    return Seating(game, dict.fromkeys(SEATS, 0), SEATS_CALLED)


def _drawn(
    page: Section, match: Match, tried: tuple[TriedExample, ...], theme: Theme
) -> tuple[DescribedPicture, ...]:
    """Draw the position after the first example; if that is refused, with its cells marked."""
    shown_match, marks = match, Marks(tuple(map(Cell.parse, page.cells)), page.board)
    if tried:
        refusal, shown_match = tried[0].refusal, tried[0].match
        marks = Marks(refusal.cells, refusal.board) if refusal else marks
    if marks.cells or marks.board:
        return (marked_picture(shown_match, page.viewer, NAMES, marks, theme=theme),)
    return described_pictures(shown_match, page.viewer, NAMES, theme=theme)
