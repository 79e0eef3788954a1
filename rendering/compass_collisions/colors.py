"""The colours of Compass Collisions, in every theme."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.games.compass_collisions.board import Element
from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the board.
        ink: Of what is written there, and on squares and plates.
        faint: Of numbers on empty squares, of the legend, and of the letters of pieces that are
            gone.
        line: Between squares.
        well: Of an empty square, and of the plates below the board.
        zone: Of a square on which a set may be placed, and of rubble.
        hole: Where a square was removed.
        ghost: The outline of a piece that is gone.
        mark: Of the last move and of what falls next.
        dark: Around and upon whatever has the mark's colour; the letters of light pieces.
        light: The rims and letters of dark pieces.
        lights: The EC's pieces.
        rims: Around them.
        darks: The DMO's pieces.
        hollow: The outlines and letters of pieces that are nobody's, on the ground.
    """

    ground: Color
    ink: Color
    faint: Color
    line: Color
    well: Color
    zone: Color
    hole: Color
    ghost: Color
    mark: Color
    dark: Color
    light: Color
    lights: Mapping[Element, Color]
    rims: Mapping[Element, Color]
    darks: Mapping[Element, Color]
    hollow: Mapping[Element, Color]

    @cached_property
    def palette(self) -> Palette:
        """All of them, and one for the edges of marks; the ground is the first."""
        return Palette.of(
            *(self.ground, self.well, self.zone, self.faint, self.ink, self.mark),
            *self.lights.values(),
            *self.darks.values(),
            *(self.line, self.hole, self.ghost, self.dark, self.light),
            *self.rims.values(),
            *self.hollow.values(),
            *between(self.dark, self.mark, 1),
        )


LIGHTS: Final[dict[Element, Color]] = {
    Element.EARTH: (146, 206, 104),
    Element.WATER: (124, 190, 248),
    Element.FIRE: (252, 140, 96),
    Element.AIR: (220, 190, 246),
}
DARKS: Final[dict[Element, Color]] = {
    Element.EARTH: (30, 84, 34),
    Element.WATER: (16, 62, 146),
    Element.FIRE: (156, 30, 20),
    Element.AIR: (94, 50, 142),
}

COLORS: Final = {
    Theme.DARK: Colors(
        ground=(20, 26, 36),
        ink=(248, 244, 234),
        faint=(186, 196, 208),
        line=(20, 26, 36),
        well=(66, 78, 96),
        zone=(84, 97, 116),
        hole=(20, 26, 36),
        ghost=(20, 26, 36),
        mark=(255, 200, 40),
        dark=(20, 26, 36),
        light=(248, 244, 234),
        lights=LIGHTS,
        rims=LIGHTS,
        darks=DARKS,
        hollow=LIGHTS,
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(20, 26, 36),
        faint=(78, 88, 102),
        line=WHITE,
        well=(222, 228, 236),
        zone=(188, 198, 212),
        hole=(130, 140, 154),
        ghost=(78, 88, 102),
        mark=(255, 160, 0),
        dark=(20, 26, 36),
        light=WHITE,
        lights=LIGHTS,
        rims=DARKS,
        darks=DARKS,
        hollow=DARKS,
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        faint=WHITE,
        line=(120, 120, 120),
        well=BLACK,
        zone=(64, 64, 64),
        hole=(120, 120, 120),
        ghost=(180, 180, 180),
        mark=(255, 230, 0),
        dark=BLACK,
        light=WHITE,
        lights={
            Element.EARTH: (120, 230, 70),
            Element.WATER: (90, 200, 255),
            Element.FIRE: (255, 140, 80),
            Element.AIR: (230, 190, 255),
        },
        rims=dict.fromkeys(Element, WHITE),
        darks={
            Element.EARTH: (0, 84, 20),
            Element.WATER: (0, 40, 150),
            Element.FIRE: (150, 0, 0),
            Element.AIR: (90, 20, 140),
        },
        hollow=dict.fromkeys(Element, WHITE),
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        faint=(90, 90, 90),
        line=(200, 200, 200),
        well=WHITE,
        zone=(226, 226, 226),
        hole=(168, 168, 168),
        ghost=(90, 90, 90),
        mark=(255, 200, 40),
        dark=BLACK,
        light=WHITE,
        lights=dict.fromkeys(Element, WHITE),
        rims=dict.fromkeys(Element, BLACK),
        darks={
            Element.EARTH: (50, 110, 55),
            Element.WATER: (30, 80, 170),
            Element.FIRE: (180, 45, 30),
            Element.AIR: (110, 65, 160),
        },
        hollow=dict.fromkeys(Element, BLACK),
    ),
}
