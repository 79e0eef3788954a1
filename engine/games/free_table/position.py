"""A state of a free table, its changes from turn to turn, and a viewer's view of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from engine.clocks import Seconds
from engine.game import GameView, Outcome
from engine.games.free_table.line import Event, LineExecution
from engine.games.free_table.parts import OnBoard
from engine.games.free_table.table import Counter, Item, ItemKind, Placed, Table, quoted
from engine.games.free_table.verbs import TurnMode
from engine.grids.grid import Cell
from engine.kinds.scene import Owner, Scene
from engine.options import RowOne
from engine.seats import SEATS, Host, Seat, Viewer
from engine.texts import Seating
from engine.words.sentences import Sentence, Words

# Events


@dataclass(frozen=True, slots=True)
class HandedIn(Event):
    """A seat's text in a sealed or secret turn that has closed.

    Attributes:
        text: The text of a sealed turn; None in a secret one.
        number: The number of its closed text, in a secret turn.
    """

    seat: Seat
    text: str | None = None
    number: int | None = None

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Quote the text; of a secret one, tell its number."""
        player = seating.name(self.seat)
        if self.text is None:
            return Sentence(
                "{player}: a secret text, closed item {number}", player=player, number=self.number
            )
        return Sentence("{player}: {text}", player=player, text=quoted(self.text))


@dataclass(frozen=True, slots=True)
class TurnTimedOut(Event):
    """A seat's silence in a turn; `passes` if the turn passed on."""

    seat: Seat
    passes: bool = False

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the silence and what came of it."""
        player = seating.name(self.seat)
        if self.passes:
            return Sentence("{player}: sent nothing in time, so the turn passes", player=player)
        return Sentence("{player}: sent nothing in time", player=player)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """The latest line or closing.

    Attributes:
        seat: The player who typed it; None for a host, the setup, and a turn that closed.
        happening: What its parts did, in order.
    """

    seat: Seat | None
    happening: tuple[Event, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it touched, each once, in order."""
        on_board = (part for part in self.happening if isinstance(part, OnBoard))
        return tuple(dict.fromkeys(cell for part in on_board for cell in part.cells))


# Turns


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


Texts: TypeAlias = tuple[tuple[Seat, str | None], ...]
"""The texts of seats, in the order of the seats; None where a viewer may not see them."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of one seat or both.

    Attributes:
        seats: The seats whose turn it is.
        mode: The way it is spoken.
        seconds: Its own time, if it is not the usual one.
        moved: The seats that have moved, in a turn of both spoken aloud.
        texts: The texts that are in, in a sealed or secret turn.
    """

    seats: tuple[Seat, ...]
    mode: TurnMode = TurnMode.ALOUD
    seconds: Seconds | None = None
    moved: tuple[Seat, ...] = ()
    texts: Texts = ()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have not spoken yet."""
        spoken = {*self.moved, *(seat for seat, _ in self.texts)}
        return tuple(seat for seat in self.seats if seat not in spoken)

    def with_text(self, seat: Seat, text: str) -> "Turn":
        """Return the turn with a seat's text, in place of the one it handed in before."""
        texts = {**dict(self.texts), seat: text}
        return replace(self, texts=tuple((of, texts[of]) for of in SEATS if of in texts))

    def seen_by(self, viewer: Viewer | Host) -> "Turn":
        """Return the turn without the texts that a viewer may not see."""
        texts = tuple((seat, text if viewer is seat else None) for seat, text in self.texts)
        return replace(self, texts=texts)


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
        turn: The turn, with the texts that the viewer may see; None before the first.
        pieces: The pieces on the board, by row from A1.
        counters: All counters: the EC's, the DMO's and the table's, each in the order made.
        open: The open items, in the order in which they were opened.
        closed: The seats' closed items; texts are None where the viewer may not see them.
        deck: The number of cards left in the deck; None without one.
        latest: The latest line or closing; None at first.
        envelope: The contents of the host's envelope; empty until the match is over.
        row_one: The place of row 1 in the picture.
        viewer: The seat that looks on; None for the public.
    """

    title: str
    last: Cell | None
    order: Order
    phase: Phase
    round: int
    to_move: tuple[Seat, ...]
    turn: Turn | None
    pieces: tuple[Placed, ...]
    counters: tuple[Counter, ...]
    open: tuple[Item, ...]
    closed: tuple[Item, ...]
    deck: int | None
    latest: TableEvent | None
    envelope: str
    row_one: RowOne
    viewer: Viewer | Host

    @property
    def scene(self) -> Scene:
        """The board, with the cells marked that the last line touched."""
        touched = self.latest.cells if self.latest else ()
        return Scene(self.last, self.pieces, touched, self.row_one)

    @property
    def mode(self) -> TurnMode:
        """The way in which the turn is spoken."""
        return self.turn.mode if self.turn else TurnMode.ALOUD


# The state


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A state of the game; what a `TableView` shows as well is described there.

    Attributes:
        table: All that lies on the table.
        occasion: The number of turns so far, with the choice of who begins; 0 during the setup.
        turn: The turn, or the latest one while the host is awaited; None before the first.
        cleared: The table as `clear` leaves it: as after the setup.
        waiting_line: A line that waits for a lot; None at all other times.
        is_drawing_first: True if a lot has to decide who begins.
        lots: The number of lots settled, without those undone.
    """

    table: Table = Table()
    phase: Phase = Phase.CHOICE
    occasion: int = 0
    round: int = 0
    turn: Turn | None = None
    cleared: Table = Table()
    waiting_line: LineExecution | None = None
    is_drawing_first: bool = False
    lots: int = 0
    latest: TableEvent | None = None
    outcome: Outcome | None = None

    @property
    def lot_due(self) -> bool:
        """True if chance decides what happens next."""
        return self.waiting_line is not None or self.is_drawing_first

    @property
    def open_turn(self) -> Turn | None:
        """The turn in which somebody has to speak now."""
        return self.turn if self.phase is Phase.TURN else None

    @property
    def has_passed_late(self) -> bool:
        """True if nothing has been done since a turn passed because its time ran out."""
        done = self.latest.happening if self.latest else ()
        return any(isinstance(event, TurnTimedOut) and event.passes for event in done)

    def opening(self, turn: Turn, *, is_round: bool = False) -> "TablePosition":
        """Return the state in which a turn begins."""
        return replace(
            self,
            phase=Phase.TURN,
            occasion=self.occasion + 1,
            round=self.round + is_round,
            turn=turn,
            is_drawing_first=False,
        )

    def closing(self, turn: Turn) -> "TablePosition":
        """Return the state after a sealed or secret turn: the host is awaited.

        Sealed texts are opened; secret ones are closed items of their seats.
        """
        table, done, texts = self.table, list[Event](), dict(turn.texts)
        for seat in turn.seats:
            text = texts.get(seat)
            if text is None:
                done.append(TurnTimedOut(seat))
            elif turn.mode is TurnMode.SEALED:
                done.append(HandedIn(seat, text))
            else:
                table = table.give(Owner(seat), ItemKind.TEXT, [text], closed=True)
                done.append(HandedIn(seat, number=table.closed[-1].number))
        latest = TableEvent(None, (*done,))
        closed = replace(turn, texts=())
        return replace(self, phase=Phase.HOST, table=table, turn=closed, latest=latest)
