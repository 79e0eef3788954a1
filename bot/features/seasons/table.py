"""A season's standings in text and as a picture with alt text, and its results."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.features.seasons import texts
from bot.posts.boards import DescribedPicture
from bot.texts import match_log
from bot.values.standings import ExclusionReason, Result, Score, Standing
from engine.words.alts import visible
from rendering.standings import StandingsLine, picture
from rendering.themes import USUAL, Theme

NONE: Final = "-"


def lines_of(standings: Sequence[Standing]) -> list[str]:
    """Return the table as lines that fit a phone."""
    rows = [_cells(_line(standing), texts.LONGEST_CELL) for standing in standings]
    return texts.aligned([texts.columns(), *rows])


def full_text(standings: Sequence[Standing]) -> str:
    """Return the table with a column for each game."""
    games = list(dict.fromkeys(kind for standing in standings for kind, _ in standing.by_game))
    rows = [
        (
            *_cells(_line(standing), texts.LONGEST_TITLE),
            *(_score(dict(standing.by_game).get(kind, Score())) for kind in games),
        )
        for standing in standings
    ]
    heads = (*texts.columns(), *(kind.title for kind in games))
    return "\n".join((*texts.aligned([heads, *rows]), ""))


def described(title: str, standings: Sequence[Standing], theme: Theme = USUAL) -> DescribedPicture:
    """Draw the table."""
    drawn = picture(title, [_line(standing) for standing in standings], theme)
    lines = [
        texts.alt_line(
            f"{standing.rank}. {visible(standing.name)}",
            _score(standing.score),
            [(kind.title, _score(score)) for kind, score in standing.by_game],
            match_log.took(standing.used),
            match_log.took(standing.longest.seconds) if standing.longest else "",
        )
        for standing in standings
    ]
    return DescribedPicture(drawn.name, drawn.png, texts.alt(title, lines))


def results_lines(results: Iterable[Result], called: Callable[[str], str]) -> list[str]:
    """List results, newest first; those that do not count come last, under the reason.

    `called` escapes a name for the place where it will stand.
    """
    newest = sorted(results, key=lambda result: -result.card.id)
    sections = {
        match_log.SECTIONS[apart](): [
            _result(result, called) for result in newest if result.apart is apart
        ]
        for apart in (None, *ExclusionReason)
    }
    return [
        line
        for title, found_lines in sections.items()
        if found_lines
        for line in (f"{title}:", *found_lines)
    ]


def _result(result: Result, called: Callable[[str], str]) -> str:
    card = result.card
    names = {seat: called(name) for seat, name in card.names.items()}
    how = match_log.result(result.outcome, names)
    return texts.RESULT(number=card.id, game=card.game.title, how=how, **names)


def _cells(line: StandingsLine, limit: int) -> tuple[str, ...]:
    name, figures = texts.cell(line.name, limit), (line.wins, line.losses)
    return str(line.rank), name, *map(str, figures), line.used, line.longest


def _line(standing: Standing) -> StandingsLine:
    return StandingsLine(
        rank=standing.rank,
        name=standing.name,
        wins=standing.score.wins,
        losses=standing.score.losses,
        by_game=tuple((kind.title, _score(score)) for kind, score in standing.by_game),
        used=match_log.took(standing.used),
        longest=match_log.took(standing.longest.seconds) if standing.longest else NONE,
    )


def _score(score: Score) -> str:
    return f"{score.wins} : {score.losses}"
