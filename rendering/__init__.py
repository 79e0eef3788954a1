"""Turns views into pictures: one module or folder a game, named as its rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

from engine.game import Game
from engine.seats import Seat

Names: TypeAlias = Mapping[Seat, str]
"""What the players are called."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a view.

    Attributes:
        name: What it shows, in lower case, usable in a file name: `board`.
        png: The picture.
    """

    name: str
    png: bytes


class Painter(Protocol):
    """What each game's module here provides."""

    def pictures(self, view: Any, names: Names) -> tuple[Picture, ...]:
        """The pictures of a view, in the order to post them.

        A pure function, which several threads may call at once.
        """


@runtime_checkable
class CloseUpPainter(Painter, Protocol):
    """What a game's module also provides if a picture shows more than fits a small screen."""

    def close_up(self, view: Any, names: Names, seat: Seat) -> Picture:
        """A large picture of a seat's own part."""


def painter_of(game: Game[Any, Any, Any]) -> Painter:
    """The module that paints a game: it has the name of the folder with the game's rules."""
    return cast("Painter", import_module(f"{__name__}.{game.folder()}"))
