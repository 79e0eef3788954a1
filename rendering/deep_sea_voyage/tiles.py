"""The tiles of a board, and the ships that start there."""

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engine.games.deep_sea_voyage.board import Board, Ship, Side, Tile
from rendering.canvas import Brush, Color, Grid, Point, Stamp, sprite_of, stamp_of
from rendering.deep_sea_voyage.colors import Colors
from rendering.deep_sea_voyage.tools import LETTERS, begin_of, corner_of


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
