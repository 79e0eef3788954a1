"""Ways to set up the Flower Fields in tests, and a slow second account of the rules."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from engine.games.flower_fields.board import Bed, Flower, FlowerColor, Planting
from engine.games.flower_fields.position import FlowerPosition
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField, FlowerFields
from engine.grids.grid import Cell
from engine.options import read_options
from engine.refusals import Refused
from engine.seats import Seat

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


def refusal(state: FlowerPosition, text: str, game: FlowerFields = GAME) -> tuple[str, str]:
    """Return why a text is refused, and its cells; empty if it is not."""
    try:
        acted(state, text, game=game)
    except Refused as refused:
        return refused.code, " ".join(map(str, refused.cells))
    return "", ""


def lives(state: FlowerPosition) -> tuple[int, int]:
    return state.ec_lives, state.dmo_lives


# The slow second account

BOARD = frozenset(Cell(column, row) for column in range(7) for row in range(7))
Pair = frozenset[frozenset[Cell]]


def neighbours(cell: Cell) -> set[Cell]:
    """Return the cells of the board that share a side with one."""
    column, row = cell
    steps = (Cell(column + 1, row), Cell(column - 1, row), Cell(column, row + 1))
    return {*steps, Cell(column, row - 1)} & BOARD


@cache
def all_fields() -> frozenset[frozenset[Cell]]:
    grown = {frozenset({cell}) for cell in BOARD}
    for _ in range(3):
        grown = {
            shape | {cell}
            for shape in grown
            for old in shape
            for cell in neighbours(old)
            if cell not in shape
        }
    return frozenset(grown)


def slowly_alike(
    one: frozenset[Cell], other: frozenset[Cell], colors: dict[Cell, FlowerColor]
) -> bool:
    """Return whether some pairing of the cells keeps all distances and colours."""
    first = tuple(one)
    if sorted(colors[cell] for cell in one) != sorted(colors[cell] for cell in other):
        return False
    return any(
        all(colors[here] is colors[there] for here, there in zip(first, second, strict=True))
        and all(
            _distance(first[a], first[b]) == _distance(second[a], second[b])
            for a, b in combinations(range(4), 2)
        )
        for second in permutations(other)
    )


def _distance(one: Cell, other: Cell) -> int:
    return (one.column - other.column) ** 2 + (one.row - other.row) ** 2


def slow_claims(visible: set[Cell], planting: set[Cell], max_unseen: int) -> Iterator[Pair]:
    """Yield every pair of different fields with few unseen cells and a cell of a planting."""
    for field, other in combinations(all_fields(), 2):
        both = field | other
        if len(both - visible) <= max_unseen and both & planting:
            yield frozenset({field, other})


def slow_truth(
    fields: tuple[tuple[Cell, ...], tuple[Cell, ...]],
    visible: dict[Cell, FlowerColor],
    own: dict[Cell, FlowerColor],
) -> bool:
    """Return whether the visible and the claimant's live hidden flowers make a claim true."""
    known = own | visible
    claimed = {*fields[0], *fields[1]}
    return claimed <= {*known} and slowly_alike(frozenset(fields[0]), frozenset(fields[1]), known)
