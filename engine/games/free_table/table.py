"""A free table: pieces, counters, open and closed items, and the deck."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from engine.grids.grid import Cell
from engine.kinds.scene import Owner, Piece
from engine.seats import Seat

TEXT_LIMIT: Final = 500
"""The limit of a sealed or secret text."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name."""

    owner: Owner
    name: str
    value: int


class ItemKind(StrEnum):
    """A kind of item."""

    DIE = "die"
    CARD = "card"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Item:
    """A die, a card or a text that somebody holds, or that lies on the table.

    Attributes:
        number: The number by which it is opened; each owner's are counted from 1.
        text: The side that it shows; None in the view of somebody who may not see it.
    """

    owner: Owner
    number: int
    kind: ItemKind
    text: str | None

    def named(self, limit: int = TEXT_LIMIT) -> str:
        """Return what it shows; of a long text the beginning."""
        text = self.text or ""
        cut = text if len(text) <= limit else f"{text[: limit - 3]}..."
        return quoted(cut) if self.kind is ItemKind.TEXT else cut


Owned = TypeVar("Owned", Counter, Item)
Placed: TypeAlias = tuple[Cell, Piece]


def owner_of(seat: Seat | None) -> Owner:
    """Return a seat as an owner; without one, the table."""
    return Owner(seat) if seat else Owner.TABLE


def owned_by(owner: Owner | Seat, things: Iterable[Owned]) -> tuple[Owned, ...]:
    """Return the counters or items of one owner, in their order."""
    return tuple(thing for thing in things if thing.owner == owner)


@dataclass(frozen=True, slots=True)
class Table:
    """All that lies on the table; the view describes what it shows as well.

    Attributes:
        closed: The closed items of the seats, in the order in which they came.
        pack: All the cards of the deck in use, in their order; empty without one.
        deck: The cards that have not been dealt, in the same order.
    """

    pieces: tuple[Placed, ...] = ()
    counters: tuple[Counter, ...] = ()
    open: tuple[Item, ...] = ()
    closed: tuple[Item, ...] = ()
    pack: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()

    # The board

    def piece(self, cell: Cell) -> Piece | None:
        """Return the piece on a cell."""
        return next((piece for on, piece in self.pieces if on == cell), None)

    def put(self, cell: Cell, piece: Piece | None) -> "Table":
        """Return the table with a piece on a cell, or with nothing there."""
        pieces = [placed for placed in self.pieces if placed[0] != cell]
        if piece:
            pieces.append((cell, piece))
        pieces.sort(key=lambda placed: (placed[0].row, placed[0].column))
        return replace(self, pieces=tuple(pieces))

    # Counters

    def counter(self, owner: Owner, name: str) -> int | None:
        """Return the value of a counter; None if there is none of the name."""
        named = (
            counter.value for counter in owned_by(owner, self.counters) if counter.name == name
        )
        return next(named, None)

    def count(self, owner: Owner, name: str, value: int) -> "Table":
        """Return the table with a counter at a value; a new one comes last."""
        remaining = {(counter.owner, counter.name): counter for counter in self.counters}
        remaining[owner, name] = Counter(owner, name, value)
        counters = (counter for of in Owner for counter in owned_by(of, remaining.values()))
        return replace(self, counters=tuple(counters))

    # Items

    def give(self, owner: Owner, kind: ItemKind, texts: Iterable[str], *, closed: bool) -> "Table":
        """Return the table with more items, numbered on from those that their owner has."""
        owned = owned_by(owner, (*self.open, *self.closed))
        first = 1 + max((item.number for item in owned), default=0)
        given = [Item(owner, number, kind, text) for number, text in enumerate(texts, first)]
        if closed:
            return replace(self, closed=(*self.closed, *given))
        return replace(self, open=(*self.open, *given))

    def show(self, items: Collection[Item]) -> "Table":
        """Return the table with some of its closed items open."""
        left = tuple(item for item in self.closed if item not in items)
        return replace(self, open=(*self.open, *items), closed=left)

    def without_dice(self) -> "Table":
        """Return the table without the dice that lie there for all to see."""
        dice = (Owner.TABLE, ItemKind.DIE)
        left = tuple(item for item in self.open if (item.owner, item.kind) != dice)
        return replace(self, open=left)

    def gather(self, pack: tuple[str, ...]) -> "Table":
        """Return the table with a whole deck, and no cards anywhere else."""
        opened, closed = (
            tuple(item for item in items if item.kind is not ItemKind.CARD)
            for items in (self.open, self.closed)
        )
        return replace(self, open=opened, closed=closed, pack=pack, deck=pack)

    def deal(self, cards: Iterable[str]) -> "Table":
        """Return the table with some cards gone from the deck."""
        left = list(self.deck)
        for card in cards:
            left.remove(card)
        return replace(self, deck=tuple(left))

    def clear(self, setup: "Table") -> "Table":
        """Return the table with board and hands as set up; later cards go back to the deck."""
        deck = setup.deck if setup.pack else self.pack
        return replace(setup, counters=self.counters, pack=setup.pack or self.pack, deck=deck)


def quoted(text: str) -> str:
    """Quote somebody's text on one line.

    >>> quoted("score  `grow`")
    "`score 'grow'`"
    """
    seen = "".join(character if character.isprintable() else " " for character in text)
    return f"`{' '.join(seen.split()).replace('`', chr(39))}`"
