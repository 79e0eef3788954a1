"""Compass Collisions: maps, layouts, lots, which moves are legal, and what is seen."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.compass_collisions import layouts
from engine.games.compass_collisions.board import SIDE, Event, EventKind, Move, Piece
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS, EROSION
from engine.games.compass_collisions.position import CompassPosition
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.options import write_options
from engine.seats import PUBLIC, Seat
from tests.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    SHOWN,
    cell,
    compass,
    in_play,
    letters_of,
    numbered,
    placed,
    random_letters,
    random_numbers,
    setting_up,
)

GAME = CompassCollisions()


PLAIN_ROW = ",".join("-" * SIDE)
PLAIN_MAP = "/".join([PLAIN_ROW] * SIDE)


def test_a_map_is_nine_rows_of_nine_entries_the_highest_row_first():
    numbers = EROSION.read(PLAIN_MAP.replace(PLAIN_ROW, "5,-,-,-,-,-,-,-,7", 1))
    assert numbers == ((cell("I9"), 7), (cell("A9"), 5))
    last_row = EROSION.read(f"{PLAIN_MAP.removesuffix(PLAIN_ROW)}1 - - - - - - - 999999")
    assert last_row[0] == (cell("I1"), 999999)
    assert EROSION.read(PLAIN_MAP) == ()
    assert EROSION.read(PLAIN_MAP.replace("/", "\r\n")) == ()
    assert EROSION.read(f" {PLAIN_MAP.replace('/', ' / ').replace(',', ' , ')}\n") == ()
    assert EROSION.in_file


def test_the_default_map_is_written_and_read_back():
    written = write_options(GAME)["erosion"]
    assert written.split("/")[0] == "29,21,13,-,-,10,18,26,30"
    assert EROSION.read(written) == DEFAULT_NUMBERS


@given(st.lists(st.sampled_from(("-", "1", "8", "31", "999999")), min_size=81, max_size=81))
def test_every_map_is_written_as_it_was_read(entries: list[str]):
    text = "/".join(",".join(entries[index : index + SIDE]) for index in range(0, 81, SIDE))
    numbers = EROSION.read(text)
    assert EROSION.write(numbers) == text
    assert len(numbers) == 81 - entries.count("-")
    assert [number for _, number in numbers] == sorted(
        (int(entry) for entry in entries if entry != "-"), reverse=True
    )


# Lots


def test_every_layout_is_listed_once(monkeypatch: pytest.MonkeyPatch):
    """Of so few slots that all ways to fill them can be tried."""
    small = {"SLOTS": 3, "PIECES": 5, "MIN_IN_SET": 2, "LENGTHS": (2, 1, 2, 1)}
    for name, value in small.items():
        monkeypatch.setattr(layouts, name, value)
    listed = [*layouts.every_layout()]
    filled = map("".join, product(".EWFA", repeat=6))
    expected = {
        (slots[:2], slots[2], slots[3:5], slots[5])
        for slots in filled
        if slots.count(".") == 1 and {*slots} == {*".EWFA"}
    }
    assert len(listed) == len({*listed})
    assert {*listed} == expected


def test_lots_of_layouts_have_all_shapes_and_four_of_each_element():
    sizes: Counter[int] = Counter()
    for seed in range(300):
        lot = compass().draw(replace(GAME.begin(), lot_due=True), Random(seed))
        assert lot
        rows = lot.removeprefix("layout ec ").split(" / ")
        assert list(map(len, rows)) == [7, 5, 3, 7, 5, 3]
        assert Counter("".join(rows).replace(".", "")) == {"E": 4, "W": 4, "F": 4, "A": 4}
        sizes["".join(rows[:3]).count(".")] += 1
    assert sorted(sizes) == list(range(3, 12))


# Every legal action before the first move


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (SHOWN[:2], 2),
        (SHOWN, 72),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south"), 2),
        ((*SHOWN, "dmo @0 ec1 north, dmo2 south", "ec @0 ec2 east"), 2),
    ],
)
def test_all_choices_are_listed(lines: tuple[str, ...], count: int):
    match = setting_up(*lines)
    (seat,) = match.to_act
    assert len(list(GAME.legal(match.state, seat))) == count


# Moves


@st.composite
def positions(draw: st.DrawFn) -> CompassPosition:
    generator = Random(draw(st.integers(0, 10**6)))
    letters = random_letters(generator, draw(st.integers(1, 8)))
    numbers = random_numbers(generator, letters)
    quiet = draw(st.sampled_from((0, 38, 39)))
    return in_play(letters, draw(st.sampled_from(Seat)), numbers, quiet=quiet)


def legal_moves(state: CompassPosition) -> list[Move]:
    return [action for action in GAME.legal(state, state.awaited) if isinstance(action, Move)]


@given(positions(), st.randoms(use_true_random=False))
def test_events_report_everything_that_changed_on_the_board(
    state: CompassPosition, generator: Random
):
    moves = legal_moves(state)
    for move in generator.sample(moves, min(8, len(moves))):
        next_position = GAME.act(state, state.awaited, move)
        assert retold(letters_of(state), next_position.field.events) == letters_of(next_position)
        gone = [event.cell for event in next_position.field.events if event.kind is EventKind.FELL]
        assert next_position.field.removed == (*state.field.removed, *gone)
        both = {*next_position.field.removed} | {
            square for square, _ in next_position.field.numbers
        }
        assert both == {*state.field.removed} | {square for square, _ in state.field.numbers}


def retold(letters: dict[Cell, str], events: tuple[Event, ...]) -> dict[Cell, str]:
    """Return the board after events, each of which must find its piece where it says."""
    stacks = {square: [letter] for square, letter in letters.items()}
    for event in events:
        here = stacks.setdefault(event.cell, [])
        if event.piece:
            here.remove(letter_of(event.piece))
        if event.kind in {EventKind.MOVED, EventKind.PUSHED}:
            assert event.piece
            assert event.to
            stacks.setdefault(event.to, []).append(letter_of(event.piece))
        if event.kind is EventKind.CHANGED:
            assert event.piece
            assert event.element
            here.append(letter_of(Piece(event.piece.owner, event.element)))
        if event.kind is EventKind.FELL:
            assert here == []
            here.append("#")
    assert all(len(stack) <= 1 for stack in stacks.values())
    return {square: stack[0] for square, stack in stacks.items() if stack}


def letter_of(piece: Piece) -> str:
    return piece.element.value if piece.owner is EC else piece.element.value.lower()


# Views


SPARE = placed(*EVERY_ELEMENT)


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("E5 N", "E5 E6"),
        ("E5 S 2", "E5 E4 E3"),
        ("E5 W 2", "E5 D5 C5"),
        ("E5 E", "E5 F5"),
        ("E5 E 2", "E5 F5"),
        ("E8 N 2", "E8 E9 E10"),
        ("E8 N", "E8 E9"),
        ("A8 W 2", "A8 @8"),
    ],
)
def test_the_way_of_a_move_ends_where_its_piece_is_or_is_lost(line: str, way: str):
    state = in_play({**SPARE, **placed("E5 E", "F5 #", "E8 W", "A8 F")})
    next_position = GAME.act(state, EC, GAME.read(state, EC, line))
    text = " ".join(
        f"{chr(ord('A') + other_cell.column)}{other_cell.row + 1}"
        for other_cell in next_position.field.way
    )
    assert text == way
    assert GAME.view(next_position, PUBLIC).way == next_position.field.way


def test_who_had_fewer_pieces_last_is_shown_though_the_counts_are_equal_again():
    state = in_play({**SPARE, **placed("E8 E", "E9 w")})
    picture = [GAME.view(state, PUBLIC).weaker]
    for text in ("E8 N", "F1 N 2", "E9 N"):
        state = GAME.act(state, state.awaited, GAME.read(state, state.awaited, text))
        picture.append(GAME.view(state, PUBLIC).weaker)
    assert state.field.count == 8
    assert picture == [None, DMO, DMO, DMO]


@pytest.mark.parametrize(
    ("numbers", "left", "falling", "collapsing"),
    [
        ((), 0, "", ""),
        (("A9 3", "B9 2"), 3, "A9", "A9 B9"),
        (("A9 3", "B9 3", "C9 2", "D9 1"), 3, "A9 B9", "A9 B9 C9"),
        (("A9 9", "B9 8", "C9 7"), 9, "A9", "A9 B9"),
        (("A9 8",), 8, "A9", "A9"),
        (("E5 8", "B9 7", "C9 6"), 8, "E5 B9", "E5 B9"),
        (("E5 8", "A1 7", "C9 6"), 8, "E5 A1 C9", "E5 A1"),
        (("E5 6", "A1 4"), 6, "E5", "E5 A1"),
    ],
)
def test_the_squares_that_fall_next_are_all_that_the_next_number_sets_off(
    numbers: tuple[str, ...], left: int, falling: str, collapsing: str
):
    nine = {**SPARE, **placed("E5 E")}
    view = GAME.view(in_play(nine, numbers=numbered(*numbers)), PUBLIC)
    assert len(view.pieces) == 9
    assert view.falls_at == left
    assert " ".join(map(str, view.falls_next)) == falling
    assert " ".join(map(str, view.collapsing)) == collapsing


def test_all_that_is_said_to_fall_next_falls_once_so_many_pieces_are_left():
    state = in_play(
        {**SPARE, **placed("C3 E", "C4 w", "C5 F", "G7 a", "E5 E")},
        numbers=numbered("C3 12", "C4 11", "B9 10", "C5 9", "G7 7", "A9 6"),
    )
    announced = GAME.view(state, PUBLIC).falls_next
    result = GAME.act(state, EC, GAME.read(state, EC, "A1 S"))
    assert announced == GAME.view(result, PUBLIC).removed
    assert len(announced) == 3
