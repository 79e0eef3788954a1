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
        soil: Empty cells.
        shade: Used pieces in the tray.
        ink: Text around the gardens, and the edges of pieces in a garden.
        mark: The frame of the last piece.
        rock: The facets of a rock, from the darkest.
        petals: Pieces by their size: larger is darker, so grey shows the size too.
        line: Lines between cells.
        faint: The letters of used pieces.
        light: Blossoms on dark pieces; on light ones they are as dark as the largest piece.
    """

    ground = ThemeValue((20, 28, 28), WHITE, BLACK, WHITE)
    soil = ThemeValue((44, 62, 54), (216, 226, 214), BLACK, WHITE)
    shade = ThemeValue((34, 47, 43), (216, 226, 214), (48, 48, 48), (228, 228, 228))
    ink = ThemeValue((250, 246, 236), (20, 28, 28), WHITE, BLACK)
    mark = ThemeValue((255, 196, 30), (238, 128, 0), (255, 230, 0), BLACK)
    rock = ThemeValue(
        (SLATE, STONE, CHALK),
        (SLATE, STONE, CHALK),
        ((96, 96, 96), (150, 150, 150), (220, 220, 220)),
        ((104, 104, 104), (190, 190, 190), (228, 228, 228)),
    )
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
    line = ThemeValue((20, 28, 28), WHITE, (96, 96, 96), (190, 190, 190))
    faint = ThemeValue(STONE, (102, 108, 112), (150, 150, 150), (104, 104, 104))
    light = ThemeValue((250, 246, 236), WHITE, WHITE, WHITE)

    def blossom(self, size: int) -> Color:
        """Return the colour of the blossoms on a piece of this size."""
        return self.light if size > 2 else self.petals[5]

    def seam(self, size: int) -> Color:
        """Return the colour of the lines between a piece's cells: faintly that of a close size."""
        return self.petals[size - 1 if size > 2 else 3]

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *between(self.petals[5], self.light, 1),
            *between(self.petals[4], self.light, 1),
            *between(self.ground, self.mark, 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
