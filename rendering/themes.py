"""The themes in which every picture can be painted; what colours they have, each painter knows."""

from enum import StrEnum
from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Theme(StrEnum):
    """A set of colours, by the name that hosts and players choose it by."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high contrast"
    PRINT = "print"


USUAL: Final = Theme.DARK
"""What everything is painted in where nobody has chosen a theme."""


class Scheme:
    """A painter's colours in one theme; there is one for each, so caches tell them apart."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme


class ThemeValue(Generic[T]):
    """An attribute of a scheme, by its value in each theme, in their order."""

    def __init__(self, *values: T) -> None:
        self._values = dict(zip(Theme, values, strict=True))

    def __get__(self, scheme: Scheme, owner: type[Scheme]) -> T:
        return self._values[scheme.theme]
