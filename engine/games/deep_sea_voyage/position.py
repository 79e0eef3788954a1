"""A state of Deep Sea Voyage, and the view that a viewer gets of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Any, Final, TypeAlias

from engine.game import GameView, Outcome
from engine.games.deep_sea_voyage.board import NUMBERS, Board, Ship, ShipPath, Side
from engine.games.deep_sea_voyage.board_in_play import Closing, Move, Passed, Placement, Sea
from engine.games.deep_sea_voyage.notation import Route, Word
from engine.grids.polyominoes import Polyomino
from engine.options import RowOne
from engine.seats import SEATS, Seat, Viewer


class Phase(StrEnum):
    """The phases of a match."""

    PREGAME = "pregame"
    PICK = "pick"
    PLACING = "placing"
    LAST = "last"
    ROUTES = "routes"
    OVER = "over"


# Events


class PickReason(StrEnum):
    """The reason why a seat got its board."""

    SAID = "said"
    LOT = "lot"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Sided:
    """The decision on which seat plays the Empire."""

    empire: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat's `ready` or `lock`."""

    seat: Seat
    word: Word


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat's board for this round: its choice, a lot's, or the only one left."""

    seat: Seat
    number: int
    reason: PickReason


@dataclass(frozen=True, slots=True)
class Closed:
    """The closing of a board; `lost_by` is the seat that lost it by cutting off a ship."""

    number: int
    reason: Closing
    lost_by: Seat | None


Event: TypeAlias = Sided | Finished | Picked | Move | Closed


@dataclass(frozen=True, slots=True)
class Score:
    """The count of a board.

    Attributes:
        ec: The steps of both the EC's ships; None if one has not arrived, and on a board lost by a
            cut-off.
        dmo: The DMO's.
        winner: The seat that won it, if any.
    """

    ec: int | None
    dmo: int | None
    winner: Seat | None


def side_of(seat: Seat, empire: Seat) -> Side:
    """Return the side a seat plays when `empire` plays the Empire."""
    return Side.EMPIRE if seat is empire else Side.MARAUDER


@dataclass(frozen=True, slots=True)
class VoyagePosition:
    """A state of the game; what views show as well is described there.

    Attributes:
        occasion: The number of phases and turns so far.
        finished: The seats that have typed `ready`, or `lock`, in this phase, EC first.
        lot_due: True if a lot has to decide what nobody said in time.
        passes: The number of turns in a row on the last board that were passes.
        submissions: The secret moves of this round, EC first.
        routes: The shortest route submitted for each ship that has one.
        routed: The board of each seat's latest route.
        scores: Each board's count at the end; None before, and for a board that was not counted.
    """

    seas: tuple[Sea, ...]
    phase: Phase = Phase.PREGAME
    occasion: int = 0
    empire: Seat | None = None
    finished: tuple[Seat, ...] = ()
    lot_due: bool = False
    round: int = 0
    to_move: Seat | None = None
    picks: tuple[tuple[Seat, int], ...] = ()
    submissions: tuple[Move, ...] = ()
    passes: int = 0
    routes: tuple[Route, ...] = ()
    routed: tuple[tuple[Seat, int], ...] = ()
    latest: tuple[Event, ...] = ()
    scores: tuple[Score | None, ...] = (None, None, None)
    outcome: Outcome | None = None

    def opening(
        self, phase: Phase, to_move: Seat | None = None, **changes: Any
    ) -> "VoyagePosition":
        """Return the state in which the next phase or turn begins."""
        return replace(
            self,
            phase=phase,
            occasion=self.occasion + 1,
            to_move=to_move,
            finished=(),
            lot_due=False,
            **changes,
        )

    def telling(self, *events: Event) -> "VoyagePosition":
        """Return the state with more events of its latest step."""
        return replace(self, latest=(*self.latest, *events))

    def finishing(self, seat: Seat, word: Word) -> "VoyagePosition":
        """Return the state once a seat has typed `ready` or `lock`."""
        finished = tuple(
            other_seat for other_seat in SEATS if other_seat is seat or other_seat in self.finished
        )
        return replace(self, finished=finished, latest=(Finished(seat, word),))

    def sea(self, number: int) -> Sea:
        """Return a board by its number."""
        return self.seas[number - 1]

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """The boards that still take placements."""
        return tuple(number for number in NUMBERS if self.sea(number).closed is None)

    @property
    def pickable(self) -> tuple[int, ...]:
        """The open boards nobody has picked in this round."""
        taken = {number for _, number in self.picks}
        return tuple(number for number in self.open_numbers if number not in taken)

    @property
    def priority(self) -> Seat | None:
        """The seat that has priority in this round."""
        if self.empire is None or not self.round:
            return None
        return self.empire if self.round % 2 else self.empire.opponent

    def side_of(self, seat: Seat) -> Side:
        """Return the side a seat plays; asked only once that is settled."""
        return side_of(seat, self.empire or Seat.EC)

    def boards_won(self, seat: Seat) -> int:
        """Return the number of boards a seat has won by cut-offs."""
        return sum(sea.lost_by is seat.opponent for sea in self.seas)

    def ahead_on(self, number: int) -> Seat | None:
        """Return the winner of a board, or the leader by shortest ways before the count."""
        sea, score = self.sea(number), self.scores[number - 1]
        if score:
            return score.winner
        if sea.lost_by:
            return sea.lost_by.opponent
        ec, dmo = (
            sum(way.steps for ship in self.side_of(seat).ships if (way := sea.ways[ship]))
            for seat in SEATS
        )
        return None if ec == dmo else Seat.EC if ec < dmo else Seat.DMO

    def submission(self, seat: Seat) -> Move | None:
        """Return a seat's secret move in this round."""
        return next((move for move in self.submissions if move.seat is seat), None)

    def after(self, move: Move) -> "VoyagePosition":
        """Return the state after a pass, or a placement that may close its board."""
        if isinstance(move, Passed):
            return self.telling(move)
        number = move.number
        sea = self.sea(number).with_placement(move)
        seas = tuple(
            sea if other_number == number else self.sea(other_number) for other_number in NUMBERS
        )
        closed = (Closed(number, sea.closed, sea.lost_by),) if sea.closed else ()
        return replace(self, seas=seas).telling(move, *closed)


class Stage(StrEnum):
    """The first thing to say of a board."""

    OWN_SECRET = "own-secret"  # noqa: S105 - no password
    LOST = "lost"
    COUNTED = "counted"
    CLOSED = "closed"
    PLAYED = "played"
    LEFT_OUT = "left-out"
    ROUTES = "routes"
    NOT_COUNTED = "not-counted"
    OPEN = "open"


IDLE: Final = {
    Phase.PLACING: Stage.LEFT_OUT,
    Phase.ROUTES: Stage.ROUTES,
    Phase.OVER: Stage.NOT_COUNTED,
}
"""The stages of boards on which nobody plays; before and between rounds they are open."""


@dataclass(frozen=True, slots=True)
class SeaView:
    """One of the boards as everybody sees it.

    Attributes:
        number: 1 to 3.
        board: The board at the start: its side, its tiles and the ships' starts.
        placed: The pentominoes on it, oldest first.
        left: The letters of those in its bank.
        closed: The reason why nothing more is placed here; None while it is open.
        lost_by: The seat that cut off a ship here.
        ways: A true shortest way of each ship, or None if there is none; empty until the match is
            over.
        score: Its count; None before the end, and if it was not counted.
    """

    number: int
    board: Board
    placed: tuple[Placement, ...]
    left: tuple[str, ...]
    closed: Closing | None
    lost_by: Seat | None
    ways: tuple[tuple[Ship, ShipPath | None], ...]
    score: Score | None


@dataclass(frozen=True, slots=True)
class DeepSeaVoyageView(GameView):
    """A state as a viewer sees it.

    Attributes:
        phase: The phase of the match.
        empire: The seat that plays the Empire; None until that is settled.
        seas: The three boards.
        pieces: The pentominoes in each board's bank at the start.
        round: The number of the round; 0 before the first.
        priority: The seat that has priority in it.
        to_move: The seat whose pick, or whose turn on the last board, it is.
        pickable: The open boards nobody has picked in this round.
        picks: The board of each seat in this round, as far as that is settled, by priority.
        finished: The seats that have typed `ready`, or `lock`, in this phase.
        submitted: The seats that have handed in something secret.
        submissions: The secret moves of this round that the viewer may see: their own, or all
            once the match is over.
        routes: The best route handed in for each ship, as far as the viewer may see them.
        routed: The board of the viewer's latest route, if they have handed one in.
        latest: The events of the latest public action, lot or lapse, in order.
        row_one: The place of row 1 in the pictures.
        viewer: The seat that looks on; None for the public.
    """

    phase: Phase
    empire: Seat | None
    seas: tuple[SeaView, ...]
    pieces: tuple[Polyomino, ...]
    round: int
    priority: Seat | None
    to_move: Seat | None
    pickable: tuple[int, ...]
    picks: tuple[tuple[Seat, int], ...]
    finished: tuple[Seat, ...]
    submitted: tuple[Seat, ...]
    submissions: tuple[Move, ...]
    routes: tuple[Route, ...]
    routed: int | None
    latest: tuple[Event, ...]
    row_one: RowOne
    viewer: Viewer

    def side_of(self, seat: Seat) -> Side | None:
        """Return the side that a seat plays, once that is settled."""
        return None if self.empire is None else side_of(seat, self.empire)

    def player_of(self, side: Side) -> Seat | None:
        """Return the seat that plays a side, once that is settled."""
        return next((seat for seat in SEATS if self.side_of(seat) is side), None)

    def sea(self, number: int) -> SeaView:
        """Return a board by its number."""
        return next(sea for sea in self.seas if sea.number == number)

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """The boards that still take placements."""
        return tuple(sea.number for sea in self.seas if sea.closed is None)

    @property
    def routed_numbers(self) -> tuple[int, ...]:
        """The boards for which routes count: all that nobody has lost."""
        return tuple(sea.number for sea in self.seas if sea.lost_by is None)

    @property
    def missing_routes(self) -> tuple[tuple[int, Ship], ...]:
        """The boards and ships for which the viewer has yet to hand in a route."""
        side = self.side_of(self.viewer) if self.viewer else None
        if side is None or self.phase is not Phase.ROUTES:
            return ()
        routed = {(route.number, route.ship) for route in self.routes}
        ships = product(self.routed_numbers, side.ships)
        return tuple(ship for ship in ships if ship not in routed)

    def boards_won(self, seat: Seat) -> int:
        """Return the number of boards a seat has won, once they are counted."""
        return sum(sea.score is not None and sea.score.winner is seat for sea in self.seas)

    def stage_of(self, sea: SeaView) -> Stage:
        """Return the first thing to say of a board."""
        if self.own_submission(sea):
            return Stage.OWN_SECRET
        if sea.lost_by:
            return Stage.LOST
        if sea.score:
            return Stage.COUNTED
        if sea.closed:
            return Stage.CLOSED
        if self.seat_on(sea):
            return Stage.PLAYED
        return IDLE.get(Phase.OVER if sea.ways else self.phase, Stage.OPEN)

    def own_submission(self, sea: SeaView) -> Move | None:
        """Return the viewer's own secret move on a board in this round."""
        submissions = self.submissions_on(sea)
        return next((own for own in submissions if own.seat is self.viewer), None)

    def submissions_on(self, sea: SeaView) -> tuple[Move, ...]:
        """Return the secret moves on a board, as far as the viewer may see them."""
        return tuple(move for move in self.submissions if move.number == sea.number)

    def routes_on(self, sea: SeaView) -> dict[Ship, ShipPath | None]:
        """Return the routes on a board; once all is shown, ships without one are in it too."""
        routes: dict[Ship, ShipPath | None] = {
            route.ship: route.way for route in self.routes if route.number == sea.number
        }
        if routes and sea.ways:
            return {ship: routes.get(ship) for ship in Ship}
        return routes

    def seat_on(self, sea: SeaView) -> Seat | None:
        """Return the seat on a board in this round, or with the turn on the last one."""
        if sea.closed or sea.ways:
            return None
        if self.phase is Phase.LAST:
            return self.to_move
        return next((seat for seat, number in self.picks if number == sea.number), None)

    def is_done(self, sea: SeaView) -> bool:
        """Return whether a board is finished; routes still go on boards nobody has lost."""
        is_placing = self.phase not in {Phase.ROUTES, Phase.OVER} and not sea.ways
        return bool(sea.lost_by or (sea.closed and is_placing))

    def latest_on(self, sea: SeaView) -> Placement | None:
        """Return the last placement on a board, if it is from the latest round of any board."""
        if not sea.placed:
            return None
        last = sea.placed[-1]
        latest = max(view.placed[-1].round for view in self.seas if view.placed)
        return last if last.round == latest else None

    @property
    def shown(self) -> tuple[int, ...]:
        """The boards that a post shows: all of them, but in a round only those that it is about.

        These are the boards on which somebody plays, and those that the latest step changed.
        """
        if self.outcome or self.phase not in {Phase.PLACING, Phase.LAST}:
            return NUMBERS
        changed = {event.number for event in self.latest if isinstance(event, Placement | Closed)}
        return tuple(sea.number for sea in self.seas if self.seat_on(sea) or sea.number in changed)

    @property
    def in_play(self) -> int:
        """The board on which attention is now; one of them where there are several.

        For a player it is the board on which they act. For everybody else, both players' boards
        matter alike: it is that of the seat with priority, which changes every round.
        """
        seat = self.viewer or self.priority
        picks = dict(self.picks)
        match self.phase:
            case Phase.LAST if self.open_numbers:
                return self.open_numbers[0]
            case Phase.PICK if picks:
                return self.picks[-1][1]
            case Phase.PLACING if seat in picks:
                return picks[seat]
            case Phase.ROUTES if self.routed:
                return self.routed
        return next(self._decisive(seat), self.routed_numbers[0] if self.routed_numbers else 1)

    def _decisive(self, seat: Seat | None) -> Iterator[int]:
        """Yield the boards that the latest step changed or decided, most important first."""
        closed = [event.number for event in self.latest if isinstance(event, Closed)]
        placed = [event for event in self.latest if isinstance(event, Placement)]
        yield from closed
        yield from (placement.number for placement in placed if placement.seat is seat)
        yield from (placement.number for placement in placed)
        leader = max(
            SEATS, key=lambda other_seat: (self.boards_won(other_seat), other_seat is Seat.DMO)
        )
        yield from (sea.number for sea in self.seas if sea.score and sea.score.winner is leader)

    @property
    def own(self) -> tuple[Move | Route, ...]:
        """What the viewer has submitted in secret."""
        return (*self.submissions, *self.routes) if self.viewer else ()
