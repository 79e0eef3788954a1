"""The colours of Deep Sea Voyage, in every theme."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.games.deep_sea_voyage.board import Side
from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the board, and of the veil over a finished one.
        ink: Of what is written there, and of pieces that are not laid yet.
        line: Between tiles.
        sea: Of an open tile, and of the plate of a board that waits.
        wall: Of a wall, and of a laid piece, which is one.
        frame: Of a wall's outline.
        channel: Of a channel, with a dark letter.
        dropoff: Of a dropoff, with a light rim and a dark letter.
        used: Of used pieces.
        faint: Of their letters.
        mark: Of the latest piece, and of the plate of a board on which somebody plays.
        dark: The black ship; around light ships, and of what is written on light colours.
        light: The white ship; around dark ships, and of what is written on dark colours.
        red: The red ship, and the line through a used piece.
        blue: The blue ship.
        empire: Its plate, and the outline and the middle of its pieces.
        marauder: The plate of the other side, and the outline of its pieces.
    """

    ground: Color
    ink: Color
    line: Color
    sea: Color
    wall: Color
    frame: Color
    channel: Color
    dropoff: Color
    used: Color
    faint: Color
    mark: Color
    dark: Color
    light: Color
    red: Color
    blue: Color
    empire: Color
    marauder: Color

    def of_side(self, side: Side) -> Color:
        """What a side's plate has, and the outlines of its pieces."""
        return self.empire if side is Side.EMPIRE else self.marauder

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        return Palette.of(
            *(self.ground, self.sea, self.ink, self.wall, self.frame, self.channel),
            *(self.dropoff, self.mark, self.red, self.blue, self.empire, self.marauder),
            *(self.line, self.used, self.faint, self.dark, self.light),
            *between(self.ground, self.ink, 1),
            *between(self.sea, self.ink, 1),
            *between(self.dark, self.mark, 1),
            *between(self.dark, self.empire, 1),
        )


COLORS: Final = {
    Theme.DARK: Colors(
        ground=(12, 20, 34),
        ink=(250, 246, 234),
        line=(12, 20, 34),
        sea=(52, 98, 144),
        wall=BLACK,
        frame=(150, 164, 180),
        channel=(92, 220, 240),
        dropoff=(40, 224, 80),
        used=(52, 98, 144),
        faint=(150, 164, 180),
        mark=(255, 200, 40),
        dark=(12, 20, 34),
        light=(250, 246, 234),
        red=(246, 112, 98),
        blue=(44, 84, 214),
        empire=(250, 214, 150),
        marauder=(200, 140, 255),
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(12, 20, 34),
        line=WHITE,
        sea=(204, 224, 240),
        wall=BLACK,
        frame=BLACK,
        channel=(70, 200, 224),
        dropoff=(40, 206, 80),
        used=(204, 224, 240),
        faint=(88, 90, 96),
        mark=(255, 176, 0),
        dark=(12, 20, 34),
        light=WHITE,
        red=(246, 112, 98),
        blue=(44, 84, 214),
        empire=(250, 214, 150),
        marauder=(186, 120, 246),
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(96, 96, 96),
        sea=(0, 0, 96),
        wall=BLACK,
        frame=WHITE,
        channel=(0, 230, 255),
        dropoff=(0, 255, 80),
        used=(96, 96, 96),
        faint=(150, 150, 150),
        mark=(255, 230, 0),
        dark=BLACK,
        light=WHITE,
        red=(255, 110, 100),
        blue=(20, 60, 230),
        empire=(255, 210, 150),
        marauder=(214, 130, 255),
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(190, 190, 190),
        sea=WHITE,
        wall=(110, 110, 110),
        frame=(110, 110, 110),
        channel=(190, 236, 244),
        dropoff=(120, 230, 140),
        used=(226, 226, 226),
        faint=(110, 110, 110),
        mark=(255, 190, 0),
        dark=BLACK,
        light=WHITE,
        red=(246, 130, 116),
        blue=(44, 84, 214),
        empire=(250, 226, 190),
        marauder=(190, 140, 236),
    ),
}
