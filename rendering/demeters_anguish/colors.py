"""The colours of Demeter's Anguish, in every theme."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the gardens.
        ink: Of what is written there, and around the pieces in a garden.
        line: Between cells.
        soil: Of an empty cell.
        mark: The frame of what was laid last.
        shade: Of a used piece in the tray.
        faint: Of its letter.
        rock: The facets of a rock, from the darkest.
        light: Of blossoms on dark pieces; on light ones they are as dark as the largest piece.
        petals: Of pieces by their size: larger is darker, so grey shows the size too.
    """

    ground: Color
    ink: Color
    line: Color
    soil: Color
    mark: Color
    shade: Color
    faint: Color
    rock: tuple[Color, Color, Color]
    light: Color
    petals: Mapping[int, Color]

    def blossom(self, size: int) -> Color:
        """What the blossoms on a piece of this size have."""
        return self.light if size > 2 else self.petals[5]

    def seam(self, size: int) -> Color:
        """Of the lines between the cells of a piece: they are faint, in that of a close size."""
        return self.petals[size - 1 if size > 2 else 3]

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        return Palette.of(
            *(self.ground, self.soil, self.shade, self.ink, self.mark, *self.rock),
            *self.petals.values(),
            *(self.line, self.faint, self.light),
            *between(self.petals[5], self.light, 1),
            *between(self.petals[4], self.light, 1),
            *between(self.ground, self.mark, 1),
        )


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

COLORS: Final = {
    Theme.DARK: Colors(
        ground=(20, 28, 28),
        ink=(250, 246, 236),
        line=(20, 28, 28),
        soil=(44, 62, 54),
        mark=(255, 196, 30),
        shade=(34, 47, 43),
        faint=STONE,
        rock=(SLATE, STONE, CHALK),
        light=(250, 246, 236),
        petals=PETALS,
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(20, 28, 28),
        line=WHITE,
        soil=(216, 226, 214),
        mark=(238, 128, 0),
        shade=(216, 226, 214),
        faint=(102, 108, 112),
        rock=(SLATE, STONE, CHALK),
        light=WHITE,
        petals=PETALS,
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(96, 96, 96),
        soil=BLACK,
        mark=(255, 230, 0),
        shade=(48, 48, 48),
        faint=(150, 150, 150),
        rock=((96, 96, 96), (150, 150, 150), (220, 220, 220)),
        light=WHITE,
        petals={
            5: (130, 30, 190),
            4: (230, 70, 160),
            3: (255, 130, 130),
            2: (255, 190, 110),
            1: (255, 240, 170),
        },
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(190, 190, 190),
        soil=WHITE,
        mark=BLACK,
        shade=(228, 228, 228),
        faint=(104, 104, 104),
        rock=((104, 104, 104), (190, 190, 190), (228, 228, 228)),
        light=WHITE,
        petals={
            5: (130, 60, 170),
            4: (220, 110, 170),
            3: (245, 160, 165),
            2: (250, 205, 165),
            1: (255, 240, 205),
        },
    ),
}
