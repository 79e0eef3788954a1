"""The board of a free table as symbols: a piece's owner comes first, then its label."""

from typing import Final

from engine.games.free_table.table import FILLED, Owner, Piece
from engine.games.free_table.view import TableView
from engine.grids.grid import Cell
from engine.sentences import Sentence
from rendering.text.grid import CellSign, Mark, TextBoard, TextCell


class TableCellKind(CellSign):
    """The piece that stands in a cell."""

    EMPTY = ".", Sentence("empty")
    EC = "o", Sentence("EC's piece")
    DMO = "x", Sentence("DMO's piece")
    TABLE = "+", Sentence("the table's piece")
    FILLED = "#", Sentence("filled")
    EC_FILLED = "o#", Sentence("filled by EC")
    DMO_FILLED = "x#", Sentence("filled by DMO")


PIECES: Final = {
    Owner.EC: TableCellKind.EC,
    Owner.DMO: TableCellKind.DMO,
    Owner.TABLE: TableCellKind.TABLE,
}
FILLINGS: Final = {
    Owner.EC: TableCellKind.EC_FILLED,
    Owner.DMO: TableCellKind.DMO_FILLED,
    Owner.TABLE: TableCellKind.FILLED,
}


def boards(view: TableView) -> tuple[TextBoard, ...]:
    """Return the board; at a table without one, it has no cells."""
    size = (view.last.column + 1, view.last.row + 1) if view.last else (0, 0)
    cells = _cells(view)
    width = max((len(cell.shown) for cell in cells.values()), default=1)
    return (TextBoard("board", "", size, view.row_one, TableCellKind.EMPTY, cells, width),)


def _cells(view: TableView) -> dict[Cell, TextCell]:
    pieces, marks = dict(view.pieces), dict.fromkeys(view.marked, Mark.LATEST)
    return {cell: _cell(pieces.get(cell), marks.get(cell)) for cell in {**pieces, **marks}}


def _cell(piece: Piece | None, mark: CellSign | None) -> TextCell:
    if piece is None:
        return TextCell(TableCellKind.EMPTY, mark)
    if piece.label == FILLED:
        return TextCell(FILLINGS[piece.owner], mark)
    kind = PIECES[piece.owner]
    return TextCell(kind, mark, f"{kind.symbol}{piece.label}")
