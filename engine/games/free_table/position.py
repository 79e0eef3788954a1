"""A state of a free table, and its changes from turn to turn."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.clocks import Seconds
from engine.game import Outcome
from engine.games.free_table.line import Event, LineExecution
from engine.games.free_table.table import ItemKind, Table
from engine.games.free_table.verbs import TurnMode
from engine.games.free_table.view import HandedIn, Phase, TableEvent, TurnTimedOut
from engine.kinds.scene import Owner
from engine.seats import Seat

Texts: TypeAlias = tuple[tuple[Seat, str], ...]
"""The texts of seats, in the order of the seats."""


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
        return replace(self, texts=tuple(sorted(texts.items(), key=lambda pair: pair[0] != "ec")))


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A state of the game; what views show as well is described there.

    Attributes:
        table: All that lies on the table.
        occasion: The number of turns so far, with the choice of who begins.
        turn: The turn, or the latest one while the host is awaited; None before the first.
        cleared: The table as `clear` leaves it: as after the setup.
        work: A line that waits for a lot; None at all other times.
        is_set_up: True once the setup has been done.
        is_drawing_first: True if a lot has to decide who begins.
        lots: The number of lots settled, without those undone.
    """

    table: Table = Table()
    phase: Phase = Phase.CHOICE
    occasion: int = 0
    round: int = 0
    turn: Turn | None = None
    cleared: Table = Table()
    work: LineExecution | None = None
    is_set_up: bool = False
    is_drawing_first: bool = False
    lots: int = 0
    latest: TableEvent | None = None
    outcome: Outcome | None = None

    @property
    def lot_due(self) -> bool:
        """True if chance decides what happens next."""
        return self.work is not None or self.is_drawing_first

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
