"""Voyages for tests: the worked board and others, ways into a match, the plain referee's account.

Squares are pairs counted from 0, where the plain referee counts from 1.
"""

from collections.abc import Iterable
from functools import cache
from random import Random

from engine.games.deep_sea_voyage.board import Board, Ship, read_board
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import Seat
from tests.engine.playing import begun, say_all
from tests.games.referees.boards.sea_charts import (
    PENTOMINOES,
    Chart,
    fault_of_route,
    legal_placements,
    steps_of,
    tiles_on_route,
)

Square = tuple[int, int]
Letters = dict[Square, str]

EC, DMO = Seat.EC, Seat.DMO


def rows_of(side: int, marks: str, fill: str = ".") -> str:
    """Return a board's notation, from `R A1, # D4 D10`: a letter, then the tiles that have it."""
    letters = {(column, row): fill for column in range(side) for row in range(side)}
    for group in marks.split(","):
        letter, *names = group.split()
        letters |= dict.fromkeys(map(tuple, cells_of(" ".join(names))), letter)
    return written(letters, side)


def written(letters: Letters, side: int) -> str:
    """Return a board's notation, from its letters."""
    rows = ("".join(letters[column, row] for column in range(side)) for row in range(side))
    return "/".join([*rows][::-1])


def cells_of(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, text.split()))


def names(squares: Iterable[Square]) -> str:
    return " ".join(str(Cell(*square)) for square in squares)


STARTS = "R A1, W A13, B M1, K M13"
WORKED = rows_of(13, f"{STARTS}, D G7, C F7 H7, # D4 D10 J4 J10")
OPEN = rows_of(13, f"{STARTS}, D G7")
# A stick of four empty tiles a side, and one tile more where G3 and G11 are.
NARROW = rows_of(13, f"{STARTS}, D G7, . D4 D5 D6 D7 J4 J5 J6 J7 E4 I4", fill="C")
# Nothing but channels: no pentomino fits.
FLOODED = rows_of(13, f"{STARTS}, D G7", fill="C")

# Little room, all around the dropoff.
CRAMPED = rows_of(
    13,
    f"{STARTS}, D G7, . D4 D5 D6 D7 J4 J5 J6 J7 E4 I4 E5 I5 E6 I6 F4 F5 F6 H4 H5 H6 F3 E3 H3 I3",
    fill="C",
)
CRAMPED_BOARDS = {"board1": CRAMPED, "board2": CRAMPED, "board3": CRAMPED}

WORKED_BOARD = read_board(WORKED)


@cache
def voyage(**options: str) -> DeepSeaVoyage:
    """Return the game with options in a record's notation, by default on worked boards."""
    values = {"board1": WORKED, "board2": WORKED, "board3": WORKED, **options}
    return DeepSeaVoyage(**read_options(DeepSeaVoyage, values))


READY = ("ec ready", "dmo ready")
LOCKED = ("ec lock", "dmo lock")


def sailing(*lines: str, **options: str) -> Match:
    """Return a match at its first round, with EC as the Empire by default; then some lines."""
    return say_all(begun(voyage(**{"first": "ec", **options})), *READY, *lines)


def in_round(*lines: str, **options: str) -> Match:
    """Return the same after EC has picked board 1 and DMO board 2."""
    return sailing("ec board 1", "dmo board 2", *lines, **options)


def on_last_board(*lines: str, **options: str) -> Match:
    """Return the same where only board 1 was open from the start."""
    return sailing(*lines, **{"board2": FLOODED, "board3": FLOODED, **options})


def in_routes(*lines: str, **options: str) -> Match:
    """Return the same after both have passed in the first round."""
    return in_round(*LOCKED, *lines, **options)


# Ways to cut off each ship when all start in the corners, and a placement that cuts off none.
CUTS = {
    Ship.RED: "W A3 A2 B2 B1 C1",
    Ship.WHITE: "W A11 A12 B12 B13 C13",
    Ship.BLUE: "W M3 M2 L2 L1 K1",
    Ship.BLACK: "W M11 M12 L12 L13 K13",
}
HARMLESS = "I C2 C3 C4 C5 C6"


# The plain referee's account

SHAPES = {letter: names(min(ways, key=sorted)) for letter, ways in PENTOMINOES.items()}
"""A way to lay each pentomino, in the corner."""


def letters_of(rows: str) -> Letters:
    lines = rows.split("/")[::-1]
    return {(x, y): letter for y, line in enumerate(lines) for x, letter in enumerate(line)}


def chart_of(rows: str) -> Chart:
    return {(x + 1, y + 1): letter for (x, y), letter in letters_of(rows).items()}


def bank_of(chart: Chart) -> list[str]:
    """Return the pentominoes that are not on a board."""
    return [letter for letter in PENTOMINOES if letter.lower() not in chart.values()]


def plain_distances(rows: str) -> dict[Ship, int | None]:
    """Return the distances of all four ships from a dropoff; None for those that are cut off."""
    chart = chart_of(rows)
    return {ship: steps_of(chart, ship.letter) for ship in Ship}


def plain_placements(rows: str) -> set[tuple[str, frozenset[Square]]]:
    chart = chart_of(rows)
    return {
        (letter, frozenset((x - 1, y - 1) for x, y in cells))
        for letter in bank_of(chart)
        for cells in legal_placements(chart, [letter])
    }


def plain_route(rows: str, ship: Ship, squares: list[Square]) -> str | int:
    corners = [(x + 1, y + 1) for x, y in squares]
    refusal = fault_of_route(chart_of(rows), ship.letter, corners)
    return refusal.code if refusal else len(tiles_on_route(corners)) - 1


@cache
def random_rows(seed: int, side: int) -> str:
    """Return a board with walls, channels, dropoffs and pentominoes anywhere, and four ships."""
    generator = Random(f"{seed} {side}")
    shares = generator.choice(("......C#", "...C##", "..........C#", "..#", "...CC"))
    squares = [(x, y) for x in range(side) for y in range(side)]
    letters = {square: generator.choice(shares) for square in squares}
    special = generator.sample(squares, 4 + generator.randint(1, 4))
    letters |= dict(zip(special, "RWBKDDDD", strict=False))
    for _ in range(generator.randint(0, 8)):
        lying = sorted(
            plain_placements(written(letters, side)), key=lambda row: (row[0], *sorted(row[1]))
        )
        if lying:
            letter, cells = generator.choice(lying)
            letters |= dict.fromkeys(cells, letter.lower())
    return written(letters, side)


def sea_of(rows: str) -> Sea:
    """Return a board in play from its position; who placed what does not matter."""
    letters = letters_of(rows)
    lines = rows.split("/")
    emptied = str.maketrans({letter.lower(): "." for letter in PENTOMINOES})
    placed = {letter for letter in letters.values() if letter in "filnptuvwxyz"}
    sea = Sea(1, Board(tuple(line.translate(emptied) for line in lines)))
    for letter in sorted(placed):
        cells = sorted(
            Cell(*square) for square, other_letter in letters.items() if other_letter == letter
        )
        sea = sea.with_placement(Placement(EC, 1, 1, letter.upper(), tuple(cells)))
    return sea
