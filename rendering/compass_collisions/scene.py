"""The contents of the squares, gathered from the view."""

from dataclasses import dataclass

from engine.games.compass_collisions.board import Element, EventKind, Piece
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering.canvas import Grid
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.tools import CELL, MARGIN


@dataclass(frozen=True, slots=True)
class Scene:
    """The contents of the squares, and their colours.

    Attributes:
        grid: The places of the squares.
        pieces: The pieces that stand there.
        ghosts: The pieces that stood there before or in the last turn, where nothing stands now.
        fallen: The squares that fell in the last turn.
    """

    colors: Colors
    grid: Grid
    pieces: dict[Cell, Piece]
    ghosts: dict[Cell, Element]
    fallen: frozenset[Cell]


def scene_of(view: CompassCollisionsView, colors: Colors) -> Scene:
    """Return the scene that a view shows on the squares."""
    fell = frozenset(event.cell for event in view.events if event.kind is EventKind.FELL)
    return Scene(colors, grid_of(view), dict(view.standing), _ghosts(view), fell)


def grid_of(view: CompassCollisionsView) -> Grid:
    """Return the places of the squares."""
    return Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)


def _ghosts(view: CompassCollisionsView) -> dict[Cell, Element]:
    """Return the gone pieces; of all events on a square, only the last one counts."""
    occupied = dict(view.pieces)
    return {
        cell: event.piece.element
        for event in view.events
        for cell in (event.cell, event.to if event.kind is EventKind.LEFT else None)
        if event.piece and cell and cell not in occupied
    }
