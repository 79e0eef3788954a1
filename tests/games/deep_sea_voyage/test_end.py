"""Deep Sea Voyage: routes, and how the boards are counted."""

from math import inf

import pytest

from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Score
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS
from tests.engine.playing import over
from tests.games.deep_sea_voyage.positions import (
    CRAMPED,
    CRAMPED_BOARDS,
    DMO,
    EC,
    HARMLESS,
    LOCKED,
    WORKED,
    in_round,
    in_routes,
    plain_distances,
    random_match,
    say_all,
)

HOME = {
    Ship.RED: "A1 A7 G7",
    Ship.WHITE: "A13 A7 G7",
    Ship.BLUE: "M1 M7 G7",
    Ship.BLACK: "M13 M7 G7",
}


def home(number: int, *ships: Ship) -> str:
    """Return the shortest routes of ships on a board, in one message."""
    return " / ".join(f"route {number} {ship} {HOME[ship]}" for ship in ships)


EMPIRE = (Ship.RED, Ship.WHITE)
MARAUDER = (Ship.BLUE, Ship.BLACK)


def shown(match: Match) -> DeepSeaVoyageView:
    return match.view(PUBLIC)


# The end


@pytest.mark.parametrize("endgame", ["tracked", "automatic"])
def test_the_true_shortest_ways_are_shown_once_the_match_is_over(endgame: str):
    match = in_round(f"ec {HARMLESS}", *LOCKED, endgame=endgame)
    match = say_all(match, "dmo board 1", "ec board 2", "dmo lock")
    for viewer in (EC, DMO, PUBLIC):
        assert [sea.ways for sea in match.view(viewer).seas] == [()] * 3
        assert [sea.score for sea in match.view(viewer).seas] == [None] * 3
    match = say_all(match, "ec lock", *(LOCKED if endgame == "tracked" else ()))
    assert match.result
    rows = match.game.position(match.state)
    for sea in shown(match).seas:
        steps = {ship: way and way.steps for ship, way in sea.ways}
        assert steps == plain_distances(rows[str(sea.number)])
        assert isinstance(sea.score, Score)


def test_a_concession_reveals_everything_hidden():
    match = say_all(in_round(f"ec {HARMLESS}", "dmo pass"), "dmo concede")
    assert [(submission.seat, submission.number) for submission in shown(match).submissions] == [
        (EC, 1),
        (DMO, 2),
    ]
    assert [sea.placed for sea in shown(match).seas] == [(), (), ()]
    assert [sea.score for sea in shown(match).seas] == [None] * 3
    match = say_all(in_routes(f"ec {home(1, *EMPIRE)}"), "dmo concede")
    assert len(shown(match).routes) == 2
    assert match.game.position(match.state)["1"] == WORKED


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_are_counted_as_their_routes_say(seed: int):
    boards = {"board2": CRAMPED, "board3": CRAMPED} if seed % 2 else CRAMPED_BOARDS
    match = random_match(seed, 400, first="ec", early="off", **boards)
    assert match.result
    view = shown(match)
    rows = match.game.position(match.state)
    won = dict.fromkeys([*SEATS, None], 0)
    for sea in view.seas:
        steps = plain_distances(rows[str(sea.number)])
        assert (None in steps.values()) is (sea.lost_by is not None)
        if sea.lost_by:
            won[sea.lost_by.opponent] += 1
            continue
        routes = {
            route.ship: route.way.steps for route in view.routes if route.number == sea.number
        }
        sums = [sum(routes.get(ship, inf) for ship in ships) for ships in (EMPIRE, MARAUDER)]
        won[None if sums[0] == sums[1] else EC if sums[0] < sums[1] else DMO] += 1
    assert match.result == over(EC if won[EC] > won[DMO] else DMO, "boards")
