"""The colours of Deep Sea Voyage, in every theme."""

from typing import Final

from engine.games.deep_sea_voyage.board import Side
from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the board, and the veil over a finished one.
        sea: Open tiles, and the plate of a board that waits.
        ink: Text around the board, and pieces that are not laid yet.
        wall: Walls, and laid pieces, which are walls.
        frame: The outlines of walls.
        channel: Channels, with a dark letter.
        dropoff: Dropoffs, with a light rim and a dark letter.
        mark: The latest piece, and the plate of a board on which somebody plays.
        red: The red ship, and the line through a used piece.
        blue: The blue ship.
        empire: The Empire's plate, and the outline and the middle of its pieces.
        marauder: The plate of the other side, and the outline of its pieces.
        line: Lines between tiles.
        used: Used pieces.
        faint: Their letters.
        dark: The black ship, the edges of light ships, and text on light colours.
        light: The white ship, the edges of dark ships, and text on dark colours.
    """

    ground = ThemeValue((12, 20, 34), WHITE, BLACK, WHITE)
    sea = ThemeValue((52, 98, 144), (204, 224, 240), (0, 0, 96), WHITE)
    ink = ThemeValue((250, 246, 234), (12, 20, 34), WHITE, BLACK)
    wall = ThemeValue(BLACK, BLACK, BLACK, (110, 110, 110))
    frame = ThemeValue((150, 164, 180), BLACK, WHITE, (110, 110, 110))
    channel = ThemeValue((92, 220, 240), (70, 200, 224), (0, 230, 255), (190, 236, 244))
    dropoff = ThemeValue((40, 224, 80), (40, 206, 80), (0, 255, 80), (120, 230, 140))
    mark = ThemeValue((255, 200, 40), (255, 176, 0), (255, 230, 0), (255, 190, 0))
    red = ThemeValue((246, 112, 98), (246, 112, 98), (255, 110, 100), (246, 130, 116))
    blue = ThemeValue((44, 84, 214), (44, 84, 214), (20, 60, 230), (44, 84, 214))
    empire = ThemeValue((250, 214, 150), (250, 214, 150), (255, 210, 150), (250, 226, 190))
    marauder = ThemeValue((200, 140, 255), (186, 120, 246), (214, 130, 255), (190, 140, 236))
    line = ThemeValue((12, 20, 34), WHITE, (96, 96, 96), (190, 190, 190))
    used = ThemeValue((52, 98, 144), (204, 224, 240), (96, 96, 96), (226, 226, 226))
    faint = ThemeValue((150, 164, 180), (88, 90, 96), (150, 150, 150), (110, 110, 110))
    dark = ThemeValue((12, 20, 34), (12, 20, 34), BLACK, BLACK)
    light = ThemeValue((250, 246, 234), WHITE, WHITE, WHITE)

    def of_side(self, side: Side) -> Color:
        """Return the colour of a side's plate and of its pieces' outlines."""
        return self.empire if side is Side.EMPIRE else self.marauder

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *between(self.ground, self.ink, 1),
            *between(self.sea, self.ink, 1),
            *between(self.dark, self.mark, 1),
            *between(self.dark, self.empire, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
