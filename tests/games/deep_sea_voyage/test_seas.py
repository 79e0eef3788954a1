"""Boards of Deep Sea Voyage in play: what fits, what closes them, what is seen, how they count."""

import pytest

from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.board_in_play import Closing, Score
from engine.games.deep_sea_voyage.position import Phase
from engine.matches.match import Match
from engine.seats import PUBLIC
from tests.engine.playing import begun
from tests.games.deep_sea_voyage.positions import (
    CUTS,
    DMO,
    EC,
    FLOODED,
    HARMLESS,
    LOCKED,
    WORKED,
    in_round,
    in_routes,
    on_last_board,
    plain_distances,
    sailing,
    say_all,
    voyage,
)

ROUNDS = (
    *("dmo empire", "ec ready", "dmo ready"),
    *("dmo board 2", "ec board 3", f"dmo {HARMLESS}", "ec pass", "ec lock", "dmo lock"),
    *("ec board 1", "dmo board 3", f"ec {HARMLESS}", "dmo lock", "ec lock"),
)


def after(lines: int) -> Match:
    return say_all(begun(voyage()), *ROUNDS[:lines])


@pytest.mark.parametrize(
    ("lines", "on_boards", "placed"),
    [
        (3, (None, None, None), (None, None, None)),
        (4, (None, DMO, None), (None, None, None)),
        (5, (None, DMO, EC), (None, None, None)),
        (9, (None, None, None), (None, DMO, None)),
        (10, (EC, None, None), (None, DMO, None)),
        (13, (EC, None, DMO), (None, DMO, None)),
        (14, (None, None, None), (EC, None, None)),
    ],
)
def test_a_board_shows_who_is_on_it_and_the_placement_of_the_latest_round(
    lines: int, on_boards, placed
):
    view = after(lines).view(PUBLIC)
    latest = [view.latest_on(sea) for sea in view.seas]
    assert tuple(view.seat_on(sea) for sea in view.seas) == on_boards
    assert tuple(event and event.seat for event in latest) == placed
    assert [sea.number for sea in view.seas] == [1, 2, 3]


def test_the_latest_placement_on_a_board_is_the_last_one():
    lines = ("dmo board 1", "ec board 2", "ec pass", f"dmo {CUTS[Ship.BLUE]}", *LOCKED)
    view = say_all(in_round(f"ec {HARMLESS}", *LOCKED), *lines).view(PUBLIC)
    placement = view.latest_on(view.seas[0])
    assert placement
    assert (placement.seat, placement.round, len(view.seas[0].placed)) == (DMO, 2, 2)


def test_whoever_has_handed_something_in_or_locked_is_shown():
    assert [
        (view.submitted, view.finished) for view in (after(n).view(PUBLIC) for n in range(5, 10))
    ] == [((), ()), ((DMO,), ()), ((EC, DMO), ()), ((EC, DMO), (EC,)), ((), ())]


def test_on_the_last_board_the_mover_is_on_it():
    match = on_last_board()
    view = match.view(PUBLIC)
    assert (view.phase, view.to_move, view.open_numbers) == (Phase.LAST, EC, (1,))
    assert view.in_play == 1
    assert [view.seat_on(sea) for sea in view.seas] == [EC, None, None]
    view = say_all(match, "ec pass").view(PUBLIC)
    assert [view.seat_on(sea) for sea in view.seas] == [DMO, None, None]


def test_a_closed_board_is_done_while_others_are_placed_on_and_a_lost_one_for_good():
    match = sailing("ec board 1", f"ec {CUTS[Ship.RED]}", *LOCKED, board3=FLOODED)
    view = match.view(PUBLIC)
    assert [sea.closed for sea in view.seas] == [Closing.CUT_OFF, None, Closing.NOTHING_FITS]
    assert [sea.lost_by for sea in view.seas] == [EC, None, None]
    assert [view.is_done(sea) for sea in view.seas] == [True, False, True]
    view = say_all(match, "dmo pass", "ec pass").view(PUBLIC)
    assert view.phase is Phase.ROUTES
    assert [view.is_done(sea) for sea in view.seas] == [True, False, False]
    view = say_all(match, "dmo pass", "ec pass", *LOCKED).view(PUBLIC)
    assert view.phase is Phase.OVER
    assert [view.is_done(sea) for sea in view.seas] == [True, False, False]


def test_a_concession_among_placements_leaves_only_lost_boards_done():
    match = sailing("ec board 1", f"ec {CUTS[Ship.RED]}", *LOCKED, board3=FLOODED)
    view = say_all(match, "dmo concede").view(PUBLIC)
    assert view.phase is Phase.LAST
    assert [view.is_done(sea) for sea in view.seas] == [True, False, False]
    assert [view.seat_on(sea) for sea in view.seas] == [None, None, None]


def test_a_player_sees_their_own_routes_and_the_room_none():
    match = say_all(in_round(*LOCKED), "ec route 1 red A1 A7 G7")
    (own,) = match.view(EC).own
    assert (own.number, own.ship) == (1, Ship.RED)
    assert [match.view(viewer).own for viewer in (PUBLIC, DMO)] == [(), ()]


# The board in play


@pytest.mark.parametrize(
    ("lines", "public", "ec", "dmo"),
    [
        pytest.param(0, 1, 1, 1, id="all boards are shown"),
        pytest.param(4, 2, 2, 2, id="one was just picked"),
        pytest.param(5, 2, 3, 2, id="round 1: the DMO has priority"),
        pytest.param(9, 2, 2, 2, id="one was placed, the other passed"),
        pytest.param(12, 1, 1, 3, id="round 2: the EC has priority"),
        pytest.param(14, 1, 1, 1, id="one was placed again"),
    ],
)
def test_the_board_in_play_is_the_viewer_s_and_in_public_that_of_the_seat_with_priority(
    lines: int, public: int, ec: int, dmo: int
):
    match = after(lines)
    assert [match.view(viewer).in_play for viewer in (PUBLIC, EC, DMO)] == [public, ec, dmo]


def test_a_board_that_was_just_closed_is_in_play():
    match = in_round("ec pass", f"dmo {CUTS[Ship.RED]}", "ec lock", "dmo lock")
    assert match.view(PUBLIC).sea(2).closed is Closing.CUT_OFF
    assert match.view(PUBLIC).in_play == 2


def test_the_board_of_a_player_s_latest_route_is_in_play_for_them_alone():
    match = in_routes("ec route 3 red A1 A7 G7", "ec route 2 red A1 A7 G7")
    assert [match.view(viewer).in_play for viewer in (EC, DMO, PUBLIC)] == [2, 1, 1]


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
    for sea in match.view(PUBLIC).seas:
        steps = {ship: way and way.steps for ship, way in sea.ways}
        assert steps == plain_distances(rows[str(sea.number)])
        assert isinstance(sea.score, Score)


def test_a_concession_reveals_everything_hidden():
    match = say_all(in_round(f"ec {HARMLESS}", "dmo pass"), "dmo concede")
    assert [
        (submission.seat, submission.number) for submission in match.view(PUBLIC).submissions
    ] == [
        (EC, 1),
        (DMO, 2),
    ]
    assert [sea.placed for sea in match.view(PUBLIC).seas] == [(), (), ()]
    assert [sea.score for sea in match.view(PUBLIC).seas] == [None] * 3
    match = say_all(in_routes("ec route 1 red A1 A7 G7 / route 1 white A13 A7 G7"), "dmo concede")
    assert len(match.view(PUBLIC).routes) == 2
    assert match.game.position(match.state)["1"] == WORKED
