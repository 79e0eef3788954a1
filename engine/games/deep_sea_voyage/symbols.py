"""The boards of Deep Sea Voyage as symbols: ships and tiles in capitals, pieces in small ones."""

from collections.abc import Iterator
from typing import Final

from engine.games.deep_sea_voyage.board import Side
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView
from engine.grids.grid import Cell
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class VoyageCellKind(CellSign):
    """The kind of a tile, or of the piece on it."""

    EMPTY = ".", Sentence("empty")
    RED = "R", Sentence("red ship")
    WHITE = "W", Sentence("white ship")
    BLUE = "B", Sentence("blue ship")
    BLACK = "K", Sentence("black ship")
    WALL = "#", Sentence("wall")
    CHANNEL = "C", Sentence("channel")
    DROPOFF = "D", Sentence("dropoff")
    EMPIRE = "e", Sentence("piece of the Empire")
    MARAUDER = "m", Sentence("piece of the Marauder")
    HANDED_IN = "?", Sentence("submitted piece")


class ShipPathSign(CellSign):
    """The ship whose way crosses a tile."""

    RED = "r", Sentence("route of the red ship")
    WHITE = "w", Sentence("route of the white ship")
    BLUE = "b", Sentence("route of the blue ship")
    BLACK = "k", Sentence("route of the black ship")
    SEVERAL = "+", Sentence("routes of several ships")


KINDS: Final = {kind.symbol: kind for kind in VoyageCellKind}
"""The kinds by their symbols, which are a board's letters for tiles and ships."""
PIECES: Final = {Side.EMPIRE: VoyageCellKind.EMPIRE, Side.MARAUDER: VoyageCellKind.MARAUDER}


def boards(view: DeepSeaVoyageView) -> tuple[TextBoard, ...]:
    """Return all three boards."""
    return tuple(_board(view, sea) for sea in view.seas)


def _board(view: DeepSeaVoyageView, sea: Sea) -> TextBoard:
    marks = _marks(view, sea)
    cells = {cell: TextCell(kind, marks.get(cell)) for cell, kind in _kinds(view, sea)}
    size = (sea.board.side, sea.board.side)
    return TextBoard(f"board-{sea.number}", size, view.row_one, VoyageCellKind.EMPTY, cells)


def _kinds(view: DeepSeaVoyageView, sea: Sea) -> Iterator[tuple[Cell, VoyageCellKind]]:
    """Yield the kinds of tiles and ships first, then of the pieces on them."""
    yield from ((cell, KINDS[letter]) for cell, letter in sea.board.letters.items())
    for move in view.submissions_on(sea):
        if isinstance(move, Placement):
            yield from ((cell, VoyageCellKind.HANDED_IN) for cell in move.cells)
    for placement in sea.placed:
        if side := view.side_of(placement.seat):
            yield from ((cell, PIECES[side]) for cell in placement.cells)


def _marks(view: DeepSeaVoyageView, sea: Sea) -> dict[Cell, CellSign]:
    """Return the latest piece, and the ships' ways: routes handed in before true shortest ones."""
    marks: dict[Cell, CellSign] = {}
    for ship, way in (view.routes_on(sea) or dict(sea.ways)).items():
        for cell in set(way.tiles if way else ()):
            marks[cell] = ShipPathSign.SEVERAL if cell in marks else ShipPathSign[ship.name]
    latest = view.latest_on(sea)
    return marks | dict.fromkeys(latest.cells if latest else (), Mark.LATEST)
