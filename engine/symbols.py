"""Boards as text: a module beside a game's rules turns views into rows of symbols."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from engine.game import AnyGame
from engine.text_boards import TextBoard


class TextPainter(Protocol):
    """The interface of each game's module."""

    def boards(self, view: Any) -> tuple[TextBoard, ...]:
        """Return the boards of a view, in the order of its pictures. A pure function."""


def text_painter_of(game: AnyGame) -> TextPainter:
    """Return the module that writes a game's boards; that of scenes, if it has none."""
    beside = f"{type(game).__module__.rpartition('.')[0]}.symbols"
    module = beside if find_spec(beside) else "engine.kinds.scene_symbols"
    return cast("TextPainter", import_module(module))
