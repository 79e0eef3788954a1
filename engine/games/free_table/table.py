"""A free table: pieces, counters, open and closed items, and the deck."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from engine.grids.grid import Cell
from engine.kinds.scene import Owner, Piece
from engine.seats import SEATS, Seat

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

    number: int
    kind: ItemKind
    text: str | None

    def named(self, limit: int = TEXT_LIMIT) -> str:
        """Return what it shows; of a long text the beginning."""
        text = self.text or ""
        cut = text if len(text) <= limit else f"{text[: limit - 3]}..."
        return quoted(cut) if self.kind is ItemKind.TEXT else cut


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody's items, in the order in which they came."""

    owner: Owner
    items: tuple[Item, ...] = ()


Placed: TypeAlias = tuple[Cell, Piece]


@dataclass(frozen=True, slots=True)
class Table:
    """All that lies on the table; the view describes what it shows as well.

    Attributes:
        closed: The closed items of each seat.
        pack: All the cards of the deck in use, in their order; empty without one.
        deck: The cards that have not been dealt, in the same order.
    """

    pieces: tuple[Placed, ...] = ()
    counters: tuple[Counter, ...] = ()
    open: tuple[Hand, ...] = tuple(map(Hand, Owner))
    closed: tuple[Hand, ...] = tuple(Hand(Owner(seat)) for seat in SEATS)
    pack: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()

    # The board

    def piece(self, cell: Cell) -> Piece | None:
        """Return the piece on a cell."""
        return next((piece for on, piece in self.pieces if on == cell), None)

    def put(self, cell: Cell, piece: Piece | None) -> "Table":
        """Return the table with a piece on a cell, or with nothing there."""
        other_cells = [other_piece for other_piece in self.pieces if other_piece[0] != cell]
        if piece:
            other_cells.append((cell, piece))
        other_cells.sort(key=lambda other_cell: (other_cell[0].row, other_cell[0].column))
        return replace(self, pieces=tuple(other_cells))

    # Counters

    def counters_of(self, owner: Owner) -> tuple[Counter, ...]:
        """Return an owner's counters, in the order made."""
        return tuple(counter for counter in self.counters if counter.owner is owner)

    def counter(self, owner: Owner, name: str) -> int | None:
        """Return the value of a counter; None if there is none of the name."""
        return next(
            (counter.value for counter in self.counters_of(owner) if counter.name == name), None
        )

    def count(self, owner: Owner, name: str, value: int) -> "Table":
        """Return the table with a counter at a value; a new one comes last."""
        remaining = {(counter.owner, counter.name): counter for counter in self.counters}
        remaining[owner, name] = Counter(owner, name, value)
        order = list(Owner)
        return replace(
            self,
            counters=tuple(
                sorted(remaining.values(), key=lambda counter: order.index(counter.owner))
            ),
        )

    # Hands

    def hand(self, owner: Owner, *, closed: bool = False) -> Hand:
        """Return the open items of an owner, or the closed ones of a seat."""
        hands = self.closed if closed else self.open
        return next(hand for hand in hands if hand.owner is owner)

    def give(self, owner: Owner, kind: ItemKind, texts: Iterable[str], *, closed: bool) -> "Table":
        """Return the table with more items in a hand, numbered on from those that its owner has."""
        first = 1 + max((item.number for item in self.items_of(owner)), default=0)
        items = tuple(Item(number, kind, text) for number, text in enumerate(texts, first))
        hand = self.hand(owner, closed=closed)
        return self._with_hand(Hand(owner, hand.items + items), closed=closed)

    def show(self, seat: Seat, items: tuple[Item, ...]) -> "Table":
        """Return the table with some of a seat's closed items open."""
        owner = Owner(seat)
        left = tuple(item for item in self.hand(owner, closed=True).items if item not in items)
        shown_items = self.hand(owner).items + items
        closed = self._with_hand(Hand(owner, left), closed=True)
        return closed._with_hand(Hand(owner, shown_items), closed=False)

    def without_dice(self) -> "Table":
        """Return the table without the dice that lie there for all to see."""
        kept_items = tuple(
            item for item in self.hand(Owner.TABLE).items if item.kind is not ItemKind.DIE
        )
        return self._with_hand(Hand(Owner.TABLE, kept_items), closed=False)

    def gather(self, pack: tuple[str, ...]) -> "Table":
        """Return the table with a whole deck, and no cards anywhere else."""
        opened, closed = (
            tuple(replace(hand, items=_without_cards(hand.items)) for hand in hands)
            for hands in (self.open, self.closed)
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

    def items_of(self, owner: Owner) -> tuple[Item, ...]:
        """Return an owner's items, open and closed."""
        hands = (hand for hand in (*self.open, *self.closed) if hand.owner is owner)
        return tuple(item for hand in hands for item in hand.items)

    def _with_hand(self, hand: Hand, *, closed: bool) -> "Table":
        hands = self.closed if closed else self.open
        changed = tuple(
            hand if other_hand.owner is hand.owner else other_hand for other_hand in hands
        )
        return replace(self, closed=changed) if closed else replace(self, open=changed)


def _without_cards(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(item for item in items if item.kind is not ItemKind.CARD)


def quoted(text: str) -> str:
    """Quote somebody's text on one line.

    >>> quoted("score  `grow`")
    "`score 'grow'`"
    """
    seen = "".join(character if character.isprintable() else " " for character in text)
    return f"`{' '.join(seen.split()).replace('`', chr(39))}`"
