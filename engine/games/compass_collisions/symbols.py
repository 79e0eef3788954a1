"""The board of Compass Collisions as symbols: EC's pieces in capitals, the DMO's in small letters.

A number behind a piece, or on an empty square, says when the square falls.
"""

from typing import Final

from engine.games.compass_collisions.board import ALL_PIECES, LAST, Element
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import Seat
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class CompassCellKind(CellSign):
    """The kind of a square, or of the piece on it."""

    EMPTY = ".", Sentence("empty")
    EC_EARTH = "E", Sentence("EC Earth")
    EC_WATER = "W", Sentence("EC Water")
    EC_FIRE = "F", Sentence("EC Fire")
    EC_AIR = "A", Sentence("EC Air (Wind)")
    DMO_EARTH = "e", Sentence("DMO Earth")
    DMO_WATER = "w", Sentence("DMO Water")
    DMO_FIRE = "f", Sentence("DMO Fire")
    DMO_AIR = "a", Sentence("DMO Air (Wind)")
    ZONE = "_", Sentence("room for a set")
    HOLE = "#", Sentence("fallen")
    NUMBER = "number", Sentence("falls when that many pieces are left"), Sentence("number")
    HIGH = "+", Sentence("falls with the next loss")


class Falling(CellSign):
    """The sign behind a square that is about to fall."""

    NEXT = "!", Sentence("next to fall")
    COLLAPSE = "~", Sentence("falls after a stall")


PIECES: Final = {
    (seat, element): CompassCellKind[f"{seat.name}_{element.name}"]
    for seat in Seat
    for element in Element
}
WIDTH: Final = 3
"""The width for a piece on a square with a number of two digits."""


def boards(view: CompassCollisionsView) -> tuple[TextBoard, ...]:
    """Return the board, with the sets that stand on it; the rest is for words."""
    size, cells = (view.side, view.side), _cells(view)
    return (TextBoard("board", size, RowOne.BOTTOM, CompassCellKind.EMPTY, cells, WIDTH),)


def _cells(view: CompassCollisionsView) -> dict[Cell, TextCell]:
    numbers = dict(view.numbers)
    touched = {*view.way, *(cell for event in view.events for cell in (event.cell, event.to))}
    latest = [cell for cell in touched if cell and cell.lies_up_to(LAST)]
    marks: dict[Cell, CellSign] = {
        **dict.fromkeys(view.collapsing, Falling.COLLAPSE),
        **dict.fromkeys(view.falls_next, Falling.NEXT),
        **dict.fromkeys(latest, Mark.LATEST),
    }
    kinds = {
        **dict.fromkeys(view.zones, CompassCellKind.ZONE),
        **{cell: PIECES[piece.owner, piece.element] for cell, piece in view.standing},
        **dict.fromkeys(view.removed, CompassCellKind.HOLE),
    }
    return {
        cell: _cell(kinds.get(cell), numbers.get(cell), marks.get(cell))
        for cell in {*kinds, *numbers, *latest}
    }


def _cell(kind: CompassCellKind | None, number: int | None, mark: CellSign | None) -> TextCell:
    """Return a square; numbers above the count of all pieces are all the same."""
    if number is None:
        return TextCell(kind or CompassCellKind.EMPTY, mark)
    sign = CompassCellKind.NUMBER if number <= ALL_PIECES else CompassCellKind.HIGH
    text = str(number) if sign is CompassCellKind.NUMBER else sign.symbol
    if kind is None:
        return TextCell(sign, mark, text)
    return TextCell(kind, mark, f"{kind.symbol}{text}", (sign,))
