"""Every cell of a board in text stands at its coordinate, and every sign differs."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import AnyGame
from engine.games import GAMES
from engine.kinds import scene_symbols
from engine.options import RowOne, option_kinds
from engine.seats import PUBLIC, SEATS
from engine.text_boards import CellSign, Mark, TextBoard, TextCell, legend, written
from engine.texts import texts_of
from rendering import every_board
from tests.games.common.samples import EVERY_GAME
from tests.helpers.games.random_play import random_states
from tests.rendering.positions.boards import with_board

every_game = pytest.mark.parametrize("name", EVERY_GAME)
MAX_STATES = 60


@cache
def states(name: str, seed: int, row_one: RowOne) -> tuple[AnyGame, tuple[Any, ...]]:
    """Return a game with row 1 there, if it has a choice, and the states of a random match."""
    has_choice = "row1" in option_kinds(GAMES[name])
    game = with_board(GAMES[name], seed=seed, **({"row1": row_one} if has_choice else {}))
    return game, tuple(random_states(game, Random(seed), MAX_STATES))


some_states = given(
    seed=st.integers(0, 2), row_one=st.sampled_from(RowOne), at=st.integers(0, MAX_STATES)
)


def some_matches(test: Callable[..., None]) -> Callable[..., None]:
    return settings(max_examples=12)(some_states(test))


def boards_of(game: AnyGame, view: Any) -> tuple[TextBoard, ...]:
    return texts_of(game).text_boards(view)


def numbered_rows(board: TextBoard) -> list[str]:
    """Return the lines that begin with a number: neither heavy lines nor hands."""
    return [line for line in written(board).split("\n") if line.split(maxsplit=1)[0].isdigit()]


def by_coordinate(board: TextBoard) -> dict[str, str]:
    """Return a plain text's signs at each coordinate: below a letter, beside a number.

    Those of centred rows are told by their order. Where both sides have names, the lower left ones
    are the coordinates.
    """
    if not board.rows:
        return {}
    lines = written(board).split("\n")
    if board.lengths:
        signs = (sign for line in lines for sign in line.split())
        return dict(zip((str(cell) for row in board.rows for cell in row), signs, strict=True))
    letters, rows = lines[-1 if any(board.edges) else 0], numbered_rows(board)
    columns = {match[0]: match.start() for match in re.finditer(r"[A-Z]", letters)}
    width = board.width + 1
    return {
        f"{letter}{row.split()[0]}": row[start : start + width].strip()
        for row in rows
        for letter, start in columns.items()
    }


def every_view(game: AnyGame, state: Any) -> Iterator[Any]:
    yield from (game.view(state, viewer) for viewer in (PUBLIC, *SEATS))
    yield game.reveal(state)


@every_game
@some_matches
def test_every_cell_of_every_board_stands_at_its_coordinate(
    name: str, seed: int, row_one: RowOne, at: int
):
    game, played = states(name, seed, row_one)
    for view in every_view(game, played[min(at, len(played) - 1)]):
        for board in boards_of(game, view):
            results = by_coordinate(board)
            cells = [cell for row in board.rows for cell in row]
            assert sorted(results) == sorted(map(str, cells))
            for cell in cells:
                standing = board.at(cell)
                mark = standing.mark.symbol if standing.mark else ""
                assert results[str(cell)] == f"{standing.shown}{mark}"
                assert len(standing.shown) <= board.width


@every_game
@pytest.mark.parametrize("row_one", RowOne)
def test_row_one_is_where_the_match_has_it(name: str, row_one: RowOne):
    game, played = states(name, 1, row_one)
    is_chosen = "row1" in option_kinds(type(game))
    for board in boards_of(game, game.view(played[-1], PUBLIC)):
        numbers = [int(row.split()[0]) for row in numbered_rows(board)]
        upwards = [*range(1, board.size[1] + 1)]
        is_on_top = is_chosen and row_one is RowOne.TOP
        assert board.lengths or numbers == (upwards if is_on_top else upwards[::-1])


@every_game
def test_boards_go_by_the_names_of_their_alt_texts(name: str):
    game, played = states(name, 1, RowOne.BOTTOM)
    view = game.view(played[-1], PUBLIC)
    names = [board.name for board in boards_of(game, view)]
    assert names == [picture.name for picture in every_board(game, view)]


def signs_of(name: str) -> list[CellSign]:
    """Return all signs of a game: its own, or those of scenes, and the mark of all games."""
    game = GAMES[name]
    texts_of(game)  # loads its signs
    folder = game.__module__.rpartition(".")[0]
    # Those of rules that another test changed may still be in memory.
    classes = [
        cls
        for cls in CellSign.__subclasses__()
        if getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls
    ]
    own = [cls for cls in classes if cls.__module__.startswith(f"{folder}.")]
    shared = [cls for cls in classes if cls.__module__ == scene_symbols.__name__]
    return [sign for cls in (*(own or shared), Mark) for sign in cls]


@every_game
def test_no_two_signs_of_a_game_have_the_same_symbol_or_meaning(name: str):
    signs = signs_of(name)
    assert len({sign.symbol for sign in signs}) == len(signs)
    assert len({sign.meaning for sign in signs}) == len(signs)


@every_game
@some_matches
def test_the_legend_has_every_sign_once_and_no_other(
    name: str, seed: int, row_one: RowOne, at: int
):
    game, played = states(name, seed, row_one)
    boards = boards_of(game, game.reveal(played[min(at, len(played) - 1)]))
    signs = legend(boards)
    assert len({*signs}) == len(signs)
    standing = [board.at(cell) for board in boards for row in board.rows for cell in row]
    standing += [card for board in boards for _, hand in board.hands for card in hand]
    assert {*signs} == {sign for cell in standing for sign in cell.signs}


def test_what_stands_in_a_cell_is_its_kinds_symbol_unless_said_otherwise():
    (kind, *_) = signs_of("fire-and-ice")
    assert (TextCell(kind).shown, TextCell(kind, text="x9").shown) == (kind.symbol, "x9")
