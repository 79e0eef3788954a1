"""What was done at a free table, part by part, for the posts: nothing hidden is in it."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.games.free_table.parts import Manner
from engine.games.free_table.table import Item, Owner, Piece
from engine.grids.grid import Cell
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece stands on a cell; `replaced` is what it took the place of, if anything."""

    cell: Cell
    piece: Piece
    replaced: Piece | None = None


@dataclass(frozen=True, slots=True)
class Emptied:
    """A piece was taken away."""

    cell: Cell
    piece: Piece


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece moved; `taken` is what stood where it came to, if anything."""

    start: Cell
    goal: Cell
    piece: Piece
    taken: Piece | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A counter has a value; `before` is None if it is new."""

    owner: Owner
    name: str
    before: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled.

    Attributes:
        count: How many.
        faces: How many faces each has.
        seat: To whom they are closed; None if all see them.
        dice: What all see; empty if they are closed.
    """

    count: int
    faces: int
    seat: Seat | None = None
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckMade:
    """A deck was made, and all cards gathered in it; `count` is how many it has."""

    count: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards were dealt.

    Attributes:
        count: How many.
        seat: To whom they are closed; None if they lie open on the table.
        cards: What all see; empty if they are closed.
    """

    count: int
    seat: Seat | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat's closed items were shown to all."""

    seat: Seat
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Cleared:
    """Board and hands are as after the setup."""


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A host opened a turn; `seconds` is its time, if it is not the usual one."""

    seats: tuple[Seat, ...]
    manner: Manner
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A player's move in words."""

    text: str


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a seat said in a sealed or secret turn that has closed.

    Attributes:
        seat: The seat.
        is_in: Whether it said anything in time.
        text: What it said in a sealed turn; None in a secret one, and if it was silent.
        number: The number of its closed text, in a secret turn; None in a sealed one.
    """

    seat: Seat
    is_in: bool
    text: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RanOut:
    """A seat said nothing in time in a turn spoken aloud; `passes` if the turn passed on."""

    seat: Seat
    passes: bool


Done: TypeAlias = (
    Laid | Emptied | Moved | Counted | Rolled | DeckMade | Dealt | Opened | Cleared | TurnOpened
) | (Said | HandedIn | RanOut)


@dataclass(frozen=True, slots=True)
class Event:
    """What was last done.

    Attributes:
        seat: The player who typed it; None for a host, the setup, and a turn that closed.
        done: What each part did, in order.
    """

    seat: Seat | None
    done: tuple[Done, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it touched, each once, in order."""
        named = dict.fromkeys(cell for each in self.done for cell in _cells_of(each))
        return tuple(named)


def _cells_of(done: Done) -> tuple[Cell, ...]:
    match done:
        case Laid(cell) | Emptied(cell):
            return (cell,)
        case Moved(start, goal):
            return start, goal
        case _:
            return ()
