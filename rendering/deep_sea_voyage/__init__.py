"""The boards of Deep Sea Voyage, each above its bank.

Shape and brightness tell the sides apart: the Empire's ships are light discs and its pieces light;
the Marauder's ships are dark shields and its pieces dark, both with a light rim.
"""

from functools import cache

from PIL import Image

from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, SeaView
from engine.seats import PUBLIC
from rendering import Names, Picture
from rendering.canvas import Grid, encode, framed
from rendering.deep_sea_voyage.header import show_header
from rendering.deep_sea_voyage.pieces import TRAY_HEIGHT, show_bank, show_handed_in, show_placed
from rendering.deep_sea_voyage.tiles import lay_veil, show_ships, show_tiles
from rendering.deep_sea_voyage.tools import HEADER, IVORY, LINE, NIGHT, PALETTE, SEA, WIDTH, grid_of
from rendering.deep_sea_voyage.ways import show_steps, show_ways, ways_on


def pictures(view: DeepSeaVoyageView, names: Names) -> tuple[Picture, ...]:
    """The three boards; for a seat with a secret submission, only the boards it concerns."""
    return tuple(
        Picture(f"board-{sea.number}", encode(_picture(view, sea, names))) for sea in _shown(view)
    )


def _shown(view: DeepSeaVoyageView) -> tuple[SeaView, ...]:
    own = {each.number for each in view.submissions} | {each.number for each in view.routes}
    if view.viewer is PUBLIC or not own:
        return view.seas
    return tuple(sea for sea in view.seas if sea.number in own)


def _picture(view: DeepSeaVoyageView, sea: SeaView, names: Names) -> Image.Image:
    """A board with its header above, and its bank and the steps of the ways shown below."""
    ways = ways_on(view, sea)
    grid = grid_of(sea.board.side, view.row_one)
    background = background_of(grid)
    # What is beyond the background is in the palette's first colour, which is NIGHT.
    image = background.crop((0, 0, WIDTH, background.height + LINE * len(ways)))
    show_header(image, view, sea, names)
    show_tiles(image, sea.board, grid)
    show_placed(image, view, sea, grid)
    if view.is_done(sea):
        lay_veil(image, grid)
    show_handed_in(image, view, sea, grid)
    for line in reversed(ways):
        show_ways(image, grid, ways[line], line)
    show_ships(image, sea.board, grid)
    show_bank(image, view.pieces, sea, background.height - TRAY_HEIGHT)
    for order, line in enumerate(ways):
        show_steps(image, background.height + order * LINE, ways[line], line)
    return image


@cache
def background_of(grid: Grid) -> Image.Image:
    """A board of nothing but sea, with room for the header above and the bank below."""
    far = grid.cell - 1
    board = framed(grid, NIGHT, IVORY, lambda brush: brush.plate((1, 1, far, far), 0, SEA))
    image = Image.new("RGB", (WIDTH, HEADER + board.height + TRAY_HEIGHT), NIGHT)
    image.paste(board, ((WIDTH - board.width) // 2, HEADER))
    return PALETTE.fit(image)
