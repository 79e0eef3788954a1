"""Boards of Deep Sea Voyage in play: who is ready, and which boards are done with."""

from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.position import Phase
from engine.seats import PUBLIC
from tests.games.deep_sea_voyage.positions import (
    CUTS,
    DMO,
    EC,
    FLOODED,
    LOCKED,
    in_round,
    sailing,
    say_all,
)


def test_whoever_has_handed_something_in_or_locked_is_shown():
    match, seen = in_round(), []
    for line in ("dmo pass", "ec pass", "ec lock", "dmo lock"):
        match = say_all(match, line)
        seen.append((match.view(PUBLIC).submitted, match.view(PUBLIC).finished))
    assert seen == [((DMO,), ()), ((EC, DMO), ()), ((EC, DMO), (EC,)), ((), ())]


def test_a_closed_board_is_done_while_others_are_placed_on_and_a_lost_one_for_good():
    match = sailing("ec board 1", f"ec {CUTS[Ship.RED]}", *LOCKED, board3=FLOODED)
    view = match.view(PUBLIC)
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
