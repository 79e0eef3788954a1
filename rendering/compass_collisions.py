"""The board of Compass Collisions: four elements, squares that fall, and sets yet to be placed.

A piece shows its element by shape, letter and colour, and its owner by light and dark: EC's are
light with dark letters, the DMO's dark with light rims.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from typing import Final, TypeAlias

from PIL import Image

from engine.games.compass_collisions.board import (
    VECTORS,
    Compass,
    Element,
    Event,
    EventKind,
    Piece,
)
from engine.games.compass_collisions.layouts import PieceSet, SetName
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS, Seat
from rendering import Names, Picture
from rendering.canvas import (
    Brush,
    Color,
    Grid,
    Palette,
    Point,
    Stamp,
    around,
    between,
    cut_out,
    encode,
    framed,
    label,
    writable,
)

Place: TypeAlias = tuple[int, int]
"""The upper left corner of something."""
Size: TypeAlias = tuple[int, int]
Waiting: TypeAlias = Mapping[Seat, list[tuple[SetName, PieceSet]]]
"""The sets that have no side yet, by owner; only owners who have some."""

# ------------------------------------------------------------------------------ sizes and colours

CELL: Final = 60
SQUARE: Final = (CELL, CELL)
MARGIN: Final = 34
# Of a picture whose board is not wider still; whatever lies below the board fits within it.
WIDTH: Final = 9 * CELL + 2 * MARGIN
# Pieces on numbered squares are a little smaller, to leave the number a corner.
SMALLER: Final = 52
BADGE: Final = 26

NIGHT: Final[Color] = (20, 26, 36)
WELL: Final[Color] = (66, 78, 96)
ZONE: Final[Color] = (84, 97, 116)
MIST: Final[Color] = (174, 184, 196)
IVORY: Final[Color] = (248, 244, 234)
GOLD: Final[Color] = (255, 200, 40)

LIGHT: Final[dict[Element, Color]] = {
    Element.EARTH: (146, 206, 104),
    Element.WATER: (124, 190, 248),
    Element.FIRE: (252, 140, 96),
    Element.AIR: (220, 190, 246),
}
DARK: Final[dict[Element, Color]] = {
    Element.EARTH: (30, 84, 34),
    Element.WATER: (16, 62, 146),
    Element.FIRE: (156, 30, 20),
    Element.AIR: (94, 50, 142),
}

PALETTE: Final = Palette(
    (
        *(NIGHT, WELL, ZONE, MIST, IVORY, GOLD),
        *LIGHT.values(),
        *DARK.values(),
        *between(NIGHT, GOLD, 1),
    )
)

# Squares to the right and down in a picture, which has north at the top.
STEPS: Final = {way: (right, -up) for way, (right, up) in VECTORS.items()}


def _rose(side: int) -> dict[Compass, Cell]:
    """The squares in the middle that no set covers, each on its side of the centre."""
    middle = side // 2
    return {way: Cell(middle + right, middle + up) for way, (right, up) in VECTORS.items()}


@cache
def _sprite(size: Size, paint: Callable[..., None], **facts: Hashable) -> Image.Image:
    """What a painter paints, on ground as dark as beside the board."""
    brush = Brush(size, NIGHT)
    paint(brush, **facts)
    return PALETTE.fit(brush.finish())


@cache
def _stamp(size: Size, paint: Callable[..., None], **facts: Hashable) -> Stamp:
    """What a painter paints, without its ground."""
    return cut_out(size, WELL, PALETTE, partial(paint, **facts))


def _write(image: Image.Image, place: Place, text: str, size: Size, ground: Color = NIGHT) -> None:
    """Write a line into a strip of a picture, cut off where the strip ends."""
    image.paste(label(text, size, IVORY, ground, PALETTE), place)


# -------------------------------------------------------------------------------------- pictures


def pictures(view: CompassCollisionsView, names: Names) -> tuple[Picture, ...]:
    """The board; for a seat whose own layout is in and still secret, that layout."""
    if view.own and view.viewer and not view.sets:
        return (Picture("layout", encode(_own_layout(view.own.sets, view.viewer))),)
    return (Picture("board", encode(_board(view, names))),)


def _board(view: CompassCollisionsView, names: Names) -> Image.Image:
    """The squares, and below them the waiting sets, or else what each side has."""
    waiting = _waiting(view)
    height = len(waiting) * SHELF_HEIGHT or TALLY_HEIGHT
    scene = _scene(view)
    width, bottom = scene.grid.size
    image = PALETTE.plain((max(width, WIDTH), bottom + height), NIGHT)
    image.paste(_empty_board(scene.grid, view.zones))
    _show_ground(image, view, scene)
    _show_pieces(image, view, scene)
    _show_numbers(image, view, scene)
    _show_marks(image, view, scene)
    if waiting:
        _show_shelves(image, bottom, waiting, names)
    else:
        _show_tally(image, bottom, view, names)
    return image


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show on the squares.

    Attributes:
        grid: Where the squares lie.
        pieces: Those that stand there.
        ghosts: Those that stood there before or in the last turn, where nothing stands now.
        fallen: The squares that fell in the last turn.
    """

    grid: Grid
    pieces: dict[Cell, Piece]
    ghosts: dict[Cell, Element]
    fallen: frozenset[Cell]


def _scene(view: CompassCollisionsView) -> Scene:
    fell = frozenset(event.cell for event in view.events if event.kind is EventKind.FELL)
    grid = Grid(view.side, view.side, CELL, MARGIN, RowOne.BOTTOM)
    return Scene(grid, dict(view.standing), _ghosts(view), fell)


def _ghosts(view: CompassCollisionsView) -> dict[Cell, Element]:
    """Of everything that happened on a square, only the last event counts."""
    occupied = dict(view.pieces)
    return {
        cell: event.piece.element
        for event in view.events
        for cell in (event.cell, event.to if event.kind is EventKind.LEFT else None)
        if event.piece and cell and cell not in occupied
    }


def _beyond(cell: Cell, direction: Compass) -> Cell:
    right, up = VECTORS[direction]
    return Cell(cell.column + right, cell.row + up)


# ---------------------------------------------------------------------------------------- ground

# What is left of a square, in pixels.
STONES: Final[tuple[tuple[Point, ...], ...]] = (
    ((3, 4), (26, 3), (30, 15), (14, 26), (3, 20)),
    ((37, 4), (56, 5), (56, 24), (44, 20)),
    ((4, 34), (15, 31), (22, 54), (4, 57)),
    ((31, 49), (42, 44), (57, 36), (56, 57), (34, 56)),
)


@cache
def _empty_board(grid: Grid, zones: tuple[Cell, ...]) -> Image.Image:
    """The empty board, with the squares on which sets may be placed."""
    board = PALETTE.fit(framed(grid, NIGHT, IVORY, partial(_paint_square, color=WELL, side=CELL)))
    for cell in zones:
        board.paste(_slot(CELL), grid.corner(cell))
    return board


def _slot(side: int) -> Image.Image:
    """An empty slot for a piece of a set."""
    return _sprite((side, side), _paint_square, color=ZONE, side=side)


def _paint_square(brush: Brush, color: Color, side: int) -> None:
    edge = round(side / 30)
    brush.plate((edge, edge, side - edge, side - edge), side / 12, color)


def _show_ground(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """What is left of removed squares; before play, also the sides and the sets on them."""
    hole, rubble = PALETTE.plain(SQUARE, NIGHT), _sprite(SQUARE, _paint_rubble)
    for cell in view.removed:
        image.paste(rubble if cell in scene.fallen else hole, scene.grid.corner(cell))
    if view.zones:
        placed = {side: _title_of(name) for name, side in view.sides}
        for side, cell in _rose(view.side).items():
            name = _stamp(SQUARE, _paint_side, side=side, placed=placed.get(side, ""))
            name.onto(image, scene.grid.corner(cell))


def _paint_rubble(brush: Brush) -> None:
    for stone in STONES:
        brush.shape(stone, ZONE)


def _paint_side(brush: Brush, side: Compass, placed: str) -> None:
    """The letter of a side, and the name of the set on it, if any."""
    brush.write(side[0].upper(), (CELL / 2, 22 if placed else CELL / 2), 30, IVORY)
    brush.write(placed, (CELL / 2, 48), 18, IVORY)


def _show_numbers(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """A number above the count of all pieces is shown as such, however far above it is."""
    rose = _rose(view.side).values() if view.zones else ()
    taken = {*scene.pieces, *scene.ghosts, *view.way, *rose}
    most = view.all_pieces
    for cell, number in view.numbers:
        digits = str(number) if number <= most else f"{most}+"
        stamp = _stamp(
            SQUARE,
            _paint_number,
            digits=digits,
            urgent=cell in view.falls_next,
            aside=cell in taken,
        )
        stamp.onto(image, scene.grid.corner(cell))


def _paint_number(brush: Brush, digits: str, *, urgent: bool, aside: bool) -> None:
    """Large on an empty square, in a corner of another; what falls next is on a plate."""
    size, ink = (20, IVORY) if aside else (26, MIST)
    half = 0.31 * size * len(digits) + 1
    x, y = (1 + half, 11) if aside else (CELL / 2, CELL / 2)
    if urgent:
        brush.plate((x - half, y - size / 2, x + half, y + size / 2), 4, GOLD)
    brush.write(digits, (x, y), size, NIGHT if urgent else ink)


# ---------------------------------------------------------------------------------------- pieces


class Style(Enum):
    """How a piece is painted: as its owner's, hollow if nobody's, faint where it used to be."""

    EC = "ec"
    DMO = "dmo"
    HOLLOW = "hollow"
    GHOST = "ghost"


STYLES: Final = {Seat.EC: Style.EC, Seat.DMO: Style.DMO}


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of an element; the unit is a square's side, the origin its middle.

    Attributes:
        corners: Of the polygon.
        center: Of the largest circle that fits, where the letter stands.
        radius: That circle's.
        letter: The size of the letter.
    """

    corners: tuple[Point, ...]
    center: Point
    radius: float
    letter: float

    def inset(self, edge: float) -> list[Point]:
        """The corners after each side has moved inwards by this much."""
        (x, y), rest = self.center, 1 - edge / self.radius
        return [(x + (across - x) * rest, y + (down - y) * rest) for across, down in self.corners]


FORMS: Final = {
    Element.EARTH: Form(
        ((-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35)), (0, 0), 0.35, 0.56
    ),
    Element.WATER: Form(
        tuple(around((0, 0), 0.4, corner / 60) for corner in range(60)), (0, 0), 0.4, 0.52
    ),
    Element.FIRE: Form(((0, -0.45), (0.46, 0.37), (-0.46, 0.37)), (0, 0.105), 0.265, 0.46),
    Element.AIR: Form(((0, -0.47), (0.47, 0), (0, 0.47), (-0.47, 0)), (0, 0), 0.332, 0.46),
}


def _show_pieces(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    """From the bottom up: the last move's target, its arrow over ghosts, and the pieces."""
    numbered = {cell for cell, _ in view.numbers}

    def stand(cell: Cell, element: Element, style: Style) -> None:
        side = SMALLER if cell in numbered else CELL
        left, top = scene.grid.corner(cell)
        _piece(element, style, side).onto(image, (left + CELL - side, top + CELL - side))

    end = view.way[-1] if view.way else None
    if end and scene.grid.has(end) and end not in view.removed:
        _stamp(SQUARE, _paint_frame).onto(image, scene.grid.corner(end))
    for cell, element in scene.ghosts.items():
        stand(cell, element, Style.GHOST)
    if view.arrow:
        _show_arrow(image, scene.grid, view.way, view.arrow.direction)
    for cell, piece in scene.pieces.items():
        stand(cell, piece.element, STYLES[piece.owner])


def _piece(element: Element, style: Style, side: int) -> Stamp:
    """A piece on a square with sides of that length."""
    return _stamp((side, side), _paint_piece, element=element, style=style, side=side)


def _paint_piece(
    brush: Brush, element: Element, style: Style, side: int, corner: Point = (0, 0)
) -> None:
    """A piece on the square with this upper left corner."""
    form, light, dark = FORMS[element], LIGHT[element], DARK[element]
    rim, width, body, ink, size = {
        Style.EC: (light, 0, light, NIGHT, form.letter),
        Style.DMO: (IVORY, 0.065, dark, IVORY, form.letter),
        Style.HOLLOW: (light, 0.04, NIGHT, light, form.letter),
        Style.GHOST: (NIGHT, 0.035, WELL, NIGHT, 0.7 * form.letter),
    }[style]

    def placed(point: Point) -> Point:
        return corner[0] + (0.5 + point[0]) * side, corner[1] + (0.5 + point[1]) * side

    brush.shape([placed(point) for point in form.corners], rim)
    brush.shape([placed(point) for point in form.inset(width)], body)
    brush.write(element.value, placed(form.center), size * side, ink)


# ----------------------------------------------------------------------------------- the last turn


def _paint_frame(brush: Brush) -> None:
    """A frame around the square to which the last move went."""
    brush.plate((0, 0, CELL, CELL), 8, GOLD)
    brush.plate((5, 5, CELL - 5, CELL - 5), 5, WELL)


def _show_arrow(image: Image.Image, grid: Grid, way: tuple[Cell, ...], direction: Compass) -> None:
    """The arrow of a move, on a stamp as large as all squares of its way."""
    corners = [grid.corner(cell) for cell in way]
    (left, top), (right, low) = min(corners), max(corners)
    size = (right - left + CELL, low - top + CELL)
    start = (corners[0][0] - left + CELL / 2, corners[0][1] - top + CELL / 2)
    stamp = _stamp(size, _paint_arrow, start=start, step=STEPS[direction], squares=len(way) - 1)
    stamp.onto(image, (left, top))


def _paint_arrow(brush: Brush, start: Point, step: Point, squares: int) -> None:
    (x, y), (right, down) = start, step

    def at(distance: float) -> Point:
        return x + right * distance, y + down * distance

    neck = CELL * squares - 42
    for edge, color in ((4, NIGHT), (0, GOLD)):
        brush.stroke(at(20), at(neck), 8 + 2 * edge, color)
        head = (22 + 2.6 * edge, 15 + 1.4 * edge)
        brush.arrowhead(at(neck - edge), step, head, color)


def _show_marks(image: Image.Image, view: CompassCollisionsView, scene: Scene) -> None:
    for event in view.events:
        mark = _mark(event, view, scene)
        if mark:
            stamp, place = mark
            stamp.onto(image, place)


def _mark(event: Event, view: CompassCollisionsView, scene: Scene) -> tuple[Stamp, Place] | None:
    """The badge of an event, and its place."""
    way = view.arrow.direction if view.arrow else None
    left, top = scene.grid.corner(event.to or event.cell)
    right, low = left + CELL - BADGE, top + CELL - BADGE
    match event.kind:
        case EventKind.CHANGED if event.cell in scene.pieces:
            return _badge(_paint_changed), (right, top)
        case EventKind.PUSHED if way:
            return _badge(_paint_pushed, step=STEPS[way]), _on_border(scene.grid, event.cell, way)
        case EventKind.LEFT if way and event.to is None:
            return _badge(_paint_beaten), _on_border(
                scene.grid, _last_square(scene.grid, event.cell, way), way
            )
        case EventKind.DEFEATED | EventKind.LEFT | EventKind.REMOVED | EventKind.FELL if (
            event.piece
        ):
            return _badge(_paint_beaten), (right, low)
    return None


def _badge(paint: Callable[..., None], **facts: Hashable) -> Stamp:
    return _stamp((BADGE, BADGE), paint, **facts)


def _on_border(grid: Grid, cell: Cell, direction: Compass) -> Place:
    """The place of a badge whose middle is on the border over which a piece leaves a square."""
    (left, top), (right, down) = grid.corner(cell), STEPS[direction]
    inside = (CELL - BADGE) // 2
    return left + inside + right * CELL // 2, top + inside + down * CELL // 2


def _last_square(grid: Grid, cell: Cell, direction: Compass) -> Cell:
    """The square at the edge from which a piece leaves the board."""
    after = _beyond(cell, direction)
    return _last_square(grid, after, direction) if grid.has(after) else cell


def _paint_pushed(brush: Brush, step: Point) -> None:
    """The mark on the border over which a piece was pushed."""
    (right, down), middle = step, BADGE / 2
    tip = (middle + 6 * right, middle + 6 * down)
    x, y = middle - 3 * right, middle - 3 * down
    for width, color in ((10, NIGHT), (5, GOLD)):
        for side in (-8, 8):
            brush.stroke((x - side * down, y + side * right), tip, width, color)


def _paint_beaten(brush: Brush) -> None:
    """The badge of a defeated piece."""
    middle = (BADGE / 2, BADGE / 2)
    brush.disc(middle, 13, NIGHT)
    brush.disc(middle, 11.5, IVORY)
    for turn in (1 / 8, 3 / 8):
        ends = (around(middle, 6, turn), around(middle, 6, turn + 1 / 2))
        brush.stroke(*ends, 4.5, DARK[Element.FIRE])


def _paint_changed(brush: Brush) -> None:
    """The badge of a piece that changed its element: an arrow that runs in a circle."""
    for radius, color in ((13, NIGHT), (11.5, GOLD), (7.5, NIGHT), (4, GOLD)):
        brush.disc((BADGE / 2, BADGE / 2), radius, color)
    brush.shape([(13, 13), (24, 7), (24, 15)], GOLD)
    brush.shape([(14, 11), (24, 11), (19, 17)], NIGHT)


# ------------------------------------------------------------------------------------------ sets

GAP: Final = 14
# Waiting sets lie below the board: the side of their squares, the line above them, a title.
SHELF: Final = 40
HEADING: Final = 34
SHELF_HEIGHT: Final = HEADING + 3 * SHELF + GAP
TITLE: Final = (76, 32)
# Below each set of the viewer's own layout there is a line naming the edge of the board.
EDGE: Final = (7 * CELL, 30)
LAYOUT_STEP: Final = 3 * CELL + EDGE[1] + 2 * GAP


def _own_layout(sets: tuple[PieceSet, PieceSet], owner: Seat) -> Image.Image:
    """Both sets of the viewer, one below the other and as large as on the board."""
    image = PALETTE.plain((7 * CELL + 2 * GAP, 2 * LAYOUT_STEP), NIGHT)
    edge = _sprite(EDGE, _paint_edge)
    for order, pieces in enumerate(sets):
        left, top = place = (GAP, GAP + order * LAYOUT_STEP)
        _lay(image, place, pieces, STYLES[owner], CELL)
        _write(image, place, f"Set {order + 1}", TITLE)
        image.paste(edge, (left, top + 3 * CELL))
    return image


def _paint_edge(brush: Brush) -> None:
    """The edge of the board, by name."""
    width, _ = EDGE
    brush.plate((0, 2, width, 6), 0, MIST)
    brush.write("edge of the board", (width / 2, 19), 20, MIST)


def _waiting(view: CompassCollisionsView) -> Waiting:
    placed = {name for name, _ in view.sides}
    waiting = [(name, pieces) for name, pieces in view.sets if name not in placed]
    by_owner = {seat: [each for each in waiting if each[0].owner is seat] for seat in SEATS}
    return {seat: sets for seat, sets in by_owner.items() if sets}


def _show_shelves(image: Image.Image, bottom: int, waiting: Waiting, names: Names) -> None:
    """A shelf for each owner, with the sets side by side."""
    for order, (seat, sets) in enumerate(waiting.items()):
        top = bottom + order * SHELF_HEIGHT
        _write(image, (GAP, top), _called(seat, names), (WIDTH - 2 * GAP, HEADING))
        for column, (name, pieces) in enumerate(sets):
            place = (GAP + column * (7 * SHELF + GAP), top + HEADING)
            _lay(image, place, pieces, STYLES[seat], SHELF)
            _write(image, place, _title_of(name), TITLE)


def _lay(image: Image.Image, place: Place, pieces: PieceSet, style: Style, side: int) -> None:
    """A set as its owner typed it; the row of 7, at the board's edge, is at the bottom."""
    left, top = place
    for row, elements in enumerate(pieces):
        for slot, element in enumerate(elements):
            corner = (left + (row + slot) * side, top + (2 - row) * side)
            image.paste(_slot(side), corner)
            if element:
                _piece(element, style, side).onto(image, corner)


def _title_of(name: SetName) -> str:
    """A set's name in writing: `DMO 2`."""
    return f"{name.owner.upper()} {name[-1]}"


def _called(seat: Seat, names: Names) -> str:
    """A seat, and as much of its player's name as can be written."""
    return f"{seat.upper()} {writable(names[seat])}".strip()


# ----------------------------------------------------------------------------------------- tally

# All in pixels within the strip below the board.
TALLY_HEIGHT: Final = 154
# At the left, what beats what and how moves change a piece: the middles of both figures.
WHEEL: Final = (75, 76)
RADIUS: Final = 51
CROSS: Final = (212, 76)
# At the right, a plate for each seat: the name, and below it the number of pieces of each kind.
PLATES: Final = {Seat.EC: (278, 2), Seat.DMO: (278, 80)}
PLATE: Final = (WIDTH - 284, 72)
NAME: Final = (WIDTH - 308, 32)
COUNTS: Final = 34
TOTAL: Final = (46, 36)
COUNT: Final = (30, 36)
ICON: Final = 36
ICONS: Final = {Element.EARTH: 54, Element.WATER: 120, Element.FIRE: 186, Element.AIR: 252}


def _show_tally(image: Image.Image, bottom: int, view: CompassCollisionsView, names: Names) -> None:
    """What beats what, and what each side has; before there are pieces, whose layout is in."""
    counted = frozenset(Element if view.pieces else ())
    size = (WIDTH, TALLY_HEIGHT)
    tally = _sprite(size, _paint_tally, counted=counted, stages=view.stages)
    image.paste(tally, (0, bottom))
    counts = Counter(piece for _, piece in view.pieces)
    for seat, (left, upper) in PLATES.items():
        top = bottom + upper
        _write(image, (left + 10, top + 2), _called(seat, names), NAME, WELL)
        if view.pieces:
            _show_counts(image, (left, top + COUNTS), seat, counts)
        else:
            told = "layout is in" if seat in view.submitted else "no layout yet"
            _write(image, (left + 10, top + COUNTS), told, (NAME[0], TOTAL[1]), WELL)


def _show_counts(image: Image.Image, place: Place, seat: Seat, counts: Counter[Piece]) -> None:
    left, top = place
    own = {element: counts[Piece(seat, element)] for element in Element}
    _write(image, (left + 10, top), str(sum(own.values())), TOTAL, WELL)
    for element, count in own.items():
        _write(image, (left + ICONS[element] + ICON + 3, top), str(count), COUNT, WELL)


def _paint_tally(
    brush: Brush, counted: frozenset[Element], stages: tuple[tuple[Compass, int], ...]
) -> None:
    """The part that never changes: the legend, the plates, and the icons of what is counted."""
    _paint_wheel(brush)
    _paint_cross(brush, dict(stages))
    for seat, (left, top) in PLATES.items():
        brush.plate((left, top, left + PLATE[0], top + PLATE[1]), 8, WELL)
        for element in counted:
            corner = (left + ICONS[element], top + COUNTS)
            _paint_piece(brush, element, STYLES[seat], ICON, corner)


def _paint_wheel(brush: Brush) -> None:
    """The elements, each with a dart to the one it beats."""
    side = 44
    for order, element in enumerate(Element):
        turn = order / 4 - 1 / 4
        x, y = around(WHEEL, RADIUS, turn)
        _paint_piece(brush, element, Style.HOLLOW, side, (x - side / 2, y - side / 2))
        tail, way = around(WHEEL, RADIUS, turn + 0.09), around((0, 0), 1, turn + 0.37)
        _paint_dart(brush, tail, way, 19.1)
    brush.write("beats", WHEEL, 20, MIST)


def _paint_cross(brush: Brush, stages: Mapping[Compass, int]) -> None:
    """How many places along the wheel a step in each direction moves a piece."""
    x, y = CROSS
    for direction, (right, down) in STEPS.items():
        _paint_dart(brush, (x + 6 * right, y + 6 * down), (right, down), 10)
        places = stages[direction]
        change = f"{direction[0].upper()} {f'+{places}' if places else places}"
        brush.write(change, (x + 43 * right, y + 34 * down), 19, MIST)


def _paint_dart(brush: Brush, tail: Point, way: Point, length: float) -> None:
    neck = (tail[0] + length * way[0], tail[1] + length * way[1])
    brush.stroke(tail, neck, 4, MIST)
    brush.arrowhead(neck, way, (10, 7), MIST)
