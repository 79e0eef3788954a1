"""The ways of the ships: on the board, and their lengths beside it."""

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Ship, ShipPath, Side
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView
from rendering.canvas import Grid
from rendering.deep_sea_voyage.colors import Colors
from rendering.deep_sea_voyage.tiles import hull, ship_stamp
from rendering.deep_sea_voyage.tools import (
    ICON,
    PLATE,
    TRAY,
    TRAY_LEFT,
    TRAY_TOP,
    PixelPoint,
    corner_of,
    line_of,
)

ShipPaths: TypeAlias = tuple[tuple[Ship, ShipPath | None], ...]
"""Each ship's way; None if it has none."""
Bar: TypeAlias = tuple[int, int, int, int]
"""A rectangle in a picture: left, top, right and bottom, the last two just outside."""
Bars: TypeAlias = tuple[int, tuple[Bar, ...]]
"""The number of a colour, and the rectangles that have it."""


class PathLine(NamedTuple):
    """The line of one kind of way: its name, and the share of each step left out at either end."""

    name: str
    gap: float


PathLayers: TypeAlias = tuple[tuple[PathLine, ShipPaths], ...]
"""All ways of a board that are shown, by their kind."""

WHOLE: Final = PathLine("Routes", 0)
DASHED: Final = PathLine("Shortest", 0.25)
# Ways may share tiles, so each ship has a lane: its distance from a tile's middle, in sides.
LANES: Final = {Ship.RED: -0.3, Ship.WHITE: -0.1, Ship.BLUE: 0.1, Ship.BLACK: 0.3}
# Half the width of a way, of the mark at its end, and the width of a rim, in pixels.
HALF: Final = 2
END: Final = 5
RIM: Final = 1
# Beside the board: the height of a ship's part; and of each of the three steps that show a line's
# look, its length and its distance below the line's name.
PART: Final = 34
STEP: Final = 14
SAMPLE: Final = PLATE + 6


def ways_on(view: DeepSeaVoyageView, sea: Sea) -> PathLayers:
    """Return each kind of way that is shown of a board."""
    kinds = ((WHOLE, tuple(view.routes_on(sea).items())), (DASHED, sea.ways))
    return tuple((line, ways) for line, ways in kinds if ways)


def show_ways(
    image: Image.Image, grid: Grid, ways: ShipPaths, line: PathLine, colors: Colors
) -> None:
    """Show the ways of one kind, each in its ship's colours."""
    for ship, way in ways:
        if way:
            for color, bars in _bars_of(grid, ship, way, line, colors):
                _show(image, color, bars)


def _bars_of(
    grid: Grid, ship: Ship, way: ShipPath, line: PathLine, colors: Colors
) -> tuple[Bars, ...]:
    """Return a way's bars: one for each of its steps, and one for the mark at its end."""
    unit = grid.cell
    shift = round((0.5 + LANES[ship]) * unit)
    corners = (corner_of(grid, cell) for cell in way.tiles)
    middles = [(left + shift, top + shift) for left, top in corners]
    bars = [_bar(*ends, round(line.gap * unit)) for ends in pairwise(middles)]
    # A way may go back and forth as often as a player likes.
    end = _grown((*middles[-1], *middles[-1]), END)
    return _rimmed(dict.fromkeys([*bars, end]), ship, colors)


def _bar(one: PixelPoint, other: PixelPoint, gap: int) -> Bar:
    (left, right), (top, low) = (sorted(ends) for ends in zip(one, other, strict=True))
    across, down = (gap if left < right else 0), (gap if top < low else 0)
    return _grown((left + across, top + down, right - across, low - down), HALF)


def _grown(bar: Bar, by: int) -> Bar:
    left, top, right, low = bar
    return left - by, top - by, right + by, low + by


def _rimmed(bars: Collection[Bar], ship: Ship, colors: Colors) -> tuple[Bars, ...]:
    """Return all rims first, so that a way's bars look connected."""
    rim = colors.dark if ship.side is Side.EMPIRE else colors.light
    rims, index = tuple(_grown(bar, RIM) for bar in bars), colors.palette.index
    return (index(rim), rims), (index(hull(ship, colors)), tuple(bars))


def _show(image: Image.Image, color: int, bars: Iterable[Bar]) -> None:
    for bar in bars:
        image.paste(color, bar)


def show_steps(image: Image.Image, board: PathLayers, colors: Colors) -> None:
    """Show the length of each ship's way, by the kinds of ways."""
    top, index = TRAY_TOP, colors.palette.index
    for line, ways in board:
        image.paste(line_of(line.name, TRAY, colors), (TRAY_LEFT, top))
        ends = [(TRAY_LEFT + 7 + third * STEP, top + SAMPLE) for third in range(4)]
        bars = (_bar(*post, round(line.gap * STEP)) for post in pairwise(ends))
        _show(image, index(colors.ink), bars)
        top += SAMPLE + 10
        for ship, way in ways:
            ship_stamp(ship, ICON, colors).onto(image, (TRAY_LEFT, top))
            steps = str(way.steps) if way else "none"
            text = line_of(steps, TRAY - ICON - 1, colors)
            image.paste(text, (TRAY_LEFT + ICON + 1, top))
            top += PART
        top += PART
