"""A state of a free table, and how it moves on from turn to turn."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.clocks import Seconds
from engine.game import Outcome, Reason
from engine.games.free_table.doing import Work
from engine.games.free_table.done import Event, HandedIn, RanOut
from engine.games.free_table.parts import Manner
from engine.games.free_table.table import ItemKind, Owner, Table
from engine.games.free_table.view import Phase
from engine.seats import Seat

Texts: TypeAlias = tuple[tuple[Seat, str], ...]
"""What seats have handed in, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of one seat or both.

    Attributes:
        seats: Whose it is.
        manner: How it is spoken.
        seconds: Its own time, if it is not the usual one.
        moved: The seats that have moved, in a turn of both spoken aloud.
        texts: What is in, in a sealed or secret one.
    """

    seats: tuple[Seat, ...]
    manner: Manner = Manner.ALOUD
    seconds: Seconds | None = None
    moved: tuple[Seat, ...] = ()
    texts: Texts = ()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have not spoken yet."""
        spoken = {*self.moved, *(seat for seat, _ in self.texts)}
        return tuple(seat for seat in self.seats if seat not in spoken)

    def with_text(self, seat: Seat, text: str) -> "Turn":
        """The turn with what a seat hands in, in place of what it handed in before."""
        texts = {**dict(self.texts), seat: text}
        return replace(self, texts=tuple(sorted(texts.items(), key=lambda each: each[0] != "ec")))


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game.

    Attributes:
        table: All that lies on the table.
        phase: What is awaited.
        occasion: Counts turns, and the choice of who begins.
        round: In rounds, how many there have been.
        turn: The turn, or the latest one while the host is awaited; None before the first.
        cleared: The table as `clear` leaves it: as after the setup.
        work: A line that waits for a lot; None at all other times.
        is_set_up: Whether the setup has been done.
        is_drawing_first: Whether a lot is to decide who begins.
        lots: How many lots have been settled, without those undone.
        latest: What was done last.
        outcome: How the game ended; None while it goes on.
    """

    table: Table = Table()
    phase: Phase = Phase.CHOICE
    occasion: int = 0
    round: int = 0
    turn: Turn | None = None
    cleared: Table = Table()
    work: Work | None = None
    is_set_up: bool = False
    is_drawing_first: bool = False
    lots: int = 0
    latest: Event | None = None
    outcome: Outcome | None = None

    @property
    def lot_due(self) -> bool:
        """Whether chance decides what happens next."""
        return self.work is not None or self.is_drawing_first

    @property
    def open_turn(self) -> Turn | None:
        """The turn that somebody is to speak in now."""
        return self.turn if self.phase is Phase.TURN else None

    @property
    def has_passed_late(self) -> bool:
        """Whether nothing has been done since a turn passed because its time ran out."""
        done = self.latest.done if self.latest else ()
        return any(isinstance(each, RanOut) and each.passes for each in done)

    def asking(self) -> "Position":
        """The state in which it is asked who begins."""
        return replace(self, phase=Phase.CHOICE, occasion=self.occasion + 1)

    def opening(self, turn: Turn, *, is_round: bool = False) -> "Position":
        """The state in which a turn begins."""
        return replace(
            self,
            phase=Phase.TURN,
            occasion=self.occasion + 1,
            round=self.round + is_round,
            turn=turn,
            is_drawing_first=False,
        )

    def awaiting_host(self) -> "Position":
        """The state in which the host is to rule."""
        return replace(self, phase=Phase.HOST)

    def lost(self, silent: Seat) -> "Position":
        """The state after a seat has said nothing in time, where that loses the match."""
        outcome = Outcome(silent.opponent, Reason.OUT_OF_TIME)
        return replace(self, phase=Phase.OVER, outcome=outcome)

    def closing(self, turn: Turn) -> "Position":
        """The state after a sealed or secret turn: the host is awaited.

        Sealed texts are opened; secret ones are closed items of their seats.
        """
        table, done, texts = self.table, list[HandedIn](), dict(turn.texts)
        for seat in turn.seats:
            text = texts.get(seat)
            if text is None or turn.manner is Manner.SEALED:
                done.append(HandedIn(seat, text is not None, text))
                continue
            table = table.give(Owner(seat), ItemKind.TEXT, [text], closed=True)
            number = table.hand(Owner(seat), closed=True).items[-1].number
            done.append(HandedIn(seat, is_in=True, number=number))
        closed = replace(
            self, table=table, turn=replace(turn, texts=()), latest=Event(None, (*done,))
        )
        return closed.awaiting_host()
