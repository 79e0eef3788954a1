"""The boards of Deep Sea Voyage, each above its bank.

Shape and brightness tell the sides apart: the Empire's ships are light discs and its pieces light;
the Marauder's ships are dark shields and its pieces dark, both with a light rim.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement, pairwise
from math import dist
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from engine.games.deep_sea_voyage.board import Board, Ship, Side, Tile, Way
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing, Placement
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, Phase, Score, SeaView
from engine.grid import Cell
from engine.options import RowOne
from engine.polyominoes import orientations
from engine.seats import PUBLIC, SEATS, Seat
from rendering import Names, Picture
from rendering.canvas import (
    Brush,
    Color,
    Grid,
    Palette,
    Point,
    Stamp,
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
Bar: TypeAlias = tuple[int, int, int, int]
"""A rectangle in a picture: left, top, right and bottom, the last two just outside."""
Ways: TypeAlias = Mapping[Ship, Way | None]
"""Each ship's way; None if it has none."""
Called: TypeAlias = Mapping[Seat, str]
"""Each seat with its player's name, as far as it can be written."""

# ------------------------------------------------------------------------------ sizes and colours

WIDTH: Final = 720
MARGIN: Final = 34
# The height of a line of text, and how far below its top a plate in it begins.
LINE: Final = 44
TOP: Final = 3
# There are two lines above the board.
HEADER: Final = 2 * LINE

NIGHT: Final[Color] = (12, 20, 34)
SEA: Final[Color] = (32, 66, 100)
IVORY: Final[Color] = (250, 246, 234)
STONE: Final[Color] = (128, 126, 122)
SLATE: Final[Color] = (88, 90, 96)
CYAN: Final[Color] = (92, 208, 228)
GREEN: Final[Color] = (30, 138, 68)
GOLD: Final[Color] = (255, 200, 40)
RED: Final[Color] = (246, 112, 98)
BLUE: Final[Color] = (44, 84, 214)
SAND: Final[Color] = (232, 192, 140)
PLUM: Final[Color] = (78, 42, 96)

PALETTE: Final = Palette(
    (
        *(NIGHT, SEA, IVORY, STONE, SLATE, CYAN, GREEN, GOLD, RED, BLUE, SAND, PLUM),
        *between(NIGHT, IVORY, 1),
        *between(SEA, IVORY, 1),
        *between(NIGHT, GOLD, 1),
        *between(NIGHT, SAND, 1),
    )
)


@cache
def _sprite(size: Size, paint: Callable[..., None], /, **facts: Hashable) -> Image.Image:
    """What a painter paints, on ground as dark as beside the board."""
    brush = Brush(size, NIGHT)
    paint(brush, **facts)
    return PALETTE.fit(brush.finish())


@lru_cache(maxsize=256)
def _stamp(size: Size, paint: Callable[..., None], /, **facts: Hashable) -> Stamp:
    """What a painter paints, without its ground."""
    return cut_out(size, SEA, PALETTE, partial(paint, **facts))


# -------------------------------------------------------------------------------------- pictures


def pictures(view: DeepSeaVoyageView, names: Names) -> tuple[Picture, ...]:
    """The three boards; for a seat with a secret submission, only the boards it concerns."""
    return tuple(
        Picture(f"board-{sea.number}", encode(_picture(view, sea, names))) for sea in _shown(view)
    )


def _shown(view: DeepSeaVoyageView) -> tuple[SeaView, ...]:
    own = {each.number for each in view.submissions} | {each.number for each in view.routes}
    if view.viewer is PUBLIC or not own:
        return view.seas
    return tuple(sea for sea in view.seas if sea.number in own)


def _picture(view: DeepSeaVoyageView, sea: SeaView, names: Names) -> Image.Image:
    """A board with its header above, and its bank and the steps of the ways shown below."""
    ways = _ways(view, sea)
    background = _background(sea.board.side)
    image = PALETTE.plain((WIDTH, background.height + LINE * len(ways)), NIGHT)
    image.paste(background)
    _show_header(image, view, sea, names)
    _show_tiles(image, sea.board)
    _show_placed(image, view, sea)
    if view.is_done(sea):
        _lay_veil(image, sea.board.side)
    _show_handed_in(image, view, sea)
    for line in reversed(ways):
        _show_ways(image, sea.board.side, ways[line], line)
    _show_ships(image, sea.board)
    _show_bank(image, sea, background.height - TRAY_HEIGHT)
    for order, line in enumerate(ways):
        _show_steps(image, background.height + order * LINE, ways[line], line)
    return image


@cache
def _background(side: int) -> Image.Image:
    """A board of nothing but sea, with room for the header above and the bank below."""
    grid = _grid(side)
    far = grid.cell - 1
    board = framed(grid, NIGHT, IVORY, lambda brush: brush.plate((1, 1, far, far), 0, SEA))
    image = Image.new("RGB", (WIDTH, HEADER + board.height + TRAY_HEIGHT), NIGHT)
    image.paste(board, ((WIDTH - board.width) // 2, HEADER))
    return PALETTE.shades(NIGHT, IVORY, SEA).fit(image)


@cache
def _grid(side: int) -> Grid:
    # Two pixels share a byte: repeats compress only at even distances.
    return Grid(side, side, (WIDTH - 2 * MARGIN) // side // 2 * 2, MARGIN, RowOne.BOTTOM)


def _corner(side: int, cell: Cell) -> Place:
    """The upper left corner of a tile in the picture."""
    grid = _grid(side)
    left, top = grid.corner(cell)
    return left + (WIDTH - grid.size[0]) // 2, top + HEADER


# ---------------------------------------------------------------------------------------- header


class Style(NamedTuple):
    """How a plate in the header is painted: its colours, and its text's distance from the left."""

    ground: Color
    ink: Color
    indent: int


PLAIN: Final = Style(NIGHT, IVORY, 0)
QUIET: Final = Style(SEA, IVORY, 12)
LIT: Final = Style(GOLD, NIGHT, 12)
STYLES: Final = {Side.EMPIRE: Style(SAND, NIGHT, 82), Side.MARAUDER: Style(PLUM, IVORY, 82)}
PLATE: Final = 38
# On a side's plate, its ships: their size, and the distance between them.
ICON: Final = 36
ICON_STEP: Final = 38
TITLE: Final = 108
GAP: Final = 10
# Where the line with both sides begins, and how wide their plates are.
SECOND_LINE: Final = 46
HALF_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) // 2


def _show_header(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView, names: Names) -> None:
    """The board's number and state; below them, who plays which side."""
    called = {seat: f"{seat.upper()} {writable(names[seat])}".strip() for seat in SEATS}
    _write(image, f"Board {sea.number}", (MARGIN, 0), (TITLE, LINE), PLAIN)
    left = MARGIN + TITLE
    style = LIT if view.seat_on(sea) or (sea.score and sea.score.winner) else QUIET
    _show_plate(image, (left, TOP), WIDTH - MARGIN - left, _state(view, sea, called), style)
    for side, left in ((Side.EMPIRE, MARGIN), (Side.MARAUDER, MARGIN + HALF_WIDTH + GAP)):
        place = (left, SECOND_LINE)
        _show_plate(image, place, HALF_WIDTH, _player(view, side, called), STYLES[side])
        for order, ship in enumerate(side.ships):
            _ship(ship, ICON).onto(image, (left + 4 + ICON_STEP * order, SECOND_LINE + 1))


def _show_plate(image: Image.Image, place: Place, width: int, text: str, style: Style) -> None:
    (left, top), size = place, (width, PLATE)
    image.paste(_sprite(size, _paint_plate, width=width, color=style.ground), place)
    inside = (width - style.indent - 12, PLATE - 4)
    _write(image, text, (left + style.indent, top + 2), inside, style)


def _write(image: Image.Image, text: str, place: Place, size: Size, style: Style) -> None:
    """Write a line into a strip of a picture, cut off where the strip ends."""
    ground, ink, _ = style
    image.paste(label(text, size, ink, ground, PALETTE.shades(ground, ink)), place)


def _paint_plate(brush: Brush, width: int, color: Color) -> None:
    brush.plate((0, 0, width, PLATE), 8, color)


def _player(view: DeepSeaVoyageView, side: Side, called: Called) -> str:
    """A side, and who plays it once that is settled."""
    seats = [called[seat] for seat in SEATS if view.side_of(seat) is side]
    return ": ".join((side.capitalize(), *seats))


CLOSED: Final = {
    Closing.CUT_OFF: "Closed: a ship is cut off",
    Closing.BANK_EMPTY: "Closed: the bank is empty",
    Closing.NOTHING_FITS: "Closed: nothing more fits",
}
IDLE: Final = {
    Phase.PLACING: "Nobody plays here in this round",
    Phase.ROUTES: "Routes are being handed in",
    Phase.OVER: "Not counted",
}


def _state(view: DeepSeaVoyageView, sea: SeaView, called: Called) -> str:
    """What to say about a board in a few words; a name comes last."""
    if secret := _secret(view, sea):
        return secret
    if sea.lost_by:
        return f"{CLOSED[Closing.CUT_OFF]}, lost by {called[sea.lost_by]}"
    if sea.score:
        return _result(sea.score, called)
    if sea.closed:
        return CLOSED[sea.closed]
    if seat := view.seat_on(sea):
        return f"{called[seat]} plays here"
    return IDLE.get(Phase.OVER if sea.ways else view.phase, "Open")


def _secret(view: DeepSeaVoyageView, sea: SeaView) -> str:
    """What players see of their own secret placement on a board."""
    for each in view.submissions:
        if each.seat is view.viewer and each.number == sea.number:
            what = f"the {each.placement.letter}" if each.placement else "a pass"
            return f"Your secret for this round: {what}"
    return ""


def _result(score: Score, called: Called) -> str:
    ec, dmo = (f"{steps} steps" if steps else "no arrival" for steps in (score.ec, score.dmo))
    winner = called[score.winner] if score.winner else "nobody"
    return f"EC {ec}, DMO {dmo}: won by {winner}"


# ----------------------------------------------------------------------------------------- tiles


def _show_tiles(image: Image.Image, board: Board) -> None:
    side = _grid(board.side).cell
    sprites = {tile.value: _sprite((side, side), paint, side=side) for tile, paint in TILES.items()}
    for cell, letter in board.letters.items():
        if letter in sprites:
            image.paste(sprites[letter], _corner(board.side, cell))


def _paint_wall(brush: Brush, side: int) -> None:
    """Bricks that continue from tile to tile."""
    brush.plate((0, 0, side, side), 0, SLATE)
    edges = [round(side * third / 3) for third in range(4)]
    for (top, low), joint in zip(pairwise(edges), (0.1, 0.5, 0.1), strict=True):
        middle = round(joint * side)
        for left, right in ((-side, middle), (middle, 2 * side)):
            brush.plate((left + 1, top + 1, right - 1, low - 1), 0, STONE)


def _paint_channel(brush: Brush, side: int) -> None:
    brush.plate((1, 1, side - 1, side - 1), 0, CYAN)
    brush.write("C", (side / 2, side / 2), 0.5 * side, SEA)


def _paint_dropoff(brush: Brush, side: int) -> None:
    for inset, color in ((1, IVORY), (4, GREEN)):
        brush.plate((inset, inset, side - inset, side - inset), 0.3 * side - inset, color)
    brush.write("D", (side / 2, side / 2), 0.56 * side, IVORY)


TILES: Final[dict[Tile, Callable[..., None]]] = {
    Tile.WALL: _paint_wall,
    Tile.CHANNEL: _paint_channel,
    Tile.DROPOFF: _paint_dropoff,
}


def _lay_veil(image: Image.Image, side: int) -> None:
    """Fine dark lines through which everything can still be read."""
    left, top = _corner(side, Cell(0, side - 1))
    size = side * _grid(side).cell
    for y in range(top, top + size, 4):
        image.paste(_index(NIGHT), (left, y, left + size, y + 2))


def _index(color: Color) -> int:
    """The index of a colour in a finished picture."""
    return PALETTE.colors.index(color)


# ----------------------------------------------------------------------------------------- ships

# The unit is a tile's side, the origin its upper left corner.
SHIELD: Final[tuple[Point, ...]] = (
    *((0.04, 0.06), (0.96, 0.06), (0.96, 0.42), (0.86, 0.66), (0.68, 0.85), (0.5, 0.97)),
    *((0.32, 0.85), (0.14, 0.66), (0.04, 0.42)),
)
SHIELD_MIDDLE: Final = (0.5, 0.46)
HULLS: Final = {Ship.RED: RED, Ship.WHITE: IVORY, Ship.BLUE: BLUE, Ship.BLACK: NIGHT}


def _show_ships(image: Image.Image, board: Board) -> None:
    for ship, start in board.starts.items():
        _ship(ship, _grid(board.side).cell).onto(image, _corner(board.side, start))


def _ship(ship: Ship, side: int) -> Stamp:
    """A ship on a tile with sides of that length."""
    paint = _paint_disc if ship.side is Side.EMPIRE else _paint_shield
    return _stamp((side, side), paint, ship=ship, side=side)


def _paint_disc(brush: Brush, ship: Ship, side: int) -> None:
    middle = (side / 2, side / 2)
    for radius, color in ((0.5, NIGHT), (0.45, HULLS[ship])):
        brush.disc(middle, radius * side, color)
    brush.write(ship.letter, middle, 0.66 * side, NIGHT)


def _paint_shield(brush: Brush, ship: Ship, side: int) -> None:
    x, y = SHIELD_MIDDLE
    for size, color in ((1, IVORY), (0.83, HULLS[ship])):
        corners = [(x + (across - x) * size, y + (down - y) * size) for across, down in SHIELD]
        brush.shape([(across * side, down * side) for across, down in corners], color)
    brush.write(ship.letter, (x * side, y * side), 0.6 * side, IVORY)


# ---------------------------------------------------------------------------------------- pieces

Form: TypeAlias = tuple[Cell, ...]
"""A piece that lies in the corner at A1."""


class Look(NamedTuple):
    """How a piece is painted.

    Attributes:
        rings: From the outside in, how far from its edge each colour begins, in sides of a cell.
        ink: The colour of its letter.
        is_dashed: Whether its outline is dashed.
    """

    rings: tuple[tuple[float, Color], ...]
    ink: Color
    is_dashed: bool = False


LAID: Final = {
    Side.EMPIRE: Look(((0.0, NIGHT), (0.06, SAND)), NIGHT),
    Side.MARAUDER: Look(((0.03, IVORY), (0.10, PLUM)), IVORY),
}
LAST: Final = {
    Side.EMPIRE: Look(((0.0, GOLD), (0.11, NIGHT), (0.17, SAND)), NIGHT),
    Side.MARAUDER: Look(((0.0, GOLD), (0.11, NIGHT), (0.16, IVORY), (0.21, PLUM)), IVORY),
}
TENTATIVE: Final = Look(((0.02, IVORY), (0.12, SEA)), IVORY, is_dashed=True)
IN_BANK: Final = Look(((0.05, IVORY),), IVORY)
USED: Final = Look(((0.05, SEA),), STONE)
# How round a piece's corners are, in sides of a tile.
ROUNDING: Final = 0.22
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _show_placed(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView) -> None:
    """The pieces on a board; those placed in the latest round of any board are marked."""
    latest = view.latest_on(sea)
    for placement in sea.placed:
        side = Side.EMPIRE if placement.seat is view.empire else Side.MARAUDER
        look = LAST if placement == latest else LAID
        _show_piece(image, sea.board.side, placement, look[side])


def _show_handed_in(image: Image.Image, view: DeepSeaVoyageView, sea: SeaView) -> None:
    for each in view.submissions:
        if each.number == sea.number and each.placement:
            _show_piece(image, sea.board.side, each.placement, TENTATIVE)


def _show_piece(image: Image.Image, side: int, placement: Placement, look: Look) -> None:
    unit = _grid(side).cell
    west, south, east, north = _bounds(placement.cells)
    form = tuple(sorted(Cell(column - west, row - south) for column, row in placement.cells))
    size = ((east - west + 1) * unit, (north - south + 1) * unit)
    stamp = _stamp(size, _paint_piece, form=form, unit=unit, look=look, letter=placement.letter)
    stamp.onto(image, _corner(side, Cell(west, north)))


def _paint_piece(brush: Brush, form: Form, unit: int, look: Look, letter: str) -> None:
    """A piece with its letter on the most central of its cells."""
    _paint_form(brush, form, unit, look)
    if look.is_dashed:
        _paint_gaps(brush, form, unit)
    heart = min(form, key=lambda cell: sum(dist(cell, other) for other in form))
    brush.write(letter, _middle(heart, form, unit), 0.62 * unit, look.ink)


def _paint_form(brush: Brush, form: Form, unit: int, look: Look, down: int = 0) -> None:
    """A whole piece, this many pixels below the top of the sprite."""
    top = 1 + _bounds(form)[3]
    for inset, color in look.rings:
        for west, south, east, north in _blocks(form):
            edges = (west + inset, top - 1 - north + inset, east + 1 - inset, top - south - inset)
            left, upper, right, lower = (round(edge * unit) for edge in edges)
            box = (left, upper + down, right, lower + down)
            brush.plate(box, (ROUNDING - inset) * unit, color)


def _blocks(form: Collection[Cell]) -> Iterator[tuple[int, int, int, int]]:
    """The rectangles that make up a piece, each by its bounds."""
    for corners in combinations_with_replacement(form, 2):
        west, south, east, north = _bounds(corners)
        columns, rows = range(west, east + 1), range(south, north + 1)
        if all((column, row) in form for column in columns for row in rows):
            yield west, south, east, north


def _paint_gaps(brush: Brush, form: Form, unit: int) -> None:
    """Break the outline into dashes."""
    for cell in form:
        x, y = _middle(cell, form, unit)
        for right, down in SIDES:
            if (cell.column + right, cell.row - down) in form:
                continue
            for along in (-0.25, 0.25):
                corners = [
                    (x + (out * right + by * down) * unit, y + (out * down + by * right) * unit)
                    for out, by in ((0.36, along - 0.08), (0.5, along + 0.08))
                ]
                (left, far), (top, low) = map(sorted, zip(*corners, strict=True))
                brush.plate((left, top, far, low), 0, SEA)


def _bounds(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """The westernmost column, the southernmost row, the easternmost and the northernmost."""
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def _middle(cell: Cell, form: Form, unit: int) -> Point:
    """The middle of one of a piece's cells on its sprite."""
    return (cell.column + 0.5) * unit, (_bounds(form)[3] - cell.row + 0.5) * unit


# ------------------------------------------------------------------------------------------ bank

# The side of a cell; in small cells, the greatest height of a piece. Its letter is below it.
UNIT: Final = 14
MOST_ROWS: Final = 3
LETTER: Final = 22
TRAY_HEIGHT: Final = MOST_ROWS * UNIT + LETTER + 6


def _show_bank(image: Image.Image, sea: SeaView, top: int) -> None:
    """All pentominoes, a cell apart; the used ones are struck out."""
    forms = _lying()
    widths = [(1 + _bounds(form)[2]) * UNIT for form in forms.values()]
    left = (WIDTH - sum(widths) - UNIT * (len(widths) - 1)) // 2
    for (letter, form), width in zip(forms.items(), widths, strict=True):
        size, is_used = (width, TRAY_HEIGHT), letter not in sea.left
        sprite = _sprite(size, _paint_left, letter=letter, form=form, is_used=is_used)
        image.paste(sprite, (left, top))
        left += width + UNIT


@cache
def _lying() -> dict[str, Form]:
    """The pentominoes, laid flat if they would be too high otherwise."""
    return {
        piece.letter: next(
            form for form in (piece.cells, *orientations(piece)) if _bounds(form)[3] < MOST_ROWS
        )
        for piece in PENTOMINOES
    }


def _paint_left(brush: Brush, letter: str, form: Form, *, is_used: bool) -> None:
    _, _, east, north = _bounds(form)
    width, floor = (east + 1) * UNIT, MOST_ROWS * UNIT
    look = USED if is_used else IN_BANK
    _paint_form(brush, form, UNIT, look, floor - (north + 1) * UNIT)
    brush.write(letter, (width / 2, floor + LETTER / 2), 20, look.ink)
    if is_used:
        # Level, since slanting lines would make the picture larger.
        middle = floor - (north + 1) * UNIT / 2
        brush.plate((0, middle - 2, width, middle + 2), 0, RED)


# ------------------------------------------------------------------------------------------ ways


class Line(NamedTuple):
    """How ways are drawn: what kind they are, and the share of each step left out at either end."""

    name: str
    gap: float


WHOLE: Final = Line("Routes", 0)
DASHED: Final = Line("Shortest", 0.25)
# Ways may share tiles, so each ship has a lane: how far from a tile's middle, in sides of a tile.
LANES: Final = {Ship.RED: -0.3, Ship.WHITE: -0.1, Ship.BLUE: 0.1, Ship.BLACK: 0.3}
# The colours of a way and of its rims.
INKS: Final = {
    Ship.RED: (RED, NIGHT),
    Ship.WHITE: (IVORY, NIGHT),
    Ship.BLUE: (BLUE, IVORY),
    Ship.BLACK: (NIGHT, IVORY),
}
# Half the width of a way, of the mark at its end, and the width of a rim, in pixels.
HALF: Final = 2
END: Final = 5
RIM: Final = 1
# Below the board: the width of the line's name and of a ship's part, and what such a part holds.
NAME: Final = 92
PART: Final = 140
SAMPLE: Final = 28


def _ways(view: DeepSeaVoyageView, sea: SeaView) -> dict[Line, Ways]:
    """Each kind of way shown on a board; at the end, ships without one are listed too."""
    routes: Ways = {each.ship: each.way for each in view.routes if each.number == sea.number}
    if routes and sea.ways:
        routes = {ship: routes.get(ship) for ship in Ship}
    return {line: ways for line, ways in ((WHOLE, routes), (DASHED, dict(sea.ways))) if ways}


def _show_ways(image: Image.Image, side: int, ways: Ways, line: Line) -> None:
    unit = _grid(side).cell
    for ship, way in ways.items():
        if way:
            shift = round((0.5 + LANES[ship]) * unit)
            corners = (_corner(side, cell) for cell in way.tiles)
            middles = [(left + shift, top + shift) for left, top in corners]
            bars = [_bar(*ends, round(line.gap * unit)) for ends in pairwise(middles)]
            bars.append(_grown((*middles[-1], *middles[-1]), END))
            # A way may go back and forth as often as a player likes.
            _show_bars(image, dict.fromkeys(bars), ship)


def _bar(one: Place, other: Place, gap: int) -> Bar:
    """A step of a way between the middles of two tiles."""
    (left, right), (top, low) = (sorted(ends) for ends in zip(one, other, strict=True))
    across, down = (gap if left < right else 0), (gap if top < low else 0)
    return _grown((left + across, top + down, right - across, low - down), HALF)


def _grown(bar: Bar, by: int) -> Bar:
    left, top, right, low = bar
    return left - by, top - by, right + by, low + by


def _show_bars(image: Image.Image, bars: Collection[Bar], ship: Ship) -> None:
    """All rims first, so that a way's bars look connected."""
    ink, rim = INKS[ship]
    for color, width in ((rim, RIM), (ink, 0)):
        for bar in bars:
            image.paste(_index(color), _grown(bar, width))


def _show_steps(image: Image.Image, top: int, ways: Ways, line: Line) -> None:
    """How many steps each ship's way takes."""
    _write(image, line.name, (MARGIN, top + TOP), (NAME, PLATE), PLAIN)
    for order, (ship, way) in enumerate(ways.items()):
        left, middle = MARGIN + NAME + order * PART, top + LINE // 2
        _ship(ship, ICON).onto(image, (left, middle - ICON // 2))
        left += ICON + 6
        ends = [(left + half * SAMPLE // 2, middle) for half in range(3)]
        gap = round(line.gap * SAMPLE / 2)
        _show_bars(image, [_bar(*each, gap) for each in pairwise(ends)], ship)
        left += SAMPLE + 8
        _write(image, _steps(way), (left, top + TOP), (54, PLATE), PLAIN)


def _steps(way: Way | None) -> str:
    return str(way.steps) if way else "none"
