"""Deep Sea Voyage: routes, and how the boards are counted."""

from math import inf

import pytest

from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.notation import Word
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Finished, Phase, Score
from engine.matches.match import Match
from engine.matches.notices import Ended, Received
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.deep_sea_voyage.positions import (
    CRAMPED,
    CRAMPED_BOARDS,
    CUTS,
    DMO,
    EC,
    FLOODED,
    HARMLESS,
    LOCKED,
    STARTS,
    WORKED,
    cells_of,
    in_round,
    in_routes,
    on_last_board,
    plain_distances,
    random_match,
    rows_of,
    sailing,
    say,
    say_all,
)
from tests.engine.playing import code, over

HOME = {
    Ship.RED: "A1 A7 G7",
    Ship.WHITE: "A13 A7 G7",
    Ship.BLUE: "M1 M7 G7",
    Ship.BLACK: "M13 M7 G7",
}


def home(number: int, *ships: Ship) -> str:
    """The shortest routes of ships on a board, in one message."""
    return " / ".join(f"route {number} {ship} {HOME[ship]}" for ship in ships)


EMPIRE = (Ship.RED, Ship.WHITE)
MARAUDER = (Ship.BLUE, Ship.BLACK)


def shown(match: Match) -> DeepSeaVoyageView:
    return match.view(PUBLIC)


def scores(match: Match) -> list[tuple[int | None, int | None, Seat | None] | None]:
    found = [sea.score for sea in shown(match).seas]
    return [each and (each.ec, each.dmo, each.winner) for each in found]


# Routes


def test_routes_stay_secret_until_both_seats_have_locked():
    match = in_routes(first="ec")
    step = say(match, f"ec {home(1, *EMPIRE)}")
    assert isinstance(step.notices[0], Received)
    match = step.match
    assert [(each.number, each.ship, each.way.steps) for each in match.view(EC).routes] == [
        (1, Ship.RED, 12),
        (1, Ship.WHITE, 12),
    ]
    for viewer in (DMO, PUBLIC):
        assert (match.view(viewer).routes, match.view(viewer).submitted) == ((), (EC,))
    assert match.to_act == (EC, DMO)
    match = say_all(match, "ec lock")
    assert (match.to_act, shown(match).latest) == ((DMO,), (Finished(EC, Word.LOCK),))
    step = say(match, "dmo lock")
    assert isinstance(step.notices[-1], Ended)
    assert len(shown(step.match).routes) == 2


def test_the_shortest_route_handed_in_for_a_ship_counts():
    lines = (
        "ec route 1 red A1 A13 G13 G7",
        "ec route 1 red A1 A7 G7",
        "ec route 1 red A1 G1 G7 / route 1 red A1 A3 A1 G1 G7",
        "ec route 1 red A1 M1 M7 G7",
    )
    kept = []
    match = in_routes()
    for line in lines:
        match = say_all(match, line)
        (route,) = match.view(EC).routes
        kept.append((route.way.steps, route.way.cells))
    assert kept == [(24, cells_of("A1 A13 G13 G7")), *[(12, cells_of("A1 A7 G7"))] * 3]


ROUTES = [
    ("ec route 2 red A1 A7 G7", ""),
    ("ec ROUTE 1, RED: A1", "board-lost"),
    ("ec route 3 white A13-A7-G7", ""),
    ("ec route 3 white A13A7 and G7", ""),
    ("dmo route 2 blue M1 M7 G7", ""),
    ("dmo route 2 blue M1 M7 G7 / route 2 black M13 M7 G7", ""),
    ("ec route 1 blue M1 M7 G7", "not-your-ship"),
    ("dmo route 1 red A1 A7 G7", "not-your-ship"),
    # Any fault refuses the whole message.
    ("ec route 2 red A1 A7 G7 / route 1 black M13 M7 G7", "not-your-ship"),
    ("ec route 2 red A1 A7 G7 / route 1 red A1 A7", "board-lost"),
    ("ec route 2 red A1 A7 G7 / route 2 white A13 A7", "no-dropoff"),
    ("ec route 2 red A1 A7 G7 / A1", "malformed"),
    ("ec route 2 red A1 A7 G7 / lock", "malformed"),
    ("ec route 1 red A1 A14", "board-lost"),
    ("ec route 2 red A1 A14", "off-board"),
    ("ec route 2 red A2 A7 G7", "not-at-start"),
    ("ec route 2 red A1 G7", "not-straight"),
    ("ec route 2 red A1 D1 D7 G7", "blocked"),
    ("ec route 2 red A1 A7 F7", "no-dropoff"),
    ("ec route 2 red", "malformed"),
    ("ec route red A1 A7 G7", "malformed"),
    ("ec route 4 red A1 A7 G7", "malformed"),
    ("ec route 2 A1 A7 G7", "malformed"),
    ("ec route 2 red A1 A7 pass", "malformed"),
    ("ec A1 A7 G7", "wrong-phase"),
    ("ec pass", "not-a-submission"),
    ("ec ready", "wrong-phase"),
    ("ec board 2", "wrong-phase"),
    ("dmo marauder", "wrong-phase"),
    ("ec marauder", "wrong-phase"),
]


@pytest.mark.parametrize(("line", "answer"), ROUTES)
def test_what_may_be_said_while_routes_are_handed_in(line: str, answer: str):
    """Board 1 was lost by a cut-off; boards 2 and 3 still need routes."""
    match = with_board_one_lost()
    step = say(match, line)
    assert code(step) == answer
    assert step.match.to_act == (EC, DMO)
    if answer:
        assert step.match.state == match.state


def with_board_one_lost(**options: str) -> Match:
    match = in_round(f"ec {CUTS[Ship.RED]}", *LOCKED, **options)
    return say_all(match, "dmo board 2", *LOCKED)


def test_after_its_lock_a_seats_routes_are_refused():
    match = in_routes("ec lock")
    for line in ("ec route 1 red A1 A7 G7", "ec lock", "ec ready"):
        assert code(say(match, line)) == "locked"
    assert code(say(match, "ec pass")) == "not-a-submission"
    assert code(say(match, "dmo route 1 blue M1 M7 G7")) == ""
    game, state = match.game, match.state
    assert game.takes_secrets(state)
    assert game.is_private(state, Word.LOCK) is None
    assert not game.is_private(state, Word.PASS)


def test_a_route_on_a_board_that_was_closed_without_a_cut_off_counts():
    match = on_last_board("ec pass", "dmo pass")
    assert code(say(match, "ec route 2 red A1 A7 G7")) == ""


# Counting


def test_the_smaller_sum_wins_a_board():
    match = in_routes(
        f"ec {home(1, *EMPIRE)} / {home(2, *EMPIRE)}",
        f"dmo {home(1, *MARAUDER)} / {home(3, *MARAUDER)}",
        "dmo route 2 blue M1 M13 M7 G7 / " + home(2, Ship.BLACK),
        *LOCKED,
    )
    assert scores(match) == [(24, 24, None), (24, 36, EC), (None, 24, DMO)]
    assert match.result == over(DMO, "boards")


def test_a_ship_without_a_route_has_not_arrived():
    match = in_routes(f"ec {home(1, *EMPIRE)}", f"dmo {home(1, Ship.BLUE)}", *LOCKED)
    assert scores(match) == [(24, None, EC), (None, None, None), (None, None, None)]
    assert match.result == over(EC, "boards")


def test_boards_won_by_cut_off_count_like_the_others():
    match = with_board_one_lost()
    won = say_all(match, f"ec {home(2, *EMPIRE)} / {home(3, *EMPIRE)}", *LOCKED)
    assert scores(won) == [(None, None, DMO), (24, None, EC), (24, None, EC)]
    assert won.result == over(EC, "boards")
    tied = say_all(match, f"ec {home(2, *EMPIRE)}", *LOCKED)
    assert scores(tied) == [(None, None, DMO), (24, None, EC), (None, None, None)]
    assert tied.result == over(DMO, "boards")


@pytest.mark.parametrize("first", SEATS)
def test_the_dmo_wins_ties_on_either_side(first: Seat):
    match = sailing(f"{first} board 1", f"{first.opponent} board 2", *LOCKED, *LOCKED, first=first)
    assert scores(match) == [(None, None, None)] * 3
    assert match.result == over(DMO, "boards")


def test_the_sums_belong_to_the_seats_ships_whichever_side_they_play():
    match = sailing("dmo board 1", "ec board 2", *LOCKED, first="dmo")
    assert code(say(match, f"ec {home(1, *EMPIRE)}")) == "not-your-ship"
    match = say_all(match, f"ec {home(1, *MARAUDER)}", *LOCKED)
    assert scores(match)[0] == (24, None, EC)


# The automatic endgame


def test_in_an_automatic_endgame_the_true_shortest_ways_count():
    match = in_round("ec I M2 M3 M4 M5 M6", "dmo pass", *LOCKED, endgame="automatic", board1=LONG)
    match = say_all(match, "dmo board 1", "ec board 2", *LOCKED)
    assert match.result == over(EC, "boards")
    (position, *_) = match.game.position(match.state).values()
    steps = plain_distances(position)
    assert scores(match) == [
        (12, sum(steps[ship] or 0 for ship in MARAUDER), EC),
        (24, 24, None),
        (24, 24, None),
    ]
    assert scores(match)[0] == (12, 14, EC)


# Two dropoffs in the middle of the sides, six steps from each ship.
LONG = rows_of(13, f"{STARTS}, D A7 M7")


def test_an_automatic_endgame_asks_for_no_routes():
    match = in_round(*LOCKED, endgame="automatic")
    assert (match.result, shown(match).phase) == (over(DMO, "boards"), Phase.OVER)
    assert scores(match) == [(24, 24, None)] * 3


def test_a_match_decided_by_cut_offs_counts_no_other_board():
    match = in_round(f"ec {CUTS[Ship.RED]}", "dmo pass", *LOCKED, endgame="automatic")
    match = say_all(match, "dmo board 3", f"ec {CUTS[Ship.BLUE]}", *LOCKED)
    assert scores(match) == [(None, None, DMO), (None, None, DMO), None]
    late = in_round(f"ec {CUTS[Ship.RED]}", *LOCKED, endgame="automatic", early="off")
    late = say_all(late, "dmo board 3", f"ec {CUTS[Ship.BLUE]}", *LOCKED, "ec pass", "dmo pass")
    assert scores(late) == [(None, None, DMO), (None, None, DMO), (24, 24, None)]


# What is shown at the end


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
    assert [(each.seat, each.number) for each in shown(match).submissions] == [(EC, 1), (DMO, 2)]
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
        routes = {each.ship: each.way.steps for each in view.routes if each.number == sea.number}
        sums = [sum(routes.get(ship, inf) for ship in ships) for ships in (EMPIRE, MARAUDER)]
        won[None if sums[0] == sums[1] else EC if sums[0] < sums[1] else DMO] += 1
    assert match.result == over(EC if won[EC] > won[DMO] else DMO, "boards")


def test_flooded_boards_can_be_won_by_routes_too():
    match = sailing(board1=FLOODED, board2=FLOODED, board3=FLOODED)
    match = say_all(match, f"ec {home(3, *EMPIRE)}", *LOCKED)
    assert match.result == over(EC, "boards")
