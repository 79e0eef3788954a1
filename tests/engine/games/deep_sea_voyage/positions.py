"""Voyages for tests: the worked board and others, ways into a match, and a slow second account.

The second account keeps a board as a dictionary from pairs, counted from 0, to letters, and works
everything out step by step.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from random import Random

from engine.clocks import Seconds
from engine.games.deep_sea_voyage.board import Board, Ship, read_board
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.notation import Word
from engine.games.deep_sea_voyage.position import Position
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Step
from engine.options import read_options
from engine.seats import Seat
from tests.engine.playing import begun

Square = tuple[int, int]
Letters = dict[Square, str]

EC, DMO = Seat.EC, Seat.DMO
SECOND = Seconds(1)


def rows_of(side: int, marks: str, fill: str = ".") -> str:
    """A board's notation, from `R A1, # D4 D10`: a letter, then the tiles that have it."""
    letters = {(column, row): fill for column in range(side) for row in range(side)}
    for group in marks.split(","):
        letter, *names = group.split()
        letters |= dict.fromkeys(map(tuple, cells_of(" ".join(names))), letter)
    return written(letters, side)


def written(letters: Letters, side: int) -> str:
    """A board's notation, from its letters."""
    rows = ("".join(letters[column, row] for column in range(side)) for row in range(side))
    return "/".join([*rows][::-1])


def cells_of(text: str) -> tuple[Cell, ...]:
    """Cells by their names."""
    return tuple(map(Cell.parse, text.split()))


def names(squares: Iterable[Square]) -> str:
    """Names of cells."""
    return " ".join(str(Cell(*each)) for each in squares)


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
    """The game with options in a record's notation, by default on worked boards."""
    given = {"board1": WORKED, "board2": WORKED, "board3": WORKED, **options}
    return DeepSeaVoyage(**read_options(DeepSeaVoyage, given))


def say(match: Match, line: str, after: Seconds = SECOND) -> Step:
    """The result of `ec board 2`, typed this long after the last event."""
    who, text = line.split(maxsplit=1)
    return match.enter(Entry(Speaker(who), match.now + after, text))


def say_all(match: Match, *lines: str) -> Match:
    """The match after some lines, all of them accepted."""
    for line in lines:
        step = say(match, line)
        assert not step.refusal, f"{line}: {step.refusal}"
        match = step.match
    return match


READY = ("ec ready", "dmo ready")
LOCKED = ("ec lock", "dmo lock")


def sailing(*lines: str, **options: str) -> Match:
    """A match whose first round begins, by default with EC as the Empire; then some lines."""
    return say_all(begun(voyage(**{"first": "ec", **options})), *READY, *lines)


def in_round(*lines: str, **options: str) -> Match:
    """The same after EC has picked board 1 and DMO board 2."""
    return sailing("ec board 1", "dmo board 2", *lines, **options)


def on_last_board(*lines: str, **options: str) -> Match:
    """The same where only board 1 was open from the start."""
    return sailing(*lines, **{"board2": FLOODED, "board3": FLOODED, **options})


def in_routes(*lines: str, **options: str) -> Match:
    """The same after both have passed in the first round."""
    return in_round(*LOCKED, *lines, **options)


# How to cut off each ship when all start in the corners, and placements that cut off none.
CUTS = {
    Ship.RED: "W A3 A2 B2 B1 C1",
    Ship.WHITE: "W A11 A12 B12 B13 C13",
    Ship.BLUE: "W M3 M2 L2 L1 K1",
    Ship.BLACK: "W M11 M12 L12 L13 K13",
}
HARMLESS = "I C2 C3 C4 C5 C6"


def random_match(seed: int, most: int, **options: str) -> Match:
    """A match after this many random lines; nobody stays silent."""
    generator = Random(seed)
    match = begun(voyage(seed=str(seed), **options))
    for _ in range(most):
        if match.result:
            break
        seat = generator.choice(match.to_act)
        match = say_all(match, f"{seat} {random_text(match, seat, generator)}")
    return match


def random_text(match: Match, seat: Seat, generator: Random) -> str:
    """Something legal for a seat to type, a placement more often than a pass or a lock."""
    actions = list(match.game.legal(match.state, seat))
    rare = [each for each in actions if isinstance(each, Word)]
    common = [each for each in actions if not isinstance(each, Word)]
    return match.game.write(
        generator.choice(common if common and generator.random() < 0.7 else rare or common)
    )


def sea_with(board: Board, *texts: str) -> Sea:
    """A board with pentominoes, each given as `W A3 A2 B2 B1 C1`, EC's and DMO's in turn."""
    sea = Sea(board)
    for at, text in enumerate(texts):
        letter, cells = text.split(maxsplit=1)
        sea = sea.with_placement(Placement(list(Seat)[at % 2], 1, letter, cells_of(cells)))
    return sea


def match_of(state: Position, **options: str) -> Match:
    """A match in a given state."""
    return Match.begin(voyage(first="ec", **options), state).match


# The second account

SHAPES = {
    "F": "B1 A2 B2 B3 C3",
    "I": "A1 A2 A3 A4 A5",
    "L": "A1 A2 A3 A4 B1",
    "N": "A1 A2 A3 B3 B4",
    "P": "A1 A2 A3 B2 B3",
    "T": "A1 A2 A3 B2 C2",
    "U": "A1 A2 B1 C1 C2",
    "V": "A1 A2 A3 B1 C1",
    "W": "A1 B1 B2 C2 C3",
    "X": "B1 B2 B3 A2 C2",
    "Y": "A1 A2 A3 A4 B2",
    "Z": "A1 B1 B2 B3 C3",
}


def letters_of(rows: str) -> Letters:
    """A position's letters."""
    lines = rows.split("/")[::-1]
    return {(x, y): letter for y, line in enumerate(lines) for x, letter in enumerate(line)}


def beside(square: Square) -> list[Square]:
    """The four next to it, on the board or not."""
    x, y = square
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def is_passable(letters: Letters, square: Square) -> bool:
    """Whether a ship may be there: on the board, no wall, no pentomino."""
    return letters.get(square, "#") in ".CDRWBK"


def plain_steps(letters: Letters, ship: str) -> int | None:
    """A ship's distance from a dropoff, searched tile by tile; None if it is cut off."""
    (start,) = [square for square, letter in letters.items() if letter == ship]
    reached, queue = {start: 0}, [start]
    for here in queue:
        if letters[here] == "D":
            return reached[here]
        for there in beside(here):
            if is_passable(letters, there) and there not in reached:
                reached[there] = reached[here] + 1
                queue.append(there)
    return None


def plain_distances(rows: str) -> dict[Ship, int | None]:
    """The distances of all four ships."""
    return {ship: plain_steps(letters_of(rows), ship.letter) for ship in Ship}


@cache
def plain_forms() -> dict[frozenset[Square], str]:
    """Every shape of a pentomino, in the corner, with its letter."""
    return {
        _cornered((a * x + b * y, c * x + d * y) for x, y in cells_of(cells)): letter
        for letter, cells in SHAPES.items()
        for a, b, c, d in [
            *((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1)),
            *((0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)),
        ]
    }


def _cornered(squares: Iterable[Square]) -> frozenset[Square]:
    listed = list(squares)
    west, south = min(x for x, _ in listed), min(y for _, y in listed)
    return frozenset((x - west, y - south) for x, y in listed)


def plain_placements(rows: str) -> set[tuple[str, frozenset[Square]]]:
    """Every possible placement, found by trying each shape everywhere."""
    letters = letters_of(rows)
    free = {square for square, letter in letters.items() if letter == "."}
    left = {letter for letter in SHAPES if letter.lower() not in letters.values()}
    return {
        (letter, frozenset((x + dx, y + dy) for dx, dy in form))
        for form, letter in plain_forms().items()
        if letter in left
        for x, y in letters
        if free.issuperset((x + dx, y + dy) for dx, dy in form)
    }


def plain_placement_fault(rows: str, letter: str, squares: list[Square]) -> str:
    """Why a placement is refused; empty if it is not."""
    letters = letters_of(rows)
    form = _cornered(squares)
    piece = plain_forms().get(form, "")
    faults = {
        "off-board": any(square not in letters for square in squares),
        "malformed": len(squares) != 5 or len({*squares}) != 5,
        "not-a-pentomino": not piece,
        "wrong-letter": bool(letter) and letter != piece,
        "not-empty": any(letters.get(square) != "." for square in squares),
        "piece-used": piece.lower() in letters.values(),
    }
    return next((code for code, is_so in faults.items() if is_so), "")


def plain_route(rows: str, ship: Ship, squares: list[Square]) -> str | int:
    """Why a route is refused, or how long it is."""
    letters = letters_of(rows)
    if any(square not in letters for square in squares):
        return "off-board"
    if letters[squares[0]] != ship.letter:
        return "not-at-start"
    if any(
        len({x1 - x2, y1 - y2} - {0}) != 1 or 0 not in {x1 - x2, y1 - y2}
        for (x1, y1), (x2, y2) in pairwise(squares)
    ):
        return "not-straight"
    here, steps = squares[0], 0
    for goal in squares[1:]:
        while here != goal:
            here = min(
                beside(here), key=lambda each: abs(each[0] - goal[0]) + abs(each[1] - goal[1])
            )
            steps += 1
            if not is_passable(letters, here):
                return "blocked"
    return steps if letters[here] == "D" else "no-dropoff"


@cache
def random_rows(seed: int, side: int) -> str:
    """A board with walls, channels, dropoffs and pentominoes anywhere, and four ships."""
    generator = Random(f"{seed} {side}")
    shares = generator.choice(("......C#", "...C##", "..........C#", "..#", "...CC"))
    squares = [(x, y) for x in range(side) for y in range(side)]
    letters = {square: generator.choice(shares) for square in squares}
    special = generator.sample(squares, 4 + generator.randint(1, 4))
    letters |= dict(zip(special, "RWBKDDDD", strict=False))
    for _ in range(generator.randint(0, 8)):
        lying = sorted(
            plain_placements(written(letters, side)), key=lambda each: (each[0], *sorted(each[1]))
        )
        if lying:
            letter, cells = generator.choice(lying)
            letters |= dict.fromkeys(cells, letter.lower())
    return written(letters, side)


def sea_of(rows: str) -> Sea:
    """A board in play from its position, as the engine has it; who placed what does not matter."""
    letters = letters_of(rows)
    lines = rows.split("/")
    emptied = str.maketrans({letter.lower(): "." for letter in SHAPES})
    placed = {letter for letter in letters.values() if letter in "filnptuvwxyz"}
    sea = Sea(Board(tuple(line.translate(emptied) for line in lines)))
    for letter in sorted(placed):
        cells = sorted(Cell(*square) for square, each in letters.items() if each == letter)
        sea = sea.with_placement(Placement(EC, 1, letter.upper(), tuple(cells)))
    return sea
