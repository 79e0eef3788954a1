"""Views of Deep Sea Voyage to be painted: small ones, random games, the most crowded boards."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engine.games.deep_sea_voyage.board import (
    MAX_SIDE,
    MIN_SIDE,
    NUMBERS,
    Board,
    Ship,
    ShipPath,
    read_board,
)
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES, Closing, Placement, Score, Sea
from engine.games.deep_sea_voyage.notation import Route
from engine.games.deep_sea_voyage.position import Phase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.grids.polyominoes import identify, orientations
from engine.seats import SEATS, Seat
from tests.games.deep_sea_voyage.positions import (
    OPEN,
    STARTS,
    WORKED_BOARD,
    cells_of,
    rows_of,
    voyage,
    written,
)
from tests.helpers.games.random_play import played_at_random
from tests.rendering.positions.boards import first_view

EC, DMO = SEATS

EMPTY = read_board(OPEN)
BEGUN = first_view(voyage(first="ec"))


def placed(text, seat=Seat.EC, round_number=1):
    """Return a placement in a round of that number: `A12 A11 A10 B11 C11` is the T."""
    where = cells_of(text)
    return Placement(seat, 1, round_number, identify(where).letter, where)


def way(text):
    """Return a path by the cells at which it turns."""
    return ShipPath(cells_of(text))


@dataclass(frozen=True)
class PosedSea(Sea):
    """A board that may be closed without a cause in what lies on it."""

    closed: Closing | None = None
    lost_by: Seat | None = None


def sea_of(number, *laid, board=WORKED_BOARD, **facts):
    return PosedSea(number, board, laid, **facts)


def with_tile(cell, letter):
    return Board(tuple(rows_of(13, f"{STARTS}, D G7, {letter} {cell}").split("/")))


def view_of(*seas, **facts):
    other_items = tuple(sea_of(number) for number in NUMBERS[len(seas) :])
    usual = {"phase": Phase.PICK, "round": 1, "to_move": EC, "seas": (*seas, *other_items)}
    return replace(BEGUN, **{**usual, **facts})


def random_game(seed):
    """Return views of a random game on boards drawn by the seed, with all shown."""
    game = DeepSeaVoyage(first=EC, seed=seed)
    return [game.reveal(state) for state in played_at_random(game, seed, 150)]


def crowded_board(side, seed, share, empty=()):
    """Return a random board with this share of tiles not empty; it may not be playable."""
    generator = Random(seed)
    everywhere = [Cell(column, row) for row in range(side) for column in range(side)]
    free = [cell for cell in everywhere if cell not in empty]
    generator.shuffle(free)
    letters = dict.fromkeys(everywhere, ".")
    letters |= dict(zip(free, "RWBKD", strict=False))
    rest = free[5:]
    letters |= {cell: generator.choice("##CCD") for cell in rest[: int(len(rest) * share)]}
    return Board(tuple(written(letters, side).split("/")))


def all_laid(side, generator):
    """Lay all pentominoes side by side, wherever there is room."""
    while True:
        laid, taken = [], set()
        for order, piece in enumerate(generator.sample(PENTOMINOES, len(PENTOMINOES)), 1):
            for _ in range(100):
                right, up = generator.randrange(side), generator.randrange(side)
                form = generator.choice(orientations(piece))
                where = tuple(Cell(cell.column + right, cell.row + up) for cell in form)
                if all(
                    cell.lies_up_to(Cell(side - 1, side - 1)) and cell not in taken
                    for cell in where
                ):
                    laid.append(Placement(SEATS[order % 2], 1, order, piece.letter, where))
                    taken |= {*where}
                    break
        if len(laid) == len(PENTOMINOES):
            return tuple(laid)


def wandering(board, ship, generator, legs):
    """Return a path with so many turns, over any tiles."""
    index, trail = board.starts[ship], [board.starts[ship]]
    while len(trail) <= legs:
        column, row = generator.randrange(board.side), generator.randrange(board.side)
        index = Cell(column, index.row) if len(trail) % 2 else Cell(index.column, row)
        if index != trail[-1]:
            trail.append(index)
    return ShipPath(tuple(trail))


@cache
def crowded(side, seed, share, legs):
    """Return boards with all pieces, and paths of all ships with so many turns."""
    generator = Random(seed)
    seas, routes = [], []
    for number in NUMBERS:
        laid = all_laid(side, generator)
        under = {cell for laid_piece in laid for cell in laid_piece.cells}
        board = crowded_board(side, seed + number, share, under)
        shortest = [(ship, wandering(board, ship, generator, legs)) for ship in Ship]
        routes += [(number, ship, wandering(board, ship, generator, legs)) for ship in Ship]
        score = Score(8000, 7999)
        seas.append(sea_of(number, *laid, board=board, ways=tuple(shortest), score=score))
    return view_of(*seas, phase=Phase.OVER, routes=tuple(Route(*route) for route in routes))


# What is painted most often

T = placed("C10 C11 C12 B12 D12")
EARLIER = placed("F2 G2 H2 I2 J2", DMO)
LATER = placed("H9 I9 I10 J10 I11", DMO, 2)
START = view_of()
PLACING = view_of(phase=Phase.PLACING, picks=((EC, 1), (DMO, 3)))
LONGER = way("A1 A9 G9 G7")
SECRET = T
WAYS = tuple(
    (ship, way(f"{start} {start[0]}7 G7"))
    for ship, start in zip(Ship, ("A1", "A13", "M1", "M13"), strict=True)
)
OVER = view_of(sea_of(1, ways=WAYS, score=Score(24, 24)), phase=Phase.OVER)

SIDES = range(MIN_SIDE, MAX_SIDE + 1)
LONG = {seat: f"Gwendolyn & Xavier of the Quizzical Winter Nights, {seat}" for seat in SEATS}
# All twelve pieces lie there, and ways of all ships that turn eight times.
CROWDS = [crowded(side, side, 0.3, 8) for side in SIDES]


def closed_by(closing, lost_by=None, **facts):
    sea = sea_of(1, T, EARLIER, closed=closing, lost_by=lost_by, **facts)
    return view_of(sea, phase=Phase.PLACING)
