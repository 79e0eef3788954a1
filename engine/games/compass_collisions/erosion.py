"""The order in which the squares of Compass Collisions fall, and its notation."""

import re
from collections.abc import Iterator
from typing import Final

from engine.games.compass_collisions.board import SIDE, Numbers
from engine.grids.grid import Cell
from engine.notation import parts
from engine.options import OptionError, OptionKind
from engine.words.sentences import Sentence

ORDER: Final = "A1 I9 A9 I1 B1 H9 A8 I2 A2 I8 B9 H1 C1 G9 A7 I3 A3 I7 C9 G1 D1 F9 A6 I4"
DEFAULT_NUMBERS: Final = tuple(
    (Cell.parse(name), 31 - index) for index, name in enumerate(ORDER.split())
)
ENTRY: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
EROSION_RULES: Final = f"""
erosion    = numbers {SIDE - 1}( *WSP "/" *WSP numbers )
numbers    = number {SIDE - 1}( ( *WSP "," *WSP / 1*WSP ) number )
number     = "-" / 1*6DIGIT                     ; more than zero
"""
BETWEEN_ENTRIES: Final = re.compile(r"\s*,\s*|\s+")


def read_erosion(text: str) -> Numbers:
    """Read a host's map: its rows are the board's, highest first, `-` where nothing ever falls.

    Raises:
        OptionError: It is not such a map; the message names the row and the column.
    """
    rows = parts(text)
    if len(rows) != SIDE:
        problem = Sentence("expected {side} rows, top row first; got {count}")
        raise OptionError("erosion", problem.about(side=SIDE, count=len(rows)))
    numbers = (pair for index, row in enumerate(rows) for pair in _read_row(index, row))
    return tuple(sorted(numbers, key=lambda pair: (-pair[1], pair[0])))


def _read_row(index: int, row: str) -> Iterator[tuple[Cell, int]]:
    entries = BETWEEN_ENTRIES.split(row)
    if len(entries) != SIDE:
        problem = Sentence("row {row} from the top: expected {side} entries; got {count}")
        facts = {"row": index + 1, "side": SIDE, "count": len(entries)}
        raise OptionError("erosion", problem.about(**facts))
    for column, entry in enumerate(entries):
        cell = Cell(column, SIDE - 1 - index)
        if ENTRY.fullmatch(entry) and int(entry):
            yield cell, int(entry)
        elif entry != "-":
            problem = Sentence(
                "row {row} from the top, column {column}: expected a whole number from 1 to "
                "999999, or -; got {given}"
            )
            column_name, given = str(cell)[0], repr(entry[:20])
            problem = problem.about(row=index + 1, column=column_name, given=given)
            raise OptionError("erosion", problem)


def write_erosion(numbers: Numbers) -> str:
    """Return the map in a record's notation."""
    by_cell = dict(numbers)
    return "/".join(
        ",".join(str(by_cell.get(Cell(column, row), "-")) for column in range(SIDE))
        for row in reversed(range(SIDE))
    )


EROSION: Final = OptionKind(
    Sentence(
        "{side} rows from the top joined by /, each of {side} entries joined by commas, a number "
        "or -",
        side=SIDE,
    ),
    read_erosion,
    write_erosion,
    "erosion",
    in_file=True,
)
