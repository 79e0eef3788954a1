"""A season's standings in text and as a picture with alt text, and its results."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.features.seasons import texts
from bot.posts.boards import DescribedPicture
from bot.texts.hosts import archive
from bot.texts.seating import plain_name
from bot.values.standings import ExclusionReason, Result, Score, Standing
from engine.seats import SEATS
from rendering.standings import StandingsLine, picture
from rendering.themes import USUAL, Theme

NONE: Final = "-"


def lines_of(found: Sequence[Standing]) -> list[str]:
    """Return the table as lines that fit a phone."""
    rows = [_cells(each, texts.LONGEST_CELL) for each in found]
    return texts.aligned([texts.columns(), *rows])


def full_text(found: Sequence[Standing]) -> str:
    """Return the table with a column for each game."""
    games = list(dict.fromkeys(kind for each in found for kind, _ in each.by_game))
    rows = [
        (
            *_cells(each, texts.LONGEST_TITLE),
            *(_score(dict(each.by_game).get(kind, Score())) for kind in games),
        )
        for each in found
    ]
    heads = (*texts.columns(), *(kind.title for kind in games))
    return "\n".join((*texts.aligned([heads, *rows]), ""))


def described(title: str, found: Sequence[Standing], theme: Theme = USUAL) -> DescribedPicture:
    """Draw the table."""
    drawn = picture(title, [_line(each) for each in found], theme)
    told = [
        texts.alt_line(
            texts.ranked(each.rank, each.name),
            _score(each.score),
            [(kind.title, _score(score)) for kind, score in each.by_game],
            archive.took(each.used),
            archive.took(each.longest.seconds) if each.longest else "",
        )
        for each in found
    ]
    return DescribedPicture(drawn.name, drawn.png, texts.alt(title, told))


def results_lines(results: Iterable[Result], called: Callable[[str], str]) -> list[str]:
    """List results, newest first; those that do not count come last, under the reason.

    `called` escapes a name for the place where it will stand.
    """
    newest = sorted(results, key=lambda each: -each.card.id)
    sections = {
        archive.SECTIONS[apart](): [_result(each, called) for each in newest if each.apart is apart]
        for apart in (None, *ExclusionReason)
    }
    return [line for title, found in sections.items() if found for line in (f"{title}:", *found)]


def bold(name: str) -> str:
    """Return a name in bold for a message."""
    return f"**{plain_name(name)}**"


def _result(result: Result, called: Callable[[str], str]) -> str:
    card = result.card
    names = {seat: called(name) for seat, name in card.names.items()}
    how = archive.result(card.game, result.outcome, names)
    return texts.result_line(card.id, card.game.title, [names[seat] for seat in SEATS], how)


def _cells(standing: Standing, most: int) -> tuple[str, ...]:
    return (
        str(standing.rank),
        texts.cell(standing.name, most),
        str(standing.score.wins),
        str(standing.score.losses),
        archive.took(standing.used),
        _longest(standing),
    )


def _line(standing: Standing) -> StandingsLine:
    return StandingsLine(
        rank=standing.rank,
        name=standing.name,
        wins=standing.score.wins,
        losses=standing.score.losses,
        by_game=tuple((kind.title, _score(score)) for kind, score in standing.by_game),
        used=archive.took(standing.used),
        longest=_longest(standing),
    )


def _score(score: Score) -> str:
    return texts.score(score.wins, score.losses)


def _longest(standing: Standing) -> str:
    return archive.took(standing.longest.seconds) if standing.longest else NONE
