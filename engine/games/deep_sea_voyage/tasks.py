"""Tests for the tutorial's tasks that no list of texts can solve."""

from typing import Any

from engine.games.deep_sea_voyage.board import Ship, Side
from engine.games.deep_sea_voyage.board_in_play import Placement
from engine.games.deep_sea_voyage.notation import Placing, Routing
from engine.games.deep_sea_voyage.position import VoyagePosition
from engine.seats import Seat


def a_placement_that_helps(state: VoyagePosition, seat: Seat, action: Any) -> bool:
    """Return whether the Empire places so that only the Marauder's routes get longer."""
    if not isinstance(action, Placing):
        return False
    number = dict(state.picks)[seat]
    placement = Placement(seat, number, state.round, action.letter, action.cells)
    before = state.sea(number)
    after = before.with_placement(placement)
    if after.lost_by:
        return False
    own, others = ({sea.steps_of(side.ships) for sea in (before, after)} for side in Side)
    return len(own) == 1 and len(others) > 1


def the_shortest_route_for_red(state: VoyagePosition, _seat: Seat, action: Any) -> bool:
    """Return whether an action submits a shortest route of the red ship."""
    return isinstance(action, Routing) and any(
        route.way.steps == way.steps
        for route in action.routes
        if route.ship is Ship.RED and (way := state.sea(route.number).shortest[Ship.RED])
    )
