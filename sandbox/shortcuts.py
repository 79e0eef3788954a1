"""Commands of the bot that the page offers in one press, in direct messages with it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One button: a command as one types it (`match status`), with its options by name."""

    label: str
    command: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """The shortcuts that the page offers, under one title."""

    title: str = ""
    buttons: tuple[Shortcut, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Return the shortcuts for the page."""
        return asdict(self)
