"""Positions of A Battle of Fire and Ice for tests, and a slow second account of its moves."""

from random import Random

from hypothesis import strategies as st

from engine.games.fire_and_ice.board import Board as Halves
from engine.games.fire_and_ice.rules import FireAndIce, FirePosition
from engine.grids.grid import Cell, bit_board
from engine.seats import SEATS, Seat

EC, DMO = Seat.EC, Seat.DMO

# A plain account of the rules: a board is a dict from cells to letters, and every way to lay a
# domino is tried.

Board = dict[tuple[int, int], str]
Way = tuple[tuple[int, int], tuple[int, int]]

SIDE = range(9)
SQUARES = [(column, row) for row in SIDE for column in SIDE]
PLAIN_START: Board = {(4, 3): "w", (4, 4): "w"}


def around(square: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = square
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def may_be_laid(board: Board, white: tuple[int, int], colored: tuple[int, int], color: str) -> bool:
    if white in board or colored in board or colored not in around(white):
        return False
    if not {*white, *colored} <= {*SIDE}:
        return False
    touches = [("w", board[pair]) for pair in around(white) if pair in board]
    touches += [(color, board[pair]) for pair in around(colored) if pair in board]
    return bool(touches) and all(own_cells == old for own_cells, old in touches)


def plain_ways(board: Board, color: str) -> set[Way]:
    """Return all legal placements, as (white half, coloured half)."""
    pairs = ((white, colored) for white in SQUARES for colored in around(white))
    return {
        (white, colored) for white, colored in pairs if may_be_laid(board, white, colored, color)
    }


def after(board: Board, way: Way, color: str) -> Board:
    return {**board, way[0]: "w", way[1]: color}


def written(board: Board) -> str:
    return "/".join(
        "".join(board.get((column, row), ".") for column in range(9)) for row in reversed(range(9))
    )


def read_back(position: str) -> Board:
    """Return a board from a record's position."""
    rows = position.split("/")
    assert [len(row) for row in rows] == [9] * 9
    return {
        (column, 8 - index): letter
        for index, row in enumerate(rows)
        for column, letter in enumerate(row)
        if letter != "."
    }


def named(*squares: tuple[int, int]) -> str:
    return " ".join(str(Cell(*square)) for square in squares)


# Random positions: a game is played for a while


def play_on(game: FireAndIce, generator: Random, moves: int) -> tuple[FirePosition, Board]:
    state, board = game.begin(), dict(PLAIN_START)
    for _ in range(moves):
        mover = state.to_move
        legal = list(game.legal(state, mover)) if mover and not state.outcome else []
        if not legal:
            break
        color = game.colors[mover]
        move = generator.choice(legal)
        ways = [way for way in plain_ways(board, color) if {*way} == {*map(tuple, move.cells)}]
        board = after(board, ways[0], color)
        state = game.act(state, mover, move)
    return state, board


@st.composite
def positions(draw: st.DrawFn, limit: int = 30) -> tuple[FireAndIce, FirePosition, Board]:
    game = FireAndIce(first=draw(st.sampled_from(SEATS)), fire=draw(st.sampled_from(SEATS)))
    generator = Random(draw(st.integers(0, 10**6)))
    return game, *play_on(game, generator, draw(st.integers(0, limit)))


def laid_out(board: Board, to_move: Seat = EC) -> FirePosition:
    """Return any board as a position, whether play can reach it or not."""

    def bits(letter: str) -> int:
        return sum(
            1 << (10 * row + column) for (column, row), text in board.items() if text == letter
        )

    return FirePosition(Halves(bit_board(9), bits("w"), bits("r"), bits("b")), to_move=to_move)
