"""The colours of A Battle of Fire and Ice, in every theme."""

from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the board.
        well: Empty cells.
        domino: White halves.
        star: The star on the start domino.
        red: The ground of red halves.
        blue: The ground of blue halves.
        mark: The frame of the last domino.
        ink: The coordinates.
        line: Lines between cells, and around dominoes.
        outline: The outlines of dominoes.
        flame: The flames on red halves.
        crystal: The crystals on blue halves.
    """

    ground = ThemeValue((24, 32, 42), WHITE, BLACK, WHITE)
    well = ThemeValue((50, 63, 80), (218, 225, 233), BLACK, WHITE)
    domino = ThemeValue((246, 242, 232), WHITE, WHITE, WHITE)
    star = ThemeValue((88, 97, 109), (88, 97, 109), (96, 96, 96), (96, 96, 96))
    red = ThemeValue((206, 52, 38), (206, 52, 38), (190, 0, 0), WHITE)
    blue = ThemeValue((28, 99, 190), (28, 99, 190), (0, 60, 220), (206, 220, 240))
    mark = ThemeValue((255, 190, 30), (240, 140, 0), (255, 224, 0), BLACK)
    ink = ThemeValue((246, 242, 232), (24, 32, 42), WHITE, BLACK)
    line = ThemeValue((24, 32, 42), WHITE, (96, 96, 96), (184, 184, 184))
    outline = ThemeValue((24, 32, 42), (24, 32, 42), BLACK, (96, 96, 96))
    flame = ThemeValue((246, 242, 232), WHITE, WHITE, (168, 20, 10))
    crystal = ThemeValue((246, 242, 232), WHITE, WHITE, (10, 50, 120))

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *between(self.ground, self.ink, 2),
            *between(self.red, self.flame, 2),
            *between(self.blue, self.crystal, 2),
            *between(self.star, self.domino, 1),
            *between(self.outline, self.mark, 2),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
