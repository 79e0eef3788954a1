"""A state of Compass Collisions, and what a viewer sees of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from engine.game import GameView, Outcome, Reason
from engine.games.compass_collisions.board import (
    Arrow,
    Battlefield,
    Compass,
    Element,
    Event,
    Piece,
)
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
    """What a viewer sees.

    Attributes:
        side: How many squares a row of the board has.
        phase: What is being done.
        submitted: The seats that have handed in a layout, while layouts are secret.
        own: The viewer's own layout, while nobody else sees it; None for the public.
        sets: All four sets once they are shown; empty before.
        chooser: The seat that names who moves first, once that is known.
        sides: Which set stands on which side, as far as that is settled.
        zones: The squares on which sets may be placed; empty once play has begun.
        standing: The pieces on the board, by row and column; until all sets are placed, those of
            the placed ones.
        pieces: The same, but empty until all sets are placed.
        all_pieces: How many pieces there are at the beginning.
        numbers: The squares that can still fall, each with its number, in the order in which they
            fall.
        falls_at: How many pieces are left when squares fall next; 0 if none ever do.
        falls_next: The squares that fall then, wave after wave, with the pieces on them now.
        collapsing: The squares that fall after a long quiet.
        removed: The squares that are gone.
        to_move: The seat whose turn it is.
        arrow: The last move; None before the first and after a removal.
        way: The squares of that move, from its source to where it led, perhaps off the board.
        events: What the last turn did, in order.
        lacking: Once that has ended the match, each seat that lacks elements, with those.
        quiet: How many moves in a row removed nothing.
        longest_quiet: After how many such moves squares fall by themselves.
        stages: How many places along the cycle a step in each direction moves a piece's element.
        viewer: Who is looking.
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
    arrow: Arrow | None
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
        """After how many more moves without a loss squares fall; None if none are left to fall."""
        return self.longest_quiet - self.quiet if self.numbers else None

    @property
    def has_collapsed(self) -> bool:
        """Whether squares fell in the last turn because nothing had been lost for too long."""
        return any(event.is_by_stall for event in self.events)


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game.

    Attributes:
        phase: What is being done.
        turns: Counts phases and turns.
        awaited: The seat whose choice or turn it is, once layouts are in.
        lot_due: Whether a lot is to decide what nobody said in time.
        ec: The EC's layout once it is in.
        dmo: The DMO's layout once it is in.
        placer: The seat that places the first two sets; the other names who moves first.
        sides: Which set stands on which side so far.
        field: The board.
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
        """A seat that lacks an element has lost."""
        loser = self.field.loser
        return Outcome(loser.opponent, Reason.ELEMENT_LOST) if loser else None

    def layout(self, seat: Seat) -> Layout | None:
        """A seat's layout."""
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

    def opening(self, phase: Phase, awaited: Seat, **changes: Any) -> "Position":
        """The state in which the next phase or turn begins."""
        return replace(self, phase=phase, turns=self.turns + 1, awaited=awaited, **changes)
