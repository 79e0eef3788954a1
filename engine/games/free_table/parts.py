"""The parts of lines that name cells and counters; those with a word of their own are `verbs`."""

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from typing import Final

from engine.games.free_table.line import LineExecution, Part
from engine.games.free_table.table import Table, owned_by, owner_of
from engine.grids.grid import Cell
from engine.kinds.scene import FILLED, Owner, Piece
from engine.refusals import check_on_board, illegal
from engine.seats import Seat
from engine.texts import Seating
from engine.words.sentences import Joined, Sentence, Words

COUNTER_LIMIT: Final = 12
"""The limit of each owner."""
VALUE_LIMIT: Final = 999_999

NO_BOARD: Final = illegal("no-board", "This table has no board.")
NOTHING_THERE: Final = illegal("nothing-there", "There is nothing on {cells}.")
TAKEN: Final = illegal("taken", "{cells} is taken. `{cells}=X` replaces it, `{cells}=-` clears it.")
TOO_HIGH: Final = illegal("too-high", "`{name}` would go beyond ±{most}.")
NO_SUCH_COUNTER: Final = illegal(
    "no-such-counter", "There is no counter `{name}`, only {known}. `{name}=1` makes one."
)
NO_COUNTERS: Final = illegal("no-such-counter", "There is no `{name}`. `{name}=1` makes one.")
TOO_MANY_COUNTERS: Final = illegal(
    "too-many-counters", "Nobody can have more than {most} counters."
)

OWNED: Final = {
    Owner.EC: Sentence("EC's {label}"),
    Owner.DMO: Sentence("DMO's {label}"),
    Owner.TABLE: Sentence("the table's {label}"),
}
"""A piece with its label, by whose it is."""
PIECE_OF: Final = {
    Owner.EC: Sentence("EC's piece"),
    Owner.DMO: Sentence("DMO's piece"),
    Owner.TABLE: Sentence("the table's piece"),
}
"""A piece without a label, by whose it is."""


def _named(piece: Piece, seat: Seat | None) -> Words:
    """Name a piece, with its owner unless that is the player who typed the line."""
    if piece.owner is owner_of(seat):
        unnamed = {"": Sentence("a piece"), FILLED: Sentence("a filled cell")}
        return unnamed.get(piece.label, piece.label)
    if not piece.label:
        return PIECE_OF[piece.owner]
    label = Sentence("filled cell") if piece.label == FILLED else piece.label
    return OWNED[piece.owner].about(label=label)


def _owned(owner: Owner | None, text: str) -> str:
    return text if owner in {None, Owner.TABLE} else f"{owner} {text}"


# The board


@dataclass(frozen=True, slots=True)
class OnBoard(Part):
    """A part that is about cells.

    Attributes:
        cells: The cells; the last is the one to which something is done.
        met: The piece that stood there before, if any, once it is done.
    """

    cells: tuple[Cell, ...]
    met: Piece | None = field(default=None, kw_only=True)

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Check the cells; then do what is done on the board."""
        if line.last is None:
            raise NO_BOARD(*self.cells)
        check_on_board(self.cells, line.last)
        met = line.table.piece(self.cells[-1])
        table = self.change(line.table, owner_of(line.seat))
        return line.after(table, replace(self, met=met))

    @abstractmethod
    def change(self, table: Table, author: Owner) -> Table:
        """Return the table with this part, whose cells are on the board, done by its author."""

    def __str__(self) -> str:
        return " ".join(map(str, self.cells))


@dataclass(frozen=True, slots=True)
class Put(OnBoard):
    """`E4`: a plain piece on an empty cell; `E4=K`: one with a label, whatever stands there.

    Attributes:
        owner: The owner; None for the author: a player, or the table for a host.
    """

    label: str = ""
    owner: Owner | None = None

    def change(self, table: Table, author: Owner) -> Table:
        """Lay the piece; raise Illegal if a plain one finds the cell taken."""
        (cell,) = self.cells
        if table.piece(cell) and not self.label:
            raise TAKEN(cell)
        return table.put(cell, Piece(self.owner or author, self.label))

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the piece, its cell, and what it replaced."""
        piece = _named(Piece(self.owner or owner_of(seat), self.label), seat)
        (cell,) = self.cells
        if not self.met:
            return Sentence("{piece} on {cell}", piece=piece, cell=cell)
        before = _named(self.met, seat)
        return Sentence(
            "{piece} on {cell} in place of {before}", piece=piece, cell=cell, before=before
        )

    def __str__(self) -> str:
        (cell,) = self.cells
        return _owned(self.owner, f"{cell}={self.label}" if self.label else str(cell))


@dataclass(frozen=True, slots=True)
class Empty(OnBoard):
    """`E4=-`: takes away what stands there."""

    def change(self, table: Table, author: Owner) -> Table:  # noqa: ARG002
        """Take the piece away; raise Illegal if there is none."""
        (cell,) = self.cells
        _standing(table, cell)
        return table.put(cell, None)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the cell and the piece."""
        piece = _named(self.met, seat) if self.met else ""
        return Sentence("{cell} empty ({piece} gone)", cell=self.cells[0], piece=piece)

    def __str__(self) -> str:
        return f"{self.cells[0]}=-"


@dataclass(frozen=True, slots=True)
class Move(OnBoard):
    """`B2 B3`: takes what stands on B3, if anything."""

    def change(self, table: Table, author: Owner) -> Table:  # noqa: ARG002
        """Move the piece; raise Illegal if there is none."""
        start, goal = self.cells
        return table.put(start, None).put(goal, _standing(table, start))

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell both cells, and what was taken."""
        start, goal = self.cells
        if not self.met:
            return Sentence("{start} to {goal}", start=start, goal=goal)
        taken = _named(self.met, seat)
        return Sentence("{start} to {goal}, takes {taken}", start=start, goal=goal, taken=taken)


def _standing(table: Table, cell: Cell) -> Piece:
    piece = table.piece(cell)
    if piece is None:
        raise NOTHING_THERE(cell)
    return piece


# Counters


@dataclass(frozen=True, slots=True)
class Count(Part):
    """`pot=3`: a counter, made if there is none of the name; `chips+2`: a change of one.

    Attributes:
        number: The value, or the change.
        is_change: True for a change.
        before: The value before; None if it is new, and before it is done.
    """

    owner: Owner
    name: str
    number: int
    is_change: bool = False
    before: int | None = None

    @property
    def value(self) -> int:
        """The value once it is done."""
        return self.number + (self.before or 0) * self.is_change

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Set or change the counter, within its limits; raise Illegal beyond."""
        counted = replace(self, before=line.table.counter(self.owner, self.name))
        if counted.before is None:
            self._check_new(line.table)
        if abs(counted.value) > VALUE_LIMIT:
            raise TOO_HIGH(name=self.name, most=VALUE_LIMIT)
        return line.after(line.table.count(self.owner, self.name, counted.value), counted)

    def _check_new(self, table: Table) -> None:
        if self.is_change:
            known = dict.fromkeys(other.name for other in table.counters if other.name != self.name)
            missing = NO_SUCH_COUNTER if known else NO_COUNTERS
            raise missing(name=self.name, known=", ".join(known))
        if len(owned_by(self.owner, table.counters)) >= COUNTER_LIMIT:
            raise TOO_MANY_COUNTERS(most=COUNTER_LIMIT)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the value and its change."""
        whose = "" if self.owner is Owner.TABLE else self.owner
        new = Sentence("new")
        change = new if self.before is None else f"{self.value - self.before:+}"
        return Joined([whose, self.name, self.value, Joined(["(", change, ")"], "")])

    def __str__(self) -> str:
        number = f"{self.number:+}" if self.is_change else f"={self.number}"
        return _owned(self.owner, f"{self.name}{number}")
