"""The board of A Battle of Fire and Ice as symbols."""

from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.rules import FireAndIceView
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class FireCellKind(CellSign):
    """The kind of a cell."""

    EMPTY = ".", Sentence("empty")
    START = "S", Sentence("start domino, white")
    WHITE = "W", Sentence("white")
    RED = "R", Sentence("red")
    BLUE = "B", Sentence("blue")


HALVES = {Half.WHITE: FireCellKind.WHITE, Half.RED: FireCellKind.RED, Half.BLUE: FireCellKind.BLUE}


def boards(view: FireAndIceView) -> tuple[TextBoard, ...]:
    """Return the board; it looks the same to every viewer."""
    cells = {
        cell: TextCell(HALVES[half] if order else FireCellKind.START, mark)
        for order, domino in enumerate(view.dominoes)
        for mark in [Mark.LATEST if domino is view.last_laid else None]
        for cell, half in zip(domino.cells, domino.halves, strict=True)
    }
    return (
        TextBoard("board", "", (view.side, view.side), view.row_one, FireCellKind.EMPTY, cells),
    )
