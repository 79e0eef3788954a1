"""A state of Demeter's Anguish, and the view that a viewer gets of it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.game import GameView, Outcome, Reason
from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.notation import Half
from engine.grids.polyominoes import Polyomino
from engine.options import RowOne
from engine.seats import SEATS, Seat, Viewer


class Phase(StrEnum):
    """The phases of a match."""

    OPENING = "opening"
    CHOICE = "choice"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Done:
    """Half a turn, made or passed.

    Attributes:
        seat: The seat whose turn it was.
        half: The half of the turn.
        laid: The flower or rock; None if it was passed.
        by_clock: True if the clock passed it.
    """

    seat: Seat
    half: Half
    laid: Flower | Rock | None
    by_clock: bool = False

    @property
    def owner(self) -> Seat:
        """The seat in whose garden it was."""
        return owner_of(self.seat, self.half)


def owner_of(seat: Seat, half: Half) -> Seat:
    """Return the seat in whose garden a seat makes a half of its turn."""
    return seat if half is Half.FLOWER else seat.opponent


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A size with the number of flowers that each seat has planted of it."""

    size: int
    ec: int
    dmo: int


@dataclass(frozen=True, slots=True)
class Gardens(GameView):
    """A state as everybody sees it.

    Attributes:
        ec: The EC's garden, in which the DMO lays rocks; its opening flower is in it once both
            openings are shown.
        dmo: The DMO's garden.
        phase: The phase of the match.
        to_move: The seat whose turn it is; None before the first turn and once it is over.
        missing: The halves of the turn still missing.
        latest: The halves that the latest action or lapse made: one or both; the two openings when
            they are shown; empty after an agreement.
        marked: The halves of the latest turn in which any was made, the current one included.
        agreed: The seats that have agreed to end the match, EC first.
    """

    ec: Garden
    dmo: Garden
    phase: Phase = Phase.OPENING
    to_move: Seat | None = None
    missing: tuple[Half, ...] = ()
    latest: tuple[Done, ...] = ()
    marked: tuple[Done, ...] = ()
    agreed: tuple[Seat, ...] = ()

    def garden(self, owner: Seat) -> Garden:
        """Return a seat's garden."""
        return self.ec if owner is Seat.EC else self.dmo


@dataclass(frozen=True, slots=True, kw_only=True)
class DemetersAnguishView(Gardens):
    """A state as a viewer sees it.

    Attributes:
        side: The number of cells in a row of each garden.
        pieces: The pieces of which each seat has one.
        submitted: The seats whose opening is in, while openings are secret.
        own: The viewer's own opening while it is secret; None if there is none yet, and for the
            public.
        viewer: The seat that looks on; None for the public.
        row_one: The place of row 1 in the picture.
    """

    side: int
    pieces: tuple[Polyomino, ...]
    submitted: tuple[Seat, ...]
    own: Done | None
    viewer: Viewer
    row_one: RowOne

    @property
    def has_opened(self) -> bool:
        """True if the latest action showed both openings."""
        return {event.seat for event in self.latest} == {*SEATS}

    @property
    def has_passed_first_turn(self) -> bool:
        """True if the latest action passed the turn of a rock only with which play begins."""
        is_one_pass = [(event.half, event.laid) for event in self.latest] == [(Half.ROCK, None)]
        return (
            is_one_pass and self.marked == self.latest and self.to_move is not self.latest[0].seat
        )

    @property
    def decided_by(self) -> Tiebreak | None:
        """The first size whose flowers decide between equal cells; None if none does."""
        counts = zip(self.ec.counts, self.dmo.counts, strict=True)
        return next((Tiebreak(size, ec, dmo) for (size, ec), (_, dmo) in counts if ec != dmo), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemeterPosition(Gardens):
    """A state of the game.

    Attributes:
        ec_opening: The EC's opening, while it is secret.
        dmo_opening: The DMO's.
        lot_due: True if a lot has to decide who begins.
        turns: The number of turns that have begun.
        done: The halves made or passed in the turn.
        turns_passed: The number of turns in a row that were passed completely.
    """

    ec_opening: Done | None = None
    dmo_opening: Done | None = None
    lot_due: bool = False
    turns: int = 0
    done: tuple[Done, ...] = ()
    turns_passed: int = 0

    def put_garden(self, owner: Seat, garden: Garden) -> "DemeterPosition":
        """Return the state with a seat's garden replaced."""
        return replace(self, ec=garden) if owner is Seat.EC else replace(self, dmo=garden)

    def ended(self, reason: Reason) -> "DemeterPosition":
        """Return the state with the match over: the higher score wins, and the DMO wins a tie."""
        ec_leads = self.ec.score > self.dmo.score
        return replace(self, outcome=Outcome(Seat.EC if ec_leads else Seat.DMO, reason))

    def opening(self, seat: Seat) -> Done | None:
        """Return a seat's opening, while it is secret."""
        return self.ec_opening if seat is Seat.EC else self.dmo_opening
