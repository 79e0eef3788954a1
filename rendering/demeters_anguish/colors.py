"""The colours of Demeter's Anguish, in every theme."""

from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme

PETALS: Final[dict[int, Color]] = {
    5: (136, 52, 180),
    4: (222, 84, 156),
    3: (246, 134, 140),
    2: (250, 182, 128),
    1: (253, 226, 162),
}
SLATE: Final[Color] = (84, 90, 94)
STONE: Final[Color] = (134, 140, 144)
CHALK: Final[Color] = (194, 198, 200)


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the gardens.
        ink: Text there, and the edges of pieces in a garden.
        line: Lines between cells.
        soil: Empty cells.
        mark: The frame of the last piece.
        shade: Used pieces in the tray.
        faint: Their letters.
        rock: The facets of a rock, from the darkest.
        light: Blossoms on dark pieces; on light ones they are as dark as the largest piece.
        petals: Pieces by their size: larger is darker, so grey shows the size too.
    """

    ground = ThemeValue((20, 28, 28), WHITE, BLACK, WHITE)
    ink = ThemeValue((250, 246, 236), (20, 28, 28), WHITE, BLACK)
    line = ThemeValue((20, 28, 28), WHITE, (96, 96, 96), (190, 190, 190))
    soil = ThemeValue((44, 62, 54), (216, 226, 214), BLACK, WHITE)
    mark = ThemeValue((255, 196, 30), (238, 128, 0), (255, 230, 0), BLACK)
    shade = ThemeValue((34, 47, 43), (216, 226, 214), (48, 48, 48), (228, 228, 228))
    faint = ThemeValue(STONE, (102, 108, 112), (150, 150, 150), (104, 104, 104))
    rock = ThemeValue(
        (SLATE, STONE, CHALK),
        (SLATE, STONE, CHALK),
        ((96, 96, 96), (150, 150, 150), (220, 220, 220)),
        ((104, 104, 104), (190, 190, 190), (228, 228, 228)),
    )
    light = ThemeValue((250, 246, 236), WHITE, WHITE, WHITE)
    petals = ThemeValue(
        PETALS,
        PETALS,
        {
            5: (130, 30, 190),
            4: (230, 70, 160),
            3: (255, 130, 130),
            2: (255, 190, 110),
            1: (255, 240, 170),
        },
        {
            5: (130, 60, 170),
            4: (220, 110, 170),
            3: (245, 160, 165),
            2: (250, 205, 165),
            1: (255, 240, 205),
        },
    )

    def blossom(self, size: int) -> Color:
        """Return the colour of the blossoms on a piece of this size."""
        return self.light if size > 2 else self.petals[5]

    def seam(self, size: int) -> Color:
        """Return the colour of the lines between a piece's cells: faintly that of a close size."""
        return self.petals[size - 1 if size > 2 else 3]

    def shades(self) -> tuple[Color, ...]:
        """Return all of them, and some for the edges where they meet; the ground is the first."""
        return (
            *(self.ground, self.soil, self.shade, self.ink, self.mark, *self.rock),
            *self.petals.values(),
            *(self.line, self.faint, self.light),
            *between(self.petals[5], self.light, 1),
            *between(self.petals[4], self.light, 1),
            *between(self.ground, self.mark, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
