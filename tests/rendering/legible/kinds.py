"""Every kind of cell that a player has to tell from the others, cut out of painted boards."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from typing import Any

from PIL import Image

from engine.games.compass_collisions.board import Element, Event, EventKind, Piece
from engine.games.compass_collisions.layouts import slot_cells
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.games.deep_sea_voyage.board_in_play import Placement
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.demeters_anguish.board import Flower
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done, Phase
from engine.games.fire_and_ice.board import Domino
from engine.games.fire_and_ice.board import Half as DominoHalf
from engine.games.flower_fields.position import Challenged, Fate
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES
from engine.kinds.scene import Card, Hand, Owner, Scene
from engine.kinds.scene import Piece as ScenePiece
from engine.options import RowOne
from engine.seats import SEATS, Seat
from rendering import (
    compass_collisions,
    deep_sea_voyage,
    demeters_anguish,
    fire_and_ice,
    flower_fields,
    scene,
)
from rendering.canvas import Grid
from rendering.compass_collisions import board as compass_board
from rendering.deep_sea_voyage.pieces import UNIT
from rendering.deep_sea_voyage.tiles import TILES, TRAY, TRAY_LEFT, TRAY_TOP, corner_of, grid_of
from rendering.scene import beside
from rendering.themes import Theme
from tests.rendering.golden import sample_scenes as samples
from tests.rendering.golden.sample_scenes import SceneOnly
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions import deep_sea_voyage as sea
from tests.rendering.positions import demeters_anguish as gardens
from tests.rendering.positions import fire_and_ice as dominoes
from tests.rendering.positions import flower_fields as bed
from tests.rendering.positions import free_table as tables

Kinds = Mapping[str, Image.Image]
EC, DMO = SEATS


def of_fire_and_ice(theme: Theme) -> Kinds:
    grid = Grid(9, 9, fire_and_ice.CELL, fire_and_ice.MARGIN, RowOne.BOTTOM)
    first, *start = Cell(0, 0), *dominoes.START_VIEW.dominoes[0].cells
    later = Domino((Cell(7, 8), Cell(8, 8)), (DominoHalf.RED, DominoHalf.WHITE))

    def cut(cell: Cell, *laid: Domino) -> Image.Image:
        (picture,) = fire_and_ice.pictures(dominoes.view_of(*laid), theme)
        return _cut(picture.image, grid.corner(cell), fire_and_ice.CELL)

    def domino(half: DominoHalf) -> Domino:
        other = DominoHalf.RED if half is DominoHalf.WHITE else DominoHalf.WHITE
        return Domino((first, Cell(1, 0)), (half, other))

    return {
        "empty": cut(first),
        "start": cut(start[0]),
        **{half.name: cut(first, domino(half), later) for half in DominoHalf},
        **{f"latest {half.name}": cut(first, domino(half)) for half in DominoHalf},
    }


def of_compass_collisions(theme: Theme) -> Kinds:
    """Return squares, their remains, numbers, and pieces that stand or stood there."""
    grid = Grid(9, 9, compass_board.CELL, compass_board.MARGIN, RowOne.BOTTOM)
    cell, other, slot = Cell(5, 5), Cell(0, 0), slot_cells()[0]

    def cut(square: Cell = cell, **facts: object) -> Image.Image:
        view = compass.view_of(**facts)
        (picture,) = compass_collisions.pictures(view, theme)
        return _cut(picture.image, grid.corner(square), compass_board.CELL)

    pieces = {
        f"{seat} {element}": Piece(seat, element) for seat, element in product(SEATS, Element)
    }
    gone = {element: Event(EventKind.CHANGED, cell, Piece(EC, element)) for element in Element}
    fell = Event(EventKind.FELL, cell, wave=1)
    return {
        "empty": cut(),
        "slot": cut(slot, phase=CompassPhase.LAYOUTS),
        "hole": cut(removed=(cell,)),
        "fallen": cut(removed=(cell,), events=(fell,)),
        "number": cut(numbers=((cell, 9), (other, 30), (slot, 20))),
        "number of a collapse": cut(numbers=((cell, 9), (other, 30))),
        "next number": cut(numbers=((cell, 9),)),
        **{name: cut(pieces=((cell, piece),)) for name, piece in pieces.items()},
        **{f"gone {element}": cut(events=(event,)) for element, event in gone.items()},
    }


def of_flower_fields(theme: Theme, *, doubting: bool) -> Kinds:
    """Return flowers of every kind, and hidden ones of both seats with their effects."""
    (cell,) = bed.cells("D4")
    grid = Grid(7, 7, flower_fields.CELL, flower_fields.MARGIN, RowOne.BOTTOM)

    def cut(planted: str = "", **facts: object) -> Image.Image:
        view = bed.view_of(planted, doubting=doubting, **facts)
        (picture,) = flower_fields.pictures(view, theme)
        left, top = grid.corner(cell)
        place = (left, top + flower_fields.TITLES)
        return _cut(picture.image, place, flower_fields.CELL)

    def undone(name: str) -> Challenged:
        fields = (bed.cells("A1 A2 A3 A4"), bed.cells("G1 G2 G3 G4"))
        return Challenged(EC, fields, False, True, bed.flowers(name))

    kinds = {"empty": cut()}
    for name in ("D4R", "D4B", "D4Y"):
        kinds |= {
            name: cut(name),
            f"fresh {name}": cut(name, marked=(cell,)),
            f"undone {name}": cut(latest=undone(name)),
            f"scorched {name}": cut(name, exploded=(cell,)),
        }
        for seat in SEATS:
            kinds[f"hidden {name} of {seat}"] = cut(hidden=(bed.hidden(seat, name),))
            cancelled = bed.hidden(seat, name, Fate.CANCELLED)
            kinds[f"cancelled {name} of {seat}"] = cut(hidden=(cancelled,))
    return kinds


def of_demeters_anguish(theme: Theme) -> Kinds:
    """Return pieces of every size: laid, laid last and only submitted; rocks; the tray's pieces.

    Of each flower the cell at its left end is shown, of one that goes on to the right.
    """
    pair = demeters_anguish.PAIR(15, colors=demeters_anguish.COLORS[theme])
    rows = [gardens.flower(*(f"{column}8" for column in "CDEFG"[:size])) for size in range(1, 6)]

    def picture(*laid: object, **facts: object) -> Image.Image:
        (painted,) = demeters_anguish.pictures(gardens.view_of(laid, **facts), theme)
        return painted.image

    def cut(*laid: object, **facts: object) -> Image.Image:
        left, top = pair.grid(RowOne.BOTTOM).corner(Cell.parse("C8"))
        return _cut(picture(*laid, **facts), (left + pair.left, top + pair.header), pair.cell)

    def last(seat: Seat, half: Half, laid: object) -> dict[str, object]:
        return {"marked": (Done(seat, half, laid),)}

    kinds = {"empty": cut()}
    for flower in rows:
        size, tried = flower.piece.size, {"own": Done(EC, Half.FLOWER, flower), "viewer": EC}
        kinds |= {
            f"flower of {size}": cut(flower),
            f"last flower of {size}": cut(flower, **last(EC, Half.FLOWER, flower)),
            f"submitted flower of {size}": cut(phase=Phase.OPENING, **tried),
        }
    for name, rock in (("rock", gardens.rock("C8")), ("large rock", LARGE_ROCK)):
        kinds |= {name: cut(rock), f"last {name}": cut(rock, **last(DMO, Half.ROCK, rock))}
    return kinds


LARGE_ROCK = gardens.rock("C8", "D8", "C7", "D7")


def of_demeters_tray(theme: Theme) -> Kinds:
    """Return a piece of a tray, and the place of one that was used."""
    pair = demeters_anguish.PAIR(15, colors=demeters_anguish.COLORS[theme])
    (left, top), size = demeters_anguish._tray_places(pair, POLYOMINOES)[gardens.U.piece], pair.unit

    def cut(*laid: Flower) -> Image.Image:
        (painted,) = demeters_anguish.pictures(gardens.view_of(laid), theme)
        return _cut(painted.image, (left, top), 3 * size)

    return {"left": cut(), "used": cut(gardens.U)}


def of_deep_sea_voyage(theme: Theme) -> Kinds:
    """Return tiles, ships, and pieces of both sides: laid, laid last and only submitted."""
    grid, place = grid_of(13, RowOne.BOTTOM), "B5"

    def cut(*laid: Placement, name: str = place, **facts: object) -> Image.Image:
        board = facts.pop("board", sea.EMPTY)
        view = sea.view_of(sea.sea_of(1, *laid, board=board), **facts)
        picture = deep_sea_voyage.close_up(view, "1", theme)
        return _cut(picture.image, corner_of(grid, Cell.parse(name)), grid.cell)

    def laid(seat: Seat) -> Placement:
        return sea.placed("B5 C5 D5 E5 F5", seat)

    later = sea.placed("H9 I9 I10 J10 I11", DMO, 2)
    handed_in = {"viewer": EC, "submissions": (laid(EC),)}
    return {
        "sea": cut(),
        **{tile.name: cut(board=sea.with_tile(place, tile.value)) for tile in TILES},
        **{ship.name: cut(name=str(start)) for ship, start in sea.EMPTY.starts.items()},
        **{f"piece of {seat}": cut(laid(seat), later) for seat in SEATS},
        **{f"last piece of {seat}": cut(laid(seat)) for seat in SEATS},
        "submitted piece": cut(phase=SeaPhase.PLACING, **handed_in),
    }


def of_the_bank(theme: Theme) -> Kinds:
    """Return a piece of the bank of Deep Sea Voyage, and the place of one that was used."""

    def cut(*laid: Placement) -> Image.Image:
        view = sea.view_of(sea.sea_of(1, *laid, board=sea.EMPTY))
        image = deep_sea_voyage.close_up(view, "1", theme).image.convert("RGB")
        return image.crop((TRAY_LEFT, TRAY_TOP, TRAY_LEFT + TRAY, TRAY_TOP + 3 * UNIT))

    f_piece = sea.placed("C5 C6 C7 B6 D7")
    return {"left": cut(), "used": cut(f_piece)}


def of_free_tables(theme: Theme) -> Kinds:
    """Return pieces of every owner, plain and with labels, and filled cells; all marked, too."""
    grid = scene.grid_of(Cell(19, 19), RowOne.BOTTOM)

    def cut(**facts: Any) -> Image.Image:
        (picture,) = scene.pictures(tables.view_of("T20", **facts), theme)
        return _cut(picture.image, grid.corner(Cell(2, 2)), grid.cell)

    kinds = {"empty": cut(), "marked empty": cut(marked="C3")}
    for owner, label in product(("ec", "dmo", "table"), ("", "=K", "=8", "=MI", "=#")):
        piece = {owner: f"C3{label}"}
        kinds |= {
            f"{owner}{label}": cut(**piece),
            f"marked {owner}{label}": cut(**piece, marked="C3"),
        }
    return kinds


def of_blocks(theme: Theme) -> Kinds:
    """Return cells of a scene in blocks: won by anybody, open, with pieces and without."""
    grid, cell = scene.grid_of(samples.LAST, RowOne.BOTTOM), Cell(1, 1)

    def cut(**facts: Any) -> Image.Image:
        (picture,) = scene.pictures(SceneOnly(Scene(samples.LAST, block=3, **facts)), theme)
        return _cut(picture.image, grid.corner(cell), grid.cell)

    kinds = {"open": cut(open_cells=(cell,))}
    for owner, ground in product((None, *Owner), repeat=2):
        piece = ((cell, ScenePiece(owner)),) if owner else ()
        won = ((cell, ground),) if ground else ()
        kinds |= {
            f"{owner} on {ground}": cut(pieces=piece, grounds=won),
            f"latest {owner} on {ground}": cut(pieces=piece, grounds=won, latest=(cell,)),
        }
    return kinds


def of_cards(theme: Theme) -> Kinds:
    """Return cards of both seats in every state."""

    def painted(owner: Owner, card: Card) -> Image.Image:
        hand = Hand(owner, (card, *[Card("GROW")] * 4))
        (picture,) = scene.pictures(SceneOnly(Scene(None, hands=(hand,))), theme)
        start, side = round(beside.HEAD * scene.WIDTH), picture.image.height
        return picture.image.convert("RGB").crop((start, 0, start + side // 2, side))

    cards = [Card("SCORE", *state) for state in product((False, True), repeat=3)]
    return {
        f"{owner} {card}": painted(owner, card)
        for owner, card in product((Owner.EC, Owner.DMO), cards)
    }


OF: Mapping[str, Callable[[Theme], Kinds]] = {
    "fire-and-ice": of_fire_and_ice,
    "compass-collisions": of_compass_collisions,
    "flower-field": partial(of_flower_fields, doubting=False),
    "doubting-flower-field": partial(of_flower_fields, doubting=True),
    "demeters-anguish": of_demeters_anguish,
    "demeters-anguish, tray": of_demeters_tray,
    "deep-sea-voyage": of_deep_sea_voyage,
    "deep-sea-voyage, bank": of_the_bank,
    "free-table": of_free_tables,
    "scene, blocks": of_blocks,
    "scene, cards": of_cards,
}


def _cut(image: Image.Image, corner: tuple[int, int], side: int) -> Image.Image:
    left, top = corner
    return image.convert("RGB").crop((left, top, left + side, top + side))
