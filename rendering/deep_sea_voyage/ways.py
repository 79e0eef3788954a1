"""The ways of the ships: on the board, and their lengths below it."""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Ship, Way
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView
from rendering.canvas import Grid
from rendering.deep_sea_voyage.tiles import ship_stamp
from rendering.deep_sea_voyage.tools import (
    BLUE,
    ICON,
    IVORY,
    LINE,
    MARGIN,
    NIGHT,
    PALETTE,
    PLAIN,
    PLATE,
    RED,
    TOP,
    Place,
    corner_of,
    write,
)

Ways: TypeAlias = Mapping[Ship, Way | None]
"""Each ship's way; None if it has none."""
Bar: TypeAlias = tuple[int, int, int, int]
"""A rectangle in a picture: left, top, right and bottom, the last two just outside."""


class Line(NamedTuple):
    """How ways are drawn: what kind they are, and the share of each step left out at either end."""

    name: str
    gap: float


WHOLE: Final = Line("Routes", 0)
DASHED: Final = Line("Shortest", 0.25)
# Ways may share tiles, so each ship has a lane: how far from a tile's middle, in sides of a tile.
LANES: Final = {Ship.RED: -0.3, Ship.WHITE: -0.1, Ship.BLUE: 0.1, Ship.BLACK: 0.3}
# The colours of a way and of its rims.
INKS: Final = {
    Ship.RED: (RED, NIGHT),
    Ship.WHITE: (IVORY, NIGHT),
    Ship.BLUE: (BLUE, IVORY),
    Ship.BLACK: (NIGHT, IVORY),
}
# Half the width of a way, of the mark at its end, and the width of a rim, in pixels.
HALF: Final = 2
END: Final = 5
RIM: Final = 1
# Below the board: the width of the line's name and of a ship's part, and what such a part holds.
NAME: Final = 76
PART: Final = 111
SAMPLE: Final = 24


def ways_on(view: DeepSeaVoyageView, sea: SeaView) -> dict[Line, Ways]:
    """Each kind of way that is shown of a board."""
    kinds = {WHOLE: view.routes_on(sea), DASHED: dict(sea.ways)}
    return {line: ways for line, ways in kinds.items() if ways}


def show_ways(image: Image.Image, grid: Grid, ways: Ways, line: Line) -> None:
    """The ways of one kind, each in its ship's colours."""
    unit = grid.cell
    for ship, way in ways.items():
        if way:
            shift = round((0.5 + LANES[ship]) * unit)
            corners = (corner_of(grid, cell) for cell in way.tiles)
            middles = [(left + shift, top + shift) for left, top in corners]
            bars = [_bar(*ends, round(line.gap * unit)) for ends in pairwise(middles)]
            bars.append(_grown((*middles[-1], *middles[-1]), END))
            # A way may go back and forth as often as a player likes.
            _show_bars(image, dict.fromkeys(bars), ship)


def _bar(one: Place, other: Place, gap: int) -> Bar:
    """A step of a way between the middles of two tiles."""
    (left, right), (top, low) = (sorted(ends) for ends in zip(one, other, strict=True))
    across, down = (gap if left < right else 0), (gap if top < low else 0)
    return _grown((left + across, top + down, right - across, low - down), HALF)


def _grown(bar: Bar, by: int) -> Bar:
    left, top, right, low = bar
    return left - by, top - by, right + by, low + by


def _show_bars(image: Image.Image, bars: Collection[Bar], ship: Ship) -> None:
    """All rims first, so that a way's bars look connected."""
    ink, rim = INKS[ship]
    for color, width in ((rim, RIM), (ink, 0)):
        for bar in bars:
            image.paste(PALETTE.index(color), _grown(bar, width))


def show_steps(image: Image.Image, top: int, ways: Ways, line: Line) -> None:
    """How many steps each ship's way takes."""
    write(image, line.name, (MARGIN, top + TOP), (NAME, PLATE), PLAIN)
    for order, (ship, way) in enumerate(ways.items()):
        left, middle = MARGIN + NAME + order * PART, top + LINE // 2
        ship_stamp(ship, ICON).onto(image, (left, middle - ICON // 2))
        left += ICON + 6
        ends = [(left + half * SAMPLE // 2, middle) for half in range(3)]
        gap = round(line.gap * SAMPLE / 2)
        _show_bars(image, [_bar(*each, gap) for each in pairwise(ends)], ship)
        left += SAMPLE + 6
        write(image, _steps(way), (left, top + TOP), (44, PLATE), PLAIN)


def _steps(way: Way | None) -> str:
    return str(way.steps) if way else "none"
