"""Which moves of A Battle of Fire and Ice are legal, and why the others are refused."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.notation import Move
from engine.games.fire_and_ice.rules import FireAndIce, Position
from engine.grids.grid import Cell
from engine.refusals import Illegal
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.fire_and_ice.positions import (
    PLAIN_START,
    SQUARES,
    Board,
    Way,
    around,
    laid_out,
    named,
    plain_perft,
    plain_ways,
    positions,
    read_back,
    spellings,
    written,
)
from tests.engine.playing import begun, code, fire_and_ice, tried

EC, DMO = Seat.EC, Seat.DMO


# The beginning

FIRST_MOVES = (
    "D4C4 D5C5 D3E3 D3D4 D5D6 D6E6 E2E3 E3F3 E6F6 E6E7 F3F4 F4G4 F5G5 F5F6".split()  # noqa: SIM905
)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("fire", SEATS)
def test_from_the_start_exactly_fourteen_moves_are_legal_for_either_seat(seat: Seat, fire: Seat):
    game = FireAndIce(first=seat, fire=fire)
    start = game.begin()
    listed = {frozenset(game.read(start, seat, each).cells) for each in FIRST_MOVES}
    assert len(listed) == 14
    moves = list(game.legal(start, seat))
    assert len(moves) == 14
    assert {frozenset(each.cells) for each in moves} == listed


def test_the_board_begins_with_a_white_domino_on_e4_and_e5():
    assert FireAndIce().position(FireAndIce().begin()) == written(PLAIN_START)


def test_legal_moves_come_in_a_fixed_order_west_or_south_cell_first():
    game = FireAndIce(first=EC)
    moves = list(game.legal(game.begin(), EC))
    assert moves == list(game.legal(game.begin(), EC))
    assert all(one < other for one, other in (each.cells for each in moves))


@pytest.mark.parametrize("first", SEATS)
def test_perft_from_the_start(first: Seat):
    game = FireAndIce(first=first)

    def perft(state: Position, depth: int) -> int:
        mover = state.to_move
        ways = list(game.placements(state, mover))
        if depth == 1:
            return len(ways)
        return sum(perft(game.lay(state, mover, *way), depth - 1) for way in ways)

    assert [perft(game.begin(), depth) for depth in (1, 2, 3, 4)] == [14, 158, 2413, 36948]
    assert [plain_perft(PLAIN_START, "r", depth) for depth in (1, 2)] == [14, 158]


def test_perft_to_depth_three_by_trying_every_way():
    assert plain_perft(PLAIN_START, "r", 3) == 2413


# The worked continuations: Fire begins D4 C4


@pytest.mark.parametrize(
    ("seat", "text", "answer"),
    [
        (DMO, "C5 B5", "colour-clash C4"),
        (DMO, "D5 D6", ("D5", "w")),
        (DMO, "D3 D2", ("D3", "w")),
        (DMO, "D3 C3", "colour-clash C4 D4"),
        (EC, "B4 A4", ("B4", "r")),
        (EC, "D5 C5", ("C5", "r")),
    ],
)
def test_the_worked_continuations_of_the_rulings(
    seat: Seat, text: str, answer: str | tuple[str, str]
):
    game = FireAndIce(first=EC)
    state = game.act(game.begin(), EC, game.read(game.begin(), EC, "D4 C4"))
    assert read_back(game.position(state)) == {**PLAIN_START, (3, 3): "w", (2, 3): "r"}
    state = replace(state, to_move=seat)
    move = game.read(state, seat, text)
    if isinstance(answer, str):
        with pytest.raises(Illegal) as refused:
            game.act(state, seat, move)
        assert " ".join((refused.value.code, *map(str, refused.value.cells))) == answer
        return
    cell, half = answer
    laid = read_back(game.position(game.act(state, seat, move)))
    assert laid[tuple(Cell.parse(cell))] == half
    colored = [each for each in move.cells if laid[tuple(each)] == game.color_of(seat)]
    assert len(colored) == 1


@pytest.mark.parametrize(
    ("board", "color", "pair", "legal"),
    [
        # The two halves of one domino do not touch each other: white beside its own red is no
        # clash.
        ({(0, 0): "r"}, "r", ((1, 0), (2, 0)), True),
        # One touch by either half is enough, but a corner does not count.
        ({(0, 0): "w"}, "b", ((1, 0), (2, 0)), True),
        ({(0, 0): "w"}, "b", ((1, 1), (2, 1)), False),
        # Every touch counts: a good one does not make up for a bad one.
        ({(0, 0): "w", (3, 0): "w"}, "r", ((1, 0), (2, 0)), False),
        ({(0, 0): "w", (3, 0): "r"}, "r", ((1, 0), (2, 0)), True),
        ({(0, 0): "r", (3, 0): "w"}, "r", ((1, 0), (2, 0)), True),
        ({(0, 0): "r", (3, 0): "b"}, "r", ((1, 0), (2, 0)), False),
        ({(0, 0): "b"}, "r", ((1, 0), (2, 0)), False),
        # One half alone may touch two old ones, if both agree.
        ({(0, 0): "w", (1, 1): "w"}, "b", ((1, 0), (2, 0)), True),
        ({(0, 0): "w", (1, 1): "b"}, "b", ((1, 0), (2, 0)), False),
        # The edge: I9 is not beside the next row.
        ({(8, 0): "w"}, "b", ((0, 1), (1, 1)), False),
        ({(8, 8): "w"}, "b", ((8, 7), (8, 6)), True),
        ({(0, 8): "w"}, "b", ((8, 7), (7, 7)), False),
    ],
)
def test_all_touching_halves_have_equal_colours_and_at_least_one_touches(
    board: Board, color: str, pair: Way, legal: bool
):
    game = FireAndIce(first=EC, fire=EC if color == "r" else DMO)
    state = laid_out(board)
    cells = tuple(Cell(*each) for each in pair)
    assert bool(plain_ways(board, color) & {pair, pair[::-1]}) is legal
    assert (frozenset(cells) in {frozenset(each.cells) for each in game.legal(state, EC)}) is legal
    for move in (Move(cells), Move(cells[::-1])):
        try:
            game.act(state, EC, move)
        except Illegal:
            assert not legal
        else:
            assert legal


# Properties over random positions


@given(positions())
def test_legal_moves_are_those_a_plain_search_finds(
    reached: tuple[FireAndIce, Position, Board],
):
    game, state, board = reached
    assert read_back(game.position(state)) == board
    for seat in SEATS:
        ways = plain_ways(board, game.color_of(seat))
        moves = list(game.legal(replace(state, to_move=seat, outcome=None), seat))
        assert len(moves) == len(ways)
        assert {frozenset(map(tuple, each.cells)) for each in moves} == {*map(frozenset, ways)}


@given(st.dictionaries(st.sampled_from(SQUARES), st.sampled_from("wrb"), max_size=60))
def test_legal_moves_are_found_even_on_boards_that_no_game_reaches(board: Board):
    state = laid_out(board)
    for color, fire in (("r", EC), ("b", DMO)):
        game = FireAndIce(first=EC, fire=fire)
        found = {
            (tuple(_cell(white)), tuple(_cell(colored)))
            for white, colored in game.placements(state, EC)
        }
        assert found == plain_ways(board, color)


def _cell(bit: int) -> Cell:
    row, column = divmod(bit.bit_length() - 1, 10)
    return Cell(column, row)


@given(positions())
def test_a_legal_move_never_has_two_orientations(reached: tuple[FireAndIce, Position, Board]):
    _game, _, board = reached
    for color in "rb":
        ways = plain_ways(board, color)
        assert not {way[::-1] for way in ways} & ways


@given(positions(20), st.integers(0, 10**6))
def test_a_move_is_refused_exactly_if_it_is_not_legal(
    reached: tuple[FireAndIce, Position, Board], seed: int
):
    game, state, _ = reached
    if state.to_move is None or state.outcome:
        return
    legal = {frozenset(each.cells) for each in game.legal(state, state.to_move)}
    generator = Random(seed)
    for _ in range(40):
        one = Cell(generator.randint(-1, 9), generator.randint(-1, 9))
        other = Cell(*generator.choice([*around(one), (one.column + 2, one.row), tuple(one)]))
        try:
            game.act(state, state.to_move, Move((one, other)))
        except Illegal:
            assert frozenset((one, other)) not in legal
        else:
            assert frozenset((one, other)) in legal


@given(positions(10), st.data())
def test_a_legal_move_is_accepted_in_all_its_spellings(
    reached: tuple[FireAndIce, Position, Board], data: st.DataObject
):
    game, state, _ = reached
    move = data.draw(st.sampled_from(list(game.legal(state, state.to_move))))
    one, other = map(str, move.cells)
    expected = game.act(state, state.to_move, move)
    for text in spellings(one, other):
        again = game.read(state, state.to_move, text)
        assert game.act(state, state.to_move, again) == expected


@given(positions())
def test_the_position_holds_what_everybody_sees_and_the_view_no_more(
    reached: tuple[FireAndIce, Position, Board],
):
    game, state, board = reached
    assert game.position(state) == written(board)
    for viewer in (PUBLIC, *SEATS):
        view = game.view(state, viewer)
        assert view == game.view(state, PUBLIC)
        shown = {
            tuple(cell): half.value
            for domino in view.dominoes
            for cell, half in zip(domino.cells, domino.halves, strict=True)
        }
        assert (view.side, shown) == (9, board)
        assert (view.row_one, view.fire, view.to_move) == (game.row1, game.fire, state.to_move)


def test_the_view_has_the_dominoes_in_the_order_they_were_laid():
    game = FireAndIce(first=EC)
    state = game.begin()
    for seat, text in ((EC, "D4 C4"), (DMO, "F4 G4")):
        state = game.act(state, seat, game.read(state, seat, text))
    start, *laid = game.view(state, PUBLIC).dominoes
    assert (named(*start.cells), start.halves) == ("E4 E5", (Half.WHITE, Half.WHITE))
    assert [(named(*each.cells), *each.halves) for each in laid] == [
        ("D4 C4", Half.WHITE, Half.RED),
        ("F4 G4", Half.WHITE, Half.BLUE),
    ]


# Refusals, in their order


@pytest.mark.parametrize(
    ("text", "answer", "cells"),
    [
        # After D4 C4 (white, red) by Fire; Ice is to move.
        ("J1 J2", "off-board", "J1 J2"),
        ("I9 J9", "off-board", "J9"),
        ("A10 A9", "off-board", "A10"),
        ("A0 A1", "off-board", "A0"),
        ("Z99 E5", "off-board", "Z99"),
        ("A1 A1", "not-adjacent", "A1 A1"),
        ("A1 B2", "not-adjacent", "A1 B2"),
        ("A1 A3", "not-adjacent", "A1 A3"),
        ("I1 A2", "not-adjacent", "I1 A2"),
        ("E5 E6", "occupied", "E5"),
        ("E6 E5", "occupied", "E5"),
        ("E4 E5", "occupied", "E4 E5"),
        ("C4 B4", "occupied", "C4"),
        ("A1 A2", "not-connected", "A1 A2"),
        ("C6 B6", "not-connected", "C6 B6"),
        ("C5 B5", "colour-clash", "C4"),
        ("B4 A4", "colour-clash", "C4"),
        ("D5 C5", "colour-clash", "C4 D4 E5"),
        ("C5 D5", "colour-clash", "C4 D4 E5"),
        ("D3 C3", "colour-clash", "C4 D4"),
        # Several at once: the first of off-board, not-adjacent, occupied, not-connected, clash.
        ("J1 E5", "off-board", "J1"),
        ("J1 A1", "off-board", "J1"),
        ("E5 E5", "not-adjacent", "E5 E5"),
        ("E5 A1", "not-adjacent", "E5 A1"),
        ("E5 C4", "not-adjacent", "E5 C4"),
        ("D5 E5", "occupied", "E5"),
        ("C4 C5", "occupied", "C4"),
    ],
)
def test_a_refusal_names_the_first_broken_rule_and_its_cells(text: str, answer: str, cells: str):
    match = begun(fire_and_ice(first="ec", takeback="0"))
    match = tried(match, "ec @1 D4 C4").match
    step = tried(match, f"dmo @2 {text}")
    assert isinstance(step.refusal, Illegal)
    assert code(step) == answer
    found = [str(each) for each in step.refusal.cells]
    assert sorted(found) == sorted(cells.split())
    assert step.match.state == match.state


def test_a_clash_names_the_colours_that_met():
    game = FireAndIce(first=EC)
    state = game.act(game.begin(), EC, game.read(game.begin(), EC, "D4 C4"))
    with pytest.raises(Illegal) as refused:
        game.act(state, DMO, game.read(state, DMO, "D5 C5"))
    touched = dict(zip(map(str, refused.value.cells), refused.value.facts["touched"], strict=True))
    assert touched == {"C4": "r", "D4": "w", "E5": "w"}
    assert refused.value.facts["own"] == "b"


@pytest.mark.parametrize(
    ("text", "reason", "cells"),
    [
        ("E6 white E7 red", "", ""),
        ("E7 red E6", "", ""),
        ("E6 red E7 white", "wrong-colour", "E6 E7"),
        ("E6 white E7 blue", "wrong-colour", "E7"),
        ("E6 E7 white", "wrong-colour", "E7"),
        ("E6 blue E8 blue", "not-adjacent", "E6 E8"),
        ("E4 blue E5 blue", "occupied", "E4 E5"),
        ("A1 blue A2 blue", "not-connected", "A1 A2"),
        ("J6 blue E7 blue", "off-board", "J6"),
    ],
)
def test_a_wrong_colour_is_refused_only_if_nothing_else_is_wrong(
    text: str, reason: str, cells: str
):
    step = tried(begun(fire_and_ice(first="ec", takeback="0")), f"ec @0 {text}")
    assert code(step) == reason
    assert " ".join(map(str, step.refusal.cells if step.refusal else ())) == cells
