"""The colours of Deep Sea Voyage, in every theme."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

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
        brick: Of a wall.
        mortar: Between its bricks.
        channel: Of a channel.
        channel_ink: Of its letter.
        dropoff: Of a dropoff, with a light rim and letter.
        used: Of used pieces.
        faint: Of their letters.
        mark: Of the latest piece, and of the plate of a board on which somebody plays.
        dark: The black ship; around and upon light pieces and ships.
        light: The white ship; around and upon dark pieces and ships.
        red: The red ship, and the line through a used piece.
        blue: The blue ship.
        empire: Its pieces and its plate.
        marauder: The same of the other side.
    """

    ground: Color
    ink: Color
    line: Color
    sea: Color
    brick: Color
    mortar: Color
    channel: Color
    channel_ink: Color
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

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        return Palette.of(
            *(self.ground, self.sea, self.ink, self.brick, self.mortar, self.channel),
            *(self.dropoff, self.mark, self.red, self.blue, self.empire, self.marauder),
            *(self.line, self.channel_ink, self.used, self.faint, self.dark, self.light),
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
        sea=(32, 66, 100),
        brick=(128, 126, 122),
        mortar=(88, 90, 96),
        channel=(92, 208, 228),
        channel_ink=(32, 66, 100),
        dropoff=(28, 128, 63),
        used=(32, 66, 100),
        faint=(128, 126, 122),
        mark=(255, 200, 40),
        dark=(12, 20, 34),
        light=(250, 246, 234),
        red=(246, 112, 98),
        blue=(44, 84, 214),
        empire=(232, 192, 140),
        marauder=(78, 42, 96),
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(12, 20, 34),
        line=WHITE,
        sea=(204, 224, 240),
        brick=(128, 126, 122),
        mortar=(88, 90, 96),
        channel=(70, 190, 214),
        channel_ink=(12, 20, 34),
        dropoff=(20, 112, 56),
        used=(204, 224, 240),
        faint=(88, 90, 96),
        mark=(255, 176, 0),
        dark=(12, 20, 34),
        light=WHITE,
        red=(246, 112, 98),
        blue=(44, 84, 214),
        empire=(236, 196, 140),
        marauder=(78, 42, 96),
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(96, 96, 96),
        sea=(0, 0, 64),
        brick=(150, 150, 150),
        mortar=(96, 96, 96),
        channel=(0, 230, 255),
        channel_ink=BLACK,
        dropoff=(0, 96, 40),
        used=(96, 96, 96),
        faint=(150, 150, 150),
        mark=(255, 230, 0),
        dark=BLACK,
        light=WHITE,
        red=(255, 110, 100),
        blue=(20, 60, 230),
        empire=(255, 210, 150),
        marauder=(90, 20, 120),
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(190, 190, 190),
        sea=WHITE,
        brick=(190, 190, 190),
        mortar=(110, 110, 110),
        channel=(190, 236, 244),
        channel_ink=BLACK,
        dropoff=(20, 112, 56),
        used=(226, 226, 226),
        faint=(110, 110, 110),
        mark=(255, 190, 0),
        dark=BLACK,
        light=WHITE,
        red=(246, 130, 116),
        blue=(44, 84, 214),
        empire=(250, 226, 190),
        marauder=(104, 66, 124),
    ),
}
