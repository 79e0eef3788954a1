"""The standings of a season: a block for each player, with their score in each game below it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rendering import SEVERAL_BOARDS, Picture
from rendering.canvas import (
    BLACK,
    WHITE,
    Brush,
    Color,
    Pen,
    Scheme,
    ThemeValue,
    between,
    cut,
    writable,
    written,
)
from rendering.themes import USUAL, Theme

WIDTH: Final = 576
MARGIN: Final = 12
LONGEST: Final = 1100
"""The greatest length of all blocks; a longer picture would be too small on a phone."""
TITLE: Final = 52
HEAD: Final = 34
ROW: Final = 44
SCORE_ROW: Final = 30
GAP: Final = 8
SIZE: Final = 24
SMALL: Final = 21.6
NAME: Final = 58
"""The left edge of a name."""
NAME_SIZE: Final = (212, ROW - 4)
"""The size of the strip with a name."""
COLUMNS: Final = {"won": 298, "lost": 350, "time": 424, "longest": 516}
"""The middles of the columns."""
RANK: Final = 34
SCORE_GAP: Final = 8
GAME_GAP: Final = 16
SCORES: Final = 24
"""The left edge of the scores."""


class Colors(Scheme):
    """The colours in one theme.

    Attributes:
        ground: The surroundings of the blocks.
        band: A player's block.
        faint: Titles, on either.
        ink: All other text.
        first: The first place.
    """

    ground = ThemeValue((20, 26, 36), WHITE, BLACK, WHITE)
    band = ThemeValue((40, 50, 66), (226, 232, 240), (40, 40, 40), (236, 236, 236))
    faint = ThemeValue((174, 184, 196), (78, 88, 102), WHITE, (80, 80, 80))
    ink = ThemeValue((248, 244, 234), (20, 26, 36), WHITE, BLACK)
    first = ThemeValue((255, 200, 40), (150, 80, 0), (255, 230, 0), (130, 70, 0))

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *between(self.ground, self.ink, 1),
            *between(self.ground, self.faint, 1),
            *between(self.band, self.ink, 1),
            *between(self.band, self.faint, 1),
            *between(self.band, self.first, 1),
            *between(self.ground, self.band, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player in the standings.

    Attributes:
        rank: The player's place.
        name: The player's name; not every script can be written here.
        wins: The number of matches they won.
        losses: The number they lost.
        by_game: Their games, each by its title and their score in it.
        used: All the time they used.
        longest: The duration of their longest think.
    """

    rank: int
    name: str
    wins: int
    losses: int
    by_game: tuple[tuple[str, str], ...]
    used: str
    longest: str


def picture(title: str, lines: Sequence[StandingsLine], theme: Theme = USUAL) -> Picture:
    """Return the standings, as far as a picture has room for them.

    The players are in the order of the table in words, in which every name stands.
    """
    colors = COLORS[theme]
    blocks = [(line, _flow(line.by_game)) for line in lines]
    ends = accumulate(_height(games) for _, games in blocks)
    page = [block for block, end in zip(blocks, ends, strict=True) if end <= LONGEST]
    more = len(lines) - len(page)
    height = TITLE + HEAD + sum(_height(games) for _, games in page) + (HEAD if more else GAP)
    brush, top = Brush((WIDTH, height), colors.ground), TITLE + HEAD
    size = (WIDTH - 2 * MARGIN, TITLE - GAP)
    heading = written(writable(title) or "Standings", size, colors.ink, colors.ground)
    strips, names = [((MARGIN, GAP), heading)], called([line.name for line in lines])
    for column, x in COLUMNS.items():
        brush.write(column, (x, TITLE + HEAD / 2), SMALL, colors.faint)
    for (line, games), (name, is_whole) in zip(page, names, strict=False):
        bottom = top + _height(games) - GAP
        brush.plate((MARGIN, top, WIDTH - MARGIN, bottom), 8, colors.band)
        _write_figures(brush, line, top + ROW / 2, colors)
        ink = colors.ink if is_whole else colors.faint
        strips.append(((NAME, top + 2), written(name, NAME_SIZE, ink, colors.band)))
        _write_scores(brush, games, top + ROW, colors)
        top += _height(games)
    if more:
        brush.write(f"and {more} more", (WIDTH / 2, top + HEAD / 2), SMALL, colors.faint)
    image = brush.finish()
    for corner, strip in strips:
        image.paste(strip, corner)
    return Picture("standings", colors.palette.fit(image), SEVERAL_BOARDS)


def called(names: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the label of each player, and whether it is their name.

    A name that cannot be written, or would look like another one, is found in the table in words,
    by its line.

    >>> called(["Ada", "김민준", "Zoë", "Zoe"])
    [('Ada', True), ('Line 2', False), ('Line 3', False), ('Line 4', False)]
    """
    written_as = [cut(writable(name), NAME_SIZE) for name in names]
    by_line = [f"Line {number}" for number in range(1, len(names) + 1)]
    used = Counter([*written_as, *by_line])
    return [
        (name, True) if name and used[name] == 1 else (line, False)
        for name, line in zip(written_as, by_line, strict=True)
    ]


def _write_figures(brush: Brush, line: StandingsLine, y: float, colors: Colors) -> None:
    brush.write(str(line.rank), (RANK, y), SIZE, colors.first if line.rank == 1 else colors.faint)
    figures = (str(line.wins), str(line.losses), line.used, line.longest)
    for x, figure in zip(COLUMNS.values(), figures, strict=True):
        brush.write(figure, (x, y), SIZE if x < COLUMNS["time"] else SMALL, colors.ink)


def _height(games: Sequence[Sequence[tuple[str, str]]]) -> int:
    return ROW + SCORE_ROW * len(games) + GAP


def _flow(games: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    rows, x = list[list[tuple[str, str]]](), 0.0
    for game in games:
        width = _width(game)
        if not rows or x + width > WIDTH - MARGIN - GAP:
            rows.append([])
            x = SCORES
        rows[-1].append(game)
        x += width + GAME_GAP
    return rows


def _width(game: tuple[str, str]) -> float:
    title, score = map(_length, game)
    return score + SCORE_GAP + title


def _length(text: str) -> float:
    return Pen(SMALL, BLACK).font.getlength(text)


def _write_scores(
    brush: Brush, rows: Sequence[Sequence[tuple[str, str]]], top: float, colors: Colors
) -> None:
    for number, row in enumerate(rows):
        x, y = float(SCORES), top + SCORE_ROW * (number + 0.4)
        for game in row:
            title, score = game
            brush.write_from(score, (x, y), SMALL, colors.ink)
            brush.write_from(title, (x + _length(score) + SCORE_GAP, y), SMALL, colors.faint)
            x += _width(game) + GAME_GAP
