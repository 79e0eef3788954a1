"""The colours of A Battle of Fire and Ice, in every theme."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Palette, between
from rendering.themes import Theme


@dataclass(frozen=True, eq=False)
class Colors:
    """What has which colour; there is one for each theme, so caches tell them apart by identity.

    Attributes:
        ground: Around the board.
        ink: Of the coordinates.
        line: Between cells, and around dominoes.
        well: Of an empty cell.
        outline: Of a domino.
        domino: Of its white halves.
        star: On the start domino.
        red: The ground of a red half.
        flame: What is on it.
        blue: The ground of a blue half.
        crystal: What is on it.
        mark: The frame of the last domino.
    """

    ground: Color
    ink: Color
    line: Color
    well: Color
    outline: Color
    domino: Color
    star: Color
    red: Color
    flame: Color
    blue: Color
    crystal: Color
    mark: Color

    @cached_property
    def palette(self) -> Palette:
        """All of them, and some for the edges where they meet; the ground is the first."""
        return Palette.of(
            *(self.ground, self.well, self.domino, self.star, self.red, self.blue, self.mark),
            *(self.ink, self.line, self.outline, self.flame, self.crystal),
            *between(self.ground, self.ink, 2),
            *between(self.red, self.flame, 2),
            *between(self.blue, self.crystal, 2),
            *between(self.star, self.domino, 1),
            *between(self.outline, self.mark, 2),
        )


COLORS: Final = {
    Theme.DARK: Colors(
        ground=(24, 32, 42),
        ink=(246, 242, 232),
        line=(24, 32, 42),
        well=(50, 63, 80),
        outline=(24, 32, 42),
        domino=(246, 242, 232),
        star=(88, 97, 109),
        red=(206, 52, 38),
        flame=(246, 242, 232),
        blue=(28, 99, 190),
        crystal=(246, 242, 232),
        mark=(255, 190, 30),
    ),
    Theme.LIGHT: Colors(
        ground=WHITE,
        ink=(24, 32, 42),
        line=WHITE,
        well=(218, 225, 233),
        outline=(24, 32, 42),
        domino=WHITE,
        star=(88, 97, 109),
        red=(206, 52, 38),
        flame=WHITE,
        blue=(28, 99, 190),
        crystal=WHITE,
        mark=(240, 140, 0),
    ),
    Theme.HIGH_CONTRAST: Colors(
        ground=BLACK,
        ink=WHITE,
        line=(96, 96, 96),
        well=BLACK,
        outline=BLACK,
        domino=WHITE,
        star=(96, 96, 96),
        red=(190, 0, 0),
        flame=WHITE,
        blue=(0, 60, 220),
        crystal=WHITE,
        mark=(255, 224, 0),
    ),
    Theme.PRINT: Colors(
        ground=WHITE,
        ink=BLACK,
        line=(184, 184, 184),
        well=WHITE,
        outline=(96, 96, 96),
        domino=WHITE,
        star=(96, 96, 96),
        red=WHITE,
        flame=(168, 20, 10),
        blue=(206, 220, 240),
        crystal=(10, 50, 120),
        mark=BLACK,
    ),
}
