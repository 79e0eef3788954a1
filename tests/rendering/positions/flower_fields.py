"""Views of both Flower Fields to be painted: beds as full as can be."""

from dataclasses import replace
from itertools import product
from random import Random

from engine.games.flower_fields.board import Bed, Flower, FlowerColor, Planting
from engine.games.flower_fields.position import Challenged, Fate, Hidden
from engine.games.flower_fields.rules import DoubtingFlowerField
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES, orientations
from engine.seats import SEATS, Seat
from tests.games.flower_fields.positions import cells, flowers
from tests.rendering.positions.boards import first_view

SIDE = 7
CELLS = [Cell(*place) for place in product(range(SIDE), repeat=2)]

EMPTY = replace(
    first_view(DoubtingFlowerField(first=Seat.EC)), turns=1, to_move=Seat.EC, bed=Bed(first=())
)


def view_of(planted="", *, doubting=True, **facts):
    """Return EC's turn on a bed; the flowers in marked cells were planted last."""
    third = "yellow" if doubting else "purple"
    return replace(bed_of(flowers(planted), **facts), doubting=doubting, third=third)


def bed_of(planted, marked=(), exploded=(), latest=None, **facts):
    fresh = tuple(flower for flower in planted if flower.cell in marked)
    planting = Planting(Seat.DMO, fresh, exploded)
    bed = Bed((planting,), tuple(flower for flower in planted if flower not in fresh))
    events = (planting, latest) if latest else (planting,)
    return replace(EMPTY, bed=bed, events=events, **facts)


def hidden(seat, flower, fate=Fate.LIVE):
    return Hidden(seat, flowers(flower)[0], fate)


def crowded(seed, *, is_over, is_undone):
    generator = Random(seed)
    planted = [Flower(cell, generator.choice(list(FlowerColor))) for cell in CELLS]
    places = generator.sample(CELLS, 6)
    undone = [flower for flower in planted if is_undone and flower.cell in places[2:4]]
    fates = [
        Hidden(seat, Flower(cell, generator.choice(list(FlowerColor))), Fate.EXPLODED)
        for seat, cell in zip(SEATS * 2, places, strict=False)
    ]
    claim = (_any_field(generator), _any_field(generator))
    return bed_of(
        tuple(flower for flower in planted if flower not in undone),
        ec_lives=9,
        dmo_lives=10,
        latest=Challenged(Seat.EC, claim, is_undone, is_undone, tuple(undone)),
        marked=tuple(places[4:]),
        exploded=tuple(places[:4]),
        hidden=tuple(fates) if is_over else (),
    )


def _any_field(generator):
    piece = generator.choice([polyomino for polyomino in POLYOMINOES if polyomino.size == 4])
    form = generator.choice(orientations(piece))
    east, north = (generator.randrange(SIDE - max(ends)) for ends in zip(*form, strict=True))
    return tuple(Cell(cell.column + east, cell.row + north) for cell in form)


EXTREMES = list(product((False, True), repeat=2))

PLANTED = "D4Y C4R E4R D5R D3B"
FIELDS = (cells("C4 D4 E4 D5"), cells("C4 D4 E4 D3"))
# Every form of four cells, some turned.
FORMS = ("A1 A2 A3 A4", "C6 D6 C7 D7", "B3 C3 D3 C2", "E2 E3 F3 F4", "G5 G6 G7 F7")
