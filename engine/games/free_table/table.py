"""What lies on a free table: pieces, counters, open and closed items, and the deck."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.seats import Seat

FILLED: Final = "#"
"""The label that fills a cell."""


class Owner(StrEnum):
    """Whose a piece, a counter or an open item is: a seat's, or the table's."""

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
        owner: Whose it is.
        label: One or two letters or digits, `#` for a filled cell, or nothing for a plain piece.
    """

    owner: Owner
    label: str = ""

    def __str__(self) -> str:
        return f"{self.owner} {self.label}".rstrip()


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name."""

    owner: Owner
    name: str
    value: int


class ItemKind(StrEnum):
    """What an item is."""

    DIE = "die"
    CARD = "card"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Item:
    """A die, a card or a text that somebody holds, or that lies on the table.

    Attributes:
        number: By which it is opened; each owner's are counted from 1.
        kind: What it is.
        text: What it shows; None in the view of somebody who may not see it.
    """

    number: int
    kind: ItemKind
    text: str | None


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody's items, in the order in which they came."""

    owner: Owner
    items: tuple[Item, ...] = ()
