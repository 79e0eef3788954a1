"""A Battle of Fire and Ice: its rules, its notation, and a slow second look at every position."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bit_board import BitBoard
from engine.choice import Chosen
from engine.clocks import Bank, Deadline, Seconds
from engine.game import TAKE_BACK, Timing
from engine.games.fire_and_ice.board import Board as Halves
from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.notation import Move
from engine.games.fire_and_ice.rules import FireAndIce, Position
from engine.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import RowOne
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder, Refused
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, code, fire_and_ice, over, tried

EC, DMO = Seat.EC, Seat.DMO

# A plain account of the rules: a board is a dict from cells to letters, and every way to lay a
# domino is tried.

Board = dict[tuple[int, int], str]
Way = tuple[tuple[int, int], tuple[int, int]]

SQUARES = [(column, row) for row in range(9) for column in range(9)]
PLAIN_START: Board = {(4, 3): "w", (4, 4): "w"}


def around(square: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = square
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def may_be_laid(board: Board, white: tuple[int, int], colored: tuple[int, int], color: str) -> bool:
    """Whether one way to lay one domino is legal."""
    if white in board or colored in board or colored not in around(white):
        return False
    if white not in SQUARES or colored not in SQUARES:
        return False
    touches = [("w", board[each]) for each in around(white) if each in board]
    touches += [(color, board[each]) for each in around(colored) if each in board]
    return bool(touches) and all(mine == old for mine, old in touches)


def plain_ways(board: Board, color: str) -> set[Way]:
    """All legal placements, as (white half, coloured half)."""
    pairs = ((white, colored) for white in SQUARES for colored in around(white))
    return {
        (white, colored) for white, colored in pairs if may_be_laid(board, white, colored, color)
    }


def after(board: Board, way: Way, color: str) -> Board:
    return {**board, way[0]: "w", way[1]: color}


def plain_perft(board: Board, color: str, depth: int) -> int:
    """How many ways there are to lay this many dominoes in turn."""
    ways = plain_ways(board, color)
    if depth == 1:
        return len(ways)
    other = "b" if color == "r" else "r"
    return sum(plain_perft(after(board, way, color), other, depth - 1) for way in ways)


def written(board: Board) -> str:
    return "/".join(
        "".join(board.get((column, row), ".") for column in range(9)) for row in reversed(range(9))
    )


def read_back(position: str) -> Board:
    """A board from a record's position."""
    rows = position.split("/")
    assert [len(row) for row in rows] == [9] * 9
    return {
        (column, 8 - index): letter
        for index, row in enumerate(rows)
        for column, letter in enumerate(row)
        if letter != "."
    }


def named(*squares: tuple[int, int]) -> str:
    return " ".join(str(Cell(*each)) for each in squares)


# Random positions: a game is played for a while


def play_on(game: FireAndIce, generator: Random, moves: int) -> tuple[Position, Board]:
    """A position after random moves, and the plain board beside it."""
    state, board = game.begin(), dict(PLAIN_START)
    for _ in range(moves):
        mover = state.to_move
        legal = list(game.legal(state, mover)) if mover and not state.outcome else []
        if not legal:
            break
        color = game.color_of(mover)
        move = generator.choice(legal)
        ways = [each for each in plain_ways(board, color) if {*each} == {*map(tuple, move.cells)}]
        board = after(board, ways[0], color)
        state = game.act(state, mover, move)
    return state, board


@st.composite
def positions(draw: st.DrawFn, most: int = 30) -> tuple[FireAndIce, Position, Board]:
    game = FireAndIce(
        first=draw(st.sampled_from(SEATS)),
        fire=draw(st.sampled_from(SEATS)),
    )
    generator = Random(draw(st.integers(0, 10**6)))
    return game, *play_on(game, generator, draw(st.integers(0, most)))


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


def laid_out(board: Board, to_move: Seat = EC) -> Position:
    """Any board as a position, whether play can reach it or not."""

    def bits(letter: str) -> int:
        return sum(
            1 << (10 * row + column) for (column, row), each in board.items() if each == letter
        )

    return Position(Halves(BitBoard(9), bits("w"), bits("r"), bits("b")), to_move=to_move)


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


def spellings(one: str, other: str) -> Iterator[str]:
    for joined in (" ", "", "-", ",", ", ", " - ", " and ", ", and ", "/", " / ", "\n", "\t", "  "):
        text = f"{one}{joined}{other}"
        yield from (text, text.lower(), f"  {text}\n", f"{other}{joined}{one}")
    yield from (
        f"{one.lower()}{other}",
        f"{one} AND {other}",
        f"{one} {other},",
        f"and {one} {other}",
    )


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


# Notation: what is a submission, and what it says

ON_E6_E7 = (Cell(4, 5), Cell(4, 6))
E6_WHITE = (Cell(4, 5), Half.WHITE)
CHATTER = [
    *("", " ", "hello", "pass the salt", "I think E5 is lost", "E6 E7?", "¿E6 E7"),
    *("E6E7E", "E06 E7", "E100 E7", "EE6", "6E 7E", "E 6 E 7", "E6=E7", "E6, : E7", ".E6 E7"),
    *("E6toE7", "play E6 E7", "E6 E7 lol", "\u0415\u0036 E7", "E6 E7 \N{FIRE}"),
    *("E6 green E7", "E6 white E7 purple", "white", "red and blue", "E6 whiter E7"),
    *(
        "and",
        "me",
        "them",
        "ec",
        "dmo",
        "ec and dmo",
        "take",
        "back",
        "back and take",
        "me, and them",
    ),
    *(
        "takebacks",
        "undone",
        "firstly ec",
        "i concede",
        "conceded",
        "concede?",
        "first, you",
        "-",
        ",",
        "/",
    ),
    *(
        "E6andE7",
        "E-6 E-7",
        "1 2",
        "E",
        "e5e",
        "first ec please",
        "take it back",
        "a1b",
        "E6 E7 pls",
    ),
]


@pytest.mark.parametrize("text", CHATTER)
@pytest.mark.parametrize("first", [{}, {"first": "ec"}])
def test_one_foreign_word_makes_it_conversation(text: str, first: dict[str, str]):
    game = fire_and_ice(**first)
    for seat in SEATS:
        with pytest.raises(NotASubmission):
            game.read(game.begin(), seat, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("E6 E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("e7,E6", Move((Cell(4, 6), Cell(4, 5)))),
        ("E6E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("E6-E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("E6, and E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("A1 I9", Move((Cell(0, 0), Cell(8, 8)))),
        ("J1 Z99", Move((Cell(9, 0), Cell(25, 98)))),
        ("takeback", TAKE_BACK),
        ("Take Back", TAKE_BACK),
        ("take-back", TAKE_BACK),
        ("TAKEBACK ", TAKE_BACK),
        ("**take** back!", TAKE_BACK),
        ("undo", TAKE_BACK),
        ("first ec", Chosen(EC)),
        ("FIRST DMO", Chosen(DMO)),
        ("first-ec", Chosen(EC)),
        ("E6 white E7 red", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("E6 (white) and E7 (red)", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("E6(White)-E7(RED).", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("e6 white e7", Move(ON_E6_E7, (E6_WHITE,))),
        ("E6, E7: blue", Move(ON_E6_E7, ((Cell(4, 6), Half.BLUE),))),
    ],
)
def test_a_submission_is_read(text: str, said: object):
    game = FireAndIce()
    for seat in SEATS:
        assert game.read(game.begin(), seat, text) == said


@pytest.mark.parametrize(
    ("seat", "text", "first"),
    [(EC, "me", EC), (EC, "them", DMO), (DMO, "me", DMO), (DMO, "them", EC)],
)
def test_me_and_them_are_seen_from_the_seat_that_speaks(seat: Seat, text: str, first: Seat):
    assert FireAndIce().read(FireAndIce().begin(), seat, f"first {text}") == Chosen(first)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "E6",
            "E6 E7 E8",
            "E6E7E8E9",
            "E6 E7 undo",
            "take E6",
            "me E6 E7",
            "first",
            "first E6 E7",
        ),
        *("first ec dmo", "first and", "first first", "first back", "undo undo", "take back E6"),
        *(
            "takeback takeback",
            "concede concede",
            "concede E6",
            "ec first",
            "E6 first",
            "E6 and",
            "E6 ec E7",
            "white E6 red E7",
            "E6 white red E7",
            "E6 white",
            "E6 white E7 red E8",
        ),
    ],
)
def test_words_of_the_game_that_say_nothing_are_malformed(text: str):
    game = FireAndIce()
    with pytest.raises(Malformed) as refused:
        game.read(game.begin(), EC, text)
    assert refused.value.code == "malformed"
    assert all(str(cell) in text for cell in refused.value.cells)


def test_legal_first_moves_are_accepted_from_a_match_in_all_their_spellings():
    game = fire_and_ice(first="ec", takeback="0")
    for move in game.legal(game.begin(), EC):
        for text in spellings(*map(str, move.cells)):
            assert code(tried(begun(game), f"ec @1 {text.strip()}")) == ""


# Phases, seats, options


@pytest.mark.parametrize(
    ("first", "line", "answer"),
    [
        # The DMO chooses; nobody else, and nothing else.
        ({}, "dmo @1 first me", ""),
        ({}, "dmo @1 first ec", ""),
        ({}, "ec @1 first me", "not-your-turn"),
        ({}, "ec @1 E6 E7", "not-your-turn"),
        ({}, "ec @1 E6", "not-your-turn"),
        ({}, "dmo @1 E6 E7", "wrong-phase"),
        ({}, "dmo @1 undo", "wrong-phase"),
        ({}, "dmo @1 E6", "malformed"),
        ({}, "dmo @1 first", "malformed"),
        ({}, "ec @1 hello", "not-a-submission"),
        # Moves are the mover's.
        ({"first": "ec"}, "ec @1 E6 E7", ""),
        ({"first": "ec"}, "dmo @1 E6 E7", "not-your-turn"),
        ({"first": "ec"}, "dmo @1 E6", "not-your-turn"),
        ({"first": "ec"}, "dmo @1 undo", "not-your-turn"),
        ({"first": "ec"}, "ec @1 first ec", "wrong-phase"),
        ({"first": "ec"}, "dmo @1 first ec", "not-your-turn"),
        ({"first": "ec"}, "ec @1 undo", "nothing-held"),
        ({"first": "dmo"}, "dmo @1 E6 E7", ""),
        ({"first": "dmo"}, "ec @1 E6 E7", "not-your-turn"),
    ],
)
def test_who_may_say_what_in_each_phase(first: dict[str, str], line: str, answer: str):
    assert code(tried(begun(fire_and_ice(**first)), line)) == answer


def test_each_phase_has_its_clock():
    game = fire_and_ice(turn="10", reserve="20", choice="30")
    begin = game.begin()
    assert game.starting_reserve == 20
    assert game.timing(begin) == Timing(0, Deadline(Seconds(30)))
    moving = game.act(begin, DMO, Chosen(EC))
    assert game.timing(moving).clock == Bank(Seconds(10))
    assert game.timing(moving).seat is EC
    moved = game.act(moving, EC, next(game.legal(moving, EC)))
    assert game.timing(moved).seat is DMO
    occasions = {game.timing(each).occasion for each in (begin, moving, moved)}
    assert len(occasions) == 3
    assert game.timing(game.lapse(moved)) is None


@pytest.mark.parametrize(("chooser_says", "begins"), [("first me", DMO), ("first them", EC)])
def test_the_dmo_chooses_who_begins(chooser_says: str, begins: Seat):
    match = tried(begun(FireAndIce()), f"dmo @1 {chooser_says}").match
    assert match.to_act == (begins,)
    assert list(FireAndIce().legal(FireAndIce().begin(), DMO)) == [Chosen(EC), Chosen(DMO)]
    assert list(FireAndIce().legal(FireAndIce().begin(), EC)) == []


@pytest.mark.parametrize("lot", ["first ec", "first dmo"])
def test_a_late_choice_is_settled_by_a_lot(lot: str):
    game = FireAndIce()
    late = game.lapse(game.begin())
    assert game.to_act(late) == ()
    assert game.timing(late) is None
    assert game.settle(late, lot).to_move == lot.split()[1]
    assert {game.draw(late, Random(seed)) for seed in range(30)} == {"first ec", "first dmo"}
    assert game.draw(game.begin(), Random(0)) is None


@pytest.mark.parametrize("text", ["", "first", "first me", "first ec dmo", "E6 E7", "ec", "posted"])
def test_a_text_that_states_no_lot_is_refused(text: str):
    game = FireAndIce()
    with pytest.raises(OutOfOrder):
        game.settle(game.lapse(game.begin()), text)


@given(positions(12))
def test_the_fire_option_swaps_the_colours_and_nothing_else(
    reached: tuple[FireAndIce, Position, Board],
):
    game, state, _ = reached
    swapped = replace(game, fire=game.fire.opponent)
    other = swapped.begin()
    mover = game.first
    for white, colored in state.dominoes:
        other = swapped.lay(other, mover, white, colored)
        mover = mover.opponent
    colors = str.maketrans("rb", "br")
    assert swapped.position(other) == game.position(state).translate(colors)
    for seat in SEATS:
        one, two = replace(state, to_move=seat), replace(other, to_move=seat)
        assert list(game.legal(one, seat)) == list(swapped.legal(two, seat))


@pytest.mark.parametrize("row_one", RowOne)
def test_the_row1_option_affects_only_the_picture(row_one: RowOne):
    game = FireAndIce(first=EC, row1=row_one)
    assert game.view(game.begin(), PUBLIC).row_one is row_one
    assert game.position(game.begin()) == written(PLAIN_START)
    assert len(list(game.legal(game.begin(), EC))) == 14


@pytest.mark.parametrize(
    ("said", "seconds"), [(Move((Cell(4, 5), Cell(4, 6))), 5), (Chosen(EC), 0)]
)
def test_moves_are_held_and_the_choice_is_not(said: object, seconds: int):
    assert FireAndIce().hold(said) == seconds


# The end


def blocked(color: str) -> Board:
    """A board on which that colour has no move and the other has one."""
    other = "b" if color == "r" else "r"
    board = dict.fromkeys(SQUARES, other)
    del board[0, 0], board[1, 0]
    board[2, 0] = board[1, 1] = "w"
    return board


@pytest.mark.parametrize("color", ["r", "b"])
@pytest.mark.parametrize("mover", SEATS)
def test_only_the_player_to_move_loses_by_having_no_move(color: str, mover: Seat):
    board = blocked(color)
    other = "b" if color == "r" else "r"
    assert (plain_ways(board, color), len(plain_ways(board, other))) == (set(), 1)
    game = FireAndIce(first=EC, fire=mover if color == "r" else mover.opponent)
    assert game.color_of(mover) == color
    halves = laid_out(board).board
    assert not halves.has_room_for(game.color_of(mover))
    assert halves.has_room_for(game.color_of(mover.opponent))


@given(st.integers(0, 10**6), st.sampled_from(SEATS))
def test_a_whole_match_ends_when_a_plain_search_finds_no_move(seed: int, first: Seat):
    game = fire_and_ice(first=first.value, takeback="0")
    generator, match, board = Random(seed), begun(game, timed=False), dict(PLAIN_START)
    mover = first
    while ways := sorted(plain_ways(board, game.color_of(mover))):
        assert match.to_act == (mover,)
        way = generator.choice(ways)
        step = tried(match, f"{mover} @0 {named(*way)}")
        assert code(step) == ""
        match, board = step.match, after(board, way, game.color_of(mover))
        mover = mover.opponent
    assert match.result == over(mover.opponent, "no-legal-move")
    assert match.to_act == ()
    assert game.position(match.state) == written(board)


# Random texts

alphabet = st.text("abefijEFI0123456789 ,-/\n", max_size=12)
words = st.lists(
    st.sampled_from(
        [
            *(
                "E6",
                "e7",
                "E5",
                "D4",
                "J1",
                "first",
                "ec",
                "me",
                "undo",
                "take",
                "back",
                "and",
                "concede",
            )
        ]
    ),
    max_size=4,
).map(" ".join)
texts = st.lists(st.one_of(st.text(max_size=20), alphabet, words), min_size=10, max_size=10)


def phases() -> dict[str, Match]:
    held = begun(fire_and_ice(first="ec"))
    at_once = begun(fire_and_ice(first="ec", takeback="0"))
    return {
        "choice": begun(FireAndIce()),
        "lot": tried(begun(FireAndIce()), "dealer @60").match,
        "move": at_once,
        "second move": tried(at_once, "ec @1 E6 E7").match,
        "held": tried(held, "ec @1 E6 E7").match,
        "paused": tried(at_once, "host @1 pause").match,
        "over": tried(at_once, "ec @1 concede").match,
    }


@pytest.mark.parametrize("phase", phases())
@given(texts=texts, seat=st.sampled_from(["ec", "dmo", "host", "dealer"]))
def test_every_text_is_accepted_or_changes_nothing(phase: str, texts: list[str], seat: str):
    match = phases()[phase]
    for text in texts:
        step = match.enter(Entry(Speaker(seat), match.now, text))
        if step.refusal is None:
            says_nothing = seat == "dealer" and not text
            assert says_nothing or step.match.entries != match.entries
            continue
        assert isinstance(step.refusal, Refused)
        assert step.refusal.code
        if match.lot_due_at is None:
            assert step.match == match
        again = step.match.enter(Entry(Speaker(seat), match.now, text))
        assert code(again) == code(step)
