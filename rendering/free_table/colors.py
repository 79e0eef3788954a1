"""The colours of the free table, in every theme."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.games.free_table.table import Owner
from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the board.
        ink: Of the coordinates.
        line: Between cells.
        well: Of an empty cell.
        light: The EC's pieces, and what stands on the DMO's.
        dark: The DMO's pieces.
        grey: The table's pieces.
        rim: Around the EC's pieces and the table's.
        dark_rim: Around the DMO's.
        letter: What stands on the EC's pieces and the table's.
        mark: Of the last line's cells.
    """

    ground: Color
    ink: Color
    line: Color
    well: Color
    light: Color
    dark: Color
    grey: Color
    rim: Color
    dark_rim: Color
    letter: Color
    mark: Color

    def of(self, owner: Owner) -> tuple[Color, Color, Color]:
        """What an owner's pieces are painted in: the piece, its label and its rim."""
        return {
            Owner.EC: (self.light, self.letter, self.rim),
            Owner.DMO: (self.dark, self.dark_rim, self.dark_rim),
            Owner.TABLE: (self.grey, self.letter, self.rim),
        }[owner]

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        return Palette.of(
            *(self.ground, self.well, self.light, self.dark, self.grey, self.mark),
            *(self.ink, self.line, self.rim, self.dark_rim, self.letter),
            *between(self.ground, self.ink, 1),
            *between(self.letter, self.light, 1),
            *between(self.dark, self.dark_rim, 1),
            *between(self.letter, self.grey, 1),
            *between(self.well, self.dark_rim, 1),
        )


NIGHT: Final[Color] = (24, 32, 42)
IVORY: Final[Color] = (246, 242, 232)
SKY: Final[Color] = (158, 214, 255)
RED: Final[Color] = (166, 34, 32)

COLORS: Final = {
    Theme.DARK: Colors(
        ground=NIGHT,
        ink=IVORY,
        line=NIGHT,
        well=(56, 68, 84),
        light=SKY,
        dark=RED,
        grey=(168, 172, 178),
        rim=NIGHT,
        dark_rim=IVORY,
        letter=NIGHT,
        mark=(255, 190, 30),
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=NIGHT,
        line=WHITE,
        well=(218, 225, 233),
        light=SKY,
        dark=RED,
        grey=(160, 164, 170),
        rim=NIGHT,
        dark_rim=WHITE,
        letter=NIGHT,
        mark=(240, 140, 0),
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(120, 120, 120),
        well=BLACK,
        light=(90, 200, 255),
        dark=(150, 0, 0),
        grey=(170, 170, 170),
        rim=BLACK,
        dark_rim=WHITE,
        letter=BLACK,
        mark=(255, 230, 0),
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(184, 184, 184),
        well=WHITE,
        light=(206, 224, 244),
        dark=(168, 40, 30),
        grey=(200, 200, 200),
        rim=BLACK,
        dark_rim=WHITE,
        letter=BLACK,
        mark=BLACK,
    ),
}
