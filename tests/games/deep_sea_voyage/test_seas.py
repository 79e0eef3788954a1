"""Boards of Deep Sea Voyage in play: what fits, what closes them, what is seen, how they count."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.deep_sea_voyage.board import Ship, read_board
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, Score
from engine.grids.grid import Cell
from engine.grids.polyominoes import identify
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, over
from tests.games.deep_sea_voyage.positions import (
    CRAMPED,
    CRAMPED_BOARDS,
    CUTS,
    DMO,
    EC,
    FLOODED,
    HARMLESS,
    LOCKED,
    NARROW,
    SHAPES,
    WORKED,
    WORKED_BOARD,
    cells_of,
    in_round,
    in_routes,
    names,
    on_last_board,
    plain_distances,
    plain_placements,
    random_match,
    random_rows,
    rows_of,
    sailing,
    say_all,
    sea_of,
    sea_with,
    voyage,
)

# Few enough that boards are made once for all tests.
SEEDS = st.integers(0, 12)

# Placements


def test_the_second_account_knows_the_pieces_by_the_same_letters():
    pieces = {letter: identify(cells_of(cells)) for letter, cells in SHAPES.items()}
    assert [piece and piece.letter for piece in pieces.values()] == list(SHAPES)
    assert [piece.letter for piece in PENTOMINOES] == list(SHAPES)


def placements_of(rows: str) -> list[tuple[str, frozenset[Cell]]]:
    result = []
    for cells in sea_of(rows).placements():
        piece = identify(cells)
        assert piece
        result.append((piece.letter, frozenset(cells)))
    return result


@given(SEEDS, st.sampled_from((13, 18)))
@settings(max_examples=8)
def test_what_fits_is_what_trying_everything_finds_each_once(seed: int, side: int):
    rows = random_rows(seed, side)
    tokens, expected = placements_of(rows), plain_placements(rows)
    assert len(tokens) == len({*tokens})
    assert {*tokens} == expected
    cut_off = None in plain_distances(rows).values()
    assert (sea_of(rows).closed is Closing.NOTHING_FITS) is (not cut_off and not expected)


# Closing


@pytest.mark.parametrize(("ship", "cut"), CUTS.items())
def test_a_seat_that_leaves_any_ship_without_a_way_has_lost_the_board(ship: Ship, cut: str):
    before = sea_with(WORKED_BOARD, HARMLESS)
    assert (before.closed, before.lost_by) == (None, None)
    for seats, texts in ((Seat.EC, [cut]), (Seat.DMO, [HARMLESS, cut])):
        sea = sea_with(WORKED_BOARD, *texts)
        assert (sea.closed, sea.lost_by) == (Closing.CUT_OFF, seats)
        assert [other_ship for other_ship in Ship if sea.ways[other_ship] is None] == [ship]


def test_a_board_is_closed_when_nothing_left_in_its_bank_fits():
    sea = sea_with(read_board(NARROW))
    assert sea.closed is None
    result = sea_with(read_board(NARROW), "L D4 D5 D6 D7 E4")
    assert (result.closed, result.lost_by) == (Closing.NOTHING_FITS, None)
    assert len(result.bank) == 11
    assert sea_with(read_board(FLOODED)).closed is Closing.NOTHING_FITS


def test_a_board_is_closed_when_its_bank_is_empty():
    sea = sea_with(read_board(rows_of(18, "R A1, W A18, B R1, K R18, D A2 A17 R2 R17")))
    for _ in PENTOMINOES:
        assert sea.closed is None
        cells = next(iter(sea.placements()))
        piece = identify(cells)
        assert piece
        sea = sea_with(sea.board, *map(typed, sea.placed), f"{piece.letter} {names(cells)}")
    assert (sea.closed, sea.bank) == (Closing.BANK_EMPTY, ())


def typed(placement) -> str:
    return f"{placement.letter} {names(placement.cells)}"


def test_a_last_piece_that_cuts_off_a_ship_still_loses_the_board():
    board = WORKED_BOARD
    sea = sea_with(board, *(f"{letter} {names(cells)}" for letter, cells in packed_but_w()))
    assert [piece.letter for piece in sea.bank] == ["W"]
    full = sea_with(board, *map(typed, sea.placed), CUTS[Ship.RED])
    assert (full.closed, full.bank) == (Closing.CUT_OFF, ())


def packed_but_w() -> list[tuple[str, tuple[Cell, ...]]]:
    stored_cells = {*cells_of(CUTS[Ship.RED][2:])}
    laid: list[tuple[str, tuple[Cell, ...]]] = []
    for letter in SHAPES:
        if letter != "W":
            laid.append((letter, room_for(letter, laid, stored_cells)))
    return laid


def room_for(letter: str, laid: list[tuple[str, tuple[Cell, ...]]], stored_cells: set[Cell]):
    sea = sea_with(WORKED_BOARD, *(f"{laid_piece} {names(cells)}" for laid_piece, cells in laid))
    for cells in sea.placements():
        piece = identify(cells)
        if piece and piece.letter == letter and stored_cells.isdisjoint(cells):
            with_it = [*laid, (letter, cells)]
            if sea_with(WORKED_BOARD, *(f"{a} {names(b)}" for a, b in with_it)).closed is None:
                return cells
    raise AssertionError(letter)


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


@pytest.mark.parametrize(
    ("match", "secret"),
    [
        (begun(voyage()), [False, None, False, False]),
        (sailing(), [False, None, False, False]),
        (in_round(), [True, True, False, None]),
        (on_last_board(), [False, False, False, False]),
        (in_round(*LOCKED), [False, None, True, None]),
        (say_all(in_round(*LOCKED), *LOCKED), [False, None, False, False]),
    ],
    ids=[*Phase],
)
def test_which_texts_are_secret_in_each_phase(match: Match, secret: list[bool | None]):
    """A lock gives nothing away and may be said anywhere; a pass is chat where nobody can."""
    texts = (HARMLESS, "pass", "route 1 red A1 A7 G7", "lock")
    assert [match.is_secret(EC, text) for text in texts] == secret


def test_on_the_last_board_the_mover_is_on_it():
    match = on_last_board()
    view = match.view(PUBLIC)
    assert (view.phase, view.to_move, view.open_numbers) == (Phase.LAST, EC, (1,))
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
    (own,) = match.view(EC).own or ()
    assert (own.number, own.ship) == (1, Ship.RED)
    assert [match.view(viewer).own for viewer in (PUBLIC, DMO)] == [None, None]


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


def test_the_last_open_board_is_in_play():
    assert on_last_board().view(PUBLIC).in_play == 1


def test_a_board_that_was_just_closed_is_in_play():
    match = in_round("ec pass", f"dmo {CUTS[Ship.RED]}", "ec lock", "dmo lock")
    assert match.view(PUBLIC).sea(2).closed is Closing.CUT_OFF
    assert match.view(PUBLIC).in_play == 2


def test_the_board_of_a_player_s_latest_route_is_in_play_for_them_alone():
    match = in_routes("ec route 3 red A1 A7 G7", "ec route 2 red A1 A7 G7")
    assert [match.view(viewer).in_play for viewer in (EC, DMO, PUBLIC)] == [2, 1, 1]


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
