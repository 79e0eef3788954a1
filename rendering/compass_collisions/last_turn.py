"""The last turn: the arrow of its move, and a badge for each of its effects."""

from collections.abc import Callable, Hashable
from functools import partial

from PIL import Image

from engine.games.compass_collisions.board import Element, Event, EventKind
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grids.grid import Cell
from rendering.canvas import Brush, Grid, Point, Stamp, around, stamp_of
from rendering.compass_collisions.colors import Colors
from rendering.compass_collisions.tools import BADGE, CELL, PixelPoint, Scene


def paint_frame(brush: Brush, colors: Colors) -> None:
    """Paint a frame around the square to which the last move went."""
    brush.plate((0, 0, CELL, CELL), 6, colors.mark)
    brush.plate((4, 4, CELL - 4, CELL - 4), 4, colors.well)


def show_arrow(image: Image.Image, scene: Scene, way: tuple[Cell, ...]) -> None:
    """Show the arrow of a move, on a stamp as large as all squares of its way."""
    corners = [scene.grid.corner(cell) for cell in way]
    (left, top), (right, low) = min(corners), max(corners)
    size = (right - left + CELL, low - top + CELL)
    start = (corners[0][0] - left + CELL / 2, corners[0][1] - top + CELL / 2)
    facts = {"start": start, "step": _step(way[0], way[1]), "squares": len(way) - 1}
    stamp = stamp_of(size, scene.colors, _paint_arrow, scene.colors.well, **facts)
    stamp.onto(image, (left, top))


def _paint_arrow(brush: Brush, colors: Colors, start: Point, step: Point, squares: int) -> None:
    (x, y), (right, down) = start, step

    def at(distance: float) -> Point:
        return x + right * distance, y + down * distance

    neck = CELL * squares - 34
    for edge, color in ((3, colors.dark), (0, colors.mark)):
        brush.stroke(at(16), at(neck), 7 + 2 * edge, color)
        head = (18 + 2.6 * edge, 13 + 1.4 * edge)
        brush.arrowhead(at(neck - edge), step, head, color)


def show_marks(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """Show a badge for every other event."""
    for event in view.events:
        mark = _mark(event, scene)
        if mark:
            stamp, place = mark
            stamp.onto(image, place)


def _mark(event: Event, scene: Scene) -> tuple[Stamp, PixelPoint] | None:
    badge, place = partial(_badge, scene.colors), event.to or event.cell
    left, top = scene.grid.corner(place)
    right, low = left + CELL - BADGE, top + CELL - BADGE
    match event.kind:
        case EventKind.CHANGED if event.cell in scene.pieces:
            return badge(_paint_changed), (right, top)
        case EventKind.PUSHED:
            step = _step(event.cell, place)
            return badge(_paint_pushed, step=step), _on_border(scene.grid, place, step)
        case EventKind.LEFT:
            step = _step(event.cell, place)
            return badge(_paint_beaten), _on_border(scene.grid, place, step)
        case EventKind.DEFEATED | EventKind.DROPPED | EventKind.REMOVED | EventKind.FELL if (
            event.piece
        ):
            return badge(_paint_beaten), (right, low)
    return None


def _step(source: Cell, target: Cell) -> tuple[int, int]:
    """Return a step towards a square, to the right and down in the picture."""
    right, up = target.column - source.column, target.row - source.row
    return (right > 0) - (right < 0), (up < 0) - (up > 0)


def _badge(colors: Colors, paint: Callable[..., None], **facts: Hashable) -> Stamp:
    return stamp_of((BADGE, BADGE), colors, paint, colors.well, **facts)


def _on_border(grid: Grid, cell: Cell, step: tuple[int, int]) -> PixelPoint:
    """Return the place of a badge centred on the border over which a step enters a square."""
    (left, top), (right, down), inside = grid.corner(cell), step, (CELL - BADGE) // 2
    return left + inside - right * CELL // 2, top + inside - down * CELL // 2


def _paint_pushed(brush: Brush, colors: Colors, step: Point) -> None:
    (right, down), middle = step, BADGE / 2
    tip = (middle + 5 * right, middle + 5 * down)
    x, y = middle - 2 * right, middle - 2 * down
    for width, color in ((8, colors.dark), (4, colors.mark)):
        for side in (-7, 7):
            brush.stroke((x - side * down, y + side * right), tip, width, color)


def _paint_beaten(brush: Brush, colors: Colors) -> None:
    middle = (BADGE / 2, BADGE / 2)
    brush.disc(middle, 11, colors.dark)
    brush.disc(middle, 9.5, colors.light)
    for turn in (1 / 8, 3 / 8):
        ends = (around(middle, 5, turn), around(middle, 5, turn + 1 / 2))
        brush.stroke(*ends, 4, colors.darks[Element.FIRE])


def _paint_changed(brush: Brush, colors: Colors) -> None:
    dark, mark = colors.dark, colors.mark
    for radius, color in ((11, dark), (9.5, mark), (6.5, dark), (3.5, mark)):
        brush.disc((BADGE / 2, BADGE / 2), radius, color)
    brush.shape([(11, 11), (20, 6), (20, 13)], mark)
    brush.shape([(12, 9), (20, 9), (16, 14)], dark)
