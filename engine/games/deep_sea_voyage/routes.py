"""The routes of Deep Sea Voyage: their legality, and the best one for each ship."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.games.deep_sea_voyage.board import NUMBERS, Ship, ShipPath, Tile, tiles_along
from engine.games.deep_sea_voyage.board_in_play import Sea
from engine.games.deep_sea_voyage.notation import Routing, TypedRoute
from engine.games.deep_sea_voyage.position import Route, VoyagePosition
from engine.grids.grid import Cell
from engine.refusals import Illegal, check_on_board
from engine.seats import Seat


def judged_route(state: VoyagePosition, seat: Seat, typed: TypedRoute) -> Route:
    """Return the route that was typed; raise Illegal if it is not one."""
    if typed.ship.side is not state.side_of(seat):
        raise Illegal("not-your-ship", facts={"ship": typed.ship})
    sea = state.sea(typed.number)
    if sea.lost_by:
        raise Illegal("board-lost", facts={"board": str(typed.number)})
    try:
        steps = steps_of(sea, typed.ship, typed.cells)
    except Illegal as illegal:
        illegal.board = str(typed.number)
        raise
    return Route(typed.number, typed.ship, ShipPath(typed.cells, steps))


def keep_routes(state: VoyagePosition, seat: Seat, routes: list[Route]) -> VoyagePosition:
    """Keep a seat's shortest route for each ship; of equal ones, the first."""
    best = {(other_route.number, other_route.ship): other_route for other_route in state.routes}
    for route in routes:
        kept_route = best.setdefault((route.number, route.ship), route)
        if route.way.steps < kept_route.way.steps:
            best[route.number, route.ship] = route
    order = [(number, ship) for number in NUMBERS for ship in Ship]
    return replace(
        state,
        routes=tuple(best[pair] for pair in order if pair in best),
        routed=tuple(({**dict(state.routed), seat: routes[-1].number}).items()),
    )


def shortest_routes(state: VoyagePosition, seat: Seat) -> Iterator[Routing]:
    """Yield a shortest route for each of a seat's ships that has one, on boards that count."""
    for number in NUMBERS:
        sea = state.sea(number)
        for ship in state.side_of(seat).ships:
            way = sea.ways[ship]
            if way and not sea.lost_by:
                yield Routing((TypedRoute(number, ship, way.cells),))


def steps_of(sea: Sea, ship: Ship, cells: tuple[Cell, ...]) -> int:
    """Return the length of a ship's route as typed; raise Illegal if it is not one."""
    check_on_board(cells, sea.board.grid.last)
    start = sea.board.starts[ship]
    if cells[0] != start:
        raise Illegal("not-at-start", cells[:1], {"ship": ship, "start": str(start)})
    for cell, other in pairwise(cells):
        if (cell.column == other.column) is (cell.row == other.row):
            raise Illegal("not-straight", (cell, other))
    tiles = tiles_along(cells)
    bit_of = sea.board.grid.bit_of
    if blocked := next((cell for cell in tiles if not sea.passable & bit_of[cell]), None):
        raise Illegal("blocked", [blocked])
    if sea.board.tile(cells[-1]) is not Tile.DROPOFF:
        raise Illegal("no-dropoff", cells[-1:])
    return len(tiles) - 1
