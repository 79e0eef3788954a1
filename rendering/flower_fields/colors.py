"""The colours of both Flower Fields, in every theme."""

from typing import Final

from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme

PETALS: Final[dict[str, Color]] = {
    "red": (220, 46, 48),
    "blue": (80, 142, 255),
    "yellow": (255, 214, 60),
    "purple": (204, 150, 252),
}


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the bed.
        meadow: The ground of a cell.
        lawn: The ground where a flower has just been planted.
        light: Parts of flowers, the cross over one, and the line around a claimed field.
        orange: Places where a hidden flower blew up, and the line around the second field.
        petals: The petals of each flower, by the name of its colour; in each game they are
            clearly different greys.
        ink: Text around the bed.
        line: Lines between cells.
        bud: The ground of a hidden flower.
        bud_ink: Text on it.
        dark: Parts of flowers, and edges of things that would be lost on their ground.
    """

    ground = ThemeValue((20, 26, 24), WHITE, BLACK, WHITE)
    meadow = ThemeValue((32, 58, 42), (222, 236, 214), BLACK, WHITE)
    lawn = ThemeValue((176, 226, 138), (150, 205, 110), WHITE, (208, 208, 208))
    light = ThemeValue((250, 246, 234), WHITE, WHITE, WHITE)
    orange = ThemeValue((250, 128, 24), (250, 128, 24), (255, 130, 0), (255, 160, 70))
    petals = ThemeValue(
        PETALS,
        PETALS,
        {
            "red": (235, 30, 30),
            "blue": (70, 150, 255),
            "yellow": (255, 230, 0),
            "purple": (220, 160, 255),
        },
        PETALS,
    )
    ink = ThemeValue((250, 246, 234), (20, 26, 24), WHITE, BLACK)
    line = ThemeValue((20, 26, 24), WHITE, (110, 110, 110), (184, 184, 184))
    bud = ThemeValue((20, 26, 24), (20, 26, 24), BLACK, WHITE)
    bud_ink = ThemeValue((250, 246, 234), WHITE, WHITE, BLACK)
    dark = ThemeValue((20, 26, 24), (20, 26, 24), BLACK, BLACK)

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return (
            *(shade for color in self.petals.values() for shade in between(self.dark, color, 1)),
            *between(self.ground, self.ink, 2),
            *between(self.ground, self.petals["red"], 1),
        )


COLORS: Final = {theme: Colors(theme) for theme in Theme}
