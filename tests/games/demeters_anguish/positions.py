"""Gardens for tests, and ways into a match."""

from collections.abc import Iterable
from itertools import chain

from engine.games.demeters_anguish.board import Flower, Garden, Rock, block
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import DemeterPosition, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.grids.grid import Cell, bit_board, picked
from engine.grids.polyominoes import identify
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import Seat
from tests.engine.playing import begun, say_all

Square = tuple[int, int]

SQUARES = [(column, row) for row in range(15) for column in range(15)]
U_CELLS = "G7 H7 I7 G8 I8"
U = f"flower U {U_CELLS}"


def anguish(**options: str) -> DemetersAnguish:
    return DemetersAnguish(**read_options(DemetersAnguish, options))


def in_play(*lines: str, ec: str = "pass", dmo: str = "pass", **options: str) -> Match:
    """Return a match after the openings, by default with EC to begin; then some lines."""
    match = begun(anguish(**{"first": "ec", **options}))
    return say_all(match, f"ec {ec}", f"dmo {dmo}", *lines)


def cells_of(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, text.split()))


def flower_of(text: str) -> Flower:
    return flower_on(cells_of(text))


def flower_on(cells: tuple[Cell, ...]) -> Flower:
    """Return the flower on some cells, which are in order."""
    piece = identify(cells)
    assert piece
    return Flower(piece, cells)


def plot(flowers: Iterable[str] = (), rocks: Iterable[str] = ()) -> Garden:
    """Return a garden with these flowers and rocks, whether play could lead to it or not."""
    held = Garden(bit_board(15))
    for text in flowers:
        held = held.with_flower(flower_of(text))
    for text in rocks:
        held = held.with_rock(Rock(cells_of(text)))
    return held


def flowers_that_fit(held: Garden) -> list[Flower]:
    return [flower_on(tuple(sorted(cells))) for cells in ways_that_fit(held)]


def ways_that_fit(held: Garden) -> list[tuple[Cell, ...]]:
    """Return the cells of every flower that may be planted in a garden."""
    fitting = held.flowers_that_fit()
    return [*chain.from_iterable(picked(form.ways, anchors) for form, anchors in fitting)]


def rocks_that_fit(held: Garden) -> list[Rock]:
    small = [Rock((cell,)) for cell in held.grid.cells(held.free)]
    return [*small, *(Rock(block(cell)) for cell in held.grid.cells(held.free_blocks))]


def names(squares: Iterable[Square]) -> str:
    return " ".join(str(Cell(*square)) for square in squares)


def full_but(*free: str) -> list[str]:
    stored = {tuple(cell) for cell in cells_of(" ".join(free))}
    return [names([square]) for square in SQUARES if square not in stored]


def state_of(
    ec: Garden, dmo: Garden, mover: Seat = Seat.EC, turns_passed: int = 0
) -> DemeterPosition:
    """Return a state at the start of a turn with both halves."""
    return DemeterPosition(
        phase=Phase.PLAY,
        ec=ec,
        dmo=dmo,
        turns=2,
        to_move=mover,
        missing=(Half.FLOWER, Half.ROCK),
        turns_passed=turns_passed,
    )


def match_of(state: DemeterPosition, **options: str) -> Match:
    return Match.begin(anguish(first="ec", **options), state).match


def sizes_planted(sizes: Iterable[int]) -> Garden:
    """Return a garden with a different piece of each given size; where they lie does not matter."""
    held = Garden(bit_board(15))
    for size in sizes:
        piece = next(piece for piece in held.left if piece.size == size)
        held = held.with_flower(Flower(piece, ()))
    return held
