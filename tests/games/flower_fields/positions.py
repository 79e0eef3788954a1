"""Ways to set up the Flower Fields in tests, and the plain referee's account of fields."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product

from engine.games.flower_fields.board import Bed, Flower, FlowerColor, Planting
from engine.games.flower_fields.position import FlowerPosition
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField, FlowerFields
from engine.grids.grid import Cell
from engine.options import read_options
from engine.seats import Seat
from tests.games.referees.boards.demeters_gardens import KINDS, WAYS_TO_LIE
from tests.games.referees.words.flower_field_words import match_each_other

EC, DMO = Seat.EC, Seat.DMO


def flower_field(**options: str) -> FlowerField:
    return FlowerField(**read_options(FlowerField, options))


def doubting(**options: str) -> DoubtingFlowerField:
    return DoubtingFlowerField(**read_options(DoubtingFlowerField, options))


GAME = doubting(first="ec")


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(Cell(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in text.split())


def flowers(text: str) -> tuple[Flower, ...]:
    return tuple(
        Flower(cells(piece[:-1])[0], FlowerColor(piece[-1].lower())) for piece in text.split()
    )


def bed(*plantings: str) -> Bed:
    """Return a bed with plantings such as `ec C4R E4R`, each of any size."""
    spoken = (planting.partition(" ") for planting in plantings)
    return Bed(tuple(Planting(Seat(seat), flowers(text)) for seat, _, text in spoken))


def meadow(
    *plantings: str, mover: Seat = EC, lives: tuple[int, int] = (5, 5), ec: str = "", dmo: str = ""
) -> FlowerPosition:
    """Return a turn on a bed with plantings, with hidden flowers of both seats."""
    ec_lives, dmo_lives = lives
    return FlowerPosition(
        ec_lives=ec_lives,
        dmo_lives=dmo_lives,
        turns=7,
        to_move=mover,
        bed=bed(*plantings),
        ec_hidden=flowers(ec),
        dmo_hidden=flowers(dmo),
    )


def acted(state: FlowerPosition, *texts: str, game: FlowerFields = GAME) -> FlowerPosition:
    for text in texts:
        (seat,) = game.to_act(state)
        state = game.act(state, seat, game.read(state, seat, text))
    return state


# The plain referee's account

BOARD = frozenset(Cell(column, row) for column in range(7) for row in range(7))
Pair = frozenset[frozenset[Cell]]
TETROMINOES = [way for kind in KINDS if kind.size == 4 for way in WAYS_TO_LIE[kind]]


@cache
def all_fields() -> frozenset[frozenset[Cell]]:
    laid = (
        frozenset(Cell(x + place.column, y + place.row) for x, y in way)
        for way, place in product(TETROMINOES, BOARD)
    )
    return frozenset(field for field in laid if field <= BOARD)


def plainly_alike(
    one: Iterable[Cell], other: Iterable[Cell], colors: dict[Cell, FlowerColor]
) -> bool:
    first, second = ({cell: colors[cell] for cell in field} for field in (one, other))
    return match_each_other(first, second)


def plain_claims(visible: set[Cell], planting: set[Cell], max_unseen: int) -> Iterator[Pair]:
    """Yield every pair of different fields with few unseen cells and a cell of a planting."""
    for field, other in combinations(all_fields(), 2):
        both = field | other
        if len(both - visible) <= max_unseen and both & planting:
            yield frozenset({field, other})
