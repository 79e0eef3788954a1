"""The results of parts at a free table, for the posts: nothing hidden is in them."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.games.free_table.parts import TurnMode
from engine.games.free_table.table import Item
from engine.grids.grid import Cell
from engine.scene import Owner, Piece
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece laid on a cell; `replaced` is the one it took the place of, if any."""

    cell: Cell
    piece: Piece
    replaced: Piece | None = None


@dataclass(frozen=True, slots=True)
class Emptied:
    """The removal of a piece."""

    cell: Cell
    piece: Piece


@dataclass(frozen=True, slots=True)
class Moved:
    """The move of a piece; `taken` is the one that stood where it came to, if any."""

    start: Cell
    goal: Cell
    piece: Piece
    taken: Piece | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A counter's value; `before` is None if it is new."""

    owner: Owner
    name: str
    before: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of dice.

    Attributes:
        count: The number of dice.
        faces: The number of faces of each.
        seat: The seat to which they are closed; None if all see them.
        dice: The dice that all see; empty if they are closed.
    """

    count: int
    faces: int
    seat: Seat | None = None
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckMade:
    """A new deck with all cards gathered in it; `count` is how many it has."""

    count: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal of cards.

    Attributes:
        count: The number of cards.
        seat: The seat to which they are closed; None if they lie open on the table.
        cards: The cards that all see; empty if they are closed.
    """

    count: int
    seat: Seat | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemsOpened:
    """The showing of a seat's closed items to all."""

    seat: Seat
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Cleared:
    """The return of board and hands to the state after the setup."""


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A turn opened by a host; `seconds` is its time, if it is not the usual one."""

    seats: tuple[Seat, ...]
    mode: TurnMode
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class WordsPlayed:
    """A player's move in words."""

    text: str


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A seat's text in a sealed or secret turn that has closed.

    Attributes:
        is_in: True if it said anything in time.
        text: The text of a sealed turn; None in a secret one, and if it was silent.
        number: The number of its closed text, in a secret turn; None in a sealed one.
    """

    seat: Seat
    is_in: bool
    text: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTimedOut:
    """A seat's silence in a turn spoken aloud; `passes` if the turn passed on."""

    seat: Seat
    passes: bool


LineEvent: TypeAlias = (
    Laid
    | Emptied
    | Moved
    | Counted
    | Rolled
    | DeckMade
    | Dealt
    | ItemsOpened
    | Cleared
    | TurnOpened
) | (WordsPlayed | HandedIn | TurnTimedOut)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """The latest line or closing.

    Attributes:
        seat: The player who typed it; None for a host, the setup, and a turn that closed.
        happening: The results of the parts, in order.
    """

    seat: Seat | None
    happening: tuple[LineEvent, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it touched, each once, in order."""
        named = dict.fromkeys(cell for event in self.happening for cell in _cells_of(event))
        return tuple(named)


def _cells_of(done: LineEvent) -> tuple[Cell, ...]:
    match done:
        case Laid(cell) | Emptied(cell):
            return (cell,)
        case Moved(start, goal):
            return start, goal
        case _:
            return ()
