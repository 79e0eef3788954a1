"""A scene as symbols: a piece's owner, its label, then who has won the cell; and hands of cards."""

from typing import Final

from engine.grids.grid import Cell
from engine.kinds.scene import FILLED, Card, Owner, Piece, Scene, SceneView, cells_of
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class SceneCellKind(CellSign):
    """The piece that stands in a cell."""

    EMPTY = ".", Sentence("empty")
    OPEN = "_", Sentence("free to play on")
    EC = "o", Sentence("EC's piece")
    DMO = "x", Sentence("DMO's piece")
    TABLE = "+", Sentence("the table's piece")
    NAMED = "A", Sentence("empty"), Sentence("letter")
    FILLED = "#", Sentence("filled")
    EC_FILLED = "o#", Sentence("filled by EC")
    DMO_FILLED = "x#", Sentence("filled by DMO")


class GroundSign(CellSign):
    """The owner of a cell that is won."""

    EC = "e", Sentence("won by EC")
    DMO = "d", Sentence("won by DMO")
    TABLE = "=", Sentence("won by nobody")


class CardSign(CellSign):
    """The state of a card."""

    UNLIT = "-", Sentence("light off")
    LIT = "!", Sentence("light on")
    VOID = "/", Sentence("void in the next round")


FILLINGS: Final = {
    Owner.EC: SceneCellKind.EC_FILLED,
    Owner.DMO: SceneCellKind.DMO_FILLED,
    Owner.TABLE: SceneCellKind.FILLED,
}


def boards(view: SceneView) -> tuple[TextBoard, ...]:
    """Return the board with its hands; at a table without one, it has no cells."""
    scene = view.scene
    cells = _cells(scene)
    return (
        TextBoard(
            "board",
            (scene.last.column + 1, scene.last.row + 1) if scene.last else (0, 0),
            scene.row_one,
            SceneCellKind.EMPTY,
            cells,
            max((len(cell.shown) for cell in cells.values()), default=1),
            scene.block,
            tuple((hand.owner.upper(), tuple(map(_card, hand.cards))) for hand in scene.hands),
            tuple(map(len, scene.centred)),
            scene.edges,
        ),
    )


def _cells(scene: Scene) -> dict[Cell, TextCell]:
    pieces, marks = dict(scene.pieces), dict.fromkeys(scene.latest, Mark.LATEST)
    named = {
        cell: TextCell(SceneCellKind.NAMED, None, name)
        for name, cell in cells_of(scene.centred).items()
    }
    grounds = {cell: GroundSign[owner.name] for cell, owner in scene.grounds}
    open_cells = dict.fromkeys(scene.open_cells, SceneCellKind.OPEN)
    return named | {
        cell: _cell(
            pieces.get(cell),
            open_cells.get(cell, SceneCellKind.EMPTY),
            grounds.get(cell),
            marks.get(cell),
        )
        for cell in {**pieces, **marks, **grounds, **open_cells}
    }


def _cell(
    piece: Piece | None, empty: CellSign, ground: CellSign | None, mark: CellSign | None
) -> TextCell:
    kind, label = empty, ""
    if piece and piece.label == FILLED:
        kind = FILLINGS[piece.owner]
    elif piece:
        kind, label = SceneCellKind[piece.owner.name], piece.label
    secondary = (ground,) if ground else ()
    text = "".join((kind.symbol, label, *(sign.symbol for sign in secondary)))
    return TextCell(kind, mark, text, secondary)


def _card(card: Card) -> TextCell:
    kind = CardSign.LIT if card.is_lit else CardSign.UNLIT
    secondary = (CardSign.VOID,) if card.is_void else ()
    text = "".join((card.label, kind.symbol, *(sign.symbol for sign in secondary)))
    return TextCell(kind, Mark.LATEST if card.is_latest else None, text, secondary)
