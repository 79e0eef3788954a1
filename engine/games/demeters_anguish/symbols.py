"""The gardens of Demeter's Anguish as symbols: a flower shows in each of its cells how many it has.

Flowers never touch by a side, so their outlines need not be shown.
"""

from collections.abc import Iterator
from typing import Final

from engine.games.demeters_anguish.board import Flower, Rock
from engine.games.demeters_anguish.position import DemetersAnguishView
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class DemeterCellKind(CellSign):
    """The kind of a cell."""

    EMPTY = ".", Sentence("empty")
    PENTOMINO = "5", Sentence("pentomino")
    TETROMINO = "4", Sentence("tetromino")
    TROMINO = "3", Sentence("tromino")
    DOMINO = "2", Sentence("domino")
    MONOMINO = "1", Sentence("monomino")
    ROCK = "#", Sentence("rock")
    SECRET = "?", Sentence("your flower, still secret")


OF_SIZE: Final = {int(kind.symbol): kind for kind in DemeterCellKind if kind.symbol.isdigit()}


def boards(view: DemetersAnguishView) -> tuple[TextBoard, ...]:
    """Return both gardens."""
    return tuple(_garden(view, owner) for owner in SEATS)


def _garden(view: DemetersAnguishView, owner: Seat) -> TextBoard:
    size, cells = (view.side, view.side), dict(_cells(view, owner))
    return TextBoard(f"{owner}-garden", size, view.row_one, DemeterCellKind.EMPTY, cells)


def _cells(view: DemetersAnguishView, owner: Seat) -> Iterator[tuple[Cell, TextCell]]:
    garden = view.garden(owner)
    last = [done.laid for done in view.marked if done.owner is owner]
    everything: tuple[Flower | Rock, ...] = (*garden.flowers, *garden.rocks)
    for laid in everything:
        kind = OF_SIZE[laid.piece.size] if isinstance(laid, Flower) else DemeterCellKind.ROCK
        mark = Mark.LATEST if laid in last else None
        yield from ((cell, TextCell(kind, mark)) for cell in laid.cells)
    if view.own and view.viewer is owner and isinstance(view.own.laid, Flower):
        yield from ((cell, TextCell(DemeterCellKind.SECRET)) for cell in view.own.laid.cells)
