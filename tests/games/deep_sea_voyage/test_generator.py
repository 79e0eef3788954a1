"""Generated boards of Deep Sea Voyage: fair, with room, long ways and more than one of each."""

from functools import cache
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any

import pytest

from engine.games.deep_sea_voyage import drawn_boards
from engine.games.deep_sea_voyage.board import (
    MAX_SIDE,
    MIN_SIDE,
    Board,
    Symmetry,
    read_board,
    symmetries,
)
from engine.games.deep_sea_voyage.drawn_boards import (
    draw_boards,
    generate,
    has_room,
    merit_of,
    room_on,
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.options import write_options
from engine.records.record import read_record, write_record
from engine.seats import Seat
from tests.games.deep_sea_voyage.positions import (
    FLOODED,
    NARROW,
    OPEN,
    SHAPES,
    STARTS,
    WORKED,
    cells_of,
    rows_of,
    written,
)

SIDES = range(MIN_SIDE, MAX_SIDE + 1)
SEEDS = range(4)


@cache
def boards() -> tuple[Board, ...]:
    """Return boards of every size, and those of some seeds."""
    drawn = chain.from_iterable(draw_boards(seed) for seed in SEEDS)
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
    assert (room_on(board), has_room(board)) == (pieces, is_enough)


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
