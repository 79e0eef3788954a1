"""A line at a free table: its parts, and the execution of them up to each lot that it needs.

A part is declared once: how it is typed, what it does, and how that is told.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final, Self, cast

from engine.games.free_table.table import ItemKind, Table, owned_by, owner_of, quoted
from engine.grids.grid import Cell
from engine.refusals import WRONG_LOT, Refused, illegal
from engine.seats import Seat
from engine.texts import Seating
from engine.words.sentences import Sentence, Words, listing

HAND_LIMIT: Final = 60

HAND_FULL: Final = illegal("hand-full", "Nobody can hold more than {most} items.")


@contextmanager
def whole_line(parts: int) -> Iterator[None]:
    """Add to a refusal inside, if the line has several parts, that none was carried out."""
    try:
        yield
    except Refused as refused:
        if parts > 1:
            refusal = refused.sentence.about(cells=listing(refused.cells))
            refused.sentence = Sentence(
                "{refusal} No part of the line was carried out.", refusal=refusal, **refusal.facts
            )
        raise


class Event(ABC):
    """Something that happened at the table; posts tell it, so nothing hidden is in it."""

    __slots__ = ()

    @abstractmethod
    def told(self, seating: Seating, seat: Seat | None) -> Words:
        """Tell it, without the player who typed it; `seat` is None for a host and the setup."""


class Part(Event):
    """One thing that a line does; once it is done, it holds what it met as well.

    Its text is what is typed for it, without the `!` that makes it count.
    """

    __slots__ = ()

    @abstractmethod
    def carry_out(self, line: "LineExecution") -> "LineExecution":
        """Return the line with this part, the next one, done; raise Refused if it can't be."""


class Verb(Part):
    """A part that begins with a word of its own.

    Attributes:
        verb: The word.
        pattern: The words after it, each with a space before it.
    """

    __slots__ = ()
    verb: ClassVar[str]
    pattern: ClassVar[str] = ""

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:  # noqa: ARG003
        """Return the part with these groups of the pattern; None if they make no such part.

        Raises:
            Refused: They make one that is never possible.
        """
        return cls()


@dataclass(frozen=True, slots=True)
class Lot(Verb):
    """Dice or cards, for all to see or closed to a seat.

    Attributes:
        kind: Their kind.
        count: Their number.
        seat: The seat to which they are closed; None if all see them.
        shown: Those that all see, once they are drawn; none if they are closed.
    """

    kind: ClassVar[ItemKind]
    count: int
    seat: Seat | None = None
    shown: tuple[str, ...] = ()

    @abstractmethod
    def draws(self, table: Table, generator: Random) -> Iterator[str]:
        """Draw what is due."""

    @abstractmethod
    def can_be(self, drawn: list[str], table: Table) -> bool:
        """Return whether this may have been drawn."""

    @abstractmethod
    def make_room(self, table: Table, drawn: list[str]) -> Table:
        """Return the table that gets what is drawn, without what that is taken from."""

    def carry_out(self, line: "LineExecution") -> "LineExecution":
        """Leave this to a lot; check that there will be a place for it."""
        table = self.make_room(line.table, [])
        held = owned_by(owner_of(self.seat), (*table.open, *table.closed))
        if len(held) + self.count > HAND_LIMIT:
            raise HAND_FULL(most=HAND_LIMIT)
        return line

    def settle(self, line: "LineExecution", lot: str) -> "LineExecution":
        """Return the line with this part done.

        Raises:
            OutOfOrder: `wrong-lot`, if the text does not state such a lot.
        """
        verb, *drawn = lot.upper().split() or [""]
        is_due = verb == self.verb.upper() and len(drawn) == self.count
        if not is_due or not self.can_be(drawn, line.table):
            raise WRONG_LOT()
        table = self.make_room(line.table, drawn)
        owner = owner_of(self.seat)
        table = table.give(owner, self.kind, drawn, closed=self.seat is not None)
        shown = () if self.seat else tuple(drawn)
        return line.after(table, replace(self, shown=shown))


@dataclass(frozen=True, slots=True)
class LineExecution:
    """A line that is being carried out; nobody sees it until all of it is done.

    Attributes:
        seat: The seat that typed it; None for a host, and for the setup.
        table: The table as it is by now.
        cleared: The table as `clear` leaves it.
        last: The upper right corner of the board; None without one.
        todo: The parts that are left.
        done: The other parts.
    """

    seat: Seat | None
    table: Table
    cleared: Table
    last: Cell | None
    todo: tuple[Part, ...]
    done: tuple[Part, ...] = ()

    @property
    def lot(self) -> Lot:
        """The lot that it waits for."""
        return cast("Lot", self.todo[0])

    def begin(self) -> "LineExecution":
        """Carry it out up to its first lot, if all of it is possible whatever the lots are.

        Raises:
            Refused: Some part is not possible.
        """
        with whole_line(len(self.todo)):
            first = tried = self.run()
            while tried.todo:
                tried = tried.settle(tried.draw(Random(0)))
        return first

    def run(self) -> "LineExecution":
        """Carry it out up to the next lot that it needs, or to its end; raise Refused."""
        line = self
        while line.todo:
            part = line.todo[0]
            line = part.carry_out(line)
            if isinstance(part, Lot):
                break
        return line

    def draw(self, generator: Random) -> str:
        """Return the lot that it needs next, as a record states it."""
        return " ".join([self.lot.verb, *self.lot.draws(self.table, generator)])

    def settle(self, lot: str) -> "LineExecution":
        """Carry it out on from a lot; raise OutOfOrder as that does."""
        return self.lot.settle(self, lot).run()

    def after(self, table: Table, *done: Part) -> "LineExecution":
        """Return the line after its next part, which is now told in other words."""
        return replace(self, table=table, todo=self.todo[1:], done=self.done + done)


# Whole texts of players


@dataclass(frozen=True, slots=True)
class ActionLine:
    """The parts of a line in order: all of it is done, or nothing."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return " / ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class SpokenWords(Event):
    """`!bid 5`: a move in words, which changes nothing on the table."""

    text: str

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Quote them."""
        return quoted(self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SubmittedText:
    """A player's text in a sealed or secret turn; it never changes the table."""

    text: str

    def __str__(self) -> str:
        return self.text
