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
class Counter:
    """A count beside the board.

    Attributes:
        label: The short English word on the picture, in capitals.
    """

    owner: Owner
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Card:
    """An open card of a seat.

    Attributes:
        label: The short English word on the picture, in capitals.
        is_lit: True if the lamp on it is on.
        is_void: True if it does nothing in the round to come.
        is_latest: True if it was played in the latest round.
    """

    label: str
    is_lit: bool = False
    is_void: bool = False
    is_latest: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """The open cards of an owner."""

    owner: Owner
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and what stands on it, or beside it.

    Attributes:
        last: The upper right corner; None without a board.
        centred: The letters of the cells, for a board of centred rows: row by row from the top. Its
            widest row is as long as there are columns.
        edges: The names of rows at the right, from row 1, and of columns at the top, from column A;
            none where they are those of the other side.
        pieces: The pieces, by their cells.
        latest: The cells that the latest move touched.
        row_one: The place of row 1 in the picture.
        grounds: The cells that are won, with their owners; the table's are nobody's.
        open_cells: The cells where the seat to move may play.
        block: The number of cells between heavy lines; 0 without any.
        counters: The counts, in the order to show them.
        hands: The open cards of each owner.
    """

    last: Cell | None
    pieces: tuple[tuple[Cell, Piece], ...] = ()
    latest: tuple[Cell, ...] = ()
    row_one: RowOne = RowOne.BOTTOM
    grounds: tuple[tuple[Cell, Owner], ...] = ()
    open_cells: tuple[Cell, ...] = ()
    block: int = 0
    counters: tuple[Counter, ...] = ()
    hands: tuple[Hand, ...] = ()
    centred: tuple[str, ...] = ()
    edges: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def name_of(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return self.centred[-1 - cell.row][cell.column] if self.centred else str(cell)


def counted(label: str, counts: tuple[int, int]) -> tuple[Counter, ...]:
    """Return a count of the EC's and one of the DMO's."""
    owners = (Owner.EC, Owner.DMO)
    return tuple(Counter(owner, label, count) for owner, count in zip(owners, counts, strict=True))


def cells_of(centred: tuple[str, ...]) -> dict[str, Cell]:
    """Return the cells of a board of centred rows, by their letters.

    >>> {letter: str(cell) for letter, cell in cells_of(("A", "BC")).items()}
    {'A': 'A2', 'B': 'A1', 'C': 'B1'}
    """
    return {
        letter: Cell(column, len(centred) - number)
        for number, row in enumerate(centred, start=1)
        for column, letter in enumerate(row)
    }


class SceneView(Protocol):
    """A view that is a scene."""

    @property
    def scene(self) -> Scene:
        """The board."""
