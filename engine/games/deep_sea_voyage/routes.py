"""The routes of Deep Sea Voyage: their legality, and the best one for each ship."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.games.deep_sea_voyage.board import NUMBERS, Ship, Tile, tiles_along
from engine.games.deep_sea_voyage.board_in_play import OFF_BOARD, Sea
from engine.games.deep_sea_voyage.notation import Route, Routing
from engine.games.deep_sea_voyage.position import VoyagePosition
from engine.grids.grid import Cell
from engine.refusals import Illegal, check_on_board, illegal
from engine.seats import Seat

NOT_YOUR_SHIP: Final = illegal("not-your-ship", "The {ship} ships aren't yours.")
BOARD_LOST: Final = illegal(
    "board-lost", "Board {board} was decided by a cut-off, so it needs no routes."
)
NOT_AT_START: Final = illegal(
    "not-at-start", "The {ship} ship on that board starts at {start}, not {cells}."
)
NOT_STRAIGHT: Final = illegal(
    "not-straight",
    "{cells}: a route goes straight from each cell to a different one, along a row or a column.",
)
BLOCKED: Final = illegal("blocked", "That route is blocked at {cells}.")
NO_DROPOFF: Final = illegal("no-dropoff", "A route ends on a dropoff, and {cells} isn't one.")


def check_route(state: VoyagePosition, seat: Seat, route: Route) -> None:
    """Raise Illegal if a route as typed is not one for a seat."""
    if route.ship not in state.ships_of(seat):
        raise NOT_YOUR_SHIP(ship=route.ship)
    sea = state.sea(route.number)
    if sea.lost_by:
        raise BOARD_LOST(board=route.number)
    try:
        steps_of(sea, route.ship, route.way.cells)
    except Illegal as illegal:
        illegal.board = str(route.number)
        raise


def keep_routes(state: VoyagePosition, seat: Seat, routes: tuple[Route, ...]) -> VoyagePosition:
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
        for ship in state.ships_of(seat):
            way = sea.shortest[ship]
            if way and not sea.lost_by:
                yield Routing((Route(number, ship, way),))


def steps_of(sea: Sea, ship: Ship, cells: tuple[Cell, ...]) -> int:
    """Return the length of a ship's route as typed; raise Illegal if it is not one."""
    check_on_board(cells, sea.board.grid.last, OFF_BOARD)
    start = sea.board.starts[ship]
    if cells[0] != start:
        raise NOT_AT_START(cells[0], ship=ship, start=start)
    for cell, other in pairwise(cells):
        if (cell.column == other.column) is (cell.row == other.row):
            raise NOT_STRAIGHT(cell, other)
    tiles = tiles_along(cells)
    bit_of = sea.board.grid.bit_of
    if blocked := next((cell for cell in tiles if not sea.passable & bit_of[cell]), None):
        raise BLOCKED(blocked)
    if sea.board.tile(cells[-1]) is not Tile.DROPOFF:
        raise NO_DROPOFF(cells[-1])
    return len(tiles) - 1
