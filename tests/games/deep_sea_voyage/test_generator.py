"""Generated boards of Deep Sea Voyage: fair, with room, long ways and more than one of each."""

from functools import cache
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any

import pytest

from engine.games.deep_sea_voyage import drawn_boards
from engine.games.deep_sea_voyage.board import (
    LEAST_SIDE,
    MOST_SIDE,
    Board,
    Ship,
    Side,
    Symmetry,
    read_board,
    symmetries,
)
from engine.games.deep_sea_voyage.board_in_play import Sea
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
    letters_of,
    plain_distances,
    rows_of,
    written,
)
from tests.games.referees.boards.sea_charts import PENTOMINOES, steps_of
from tests.games.referees.record import beside

SIDES = range(LEAST_SIDE, MOST_SIDE + 1)
SEEDS = range(8)


@cache
def boards() -> tuple[Board, ...]:
    """Boards of every size, and those of some seeds."""
    drawn = chain.from_iterable(draw_boards(seed) for seed in SEEDS)
    return (*(generate(Random(side), side) for side in SIDES), *drawn)


def test_a_host_could_have_given_any_generated_board():
    assert [read_board(str(board)) for board in boards()] == [*boards()]
    assert [board.side for board in boards()][: len(SIDES)] == [*SIDES]


def test_both_sides_have_the_same_total_of_at_least_the_boards_side():
    for board in boards():
        steps = plain_distances(str(board))
        empire, marauder = (sum(steps[ship] or 0 for ship in side.ships) for side in Side)
        assert empire == marauder >= board.side


def test_eight_pentominoes_fit_side_by_side():
    """A plain search lays them: any piece not laid yet, wherever it first fits."""
    for board in boards():
        free = {square for square, letter in letters_of(str(board)).items() if letter == "."}
        laid: set[str] = set()
        for letter, form in ((each, way) for each, ways in PENTOMINOES.items() for way in ways):
            spots = (frozenset((x + dx, y + dy) for dx, dy in form) for x, y in sorted(free))
            lying = next((each for each in spots if each <= free), None)
            if lying and letter not in laid:
                laid.add(letter)
                free -= lying
        assert len(laid) >= 8


@pytest.mark.parametrize(("rows", "room"), [(WORKED, 12), (OPEN, 12), (NARROW, 1), (FLOODED, 0)])
def test_room_is_counted_in_different_pentominoes(rows: str, room: int):
    assert room_on(read_board(rows)) == room


@pytest.mark.parametrize(("pieces", "is_enough"), [(7, False), (8, True), (9, True)])
def test_there_is_room_enough_for_eight_pieces(pieces: int, is_enough: bool):
    """Each in a clearing of its own shape."""
    letters = {(column, row): "C" for column in range(18) for row in range(18)}
    for at, shape in enumerate([*SHAPES.values()][:pieces]):
        for column, row in cells_of(shape):
            letters[column + 6 * (at % 3), row + 6 * (at // 3)] = "."
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


def test_each_ship_has_a_second_way_that_shares_no_tile_with_a_first():
    """Checked for the Empire's ships; the Marauder's have theirs by the symmetry."""
    for board in boards():
        for ship in Side.EMPIRE.ships:
            way = Sea(board).ways[ship]
            assert way
            letters = letters_of(str(board)) | dict.fromkeys(map(tuple, way.tiles[1:-1]), "#")
            assert steps_of(letters, ship.letter) is not None


def test_walls_and_channels_lie_in_groups():
    """No wall stands alone, nor does any channel except one beside a dropoff."""
    for board in boards():
        letters = letters_of(str(board))
        for square, letter in letters.items():
            company = {letters.get(each) for each in beside(square)}
            if letter == "#":
                assert "#" in company
            if letter == "C":
                assert company & {"C", "D"}


def test_every_symmetry_and_every_size_comes_up():
    found = {symmetry for board in boards() for symmetry in symmetries(board)}
    assert found == {*Symmetry}
    drawn = {board.side for board in boards()[len(SIDES) :]}
    assert len(drawn) >= 4
    assert drawn <= {*SIDES}


def test_a_seed_always_gives_the_same_boards_and_another_seed_gives_others():
    draw_boards.cache_clear()
    again = chain.from_iterable(draw_boards(seed) for seed in SEEDS[:2])
    drawn = boards()[len(SIDES) :]
    assert [*again] == [*drawn[:6]]
    assert len({*drawn}) == 3 * len(SEEDS)
    assert generate(Random(14), 14) == boards()[1]


def test_a_seed_gives_the_same_boards_as_ever():
    """A record may state its seed and no boards, and is judged alike by every later version."""
    text = "\n".join(map(str, boards()))
    assert sha256(text.encode()).hexdigest()[:16] == "fbf2c765e8aa49a0"


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
    merits = [merit_of(each) for each in drafts if room_on(each) >= 8]
    assert merit_of(best) == max(merits)


def test_a_host_can_ask_for_a_size():
    assert [board.side for board in draw_boards(3, 14)] == [14, 14, 14]


# In a match


def test_boards_not_given_by_the_host_are_drawn_from_the_seed():
    game = DeepSeaVoyage(seed=2)
    assert (game.board1, game.board2, game.board3) == draw_boards(2)
    given = DeepSeaVoyage(seed=2, board2=read_board(WORKED))
    assert (given.board1, given.board3) == (game.board1, game.board3)
    assert str(given.board2) == WORKED


def test_a_record_states_the_boards_and_so_needs_no_generator():
    game = DeepSeaVoyage(seed=2)
    options = write_options(game)
    assert [options[f"board{n}"] for n in (1, 2, 3)] == [str(each) for each in draw_boards(2)]
    text = write_record(game, dict.fromkeys(Seat, "A"), [])
    assert read_record(text).game == game
    otherwise = text.replace("seed: 2", "seed: 3")
    assert read_record(otherwise).game == DeepSeaVoyage(
        seed=3, board1=game.board1, board2=game.board2, board3=game.board3
    )


def test_ships_start_apart_near_the_edge():
    for board in boards():
        starts = [board.starts[ship] for ship in Ship]
        for start in starts:
            assert min(*start, *(board.side - 1 - each for each in start)) <= 1
            others = [other for other in starts if other != start]
            assert len(others) == 3
            assert not any(start.beside(other) for other in others)
