"""Views of Demeter's Anguish to be painted: the most crowded gardens."""

from dataclasses import replace
from functools import cache
from random import Random

from engine.games.demeters_anguish.board import Flower, Garden, Rock
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.grids.grid import Cell, bit_board
from engine.seats import Seat
from tests.games.demeters_anguish.positions import flower_on, rocks_that_fit, ways_that_fit
from tests.rendering.positions.boards import first_view


def flower(*names):
    return flower_on(tuple(sorted(map(Cell.parse, names))))


def rock(*names):
    return Rock(tuple(sorted(map(Cell.parse, names))))


def garden_of(*laid):
    held = Garden(bit_board(15))
    for piece in laid:
        is_flower = isinstance(piece, Flower)
        held = held.with_flower(piece) if is_flower else held.with_rock(piece)
    return held


BEGUN = first_view(DemetersAnguish(first=Seat.EC))


def view_of(ec=(), dmo=(), **facts):
    usual = {"phase": Phase.PLAY, "to_move": Seat.EC, "missing": tuple(Half)}
    return replace(BEGUN, ec=garden_of(*ec), dmo=garden_of(*dmo), **{**usual, **facts})


@cache
def crowded(seed, large_rocks, share):
    """Return both gardens with every piece and as many rocks as then fit of a share.

    Fuller than any game can make them, since it would have ended at the second full garden.
    """
    generator = Random(seed)
    gardens = []
    while len(gardens) < 2:
        plot = _planted(generator)
        if not plot.left:
            rocks = _filled(plot, generator, large_rocks)
            garden_rocks = tuple(rocks[: int(len(rocks) * share)])
            gardens.append((*plot.flowers, *garden_rocks))
    ec, dmo = gardens
    flowers = [laid_piece for laid_piece in ec if isinstance(laid_piece, Flower)]
    marked = (Done(Seat.EC, Half.FLOWER, flowers[-1]), Done(Seat.EC, Half.ROCK, dmo[-1]))
    return view_of(ec, dmo, marked=marked)


def _planted(generator):
    plot = Garden(bit_board(15))
    while ways := ways_that_fit(plot):
        largest = max(map(len, ways))
        way = generator.choice([other_way for other_way in ways if len(other_way) == largest])
        plot = plot.with_flower(flower_on(tuple(sorted(way))))
    return plot


def _filled(plot, generator, large_rocks):
    """Return rocks on all free cells, about such a share of the places for large ones taken."""
    rocks = []
    for large in (True, False):
        for item in generator.sample(ways := rocks_that_fit(plot), len(ways)):
            free = not any(cell in other.cells for cell in item.cells for other in rocks)
            expected = not large or generator.random() < large_rocks
            if free and expected and (len(item.cells) > 1) is large:
                rocks.append(item)
    generator.shuffle(rocks)
    return rocks


CROWDS = [(large, share) for large in (0, 0.5, 0.8, 1) for share in (0.3, 0.7, 0.85, 1)]

U = flower("G7", "H7", "I7", "G8", "I8")
LARGE_ROCK = rock("G9", "H9", "G10", "H10")
SMALL_ROCK = rock("C3")
STANDING = flower("O1", "O2", "O3", "O4")
TROMINO = flower("A1", "B1", "B2")
DOMINO = flower("E5", "E6")
MONOMINO = flower("J6")
EC_GARDEN = (U, LARGE_ROCK, DOMINO, MONOMINO)
DMO_GARDEN = (STANDING, SMALL_ROCK, TROMINO)

START = view_of()
OPENING = view_of(phase=Phase.OPENING, to_move=None, submitted=(Seat.DMO,))
