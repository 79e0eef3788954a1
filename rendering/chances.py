"""The graph of an analysed match: the EC's chance of winning over the moves, and the time used.

The EC's part is above and round, the DMO's below and pointed, so that no colour is needed to tell
them apart.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from PIL import Image

from engine.clocks import ZERO
from engine.opponents.analysis import Analysis
from engine.seats import Seat
from rendering import Picture
from rendering.canvas import (
    BLACK,
    WHITE,
    Brush,
    Color,
    Point,
    Scheme,
    ThemeValue,
    around,
    between,
)
from rendering.themes import USUAL, Theme

WIDTH: Final = 576
LEFT: Final = 74
RIGHT: Final = WIDTH - 16
LINE: Final = 36
SIZE: Final = 22
# From the top, each as its upper and lower end: the EC's title, the tags of the turning points, the
# chances, the DMO's title, the time used; the numbers of moves come last.
TAG_TOP: Final = 38
CHANCES: Final = (78, 280)
TIMES: Final = (322, 422)
TITLE_OF: Final = {Seat.EC: 0, Seat.DMO: 284}
TITLES: Final = {Seat.EC: "EC's winning chance", Seat.DMO: "DMO"}
TAG: Final = (42, 28)
DOT: Final = 9
DASH: Final = 18
MAX_TICKS: Final = 8
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""The numbers of moves that there may be from one written number to the next."""


class Colors(Scheme):
    """The colours in one theme.

    Attributes:
        ground: The surroundings of the graph.
        shade: The edges of axes and numbers.
        faint: Axes and numbers, and the dashes in the middle.
        ink: Titles.
        mark: Turning points.
        fields: Each seat's share of the chance.
        bars: The time of each seat.
        line: The chance.
        dark: The edges and numbers of turning points.
    """

    ground = ThemeValue((20, 26, 36), WHITE, BLACK, WHITE)
    shade = ThemeValue((66, 78, 96), (166, 172, 180), (128, 128, 128), (168, 168, 168))
    faint = ThemeValue((174, 184, 196), (78, 88, 102), WHITE, (80, 80, 80))
    ink = ThemeValue((248, 244, 234), (20, 26, 36), WHITE, BLACK)
    mark = ThemeValue((255, 200, 40), (240, 130, 0), (255, 230, 0), (240, 130, 0))
    fields = ThemeValue(
        {Seat.EC: (58, 134, 196), Seat.DMO: (112, 46, 66)},
        {Seat.EC: (150, 204, 246), Seat.DMO: (222, 150, 160)},
        {Seat.EC: (0, 110, 200), Seat.DMO: (90, 0, 40)},
        {Seat.EC: (214, 232, 246), Seat.DMO: (240, 168, 176)},
    )
    bars = ThemeValue(
        {Seat.EC: (110, 186, 240), Seat.DMO: (240, 128, 128)},
        {Seat.EC: (40, 112, 176), Seat.DMO: (176, 60, 70)},
        {Seat.EC: (90, 190, 255), Seat.DMO: (255, 120, 120)},
        {Seat.EC: (40, 100, 160), Seat.DMO: (190, 80, 90)},
    )
    line = ThemeValue((248, 244, 234), (20, 26, 36), WHITE, BLACK)
    dark = ThemeValue((20, 26, 36), (20, 26, 36), BLACK, BLACK)

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *(shade for field in self.fields.values() for shade in between(field, self.line, 1)),
            *between(self.ground, self.mark, 1),
            *(shade for bar in self.bars.values() for shade in between(self.ground, bar, 1)),
            *between(self.ground, self.ink, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}


def picture(analysis: Analysis, theme: Theme = USUAL) -> Picture:
    """Return the graph of a match; without clocks there is no time to show."""
    colors = COLORS[theme]
    return Picture("chances", colors.palette.fit(_Graph(analysis, colors).painted()))


class _Graph:
    def __init__(self, analysis: Analysis, colors: Colors) -> None:
        self._moves = analysis.moves
        self._turning_points = analysis.turning_points
        self._colors = colors
        self._longest = max((move.move.seconds or ZERO for move in self._moves), default=ZERO)
        self._axis = TIMES[1] if self._longest else TITLE_OF[Seat.DMO] + LINE
        self._brush = Brush((WIDTH, self._axis + LINE), colors.ground)

    def painted(self) -> Image.Image:
        colors = self._colors
        self._paint_chances()
        self._paint_turning_points()
        for seat, top in TITLE_OF.items():
            middle = (LEFT + DOT, top + LINE / 2)
            _paint_mark(self._brush, seat, middle, (colors.dark, colors.bars[seat]))
            place = (LEFT + 2 * DOT + 8, top + LINE / 2)
            self._brush.write_from(TITLES[seat], place, SIZE, colors.ink)
        for number in self._ticks():
            self._brush.write(
                str(number), (self._x(number), self._axis + LINE / 2), SIZE, colors.faint
            )
        self._brush.write("move", (LEFT / 2, self._axis + LINE / 2), SIZE, colors.faint)
        if self._longest:
            self._paint_times()
        return self._brush.finish()

    def _x(self, number: int) -> float:
        """Return the place of the chance after a move; 0 is before the first one."""
        return LEFT + (RIGHT - LEFT) * number / max(1, len(self._moves))

    # Chances

    def _paint_chances(self) -> None:
        (top, bottom), colors = CHANCES, self._colors
        line = [(self._x(0), _height(move.before)) for move in self._moves[:1]]
        line += [(self._x(move.number), _height(move.after)) for move in self._moves]
        corners = [(LEFT, top), (RIGHT, top), (RIGHT, bottom), (LEFT, bottom)]
        self._brush.shape(corners, colors.fields[Seat.DMO])
        if line:
            self._brush.shape([*line, (RIGHT, bottom), (LEFT, bottom)], colors.fields[Seat.EC])
        for x in range(LEFT, RIGHT, DASH):
            self._brush.stroke((x, _height(0.5)), (x + DASH / 3, _height(0.5)), 1.5, colors.faint)
        for start, stop in pairwise(line):
            self._brush.stroke(start, stop, 3, colors.line)
        for percent in (0, 50, 100):
            place = (LEFT / 2, _height(percent / 100))
            self._brush.write(f"{percent} %", place, SIZE, colors.faint)

    def _paint_turning_points(self) -> None:
        dark, mark = self._colors.dark, self._colors.mark
        tags = _spread([self._x(turning_point.number) for turning_point in self._turning_points])
        for x, point in zip(tags, self._turning_points, strict=True):
            before = (self._x(point.number - 1), _height(point.before))
            after = (self._x(point.number), _height(point.after))
            self._brush.stroke((x, TAG_TOP + TAG[1]), after, 1.5, mark)
            self._brush.stroke(before, after, 5, mark)
            _paint_mark(self._brush, point.move.seat, after, (dark, mark))
            box = (x - TAG[0] / 2, TAG_TOP, x + TAG[0] / 2, TAG_TOP + TAG[1])
            self._brush.plate(box, 6, mark)
            self._brush.write(str(point.number), (x, TAG_TOP + TAG[1] / 2), SIZE, dark)

    # Time

    def _paint_times(self) -> None:
        middle, half = sum(TIMES) / 2, (TIMES[1] - TIMES[0]) / 2
        step = self._x(1) - self._x(0)
        for move in self._moves:
            way = -1 if move.move.seat is Seat.EC else 1
            length = half * float((move.move.seconds or ZERO) / self._longest)
            left, right = self._x(move.number) - 0.85 * step, self._x(move.number) - 0.15 * step
            end = middle + way * max(1, length)
            corners = [(left, middle), (right, middle), (right, end), (left, end)]
            self._brush.shape(corners, self._colors.bars[move.move.seat])
        self._brush.stroke((LEFT, middle), (RIGHT, middle), 1.5, self._colors.faint)
        for y in (TIMES[0] + SIZE / 2, TIMES[1] - SIZE / 2):
            self._brush.write(f"{ceil(self._longest)} s", (LEFT / 2, y), SIZE, self._colors.faint)

    def _ticks(self) -> range:
        """Return the numbers of moves to write, far enough apart to be read."""
        count = len(self._moves)
        step = next((step for step in STEPS if count <= step * MAX_TICKS), STEPS[-1])
        return range(step, count + 1, step)


def _height(chance: float) -> float:
    top, bottom = CHANCES
    return bottom - (bottom - top) * chance


def _spread(requested: Sequence[float]) -> list[float]:
    """Return places for tags from left to right, as near as requested, none over another."""
    room, places = TAG[0] + 4, list[float]()
    for index, x in enumerate(requested):
        last = RIGHT - TAG[0] / 2 - room * (len(requested) - 1 - index)
        first = places[-1] + room if places else 0.0
        places.append(min(last, max(first, x)))
    return places


def _paint_mark(brush: Brush, seat: Seat, middle: Point, paints: tuple[Color, Color]) -> None:
    """Paint a disc for the EC, a diamond for the DMO; the first colour is its edge's."""
    for radius, paint in zip((DOT, DOT - 2), paints, strict=True):
        if seat is Seat.EC:
            brush.disc(middle, radius, paint)
        else:
            brush.shape([around(middle, 1.25 * radius, turn / 4) for turn in range(4)], paint)
