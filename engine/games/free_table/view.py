"""A viewer's view of a free table, with the results of the parts of lines.

Nothing hidden is in those results: posts tell them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.clocks import Seconds
from engine.game import GameView
from engine.games.free_table.parts import TurnMode
from engine.games.free_table.table import Counter, Hand, Item
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.scene import Owner, Piece, Scene
from engine.seats import Host, Seat, Viewer

# The results of parts


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


# The view


class Order(StrEnum):
    """The order of play: turn by turn, each move judged, or rounds of both seats at once.

    `TURNS`: a move passes the turn. `JUDGED`: each move waits for the host. `ROUNDS`: both speak
    sealed, both texts are opened together, and the host is awaited.
    """

    TURNS = "turns"
    JUDGED = "judged"
    ROUNDS = "rounds"


class Phase(StrEnum):
    """The phases of a match."""

    CHOICE = "choice"
    TURN = "turn"
    HOST = "host"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Handing:
    """A text that is in, in a sealed or secret turn; None where the viewer may not see it."""

    seat: Seat
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView(GameView):
    """A state as a viewer sees it.

    Attributes:
        title: The match's title.
        last: The upper right corner of the board; None without a board.
        order: The order of play.
        phase: The phase of the match.
        round: The number of the round, from 1; 0 in other orders, and before the first.
        to_move: The seats that have to speak in this turn; empty while the host is awaited.
        mode: The way in which the turn is spoken.
        seconds: The turn's own time, in seconds.
        handed_in: The texts that are in, while the turn is open.
        pieces: The pieces on the board, by row from A1.
        marked: The cells that the last line touched.
        counters: All counters: the EC's, the DMO's and the table's, each in the order made.
        open: The open items: the EC's, the DMO's and the table's.
        closed: Each seat's closed items; texts are None where the viewer may not see them.
        deck: The number of cards left in the deck; None without one.
        latest: The latest line or closing; None at first.
        has_envelope: True if the host has put anything in the envelope.
        envelope: Its contents; empty until the match is over.
        row_one: The place of row 1 in the picture.
        viewer: The seat that looks on; None for the public.
    """

    title: str
    last: Cell | None
    order: Order
    phase: Phase
    round: int
    to_move: tuple[Seat, ...]
    mode: TurnMode
    seconds: Seconds
    handed_in: tuple[Handing, ...]
    pieces: tuple[tuple[Cell, Piece], ...]
    marked: tuple[Cell, ...]
    counters: tuple[Counter, ...]
    open: tuple[Hand, ...]
    closed: tuple[Hand, ...]
    deck: int | None
    latest: TableEvent | None
    has_envelope: bool
    envelope: str
    row_one: RowOne
    viewer: Viewer | Host

    @property
    def scene(self) -> Scene:
        """The board."""
        return Scene(self.last, self.pieces, self.marked, self.row_one)

    def counters_of(self, owner: Owner) -> tuple[Counter, ...]:
        """Return the counters of one owner."""
        return tuple(counter for counter in self.counters if counter.owner is owner)

    def open_of(self, owner: Owner) -> Hand:
        """Return the open items of one owner."""
        return next((hand for hand in self.open if hand.owner is owner), Hand(owner))

    def closed_of(self, seat: Seat) -> Hand:
        """Return the closed items of a seat."""
        owner = Owner(seat.value)
        return next((hand for hand in self.closed if hand.owner is owner), Hand(owner))
