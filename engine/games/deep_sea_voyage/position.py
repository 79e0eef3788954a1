"""A state of Deep Sea Voyage, and the view that a viewer gets of it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from itertools import product
from typing import Any, Final, Self, TypeAlias

from engine.game import GameView
from engine.games.deep_sea_voyage.board import NUMBERS, Ship, ShipPath, Side
from engine.games.deep_sea_voyage.board_in_play import Move, Passed, Placement, Score, Sea
from engine.games.deep_sea_voyage.notation import Route, Word
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
    """A seat's board for this round: its choice, a lot's, or the only one that was left."""

    seat: Seat
    number: int
    is_leftover: bool = False


Event: TypeAlias = Sided | Finished | Picked | Move | Sea
"""Something that happened in public; a board stands for its closing."""


def side_of(seat: Seat, empire: Seat) -> Side:
    """Return the side a seat plays when `empire` plays the Empire."""
    return Side.EMPIRE if seat is empire else Side.MARAUDER


@dataclass(frozen=True, slots=True)
class Voyage(GameView):
    """The common part of a state and of what a viewer sees of it.

    Attributes:
        seas: The three boards.
        phase: The phase of the match.
        occasion: The number of phases and turns so far.
        empire: The seat that plays the Empire; None until that is settled.
        finished: The seats that have typed `ready`, or `lock`, in this phase, EC first.
        lot_due: True if a lot has to decide what nobody said in time.
        round: The number of the round; 0 before the first.
        to_move: The seat whose pick, or whose turn on the last board, it is.
        picks: The board of each seat in this round, as far as that is settled, by priority; once a
            single board is open, that of the seat to move.
        submissions: The secret moves of this round, EC first.
        passes: The number of turns in a row on the last board that were passes.
        routes: The shortest route submitted for each ship that has one.
        routed: The board of each seat's latest route.
        latest: The events of the latest public action, lot or lapse, in order.
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

    def sea(self, number: int) -> Sea:
        """Return a board by its number."""
        return self.seas[number - 1]

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """The boards that still take placements."""
        return tuple(sea.number for sea in self.seas if sea.closed is None)

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

    def side_of(self, seat: Seat) -> Side | None:
        """Return the side that a seat plays, once that is settled."""
        return None if self.empire is None else side_of(seat, self.empire)

    def player_of(self, side: Side) -> Seat | None:
        """Return the seat that plays a side, once that is settled."""
        return next((seat for seat in SEATS if self.side_of(seat) is side), None)

    def ships_of(self, seat: Seat) -> tuple[Ship, ...]:
        """Return a seat's ships, once that is settled."""
        return tuple(ship for ship in Ship if ship.side is self.side_of(seat))

    def boards_won(self, seat: Seat) -> int:
        """Return the number of boards that a seat has won so far."""
        return sum(sea.winner is seat for sea in self.seas)

    def ahead_on(self, sea: Sea) -> Seat | None:
        """Return the winner of a board, or the leader by shortest ways before the count."""
        if sea.lost_by or sea.score:
            return sea.winner
        ec, dmo = (sea.steps_of(self.ships_of(seat)) for seat in SEATS)
        return Score(ec, dmo).winner

    def has_submitted(self, seat: Seat) -> bool:
        """Return whether a seat has handed in a secret move or a route."""
        ships = {route.ship for route in self.routes}
        return bool(self.submission(seat)) or not ships.isdisjoint(self.ships_of(seat))

    def submission(self, seat: Seat) -> Move | None:
        """Return a seat's secret move in this round."""
        return next((move for move in self.submissions if move.seat is seat), None)

    def shortest_routes(self, seat: Seat) -> Iterator[Route]:
        """Yield a shortest route for each of a seat's ships that has one, on boards that count."""
        for sea, ship in product(self.seas, self.ships_of(seat)):
            way = sea.shortest[ship]
            if way and not sea.lost_by:
                yield Route(sea.number, ship, way)


@dataclass(frozen=True, slots=True)
class VoyagePosition(Voyage):
    """A state of the game, with everything that is hidden."""

    def opening(self, phase: Phase, to_move: Seat | None = None, **changes: Any) -> Self:
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

    def finishing(self, seat: Seat, word: Word) -> Self:
        """Return the state once a seat has typed `ready` or `lock`."""
        finished = tuple(other for other in SEATS if other is seat or other in self.finished)
        return replace(self, finished=finished, latest=(Finished(seat, word),))

    def with_submission(self, move: Move) -> Self:
        """Return the state with a seat's secret move in place of any before."""
        both = {other.seat: other for other in (*self.submissions, move)}
        return replace(self, submissions=tuple(both[seat] for seat in SEATS if seat in both))

    def with_move(self, move: Move) -> Self:
        """Return the state after a pass, or a placement that may close its board."""
        if isinstance(move, Passed):
            return replace(self, latest=(*self.latest, move))
        sea = self.sea(move.number).with_placement(move)
        seas = tuple(sea if old.number == sea.number else old for old in self.seas)
        closed = (sea,) if sea.closed else ()
        return replace(self, seas=seas, latest=(*self.latest, move, *closed))

    def with_routes(self, seat: Seat, routes: tuple[Route, ...]) -> Self:
        """Return the state with a seat's shortest route for each ship; of equal ones, the first."""
        best = {(route.number, route.ship): route for route in self.routes}
        for route in routes:
            kept_route = best.setdefault((route.number, route.ship), route)
            if route.way.steps < kept_route.way.steps:
                best[route.number, route.ship] = route
        return replace(
            self,
            routes=tuple(best[pair] for pair in product(NUMBERS, Ship) if pair in best),
            routed=tuple(({**dict(self.routed), seat: routes[-1].number}).items()),
        )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepSeaVoyageView(Voyage):
    """A state without what is hidden from a viewer: the other seat's secret moves and routes.

    Attributes:
        submitted: The seats that have handed in something secret.
        row_one: The place of row 1 in the pictures.
        viewer: The seat that looks on; None for the public, and for all once all is shown.
    """

    submitted: tuple[Seat, ...]
    row_one: RowOne
    viewer: Viewer

    @classmethod
    def of(cls, position: VoyagePosition, viewer: Viewer, row_one: RowOne) -> Self:
        """Return the view of a viewer; how a match ended, the match says itself."""
        own_ships = position.ships_of(viewer) if viewer else ()
        seen = replace(
            position,
            outcome=None,
            submissions=tuple(move for move in position.submissions if move.seat is viewer),
            routes=tuple(route for route in position.routes if route.ship in own_ships),
            routed=tuple((seat, number) for seat, number in position.routed if seat is viewer),
        )
        facts = {field.name: getattr(seen, field.name) for field in fields(seen)}
        submitted = tuple(filter(position.has_submitted, SEATS))
        return cls(**facts, submitted=submitted, row_one=row_one, viewer=viewer)

    @property
    def routed_numbers(self) -> tuple[int, ...]:
        """The boards for which routes count: all that nobody has lost."""
        return tuple(sea.number for sea in self.seas if sea.lost_by is None)

    @property
    def missing_routes(self) -> tuple[tuple[int, Ship], ...]:
        """The boards and ships for which the viewer has yet to hand in a route."""
        if self.viewer is None or self.phase is not Phase.ROUTES:
            return ()
        routed = {(route.number, route.ship) for route in self.routes}
        ships = product(self.routed_numbers, self.ships_of(self.viewer))
        return tuple(ship for ship in ships if ship not in routed)

    def stage_of(self, sea: Sea) -> Stage:
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

    def own_submission(self, sea: Sea) -> Move | None:
        """Return the viewer's own secret move on a board in this round."""
        return next((move for move in self.submissions_on(sea) if move.seat is self.viewer), None)

    def submissions_on(self, sea: Sea) -> tuple[Move, ...]:
        """Return the secret moves on a board, as far as the viewer may see them."""
        return tuple(move for move in self.submissions if move.number == sea.number)

    def routes_on(self, sea: Sea) -> dict[Ship, ShipPath | None]:
        """Return the routes on a board; once all is shown, ships without one are in it too."""
        routes: dict[Ship, ShipPath | None] = {
            route.ship: route.way for route in self.routes if route.number == sea.number
        }
        if routes and sea.ways:
            return {ship: routes.get(ship) for ship in Ship}
        return routes

    def seat_on(self, sea: Sea) -> Seat | None:
        """Return the seat on a board in this round, or with the turn on the last one."""
        if sea.closed or sea.ways:
            return None
        return next((seat for seat, number in self.picks if number == sea.number), None)

    def is_done(self, sea: Sea) -> bool:
        """Return whether a board is finished; routes still go on boards nobody has lost."""
        is_placing = self.phase not in {Phase.ROUTES, Phase.OVER} and not sea.ways
        return bool(sea.lost_by or (sea.closed and is_placing))

    def latest_on(self, sea: Sea) -> Placement | None:
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
        changed = {event.number for event in self.latest if isinstance(event, Placement | Sea)}
        return tuple(sea.number for sea in self.seas if self.seat_on(sea) or sea.number in changed)

    @property
    def in_play(self) -> int:
        """The board on which attention is now; one of them where there are several.

        For a player it is the board on which they act. For everybody else, both players' boards
        matter alike: it is that of the seat with priority, which changes every round.
        """
        seat = self.viewer or self.priority
        picks, routed = dict(self.picks), dict(self.routed)
        match self.phase:
            case Phase.PICK | Phase.LAST if picks:
                return self.picks[-1][1]
            case Phase.PLACING if seat in picks:
                return picks[seat]
            case Phase.ROUTES if seat in routed:
                return routed[seat]
        return next(self._decisive(seat), self.routed_numbers[0] if self.routed_numbers else 1)

    def _decisive(self, seat: Seat | None) -> Iterator[int]:
        """Yield the boards that the latest step changed or decided, most important first."""
        closed = [event.number for event in self.latest if isinstance(event, Sea)]
        placed = [event for event in self.latest if isinstance(event, Placement)]
        yield from closed
        yield from (placement.number for placement in placed if placement.seat is seat)
        yield from (placement.number for placement in placed)
        if self.phase is Phase.OVER:
            ec, dmo = map(self.boards_won, SEATS)
            leader = Seat.EC if ec > dmo else Seat.DMO
            yield from (sea.number for sea in self.seas if sea.winner is leader)

    @property
    def own(self) -> tuple[Move | Route, ...]:
        """The secret moves and routes of the viewer."""
        return (*self.submissions, *self.routes) if self.viewer else ()
