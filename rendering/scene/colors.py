"""The colours of scenes, in every theme."""

from typing import Final

from engine.kinds.scene import Owner
from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme

NIGHT: Final[Color] = (24, 32, 42)
IVORY: Final[Color] = (246, 242, 232)
SKY: Final[Color] = (158, 214, 255)
RED: Final[Color] = (166, 34, 32)


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the board.
        well: Empty cells.
        light: The EC's pieces, and the labels on the DMO's.
        dark: The DMO's pieces.
        gray: The table's pieces.
        mark: The cells of the latest move.
        ink: The coordinates.
        line: Lines between cells.
        dark_rim: The rims of the DMO's pieces.
        letter: The labels on the EC's pieces and the table's, and their rims.
    """

    ground = ThemeValue(NIGHT, WHITE, BLACK, WHITE)
    well = ThemeValue((56, 68, 84), (218, 225, 233), BLACK, WHITE)
    light = ThemeValue(SKY, SKY, (90, 200, 255), (206, 224, 244))
    dark = ThemeValue(RED, RED, (150, 0, 0), (168, 40, 30))
    gray = ThemeValue((168, 172, 178), (160, 164, 170), (170, 170, 170), (200, 200, 200))
    mark = ThemeValue((255, 190, 30), (240, 140, 0), (255, 230, 0), BLACK)
    ink = ThemeValue(IVORY, NIGHT, WHITE, BLACK)
    line = ThemeValue(NIGHT, WHITE, (120, 120, 120), (184, 184, 184))
    dark_rim = ThemeValue(IVORY, WHITE, WHITE, WHITE)
    letter = ThemeValue(NIGHT, NIGHT, BLACK, BLACK)

    @property
    def saves_ink(self) -> bool:
        """True where large areas are to be left white."""
        return self.theme is Theme.PRINT

    def of(self, owner: Owner) -> tuple[Color, Color, Color]:
        """Return the colours of an owner's pieces: the piece, its label and its rim."""
        return {
            Owner.EC: (self.light, self.letter, self.letter),
            Owner.DMO: (self.dark, self.dark_rim, self.dark_rim),
            Owner.TABLE: (self.gray, self.letter, self.letter),
        }[owner]

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *between(self.ground, self.ink, 1),
            *between(self.letter, self.light, 1),
            *between(self.dark, self.dark_rim, 1),
            *between(self.letter, self.gray, 1),
            *between(self.well, self.dark_rim, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
