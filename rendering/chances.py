"""The graph of an analysed match: the EC's chance of winning over the moves, and the time used.

Whatever belongs to the EC is above and round, whatever belongs to the DMO below and pointed, so
that no colour is needed to tell them apart.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from PIL import Image

from engine.matches.running_clock import ZERO
from engine.opponents.analysis import Analysis
from engine.seats import Seat
from rendering import Names, Picture
from rendering.canvas import (
    Brush,
    Color,
    Palette,
    Point,
    around,
    between,
    encode,
    writable,
    written,
)

WIDTH: Final = 576
LEFT: Final = 74
RIGHT: Final = WIDTH - 16
LINE: Final = 36
SIZE: Final = 21
# From the top, each as its upper and lower end: the EC's name, the tags of the turning points, the
# chances, the DMO's name, the time used; the numbers of moves come last.
TAG_TOP: Final = 38
CHANCES: Final = (78, 280)
TIMES: Final = (322, 422)
NAME_OF: Final = {Seat.EC: 0, Seat.DMO: 284}
TITLES: Final = {Seat.EC: "Chance of EC {}", Seat.DMO: "DMO {}"}
NAME: Final = (RIGHT - LEFT - 30, LINE)
TAG: Final = (42, 28)
DOT: Final = 9
DASH: Final = 18
MOST_TICKS: Final = 8
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""How many moves there may be from one number to the next."""

NIGHT: Final[Color] = (20, 26, 36)
WELL: Final[Color] = (66, 78, 96)
MIST: Final[Color] = (174, 184, 196)
IVORY: Final[Color] = (248, 244, 234)
GOLD: Final[Color] = (255, 200, 40)
FIELDS: Final[dict[Seat, Color]] = {Seat.EC: (58, 134, 196), Seat.DMO: (112, 46, 66)}
BARS: Final[dict[Seat, Color]] = {Seat.EC: (110, 186, 240), Seat.DMO: (240, 128, 128)}
PALETTE: Final = Palette(
    (
        *(NIGHT, WELL, MIST, IVORY, GOLD, *FIELDS.values(), *BARS.values()),
        *(shade for field in FIELDS.values() for shade in between(field, IVORY, 1)),
        *between(NIGHT, GOLD, 1),
        *(shade for bar in BARS.values() for shade in between(NIGHT, bar, 1)),
        *between(NIGHT, IVORY, 1),
    )
)


def picture(analysis: Analysis, names: Names) -> Picture:
    """The graph of a match; without clocks there is no time to show."""
    return Picture("chances", encode(PALETTE.fit(_Graph(analysis, names).painted())))


class _Graph:
    """One graph while it is painted."""

    def __init__(self, analysis: Analysis, names: Names) -> None:
        self._moves = analysis.moves
        self._turning_points = analysis.turning_points
        self._names = names
        self._longest = max((each.move.seconds or ZERO for each in self._moves), default=ZERO)
        self._axis = TIMES[1] if self._longest else NAME_OF[Seat.DMO] + LINE
        self._brush = Brush((WIDTH, self._axis + LINE), NIGHT)

    def painted(self) -> Image.Image:
        """The whole graph, in full colour."""
        self._paint_chances()
        self._paint_turning_points()
        for seat, top in NAME_OF.items():
            _paint_mark(self._brush, seat, (LEFT + DOT, top + LINE / 2), BARS[seat])
        for number in self._ticks():
            self._brush.write(str(number), (self._x(number), self._axis + LINE / 2), SIZE, MIST)
        self._brush.write("move", (LEFT / 2, self._axis + LINE / 2), SIZE, MIST)
        if self._longest:
            self._paint_times()
        image = self._brush.finish()
        for seat, title in TITLES.items():
            line = title.format(writable(self._names[seat])).strip()
            strip = written(line, NAME, IVORY, NIGHT)
            image.paste(strip, (LEFT + 2 * DOT + 8, NAME_OF[seat]))
        return image

    def _x(self, number: int) -> float:
        """Where the chance after a move stands; 0 is before the first one."""
        return LEFT + (RIGHT - LEFT) * number / max(1, len(self._moves))

    # Chances

    def _paint_chances(self) -> None:
        top, bottom = CHANCES
        line = [(self._x(0), _height(each.before)) for each in self._moves[:1]]
        line += [(self._x(each.number), _height(each.after)) for each in self._moves]
        corners = [(LEFT, top), (RIGHT, top), (RIGHT, bottom), (LEFT, bottom)]
        self._brush.shape(corners, FIELDS[Seat.DMO])
        if line:
            self._brush.shape([*line, (RIGHT, bottom), (LEFT, bottom)], FIELDS[Seat.EC])
        for x in range(LEFT, RIGHT, DASH):
            self._brush.stroke((x, _height(0.5)), (x + DASH / 3, _height(0.5)), 1.5, MIST)
        for start, stop in pairwise(line):
            self._brush.stroke(start, stop, 3, IVORY)
        for percent in (0, 50, 100):
            place = (LEFT / 2, _height(percent / 100))
            self._brush.write(f"{percent} %", place, SIZE, MIST)

    def _paint_turning_points(self) -> None:
        tags = _spread([self._x(each.number) for each in self._turning_points])
        for x, each in zip(tags, self._turning_points, strict=True):
            before = (self._x(each.number - 1), _height(each.before))
            after = (self._x(each.number), _height(each.after))
            self._brush.stroke((x, TAG_TOP + TAG[1]), after, 1.5, GOLD)
            self._brush.stroke(before, after, 5, GOLD)
            _paint_mark(self._brush, each.move.seat, after, GOLD)
            box = (x - TAG[0] / 2, TAG_TOP, x + TAG[0] / 2, TAG_TOP + TAG[1])
            self._brush.plate(box, 6, GOLD)
            self._brush.write(str(each.number), (x, TAG_TOP + TAG[1] / 2), SIZE, NIGHT)

    # Time

    def _paint_times(self) -> None:
        middle, half = sum(TIMES) / 2, (TIMES[1] - TIMES[0]) / 2
        step = self._x(1) - self._x(0)
        for each in self._moves:
            way = -1 if each.move.seat is Seat.EC else 1
            length = half * float((each.move.seconds or ZERO) / self._longest)
            left, right = self._x(each.number) - 0.85 * step, self._x(each.number) - 0.15 * step
            end = middle + way * max(1, length)
            corners = [(left, middle), (right, middle), (right, end), (left, end)]
            self._brush.shape(corners, BARS[each.move.seat])
        self._brush.stroke((LEFT, middle), (RIGHT, middle), 1.5, MIST)
        for y in (TIMES[0] + SIZE / 2, TIMES[1] - SIZE / 2):
            self._brush.write(f"{ceil(self._longest)} s", (LEFT / 2, y), SIZE, MIST)

    def _ticks(self) -> range:
        """The numbers of moves that are written, far enough apart to be read."""
        count = len(self._moves)
        step = next((each for each in STEPS if count <= each * MOST_TICKS), STEPS[-1])
        return range(step, count + 1, step)


def _height(chance: float) -> float:
    """Where a chance of the EC stands."""
    top, bottom = CHANCES
    return bottom - (bottom - top) * chance


def _spread(wanted: Sequence[float]) -> list[float]:
    """Places for tags from left to right, as near as wanted, but none over another."""
    room, places = TAG[0] + 4, list[float]()
    for at, x in enumerate(wanted):
        last = RIGHT - TAG[0] / 2 - room * (len(wanted) - 1 - at)
        after = places[-1] + room if places else 0.0
        places.append(min(last, max(after, x)))
    return places


def _paint_mark(brush: Brush, seat: Seat, middle: Point, color: Color) -> None:
    """A disc for the EC, a diamond for the DMO, with a dark edge."""
    for radius, paint in ((DOT, NIGHT), (DOT - 2, color)):
        if seat is Seat.EC:
            brush.disc(middle, radius, paint)
        else:
            brush.shape([around(middle, 1.25 * radius, turn / 4) for turn in range(4)], paint)
