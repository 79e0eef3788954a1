"""The sizes and places in a picture; the tiles of a board, its ships, and the ways they take."""

from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import NUMBERS, Board, Ship, ShipPath, Side, Tile
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Brush, Color, Grid, PixelPoint, Point, Stamp, sprite_of, stamp_of
from rendering.deep_sea_voyage.colors import Colors
from rendering.themes import Theme

# Discord cuts two pictures of a post to squares, three to 365 by 350 or half of it. Nearly square,
# they lose at most six pixels at the left and the right, or nine above and below: only ground.
WIDTH: Final = 640
HEIGHT: Final = 628
EDGE: Final = 6
TOP: Final = 9
# The least size of letters: in a picture as wide as this, legible on a phone.
LETTERS: Final = 24
# The board with its coordinates: the width of their frame, the greatest length of all tiles, and
# the frame's corner. There is little in its outer pixels, so it reaches below the header.
MARGIN: Final = 37
ALL_TILES: Final = 504
FRAME: Final = (2, 48)
# Right of the board is the bank and, after placing, the lengths of the ships' ways.
TRAY: Final = 56
TRAY_LEFT: Final = WIDTH - EDGE - TRAY
TRAY_TOP: Final = 70


# Places of tiles


@cache
def grid_of(side: int, row_one: RowOne) -> Grid:
    """Return a board of so many tiles a side."""
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, ALL_TILES // side // 2 * 2, MARGIN, row_one)


def begin_of(grid: Grid) -> PixelPoint:
    """Return the upper left corner of a board's frame: smaller boards are centred."""
    left, top = FRAME
    spare = (ALL_TILES + 2 * MARGIN - grid.size[0]) // 2
    return left + spare, top + spare


def corner_of(grid: Grid, cell: Cell) -> PixelPoint:
    """Return the upper left corner of a tile in the picture."""
    (left, top), (across, down) = begin_of(grid), grid.corner(cell)
    return left + across, top + down


# Writing


# The height of a plate, and the size of a ship on it.
PLATE: Final = 24
ICON: Final = 24


# Lines of a match in every theme: four above a board, and five beside it for each of two kinds of
# ways. Painted anew, they add a third to a post's cost.
@lru_cache(maxsize=14 * len(NUMBERS) * len(Theme))
def line_of(
    text: str, width: int, colors: Colors, plate: tuple[Color, Color] | None = None, indent: int = 0
) -> Image.Image:
    """Return a line, narrowed if there is too little room for it right of its indent.

    It may be on a plate, given by its colour and that of the text on it.
    """
    ground, ink = plate or (colors.ground, colors.ink)
    brush = Brush((width, PLATE), colors.ground)
    brush.plate((0, 0, width, PLATE), 6, ground)
    room = width - indent - 2
    brush.write(text, (indent + room / 2, PLATE / 2), LETTERS, ink, room)
    return colors.palette.fit(brush.finish())


# Tiles


def show_tiles(image: Image.Image, board: Board, grid: Grid, colors: Colors) -> None:
    """Show walls, channels and dropoffs."""
    side = grid.cell
    sprites = {
        tile.value: sprite_of((side, side), colors, paint, side=side)
        for tile, paint in TILES.items()
    }
    for cell, letter in board.letters.items():
        if letter in sprites:
            image.paste(sprites[letter], corner_of(grid, cell))


def _paint_wall(brush: Brush, colors: Colors, side: int) -> None:
    brush.plate((0, 0, side, side), 0, colors.line)
    for inset, color in ((1, colors.frame), (3, colors.wall)):
        brush.plate((inset, inset, side - inset, side - inset), 0, color)


def _paint_channel(brush: Brush, colors: Colors, side: int) -> None:
    brush.plate((0, 0, side, side), 0, colors.line)
    brush.plate((1, 1, side - 1, side - 1), 0, colors.channel)
    brush.write("C", (side / 2, side / 2), max(LETTERS, 0.5 * side), colors.dark)


def _paint_dropoff(brush: Brush, colors: Colors, side: int) -> None:
    brush.plate((0, 0, side, side), 0, colors.line)
    for inset, color in ((1, colors.light), (4, colors.dropoff)):
        brush.plate((inset, inset, side - inset, side - inset), 0.3 * side - inset, color)
    brush.write("D", (side / 2, side / 2), max(LETTERS, 0.56 * side), colors.dark)


TILES: Final[dict[Tile, Callable[..., None]]] = {
    Tile.WALL: _paint_wall,
    Tile.CHANNEL: _paint_channel,
    Tile.DROPOFF: _paint_dropoff,
}


def lay_veil(image: Image.Image, grid: Grid, colors: Colors) -> None:
    """Lay fine lines through which everything can still be read."""
    left, top = (begin + grid.margin for begin in begin_of(grid))
    size = grid.rows * grid.cell
    for y in range(top, top + size, 4):
        image.paste(colors.palette.index(colors.ground), (left, y, left + size, y + 2))


# Ships

# The unit is a tile's side, the origin its upper left corner.
SHIELD: Final[tuple[Point, ...]] = (
    *((0.04, 0.06), (0.96, 0.06), (0.96, 0.42), (0.86, 0.66), (0.68, 0.85), (0.5, 0.97)),
    *((0.32, 0.85), (0.14, 0.66), (0.04, 0.42)),
)
SHIELD_MIDDLE: Final = (0.5, 0.46)


@cache
def hull(ship: Ship, colors: Colors) -> Color:
    """Return the colour of a ship."""
    return {
        Ship.RED: colors.red,
        Ship.WHITE: colors.light,
        Ship.BLUE: colors.blue,
        Ship.BLACK: colors.dark,
    }[ship]


def show_ships(image: Image.Image, board: Board, grid: Grid, colors: Colors) -> None:
    """Show each ship on its start."""
    for ship, start in board.starts.items():
        ship_stamp(ship, grid.cell, colors).onto(image, corner_of(grid, start))


def ship_stamp(ship: Ship, side: int, colors: Colors) -> Stamp:
    """Return a ship on a tile with sides of that length."""
    paint = _paint_disc if ship.side is Side.EMPIRE else _paint_shield
    return stamp_of((side, side), colors, paint, colors.sea, ship=ship, side=side)


def _paint_disc(brush: Brush, colors: Colors, ship: Ship, side: int) -> None:
    middle = (side / 2, side / 2)
    for radius, color in ((0.5, colors.dark), (0.45, hull(ship, colors))):
        brush.disc(middle, radius * side, color)
    brush.write(ship.letter, middle, max(LETTERS, 0.66 * side), colors.dark)


def _paint_shield(brush: Brush, colors: Colors, ship: Ship, side: int) -> None:
    x, y = SHIELD_MIDDLE
    for size, color in ((1, colors.light), (0.83, hull(ship, colors))):
        corners = [(x + (across - x) * size, y + (down - y) * size) for across, down in SHIELD]
        brush.shape([(across * side, down * side) for across, down in corners], color)
    brush.write(ship.letter, (x * side, y * side), max(LETTERS, 0.6 * side), colors.light)


# Ways

ShipPaths: TypeAlias = tuple[tuple[Ship, ShipPath | None], ...]
"""Each ship's way; None if it has none."""
Bar: TypeAlias = tuple[int, int, int, int]
"""A rectangle in a picture: left, top, right and bottom, the last two just outside."""


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
            bars = _bars_of(grid, ship, way, line)
            # All rims come first, so that the bars look connected.
            rim = colors.dark if ship.side is Side.EMPIRE else colors.light
            _fill(image, (_grown(bar, RIM) for bar in bars), rim, colors)
            _fill(image, bars, hull(ship, colors), colors)


def _bars_of(grid: Grid, ship: Ship, way: ShipPath, line: PathLine) -> Collection[Bar]:
    """Return a way's bars: one for each of its steps, and one for the mark at its end."""
    unit = grid.cell
    shift = round((0.5 + LANES[ship]) * unit)
    corners = (corner_of(grid, cell) for cell in way.tiles)
    middles = [(left + shift, top + shift) for left, top in corners]
    bars = (_bar(*step, round(line.gap * unit)) for step in pairwise(middles))
    # A way may go back and forth as often as a player likes.
    return dict.fromkeys((*bars, _grown((*middles[-1], *middles[-1]), END)))


def _bar(one: PixelPoint, other: PixelPoint, gap: int) -> Bar:
    (left, right), (top, low) = (sorted(ends) for ends in zip(one, other, strict=True))
    across, down = (gap if left < right else 0), (gap if top < low else 0)
    return _grown((left + across, top + down, right - across, low - down), HALF)


def _grown(bar: Bar, by: int) -> Bar:
    left, top, right, low = bar
    return left - by, top - by, right + by, low + by


def _fill(image: Image.Image, bars: Iterable[Bar], color: Color, colors: Colors) -> None:
    for bar in bars:
        image.paste(colors.palette.index(color), bar)


def show_steps(image: Image.Image, board: PathLayers, colors: Colors) -> None:
    """Show the length of each ship's way, by the kinds of ways."""
    top = TRAY_TOP
    for line, ways in board:
        image.paste(line_of(line.name, TRAY, colors), (TRAY_LEFT, top))
        ends = [(TRAY_LEFT + 7 + third * STEP, top + SAMPLE) for third in range(4)]
        bars = (_bar(*step, round(line.gap * STEP)) for step in pairwise(ends))
        _fill(image, bars, colors.ink, colors)
        top += SAMPLE + 10
        for ship, way in ways:
            ship_stamp(ship, ICON, colors).onto(image, (TRAY_LEFT, top))
            steps = str(way.steps) if way else "none"
            text = line_of(steps, TRAY - ICON - 1, colors)
            image.paste(text, (TRAY_LEFT + ICON + 1, top))
            top += PART
        top += PART
