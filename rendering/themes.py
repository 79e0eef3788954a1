"""The themes in which every picture can be painted; each painter has its colours."""

from enum import StrEnum
from typing import Final


class Theme(StrEnum):
    """A set of colours, by the name that hosts and players choose it by."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high contrast"
    PRINT = "print"


USUAL: Final = Theme.DARK
"""The theme where nobody has chosen one."""
