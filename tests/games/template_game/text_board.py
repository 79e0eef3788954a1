"""The board of Last Cell as symbols; it would be `rendering/text/last_cell.py`."""

from engine.options import RowOne
from rendering.text.grid import CellSign, Mark, TextBoard, TextCell
from tests.games.template_game.rules import LastCellView


class Kind(CellSign):
    EMPTY = ".", "empty"
    TAKEN = "O", "taken"


def boards(view: LastCellView) -> tuple[TextBoard, ...]:
    """Return the board, with a mark at the latest token."""
    cells = {
        cell: TextCell(Kind.TAKEN, Mark.LATEST if cell == view.taken[-1] else None)
        for cell in view.taken
    }
    return (TextBoard("board", "", (view.side, view.side), RowOne.BOTTOM, Kind.EMPTY, cells),)
