"""A scene as symbols: a piece's owner comes first, then its label."""

from typing import Final

from engine.grids.grid import Cell
from engine.scene import FILLED, Owner, Piece, Scene, SceneView
from engine.words.sentences import Sentence
from rendering.text.grid import CellSign, Mark, TextBoard, TextCell


class SceneCellKind(CellSign):
    """The piece that stands in a cell."""

    EMPTY = ".", Sentence("empty")
    EC = "o", Sentence("EC's piece")
    DMO = "x", Sentence("DMO's piece")
    TABLE = "+", Sentence("the table's piece")
    FILLED = "#", Sentence("filled")
    EC_FILLED = "o#", Sentence("filled by EC")
    DMO_FILLED = "x#", Sentence("filled by DMO")


FILLINGS: Final = {
    Owner.EC: SceneCellKind.EC_FILLED,
    Owner.DMO: SceneCellKind.DMO_FILLED,
    Owner.TABLE: SceneCellKind.FILLED,
}


def boards(view: SceneView) -> tuple[TextBoard, ...]:
    """Return the board; at a table without one, it has no cells."""
    scene = view.scene
    size = (scene.last.column + 1, scene.last.row + 1) if scene.last else (0, 0)
    cells = _cells(scene)
    width = max((len(cell.shown) for cell in cells.values()), default=1)
    return (TextBoard("board", "", size, scene.row_one, SceneCellKind.EMPTY, cells, width),)


def _cells(scene: Scene) -> dict[Cell, TextCell]:
    pieces, marks = dict(scene.pieces), dict.fromkeys(scene.latest, Mark.LATEST)
    return {cell: _cell(pieces.get(cell), marks.get(cell)) for cell in {**pieces, **marks}}


def _cell(piece: Piece | None, mark: CellSign | None) -> TextCell:
    if piece is None:
        return TextCell(SceneCellKind.EMPTY, mark)
    if piece.label == FILLED:
        return TextCell(FILLINGS[piece.owner], mark)
    kind = SceneCellKind[piece.owner.name]
    return TextCell(kind, mark, f"{kind.symbol}{piece.label}")
