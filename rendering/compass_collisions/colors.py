"""The colours of Compass Collisions, in every theme."""

from typing import Final

from engine.games.compass_collisions.board import Element
from rendering.canvas import BLACK, WHITE, Color, Scheme, ThemeValue, between
from rendering.themes import Theme


def _each(*colors: Color) -> dict[Element, Color]:
    """Return a colour for each element, in the order of the cycle."""
    return dict(zip(Element, colors, strict=True))


LIGHTS: Final = _each((146, 206, 104), (124, 190, 248), (252, 140, 96), (220, 190, 246))
DARKS: Final = _each((30, 84, 34), (16, 62, 146), (156, 30, 20), (94, 50, 142))


class Colors(Scheme):
    """The colours in one theme; caches tell them apart by identity.

    Attributes:
        ground: The surroundings of the board.
        well: Empty squares, and the plates below the board.
        zone: Squares on which a set may be placed, and rubble.
        faint: Numbers on empty squares, the legend, and the letters of pieces that are gone.
        ink: Text around the board, and on squares and plates.
        mark: The last move and the squares that fall next.
        lights: The EC's pieces.
        darks: The DMO's pieces.
        line: Lines between squares.
        hole: Removed squares.
        ghost: The outline of a piece that is gone.
        dark: Edges and text of things in the mark's colour; the letters of light pieces.
        light: The rims and letters of dark pieces.
        rims: The rims of the EC's pieces, and the outlines and letters of nobody's.
    """

    ground = ThemeValue((20, 26, 36), WHITE, BLACK, WHITE)
    well = ThemeValue((66, 78, 96), (222, 228, 236), BLACK, WHITE)
    zone = ThemeValue((84, 97, 116), (188, 198, 212), (64, 64, 64), (226, 226, 226))
    faint = ThemeValue((186, 196, 208), (78, 88, 102), WHITE, (90, 90, 90))
    ink = ThemeValue((248, 244, 234), (20, 26, 36), WHITE, BLACK)
    mark = ThemeValue((255, 200, 40), (255, 160, 0), (255, 230, 0), (255, 200, 40))
    lights = ThemeValue(
        LIGHTS,
        LIGHTS,
        _each((120, 230, 70), (90, 200, 255), (255, 140, 80), (230, 190, 255)),
        dict.fromkeys(Element, WHITE),
    )
    darks = ThemeValue(
        DARKS,
        DARKS,
        _each((0, 84, 20), (0, 40, 150), (150, 0, 0), (90, 20, 140)),
        _each((50, 110, 55), (30, 80, 170), (180, 45, 30), (110, 65, 160)),
    )
    line = ThemeValue((20, 26, 36), WHITE, (120, 120, 120), (200, 200, 200))
    hole = ThemeValue((20, 26, 36), (130, 140, 154), (120, 120, 120), (168, 168, 168))
    ghost = ThemeValue((20, 26, 36), (78, 88, 102), (180, 180, 180), (90, 90, 90))
    dark = ThemeValue((20, 26, 36), (20, 26, 36), BLACK, BLACK)
    light = ThemeValue((248, 244, 234), WHITE, WHITE, WHITE)
    rims = ThemeValue(LIGHTS, DARKS, dict.fromkeys(Element, WHITE), dict.fromkeys(Element, BLACK))

    def edges(self) -> tuple[Color, ...]:
        """Return the colours between those that meet."""
        return between(self.dark, self.mark, 1)


COLORS: Final = {theme: Colors(theme) for theme in Theme}
