"""The themes in which every picture can be painted; what colours they have, each painter knows."""

from enum import StrEnum
from typing import Final


class Theme(StrEnum):
    """A set of colours, by the name that hosts and players choose it by."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high contrast"
    PRINT = "print"


USUAL: Final = Theme.DARK
"""What everything is painted in where nobody has chosen a theme."""
