"""Which rules of Deep Sea Voyage a text breaks, each asked for as if no other were broken.

What the seat types that is not asked is looked at as if it were in that seat's turn.
"""

import itertools

from tests.plain.deep_sea_voyage import Board, Match
from tests.plain.record import Cell
from tests.plain.sea_charts import (
    SHIPS,
    SHIPS_OF,
    is_connected,
    is_passable,
    letter_of,
    start_of,
    tiles_on_route,
)
from tests.plain.sea_words import Route, Said

SAID_IN = {
    "pregame": ("side", "ready"),
    "pick": ("board",),
    "placing": ("place", "pass", "lock"),
    "last": ("place", "pass"),
    "routes": ("routes", "lock"),
}


def rules_broken(match: Match, seat: str, text: str) -> set[str]:
    """Every rule that a seat's text breaks, each asked for as if no other were broken."""
    said = match.understood(text, seat)
    broken = {"match-over"} if match.over else set()
    if said is None:
        return broken | {"not-a-submission"}
    if match.over or said.what == "concede":
        return broken
    if match.paused:
        broken.add("paused")
    if not match.is_asked(seat, said):
        broken.add("not-your-turn")
    if match.phase in ("placing", "routes") and seat in match.state.locked:
        broken.add("locked")
    if said.what == "malformed":
        return broken | {"malformed"}
    if said.what not in SAID_IN[match.phase]:
        return broken | {"wrong-phase"}
    return broken | rules_of_phase_broken(match, seat, said)


def rules_of_phase_broken(match: Match, seat: str, said: Said) -> set[str]:
    if said.what == "place":
        return placement_rules_broken(match.board_of(seat), said.cells, said.letter)
    if said.what == "routes":
        return set().union(*(route_rules_broken(match, seat, route) for route in said.routes))
    faults = {
        "side": "already-chosen" if match.state.empire else None,
        "ready": "already-ready" if seat in match.state.ready else None,
    }
    if said.what == "board":
        return pick_rules_broken(match, said.board)
    return {faults[said.what]} - {None} if said.what in faults else set()


def pick_rules_broken(match: Match, number: int) -> set[str]:
    broken = {"board-closed"} if match.state.boards[number].closed else set()
    return broken | ({"board-taken"} if number in match.state.picks.values() else set())


def placement_rules_broken(board: Board, cells: list[Cell], letter: str) -> set[str]:
    broken = set()
    if any(cell not in board.chart for cell in cells):
        broken.add("off-board")
    if any(board.chart.get(cell, ".") != "." for cell in cells):
        broken.add("not-empty")
    if len(cells) != 5 or len(set(cells)) < 5:
        return broken | {"malformed"}
    if not is_connected(cells):
        return broken | {"not-a-pentomino"}
    if letter not in ("", letter_of(cells)):
        broken.add("wrong-letter")
    if letter_of(cells) not in board.bank:
        broken.add("piece-used")
    return broken


def route_rules_broken(match: Match, seat: str, route: Route) -> set[str]:
    ship, corners = SHIPS[route.colour], route.corners
    board = match.state.boards[route.board]
    chart = board.chart
    broken = set()
    if ship not in SHIPS_OF[match.side_of(seat)]:
        broken.add("not-your-ship")
    if board.lost_by:
        broken.add("board-lost")
    if any(corner not in chart for corner in corners):
        broken.add("off-board")
    if corners[0] != start_of(chart, ship):
        broken.add("not-at-start")
    if chart.get(corners[-1], "D") != "D":
        broken.add("no-dropoff")
    for here, there in itertools.pairwise(corners):
        if here == there or (here[0] != there[0] and here[1] != there[1]):
            broken.add("not-straight")
        elif any(not is_passable(chart, cell) for cell in tiles_on_route([here, there])):
            broken |= {"blocked"} if here in chart and there in chart else set()
    return broken
