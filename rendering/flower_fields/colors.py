"""The colours of both Flower Fields, in every theme."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


class Dye(StrEnum):
    """A flower's colour: how it is painted and what it is called."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the bed.
        ink: Of what is written there.
        line: Between cells.
        meadow: The ground of a cell.
        lawn: The same where a flower has just been planted.
        bud: The ground of a hidden flower.
        bud_ink: What is written there.
        dark: Within flowers, and around whatever would be lost on its ground.
        light: Within flowers, of the cross over one, and of the line around a claimed field.
        orange: Where a hidden flower blew up, and of the line around the second field.
        petals: Of each flower; in each game they are clearly different greys.
    """

    ground: Color
    ink: Color
    line: Color
    meadow: Color
    lawn: Color
    bud: Color
    bud_ink: Color
    dark: Color
    light: Color
    orange: Color
    petals: Mapping[Dye, Color]

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        petals = self.petals.values()
        return Palette.of(
            *(self.ground, self.meadow, self.lawn, self.light, self.orange, *petals),
            *(self.ink, self.line, self.bud, self.bud_ink, self.dark),
            *(shade for color in petals for shade in between(self.dark, color, 1)),
            *between(self.ground, self.ink, 2),
            *between(self.ground, self.petals[Dye.RED], 1),
        )


PETALS: Final[dict[Dye, Color]] = {
    Dye.RED: (220, 46, 48),
    Dye.BLUE: (80, 142, 255),
    Dye.YELLOW: (255, 214, 60),
    Dye.PURPLE: (204, 150, 252),
}

COLORS: Final = {
    Theme.DARK: Colors(
        ground=(20, 26, 24),
        ink=(250, 246, 234),
        line=(20, 26, 24),
        meadow=(32, 58, 42),
        lawn=(176, 226, 138),
        bud=(20, 26, 24),
        bud_ink=(250, 246, 234),
        dark=(20, 26, 24),
        light=(250, 246, 234),
        orange=(250, 128, 24),
        petals=PETALS,
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(20, 26, 24),
        line=WHITE,
        meadow=(222, 236, 214),
        lawn=(150, 205, 110),
        bud=(20, 26, 24),
        bud_ink=WHITE,
        dark=(20, 26, 24),
        light=WHITE,
        orange=(250, 128, 24),
        petals=PETALS,
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(110, 110, 110),
        meadow=BLACK,
        lawn=WHITE,
        bud=BLACK,
        bud_ink=WHITE,
        dark=BLACK,
        light=WHITE,
        orange=(255, 130, 0),
        petals={
            Dye.RED: (235, 30, 30),
            Dye.BLUE: (70, 150, 255),
            Dye.YELLOW: (255, 230, 0),
            Dye.PURPLE: (220, 160, 255),
        },
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(184, 184, 184),
        meadow=WHITE,
        lawn=(208, 208, 208),
        bud=WHITE,
        bud_ink=BLACK,
        dark=BLACK,
        light=WHITE,
        orange=(255, 160, 70),
        petals=PETALS,
    ),
}
