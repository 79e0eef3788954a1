"""The plain referees' common parts of reading: a match record's text, and typed cells.

A game's `Settings` are a dataclass over the one here, with a field for each option; `read_record`
fills it in, given for each header of the game's own that says no seconds a function that takes the
written value and gives the field's, or raises ValueError.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

Cell = tuple[int, int]

SEATS = ("ec", "dmo")
PEOPLE = ("ec", "dmo", "dealer", "host")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

DECIMAL = r"[0-9]{1,12}(\.[0-9]+)?"
CELL = r"[a-z](?:0|[1-9][0-9]?)"


class NotARecord(Exception):  # noqa: N818
    """The file is no match record: the line at fault, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem


# ---------------------------------------------------------------------------------- the record


@dataclass
class Header:
    line: int
    key: str
    value: str


@dataclass
class Entry:
    """One line of what was typed, by whom and when; the time is None where none is written."""

    line: int
    who: str
    time: Fraction | None
    text: str


@dataclass
class Settings:
    """The settings of any game's headers, and the file's kind of clock."""

    first: str | None = None
    seed: int = 0
    commitment: str | None = None
    grace: Fraction = Fraction(0)
    timed: bool = False
    posted: bool = False

    def fault(self) -> str | None:
        """Return the fault of a header that does not go with the others."""


def seconds(value: str) -> Fraction:
    return Fraction(matching(DECIMAL, value))


def whole_number(value: str) -> int:
    return int(matching("[0-9]{1,6}", value))


def such_that(read: Callable[[str], Any], is_right: Callable[[Any], bool]) -> Callable[[str], Any]:
    """Return a header that is read like others, but may not have every value."""

    def reader(value: str) -> Any:
        if not is_right(read(value)):
            raise ValueError(value)
        return read(value)

    return reader


def above_zero(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return such_that(read, lambda number: number > 0)


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a header that says one of a few words."""
    return lambda value: matching("|".join(choices), value)


def matching(pattern: str, value: str) -> str:
    if not re.fullmatch(pattern, value, re.DOTALL):
        raise ValueError(value)
    return value


OptionReaders = dict[str, Callable[[str], Any]]

HEADERS_OF_ANY_GAME: OptionReaders = {
    "ec": lambda value: matching(".+", value),
    "dmo": lambda value: matching(".+", value),
    "seed": lambda value: int(matching("-?[0-9]{1,1000}", value)),
    "commitment": lambda value: matching("[0-9a-f]{64}", value),
    "first": one_of(*SEATS),
    "grace": such_that(seconds, lambda grace: grace <= 2),
}


def read_record(text: str, game: str, settings: Settings, options: OptionReaders) -> list[Entry]:
    """Return the entries of a record of this game; its headers go into the settings.

    Fields of the settings that are a fraction are seconds, unless the options say otherwise.
    NotARecord for a file that is none.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    headers, numbered_rest = read_headers(lines)
    check_game(headers, game, last_line=max(1, len(lines)))
    times = {field.name: seconds for field in fields(settings) if field.type is Fraction}
    for header in headers:
        apply_header(settings, header, {**times, **HEADERS_OF_ANY_GAME, **options})
    check_commitment(settings, headers)
    check_together(settings, headers)
    entries = read_entries(numbered_rest)
    settings.timed = any(entry.time is not None for entry in entries)
    settings.posted = any(
        entry.who == "dealer" and folded(entry.text) == ["posted"] for entry in entries
    )
    fill_in_times(entries)
    return entries


def read_headers(lines: list[str]) -> tuple[list[Header], list[tuple[int, str]]]:
    """Return the headers, and the numbered lines after them that are neither blank nor comments."""
    headers: list[Header] = []
    rest: list[tuple[int, str]] = []
    in_headers = True
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        if line.strip() == "":
            if headers:
                in_headers = False
            continue
        if in_headers:
            headers.append(read_header(number, line, headers))
        else:
            rest.append((number, line))
    return headers, rest


def read_header(number: int, line: str, earlier: list[Header]) -> Header:
    if ":" not in line:
        raise NotARecord(number, "a header without a colon")
    key, _, value = line.partition(":")
    if any(header.key == key for header in earlier):
        raise NotARecord(number, f"a second header {key}")
    return Header(number, key, value.strip())


def check_game(headers: list[Header], game: str, last_line: int) -> None:
    games = [header for header in headers if header.key == "game"]
    if not games:
        raise NotARecord(last_line, "no game is named")
    if games[0].value != game:
        raise NotARecord(games[0].line, f"another game than {game}: {games[0].value}")


def apply_header(settings: Settings, header: Header, readers: OptionReaders) -> None:
    if header.key == "game":
        return
    if header.key not in readers:
        raise NotARecord(header.line, f"an unknown header {header.key}")
    try:
        value = readers[header.key](header.value)
    except ValueError:
        raise NotARecord(header.line, f"{header.key} cannot be {header.value}") from None
    if hasattr(settings, header.key):
        setattr(settings, header.key, value)


def check_commitment(settings: Settings, headers: list[Header]) -> None:
    """Check that the commitment is the hash of the seed."""
    hashed = hashlib.sha256(str(settings.seed).encode()).hexdigest()
    has_seed = any(header.key == "seed" for header in headers)
    for header in headers:
        if header.key == "commitment" and not (has_seed and header.value == hashed):
            raise NotARecord(header.line, "another seed was committed to")


def check_together(settings: Settings, headers: list[Header]) -> None:
    fault = settings.fault()
    for header in headers:
        if header.key == fault:
            raise NotARecord(header.line, f"{fault} does not go with the other headers")


def read_entries(numbered_lines: list[tuple[int, str]]) -> list[Entry]:
    entries: list[Entry] = []
    latest = Fraction(0)
    for number, line in numbered_lines:
        entry = read_entry(number, line)
        if entry.time is not None:
            if entry.time < latest:
                raise NotARecord(number, "time runs backwards")
            latest = entry.time
        entries.append(entry)
    return entries


def read_entry(number: int, line: str) -> Entry:
    name, rest = cut_at_blank(line)
    if name not in PEOPLE:
        raise NotARecord(number, f"nobody is called {name}")
    time = None
    if rest.startswith("@"):
        moment, rest = cut_at_blank(rest)
        if not re.fullmatch("@" + DECIMAL, moment):
            raise NotARecord(number, f"no time is written {moment}")
        time = Fraction(moment[1:])
    if rest == "" and not (name == "dealer" and time is not None):
        raise NotARecord(number, "nothing is said")
    return Entry(number, name, time, rest)


def cut_at_blank(text: str) -> tuple[str, str]:
    """Return the first word of a text, and all the rest of it."""
    parts = re.split(r"[ \t]+", text.strip(), maxsplit=1)
    return parts[0], parts[1] if len(parts) == 2 else ""


def fill_in_times(entries: list[Entry]) -> None:
    """Give the latest time so far to each entry that has none of its own."""
    latest = Fraction(0)
    for entry in entries:
        if entry.time is None:
            entry.time = latest
        latest = entry.time


def folded(text: str) -> list[str]:
    """Return the words of a host's or the Dealer's text, whatever their case and blanks."""
    return text.lower().split()


# ------------------------------------------------------------------------------- what is typed


def name_of(cell: Cell) -> str:
    column, row = cell
    return LETTERS[column - 1] + str(row)


def cell_named(name: str) -> Cell:
    return LETTERS.index(name[0].upper()) + 1, int(name[1:])


def beside(cell: Cell) -> list[Cell]:
    """Return the four cells at the sides of a cell, on the board or not."""
    column, row = cell
    return [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]


def is_connected(cells: list[Cell]) -> bool:
    """Return whether all of these cells are connected by their sides."""
    reached = {cells[0]}
    for _ in cells:
        reached |= {near for cell in reached for near in beside(cell) if near in cells}
    return reached == set(cells)


def is_cell(token: str) -> bool:
    return re.fullmatch(CELL, token) is not None


def is_run_of_cells(piece: str) -> bool:
    return re.fullmatch(f"({CELL})+", piece) is not None


def cells_in(pieces: Iterable[str]) -> list[Cell]:
    """Return all the cells that stand in pieces of a text, in order; other pieces hold none."""
    return [
        cell_named(name)
        for piece in pieces
        if is_run_of_cells(piece)
        for name in re.findall(CELL, piece)
    ]


def tokens_in(pieces: Iterable[str]) -> list[str]:
    """Return pieces of a text, of which those that are runs of cells are cut into cells."""
    return [
        token
        for piece in pieces
        for token in (re.findall(CELL, piece) if is_run_of_cells(piece) else [piece])
    ]


def seat_named_first(pieces: list[str], speaker: str) -> str | None:
    """Return the seat named by `first ec`, `first dmo`, `first me` or `first them`."""
    seats = {"ec": "ec", "dmo": "dmo", "me": speaker, "them": other_seat(speaker)}
    if len(pieces) == 2 and pieces[0] == "first":
        return seats.get(pieces[1])
    return None


def other_seat(seat: str) -> str:
    return "dmo" if seat == "ec" else "ec"


def rows_of(board: dict[Cell, str]) -> str:
    """Return a board as a record writes it: rows from the highest down, each from column A."""
    width = max(column for column, _ in board)
    height = max(row for _, row in board)
    rows = [
        "".join(board[column, row] for column in range(1, width + 1))
        for row in range(height, 0, -1)
    ]
    return "/".join(rows)
