"""The boards of Deep Sea Voyage: how they are read and drawn, symmetries, and ways over them."""

from functools import cache
from hashlib import sha256
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.deep_sea_voyage import drawn_boards
from engine.games.deep_sea_voyage.board import (
    MAX_SIDE,
    MIN_SIDE,
    Board,
    Ship,
    Symmetry,
    Tile,
    depths,
    distance,
    read_board,
    read_boards,
    symmetries,
    write_boards,
)
from engine.games.deep_sea_voyage.drawn_boards import (
    MIN_ROOM,
    draw_boards,
    generate,
    merit_of,
    room_on,
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.options import OptionError, write_options
from engine.records.record import read_record, write_record
from engine.seats import Seat
from tests.games.deep_sea_voyage.positions import (
    FLOODED,
    NARROW,
    OPEN,
    SHAPES,
    STARTS,
    WORKED,
    WORKED_BOARD,
    cells_of,
    chart_of,
    plain_distances,
    plain_route,
    random_rows,
    rows_of,
    sea_of,
    written,
)
from tests.games.referees.boards.sea_charts import SYMMETRIES, has_symmetry
from tests.games.referees.drawn.random_sea_charts import STYLES, images, random_chart
from tests.games.referees.record import rows_of as rows_of_chart

# Few enough that boards are made once for all tests.
SEEDS = st.integers(0, 12)

# Reading


def test_a_board_is_read_from_rows_joined_by_slashes():
    assert read_board(WORKED) == WORKED_BOARD
    assert str(WORKED_BOARD) == WORKED
    assert WORKED_BOARD.starts == {
        Ship.RED: Cell(0, 0),
        Ship.WHITE: Cell(0, 12),
        Ship.BLUE: Cell(12, 0),
        Ship.BLACK: Cell(12, 12),
    }
    result = {str(cell): WORKED_BOARD.tile(cell) for cell in cells_of("G7 F7 H7 D4 A1 B1")}
    tiles = (Tile.DROPOFF, Tile.CHANNEL, Tile.CHANNEL, Tile.WALL, Tile.EMPTY, Tile.EMPTY)
    assert tuple(result.values()) == tiles


def cut_to(side: int) -> str:
    return "/".join(WORKED.split("/")[:side])


SEVERAL = (f"{STARTS}, D G7, # C4 C10 K4 K10", "R A1, W M1, B A13, K M13, D G7")
"""Boards with two symmetries, and with three."""


def test_any_symmetry_that_swaps_the_sides_will_do():
    charts = [chart_of(rows_of(13, marks)) for marks in SEVERAL]
    charts += [random_chart(Random(seed), style) for seed in range(15) for style in STYLES]
    found = [
        frozenset(name for name in SYMMETRIES if has_symmetry(chart, name)) for chart in charts
    ]
    assert [frozenset(symmetries(read_board(rows_of_chart(chart)))) for chart in charts] == found
    assert frozenset().union(*found) == {*Symmetry}
    assert [len(names) for names in found[:2]] == [2, 3]


@given(st.integers(13, 18), st.sampled_from(Symmetry), st.data())
def test_a_symmetry_takes_every_tile_to_where_the_plain_referee_does(side: int, symmetry, data):
    column, row = (data.draw(st.integers(1, side)) for _ in range(2))
    orbit = symmetry.orbit(Cell(column - 1, row - 1), side)
    assert {(x + 1, y + 1) for x, y in orbit} == images(side, (column, row), symmetry)


def test_three_boards_are_read_from_a_file_with_blank_lines_between():
    boards = [read_board(rows) for rows in (WORKED, OPEN, FLOODED)]
    text = write_boards(boards)
    expected = {"board1": WORKED, "board2": OPEN, "board3": FLOODED}
    assert read_boards(text) == expected
    assert read_boards("\r\n \r\n" + text.replace("\n", "\r\n") + "\r\n\r\n") == expected
    assert read_boards(text.replace("\n\n", "\n \t\n\n")) == expected


@pytest.mark.parametrize(
    ("boards", "name", "problem"),
    [
        ([WORKED, OPEN], "boards", "expected three boards separated by blank lines; got 2"),
        ([], "boards", "got 0"),
        ([WORKED] * 4, "boards", "got 4"),
        ([WORKED, cut_to(12), OPEN], "board2", "expected 13 to 18 rows; got 12"),
        ([WORKED, OPEN, OPEN.replace("D", ".")], "board3", "at least one dropoff"),
    ],
)
def test_a_fault_in_a_file_names_the_board(boards: list[str], name: str, problem: str):
    with pytest.raises(OptionError) as raised:
        read_boards("\n\n".join(board.replace("/", "\n") for board in boards))
    assert raised.value.name == name
    assert problem in str(raised.value.problem)


# Ways


def test_the_worked_totals_are_24_and_24():
    layers = depths(WORKED_BOARD, WORKED_BOARD.passable)
    steps = {ship: distance(WORKED_BOARD, layers, ship) for ship in Ship}
    assert steps == dict.fromkeys(Ship, 12) == plain_distances(WORKED)


@given(SEEDS, st.integers(13, 18))
@settings(max_examples=12)
def test_ways_are_as_short_as_a_plain_search_finds_and_can_be_sailed(seed: int, side: int):
    rows = random_rows(seed, side)
    sea = sea_of(rows)
    assert sea.rows == rows
    for ship, steps in plain_distances(rows).items():
        way = sea.shortest[ship]
        assert (way and way.steps) == steps
        if way:
            sea.check_way(ship, way)
            assert plain_route(rows, ship, [*way.cells]) == steps
            assert len(way.tiles) == steps + 1 == len({*way.tiles})
            assert {*way.cells} <= {*way.tiles}
            upright = [cell.column == other.column for cell, other in pairwise(way.cells)]
            assert all(flag is not other for flag, other in pairwise(upright))


def test_a_plain_search_and_the_engine_agree_on_boards_with_and_without_ways():
    lost = [way for seed in range(13) for way in sea_of(random_rows(seed, 13)).shortest.values()]
    assert 5 < sum(way is None for way in lost) < 47


SIDES = range(MIN_SIDE, MAX_SIDE + 1)
DRAWN_FROM = range(4)


@cache
def boards() -> tuple[Board, ...]:
    """Return boards of every size, and those of some seeds."""
    drawn = chain.from_iterable(draw_boards(seed) for seed in DRAWN_FROM)
    return (*(generate(Random(side), side) for side in SIDES), *drawn)


def test_a_host_could_have_given_any_generated_board():
    assert [read_board(str(board)) for board in boards()] == [*boards()]
    assert [board.side for board in boards()][: len(SIDES)] == [*SIDES]


@pytest.mark.parametrize(("rows", "room"), [(WORKED, 12), (OPEN, 12), (NARROW, 1), (FLOODED, 0)])
def test_room_is_counted_in_different_pentominoes(rows: str, room: int):
    assert room_on(read_board(rows)) == room


@pytest.mark.parametrize(("pieces", "is_enough"), [(7, False), (8, True), (9, True)])
def test_there_is_room_enough_for_eight_pieces(pieces: int, is_enough: bool):
    """Each in a clearing of its own shape."""
    letters = {(column, row): "C" for column in range(18) for row in range(18)}
    for index, shape in enumerate([*SHAPES.values()][:pieces]):
        for column, row in cells_of(shape):
            letters[column + 6 * (index % 3), row + 6 * (index // 3)] = "."
    board = Board(tuple(written(letters, 18).split("/")))
    assert (room_on(board), room_on(board) >= MIN_ROOM) == (pieces, is_enough)


@pytest.mark.parametrize(
    ("marks", "merit"),
    [
        (f"{STARTS}, D G7", 48),
        # The total is 13, as many as the board's side; the red ship's second way is 2 steps longer.
        ("R A1, W B13, B M1, K M13, D A7", 24),
        # The total is 12.
        (f"{STARTS}, D A7", 0),
        # The red ship has a way but no second one, and then none.
        (f"{STARTS}, D G7, # A2", 0),
        (f"{STARTS}, D G7, # A2 B1", 0),
    ],
)
def test_the_merit_of_a_board_is_in_long_ways_and_short_second_ones(marks: str, merit: int):
    assert merit_of(Board(tuple(rows_of(13, marks).split("/")))) == merit


def test_every_symmetry_and_every_size_comes_up():
    result = {symmetry for board in boards() for symmetry in symmetries(board)}
    assert result == {*Symmetry}
    drawn = {board.side for board in boards()[len(SIDES) :]}
    assert len(drawn) >= 4
    assert drawn <= {*SIDES}


def test_a_seed_gives_the_same_boards_as_ever():
    """A record may state its seed and no boards, and is judged alike by every later version."""
    text = "\n".join(map(str, boards()))
    assert sha256(text.encode()).hexdigest()[:16] == "484cd7fc37d02afa"


def test_the_best_of_two_hundred_boards_is_taken(monkeypatch: pytest.MonkeyPatch):
    drafts = []

    def draft(*args: Any) -> Board:
        drafts.append(made(*args))
        return drafts[-1]

    made = drawn_boards._draft
    monkeypatch.setattr(drawn_boards, "_draft", draft)
    best = generate(Random(13), 13)
    assert best == boards()[0]
    assert len(drafts) == 200
    merits = [merit_of(board) for board in drafts if room_on(board) >= 8]
    assert merit_of(best) == max(merits)


def test_a_host_can_ask_for_a_size():
    assert [board.side for board in draw_boards(3, 14)] == [14, 14, 14]


# In a match


def test_boards_not_given_by_the_host_are_drawn_from_the_seed():
    game = DeepSeaVoyage(seed=2)
    assert (game.board1, game.board2, game.board3) == draw_boards(2)
    value = DeepSeaVoyage(seed=2, board2=read_board(WORKED))
    assert (value.board1, value.board3) == (game.board1, game.board3)
    assert str(value.board2) == WORKED


def test_a_record_states_the_boards_and_so_needs_no_generator():
    game = DeepSeaVoyage(seed=2)
    options = write_options(game)
    assert [options[f"board{n}"] for n in (1, 2, 3)] == [str(board) for board in draw_boards(2)]
    text = write_record(game, dict.fromkeys(Seat, "A"), [])
    assert read_record(text).game == game
    otherwise = text.replace("seed: 2", "seed: 3")
    assert read_record(otherwise).game == DeepSeaVoyage(
        seed=3, board1=game.board1, board2=game.board2, board3=game.board3
    )
