"""A free table as symbols: whose each piece is, its label, and boards of any size."""

from typing import Any

import pytest

from engine.games.free_table.position import TableView
from engine.kinds.scene_symbols import SceneCellKind, boards
from engine.options import RowOne
from engine.text_boards import Mark, TextBoard, legend, written
from tests.engine.text_boards.test_boards import by_coordinate
from tests.rendering.positions.free_table import JANGGI, SIZES, full_board, view_of


def board_of(view: TableView) -> TextBoard:
    (board,) = boards(view)
    return board


@pytest.mark.parametrize(
    ("facts", "text", "sign"),
    [
        ({"ec": "C3"}, "o", SceneCellKind.EC),
        ({"dmo": "C3=K"}, "xK", SceneCellKind.DMO),
        ({"table": "C3=10"}, "+10", SceneCellKind.TABLE),
        ({"table": "C3=#"}, "#", SceneCellKind.FILLED),
        ({"ec": "C3=#"}, "o#", SceneCellKind.EC_FILLED),
        ({"dmo": "C3=#"}, "x#", SceneCellKind.DMO_FILLED),
        ({"ec": "C3=MI", "marked": "C3"}, "oMI*", SceneCellKind.EC),
        ({"dmo": "C3=#", "marked": "C3"}, "x#*", SceneCellKind.DMO_FILLED),
        ({"marked": "C3"}, ".*", SceneCellKind.EMPTY),
        ({}, ".", SceneCellKind.EMPTY),
    ],
)
def test_a_cell_shows_whose_piece_is_there_and_its_label(
    facts: dict[str, Any], text: str, sign: SceneCellKind
):
    board = board_of(view_of(**facts))
    assert by_coordinate(board)["C3"] == text
    assert sign in legend([board])
    assert (Mark.LATEST in legend([board])) is ("marked" in facts)


def test_a_board_is_written_as_a_reader_expects_it():
    assert written(board_of(JANGGI)).split("\n") == [
        "  A   B   C",
        "4 xG  xK  xMI",
        "3 .   oMA*.",
        "2 .   .*  .",
        "1 oMI oK  oG",
    ]


@pytest.mark.parametrize("row_one", RowOne)
@pytest.mark.parametrize("last", SIZES)
def test_a_board_of_any_size_has_all_its_cells(last: str, row_one: RowOne):
    view = full_board(1, last, row_one=row_one)
    board = board_of(view)
    marked = {*view.scene.latest}
    signs = {"ec": "o", "dmo": "x", "table": "+"}
    assert by_coordinate(board) == {
        str(cell): f"{signs[piece.owner]}{piece.label}{'*' * (cell in marked)}"
        for cell, piece in view.pieces
    }


def test_cells_are_no_wider_than_what_stands_in_them():
    assert board_of(view_of("T20")).width == 1
    assert board_of(view_of("T20", ec="A1=K")).width == 2
    assert board_of(full_board(1)).width == 3


def test_at_a_table_without_a_board_there_is_nothing_to_read():
    board = board_of(view_of(None))
    assert written(board).strip() == ""
    assert legend([board]) == ()
