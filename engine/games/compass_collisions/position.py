"""A state of Compass Collisions, and the view that a viewer gets of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final

from engine.game import GameView, Outcome, Reason
from engine.games.compass_collisions.board import (
    SIDE,
    Battlefield,
    Piece,
)
from engine.games.compass_collisions.layouts import (
    NamedSets,
    PieceSet,
    SetName,
    Sides,
    slot_cells,
    standing_on,
)
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat, Viewer
from engine.words.sentences import Sentence

ELEMENT_LOST: Final = Reason("element-lost", Sentence("{loser} has lost an element"))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompassCollisionsView(GameView, Battlefield):
    """A state as a viewer sees it, and the board.

    Attributes:
        side: The number of squares in a row of the board.
        phase: The phase of the match.
        submitted: The seats that have handed in a layout, while layouts are secret.
        own: The viewer's own sets, while nobody else sees them.
        sets: All four sets once they are shown; empty before.
        chooser: The seat that names who moves first, once that is known.
        sides: The sets that have a side so far, each with it.
        to_move: The seat whose turn it is.
        viewer: The seat that looks on; None for the public.
    """

    side: ClassVar[int] = SIDE
    phase: Phase
    submitted: tuple[Seat, ...]
    own: tuple[PieceSet, ...]
    sets: NamedSets
    chooser: Seat | None
    sides: Sides
    to_move: Seat | None
    viewer: Viewer

    @property
    def zones(self) -> tuple[Cell, ...]:
        """The squares on which sets may be placed; empty once play has begun."""
        return () if self.phase in IN_PLAY else slot_cells()

    @property
    def standing(self) -> tuple[tuple[Cell, Piece], ...]:
        """The pieces by row and column; until all sets are placed, those of the placed ones."""
        return self.pieces or tuple(standing_on(self.sets, self.sides))


@dataclass(frozen=True, slots=True)
class CompassPosition:
    """A state of the game; what a `CompassCollisionsView` shows as well is described there.

    Attributes:
        turns: The number of phases and turns so far.
        awaited: The seat whose choice or turn it is, once layouts are in.
        lot_due: True if a lot has to decide what nobody said in time.
        sets: The sets of all layouts handed in.
        placer: The seat that places the first two sets; the other names who moves first.
    """

    phase: Phase = Phase.LAYOUTS
    turns: int = 0
    awaited: Seat = Seat.DMO
    lot_due: bool = False
    sets: NamedSets = ()
    placer: Seat | None = None
    sides: Sides = ()
    field: Battlefield = Battlefield()

    @property
    def outcome(self) -> Outcome | None:
        """The loss of a seat that lacks an element."""
        loser = self.field.loser
        return Outcome(loser.opponent, ELEMENT_LOST) if loser else None

    def layout(self, seat: Seat) -> tuple[PieceSet, ...]:
        """Return a seat's sets; none until they are handed in."""
        return tuple(piece_set for name, piece_set in self.sets if name.owner is seat)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats without a layout."""
        return tuple(seat for seat in SEATS if not self.layout(seat))

    def with_layout(self, seat: Seat, layout: tuple[PieceSet, PieceSet]) -> "CompassPosition":
        """Return the state after a seat has handed in its layout."""
        names = [name for name in SetName if name.owner is seat]
        sets = {**dict(self.sets), **dict(zip(names, layout, strict=True))}
        return replace(self, sets=tuple((name, sets[name]) for name in SetName if name in sets))

    def opening(self, phase: Phase, awaited: Seat, **changes: Any) -> "CompassPosition":
        """Return the state in which the next phase or turn begins."""
        return replace(self, phase=phase, turns=self.turns + 1, awaited=awaited, **changes)
