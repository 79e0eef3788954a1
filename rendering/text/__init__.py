"""Boards as text: one module a game turns views into rows of symbols, named as its rules."""

from importlib import import_module
from typing import Any, Protocol, cast

from engine.game import AnyGame
from rendering import BY_HAND
from rendering.text.grid import TextBoard


class TextPainter(Protocol):
    """The interface of each game's module here."""

    def boards(self, view: Any) -> tuple[TextBoard, ...]:
        """Return the boards of a view, in the order of its pictures. A pure function."""


def text_painter_of(game: AnyGame) -> TextPainter:
    """Return the module that writes a game's boards, found as its painter is."""
    name = game.folder if game.folder in BY_HAND else "scene"
    return cast("TextPainter", import_module(f"{__name__}.{name}"))
