"""A board as painters, terminals and alt texts show it: whose pieces stand where."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import Seat

FILLED: Final = "#"
"""The label that fills a cell."""
LONGEST_SIDE: Final = 20
"""The number of columns and of rows at most."""


class Owner(StrEnum):
    """The owner of a piece, a counter or an open item: a seat, or the table."""

    EC = "ec"
    DMO = "dmo"
    TABLE = "table"

    @property
    def seat(self) -> Seat | None:
        """The seat; None for the table."""
        return None if self is Owner.TABLE else Seat(self.value)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board.

    Attributes:
        label: One or two letters or digits, `#` for a filled cell, or nothing for a plain piece.
    """

    owner: Owner
    label: str = ""

    def __str__(self) -> str:
        return f"{self.owner} {self.label}".rstrip()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and what stands on it.

    Attributes:
        last: The upper right corner; None without a board.
        pieces: The pieces, by their cells.
        latest: The cells that the latest move touched.
        row_one: The place of row 1 in the picture.
    """

    last: Cell | None
    pieces: tuple[tuple[Cell, Piece], ...] = ()
    latest: tuple[Cell, ...] = ()
    row_one: RowOne = RowOne.BOTTOM


class SceneView(Protocol):
    """A view that is a scene."""

    @property
    def scene(self) -> Scene:
        """The board."""
