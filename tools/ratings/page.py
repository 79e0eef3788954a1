"""The page of ratings, as a table and a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.games import GAMES
from engine.opponents.thinking import Level
from rendering import Picture
from rendering.canvas import Brush, Color, Palette, around, between

TEMPLATE: Final = Path(__file__).with_name("template.md")
WIDTH: Final = 576
LEFT: Final = 24
RIGHT: Final = WIDTH - LEFT
ROW: Final = 74
TITLE: Final = 18
AXIS: Final = 52
SIZE: Final = 20
SMALL: Final = 18
LEGEND: Final = 36
RADIUS: Final = 11
STEP: Final = 500

NIGHT: Final[Color] = (20, 26, 36)
DUSK: Final[Color] = (50, 60, 76)
MIST: Final[Color] = (174, 184, 196)
IVORY: Final[Color] = (248, 244, 234)
COLORS: Final[dict[Level, Color]] = {
    Level.RANDOM: (150, 160, 172),
    Level.GREEDY: (214, 140, 70),
    Level.EASY: (110, 186, 240),
    Level.NORMAL: (120, 200, 120),
    Level.HARD: (255, 200, 40),
}
CORNERS: Final = {Level.RANDOM: 0, Level.GREEDY: 3, Level.EASY: 4, Level.NORMAL: 5, Level.HARD: 6}
"""Each level has a shape of its own; without corners it is a disc."""
PALETTE: Final = Palette(
    (
        *(NIGHT, DUSK, MIST, IVORY, *COLORS.values()),
        *(shade for color in COLORS.values() for shade in between(NIGHT, color, 1)),
        *between(NIGHT, IVORY, 1),
    )
)


@dataclass(frozen=True)
class Rated:
    """The ratings of a game's levels, with the bounds of each.

    Attributes:
        game: The game's name.
        bounds: Lower and upper bound of each.
    """

    game: str
    ratings: Mapping[str, float]
    bounds: Mapping[str, tuple[float, float]]


def table(rated: Sequence[Rated]) -> str:
    """Return the table: a row a game, a column a level."""
    head = ["| game |", *(f" {level} |" for level in Level)]
    lines = ["".join(head), "| --- |" + " --- |" * len(Level)]
    for rating in rated:
        cells = "".join(f" {_cell(rating, level)} |" for level in Level)
        lines.append(f"| {GAMES[rating.game].title} |{cells}")
    return "\n".join(lines)


def picture(rated: Sequence[Rated]) -> bytes:
    """Draw a line a game, on which each level stands at its rating."""
    points = [value for rating in rated for value in rating.ratings.values()]
    lowest, highest = min(0.0, *points), max(points)
    bottom = LEGEND + ROW * len(rated)
    brush = Brush((WIDTH, bottom + LEGEND), NIGHT)
    width = (RIGHT - LEFT) / len(Level)
    for number, level in enumerate(Level):
        x = LEFT + width * number + RADIUS
        _paint_mark(brush, level, (x, LEGEND / 2))
        brush.write(level, (x + width / 2 - RADIUS / 2, LEGEND / 2), SMALL, IVORY)
    for mark in range(0, int(highest) + 1, STEP):
        x = _x(mark, lowest, highest)
        brush.stroke((x, LEGEND), (x, bottom), 1, DUSK)
        brush.write(str(mark), (x, bottom + LEGEND / 2), SMALL, MIST)
    for number, rating in enumerate(rated):
        top = LEGEND + ROW * number
        brush.write(GAMES[rating.game].title, (WIDTH / 2, top + TITLE), SIZE, IVORY)
        brush.stroke((LEFT, top + AXIS), (RIGHT, top + AXIS), 1.5, MIST)
        for level in Level:
            _paint_mark(brush, level, (_x(rating.ratings[level], lowest, highest), top + AXIS))
    return Picture("ratings", PALETTE.fit(brush.finish())).png


def _x(points: float, lowest: float, highest: float) -> float:
    return LEFT + (RIGHT - LEFT) * (points - lowest) / (highest - lowest)


def _cell(rated: Rated, level: Level) -> str:
    if level is Level.RANDOM:
        return "0"
    low, high = rated.bounds[level]
    return f"{rated.ratings[level]:.0f} ({low:.0f} to {high:.0f})"


def _paint_mark(brush: Brush, level: Level, middle: tuple[float, float]) -> None:
    for radius, paint in ((RADIUS, NIGHT), (RADIUS - 2, COLORS[level])):
        corners = CORNERS[level]
        if corners:
            turns = (number / corners for number in range(corners))
            brush.shape([around(middle, 1.15 * radius, turn) for turn in turns], paint)
        else:
            brush.disc(middle, radius, paint)


def page(rated: Sequence[Rated], command: str, games: int) -> str:
    """Return the whole page; the picture stands beside it."""
    template = TEMPLATE.read_text()
    return template.format(games=games, table=table(rated), command=command)
