"""The board of Compass Collisions as the plain referee has it: moves, layouts, erosion and losses.

The pieces are a dict from squares to letters, every move is made square by square, and nothing is
kept that could be worked out again.
"""

import re
from dataclasses import dataclass, field

from tests.games.referees.record import Cell, cell_named, other_seat
from tests.games.referees.values import Refusal

Pieces = dict[Cell, str]

CYCLE = "EWFA"  # each defeats the next one, and the last the first
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
STAGES = {"north": 1, "east": 2, "south": 3, "west": 0}
SHORT = {"n": "north", "e": "east", "s": "south", "w": "west"}
DIRECTIONS = {name: name for name in STEPS} | SHORT
SETS = ("ec1", "ec2", "dmo1", "dmo2")
ROW_LENGTHS = (7, 5, 3, 7, 5, 3)
MOVES_TO_A_STALL = 40

# Places of the three rows of a set, each read from left to right by a viewer on that side.
PLACES = {
    "south": ("B1 C1 D1 E1 F1 G1 H1", "C2 D2 E2 F2 G2", "D3 E3 F3"),
    "west": ("A8 A7 A6 A5 A4 A3 A2", "B7 B6 B5 B4 B3", "C6 C5 C4"),
    "north": ("H9 G9 F9 E9 D9 C9 B9", "G8 F8 E8 D8 C8", "F7 E7 D7"),
    "east": ("I2 I3 I4 I5 I6 I7 I8", "H3 H4 H5 H6 H7", "G4 G5 G6"),
}
FALLING_FIRST = "A1 I9 A9 I1 B1 H9 A8 I2 A2 I8 B9 H1 C1 G9 A7 I3 A3 I7 C9 G1 D1 F9 A6 I4"


# ---------------------------------------------------------------------------------- the board


BOARD = [(column, row) for column in range(1, 10) for row in range(1, 10)]
DEFAULT_NUMBERS = {cell_named(name): 31 - place for place, name in enumerate(FALLING_FIRST.split())}


@dataclass
class Table:
    """A board's pieces, its removed squares, and the facts for judging a stall."""

    numbers: dict[Cell, int]
    pieces: Pieces = field(default_factory=dict)
    removed: set[Cell] = field(default_factory=set)
    quiet_moves: int = 0
    counts: list[dict[str, int]] = field(default_factory=list)  # after each turn


def position(table: Table) -> str:
    """Return the board as a record writes it: rows from the highest down, each from column A."""

    def letter(cell: Cell) -> str:
        return "#" if cell in table.removed else table.pieces.get(cell, ".")

    rows = ["".join(letter((column, row)) for column in range(1, 10)) for row in range(9, 0, -1)]
    return "/".join(rows)


def owner(piece: str) -> str:
    return "ec" if piece.isupper() else "dmo"


def holds_piece_of(table: Table, cell: Cell, seat: str) -> bool:
    return cell in table.pieces and owner(table.pieces[cell]) == seat


def is_standing(table: Table, cell: Cell) -> bool:
    return cell in BOARD and cell not in table.removed


def next_cell(cell: Cell, direction: str) -> Cell:
    step = STEPS[direction]
    return cell[0] + step[0], cell[1] + step[1]


def stages_on(piece: str, stages: int) -> str:
    element = CYCLE[(CYCLE.index(piece.upper()) + stages) % 4]
    return element if piece.isupper() else element.lower()


# ---------------------------------------------------------------------------------- layouts


def rows_of_layout(text: str) -> list[str]:
    """Return the rows of what follows the word `layout`, in capitals, right or wrong."""
    parts = [part.strip() for part in re.split(r"[/\n\r]", text)]
    return [part.upper() for part in parts if part]


def fault_of_layout(rows: list[str]) -> str | None:
    lengths = [len(row) for row in rows if re.fullmatch("[EWFA.]+", row)]
    if len(rows) != 6 or lengths != list(ROW_LENGTHS):
        return "layout-rows"
    sets = ["".join(rows[:3]).replace(".", ""), "".join(rows[3:]).replace(".", "")]
    if len(sets[0] + sets[1]) != 16:
        return "wrong-count"
    if len(sets[0]) < 4 or len(sets[1]) < 4:
        return "too-few"
    if any(element not in sets[0] + sets[1] for element in CYCLE):
        return "missing-element"
    return None


def put_set(pieces: Pieces, rows: list[str], side: str, seat: str) -> None:
    """Put the three rows of one set on its side of the board."""
    for row, names in zip(rows, PLACES[side], strict=True):
        for letter, name in zip(row, names.split(), strict=True):
            if letter != ".":
                pieces[cell_named(name)] = letter if seat == "ec" else letter.lower()


def set_up_pieces(layouts: dict[str, list[str]], sides: dict[str, str]) -> Pieces:
    """Return the opening position: each set of each layout on the side it was given."""
    pieces: Pieces = {}
    for seat in ("ec", "dmo"):
        put_set(pieces, layouts[seat][:3], sides[seat + "1"], seat)
        put_set(pieces, layouts[seat][3:], sides[seat + "2"], seat)
    return pieces


# ------------------------------------------------------------------------------------ moves


@dataclass
class Move:
    """A move as it is typed: from a square, to another square or some way in a direction."""

    source: Cell
    target: Cell | None = None
    direction: str = ""
    steps: int = 0


def way_between(source: Cell, target: Cell) -> tuple[str, int] | None:
    """Return the direction and distance from one square to another, one or two squares away."""
    for direction in STEPS:
        pair = next_cell(source, direction)
        if target == pair:
            return direction, 1
        if target == next_cell(pair, direction):
            return direction, 2
    return None


def fault_of_move(table: Table, seat: str, move: Move) -> Refusal | None:
    """Return a move's fault and its squares; None if it is legal."""
    typed = [move.source] if move.target is None else [move.source, move.target]
    outside = [cell for cell in typed if cell not in BOARD]
    if outside:
        return Refusal("off-board", outside)
    if not holds_piece_of(table, move.source, seat):
        return Refusal("not-yours", [move.source])
    way = way_of(move)
    if way is None:
        return Refusal("not-straight", typed)
    return fault_of_two_steps(table, seat, move.source, way[0]) if way[1] == 2 else None


def fault_of_two_steps(table: Table, seat: str, source: Cell, direction: str) -> Refusal | None:
    between = next_cell(source, direction)
    if holds_piece_of(table, between, other_seat(seat)):
        return Refusal("enemy-between", [between])
    end = next_cell(between, direction)
    if is_standing(table, between) and holds_piece_of(table, end, seat):
        return Refusal("friend-there", [end])
    return None


def way_of(move: Move) -> tuple[str, int] | None:
    if move.target is None:
        return move.direction, move.steps
    return way_between(move.source, move.target)


def make_move(table: Table, source: Cell, direction: str, steps: int) -> None:
    piece = table.pieces.pop(source)
    end = next_cell(source, direction)
    if not is_standing(table, end):
        return
    if steps == 2:
        end = next_cell(end, direction)
        if not is_standing(table, end):
            return
    if end not in table.pieces:
        table.pieces[end] = stages_on(piece, STAGES[direction]) if steps == 1 else piece
    elif owner(table.pieces[end]) == owner(piece):
        push(table, end, direction)
        table.pieces[end] = piece
    else:
        battle(table, piece, end, direction)


def battle(table: Table, piece: str, end: Cell, direction: str) -> None:
    enemy = table.pieces[end]
    stages = (CYCLE.index(enemy.upper()) - CYCLE.index(piece.upper())) % 4
    if stages == 0:
        del table.pieces[end]
    elif stages == 1:
        table.pieces[end] = piece
    elif stages == 2:
        push(table, end, direction)
        table.pieces[end] = piece


def push(table: Table, start: Cell, direction: str) -> None:
    """Move the unbroken line of pieces that begins at a square one square on."""
    line = []
    cell = start
    while cell in table.pieces:
        line.append(cell)
        cell = next_cell(cell, direction)
    for cell in reversed(line):
        piece = table.pieces.pop(cell)
        beyond = next_cell(cell, direction)
        if is_standing(table, beyond):
            table.pieces[beyond] = piece


# -------------------------------------------------------------------------- erosion and loss


def count_pieces(table: Table) -> dict[str, int]:
    owners = [owner(piece) for piece in table.pieces.values()]
    return {"ec": owners.count("ec"), "dmo": owners.count("dmo")}


def lacking_an_element(table: Table) -> list[str]:
    letters = set(table.pieces.values())
    seats = []
    if any(element not in letters for element in CYCLE):
        seats.append("ec")
    if any(element.lower() not in letters for element in CYCLE):
        seats.append("dmo")
    return seats


def standing_numbers(table: Table) -> dict[Cell, int]:
    return {cell: table.numbers[cell] for cell in table.numbers if cell not in table.removed}


def let_fall(table: Table, cells: list[Cell]) -> None:
    for cell in cells:
        table.removed.add(cell)
        table.pieces.pop(cell, None)


def erode(table: Table) -> None:
    """Let squares fall in waves until nothing more falls or a seat has lost."""
    while not lacking_an_element(table):
        numbers = standing_numbers(table)
        falling = [cell for cell in numbers if numbers[cell] >= len(table.pieces)]
        if not falling:
            return
        let_fall(table, falling)


def collapse(table: Table) -> None:
    """Collapse after a stall: the two highest numbers fall; waves follow."""
    numbers = standing_numbers(table)
    highest = sorted(set(numbers.values()))[-2:]
    falling = [cell for cell in numbers if numbers[cell] in highest]
    let_fall(table, falling)


def loser_of_a_stall(table: Table, mover: str) -> str:
    """Return the loser after a collapse that left both without an element."""
    for counts in [count_pieces(table), *reversed(table.counts)]:
        if counts["ec"] < counts["dmo"]:
            return "ec"
        if counts["dmo"] < counts["ec"]:
            return "dmo"
    return mover


def end_turn(table: Table, mover: str, pieces_before: int) -> str | None:
    """Carry out the waves after a move or a removal; return the loser, if any."""
    erode(table)
    lacking = lacking_an_element(table)
    if lacking:
        return mover if len(lacking) == 2 else lacking[0]
    table.quiet_moves = 0 if len(table.pieces) < pieces_before else table.quiet_moves + 1
    table.counts.append(count_pieces(table))
    if table.quiet_moves < MOVES_TO_A_STALL:
        return None
    return end_stall(table, mover)


def end_stall(table: Table, mover: str) -> str | None:
    """Collapse after forty moves that removed nothing; return the loser, if any."""
    table.quiet_moves = 0
    collapse(table)
    erode(table)
    lacking = lacking_an_element(table)
    if not lacking:
        return None
    if len(lacking) == 1:
        return lacking[0]
    return loser_of_a_stall(table, mover)


# ------------------------------------------------------------------------ the host's own map


def read_numbers(value: str) -> dict[Cell, int]:
    """Return the numbers of an erosion map: nine rows of nine entries, the highest row first."""
    written = [row.strip() for row in value.split("/") if row.strip()]
    rows = [re.split(r"\s*,\s*|\s+", row) for row in written]
    if [len(row) for row in rows] != [9] * 9:
        raise ValueError(value)
    numbers: dict[Cell, int] = {}
    for row, entries in zip(range(9, 0, -1), rows, strict=True):
        for column, entry in enumerate(entries, start=1):
            if re.fullmatch("[0-9]{1,6}", entry) and int(entry) >= 1:
                numbers[column, row] = int(entry)
            elif entry != "-":
                raise ValueError(value)
    return numbers


def written_numbers(numbers: dict[Cell, int]) -> str:
    rows = [
        ",".join(str(numbers.get((column, row), "-")) for column in range(1, 10))
        for row in range(9, 0, -1)
    ]
    return "/".join(rows)
