"""A state of Compass Collisions, and the view that a viewer gets of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from engine.game import GameView, Outcome, Reason
from engine.games.compass_collisions.board import Battlefield, Compass, Element, Event, Move, Piece
from engine.games.compass_collisions.layouts import Layout, PieceSet, SetName, Sides
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat, Viewer


class Phase(StrEnum):
    """The phases of a match."""

    LAYOUTS = "layouts"
    PRIVILEGE = "privilege"
    FIRST_PLACEMENT = "first-placement"
    SECOND_PLACEMENT = "second-placement"
    NAMING = "naming"
    PLAY = "play"
    REMOVAL = "removal"


IN_PLAY: Final = frozenset({Phase.PLAY, Phase.REMOVAL})


@dataclass(frozen=True, slots=True)
class CompassCollisionsView(GameView):
    """A state as a viewer sees it.

    Attributes:
        side: The number of squares in a row of the board.
        phase: The phase of the match.
        submitted: The seats that have handed in a layout, while layouts are secret.
        own: The viewer's own layout, while nobody else sees it; None for the public.
        sets: All four sets once they are shown; empty before.
        chooser: The seat that names who moves first, once that is known.
        sides: The sets that have a side so far, each with it.
        zones: The squares on which sets may be placed; empty once play has begun.
        standing: The pieces on the board, by row and column; until all sets are placed, those of
            the placed ones.
        pieces: The same, but empty until all sets are placed.
        all_pieces: The number of pieces at the beginning.
        numbers: The squares that can still fall, each with its number, in the order in which they
            fall.
        falls_at: The number of pieces at which squares fall next; 0 if none ever do.
        falls_next: The squares that fall then, wave after wave, with the pieces on them now.
        collapsing: The squares that fall after a long quiet.
        removed: The squares that are gone.
        to_move: The seat whose turn it is.
        arrow: The last move; None before the first and after a removal.
        way: The squares of that move, from its source to its end, perhaps off the board.
        events: The events of the last turn, in order.
        lacking: The elements that each seat lacks, once that has ended the match.
        quiet: The number of moves in a row that removed nothing.
        longest_quiet: The number of such moves after which squares fall by themselves.
        stages: The places along the cycle that a step in each direction moves an element.
        viewer: The seat that looks on; None for the public.
        weaker: The seat that had fewer pieces the last time the two counts differed after a turn.
    """

    side: int
    phase: Phase
    submitted: tuple[Seat, ...]
    own: Layout | None
    sets: tuple[tuple[SetName, PieceSet], ...]
    chooser: Seat | None
    sides: Sides
    zones: tuple[Cell, ...]
    standing: tuple[tuple[Cell, Piece], ...]
    pieces: tuple[tuple[Cell, Piece], ...]
    all_pieces: int
    numbers: tuple[tuple[Cell, int], ...]
    falls_at: int
    falls_next: tuple[Cell, ...]
    collapsing: tuple[Cell, ...]
    removed: tuple[Cell, ...]
    to_move: Seat | None
    arrow: Move | None
    way: tuple[Cell, ...]
    events: tuple[Event, ...]
    lacking: tuple[tuple[Seat, tuple[Element, ...]], ...]
    quiet: int
    longest_quiet: int
    stages: tuple[tuple[Compass, int], ...]
    viewer: Viewer
    weaker: Seat | None = None

    @property
    def just_placed(self) -> Sides:
        """The two sets that were placed last, with their sides."""
        return self.sides[-2:]

    @property
    def quiet_left(self) -> int | None:
        """The number of moves without a loss until squares fall; None if none are left to fall."""
        return self.longest_quiet - self.quiet if self.numbers else None

    @property
    def has_collapsed(self) -> bool:
        """True if squares fell in the last turn because nothing had been lost for too long."""
        return any(event.is_by_stall for event in self.events)


@dataclass(frozen=True, slots=True)
class CompassPosition:
    """A state of the game; what views show as well is described there.

    Attributes:
        turns: The number of phases and turns so far.
        awaited: The seat whose choice or turn it is, once layouts are in.
        lot_due: True if a lot has to decide what nobody said in time.
        placer: The seat that places the first two sets; the other names who moves first.
    """

    phase: Phase = Phase.LAYOUTS
    turns: int = 0
    awaited: Seat = Seat.DMO
    lot_due: bool = False
    ec: Layout | None = None
    dmo: Layout | None = None
    placer: Seat | None = None
    sides: Sides = ()
    field: Battlefield = Battlefield()

    @property
    def outcome(self) -> Outcome | None:
        """The loss of a seat that lacks an element."""
        loser = self.field.loser
        return Outcome(loser.opponent, Reason.ELEMENT_LOST) if loser else None

    def layout(self, seat: Seat) -> Layout | None:
        """Return a seat's layout."""
        return self.ec if seat is Seat.EC else self.dmo

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats without a layout."""
        return tuple(seat for seat in SEATS if self.layout(seat) is None)

    @property
    def sets(self) -> dict[SetName, PieceSet]:
        """The sets of all layouts handed in."""
        layouts = ((seat, self.layout(seat)) for seat in SEATS)
        return {
            SetName(f"{seat}{number}"): piece_set
            for seat, layout in layouts
            if layout
            for number, piece_set in enumerate(layout.sets, 1)
        }

    def opening(self, phase: Phase, awaited: Seat, **changes: Any) -> "CompassPosition":
        """Return the state in which the next phase or turn begins."""
        return replace(self, phase=phase, turns=self.turns + 1, awaited=awaited, **changes)
