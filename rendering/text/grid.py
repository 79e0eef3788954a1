"""A board of symbols with coordinates and a legend, for terminals and for monospaced text.

Every sign has a symbol of its own, so nothing depends on colour. A board is laid out as lines of
spans: whoever shows them in colour looks up the sign of each, and the others take only the text.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.grids.grid import Cell
from engine.options import RowOne


class Sign(Enum):
    """What a cell can show; each game lists its own.

    Attributes:
        symbol: What stands for it.
        meaning: What it is, as the legend says it.
    """

    symbol: str
    meaning: str

    def __init__(self, symbol: str, meaning: str) -> None:
        self.symbol = symbol
        self.meaning = meaning


class Mark(Sign):
    """What stands behind the symbols of a cell, in every game."""

    LATEST = "*", "latest turn"


@dataclass(frozen=True, slots=True)
class TextCell:
    """What stands in a cell.

    Attributes:
        kind: What it is.
        mark: What stands behind it, if anything does.
        text: What stands there, if it is not the symbol of its kind alone.
        also: Other signs in that text, for the legend.
    """

    kind: Sign
    mark: Sign | None = None
    text: str = ""
    also: tuple[Sign, ...] = ()

    @property
    def shown(self) -> str:
        """What stands there, without the mark."""
        return self.text or self.kind.symbol

    @property
    def signs(self) -> tuple[Sign, ...]:
        """Everything that a reader has to know for it."""
        return (self.kind, *self.also, *([self.mark] if self.mark else []))


@dataclass(frozen=True, slots=True)
class TextBoard:
    """A board as symbols.

    Attributes:
        name: What it shows, by the name under which alt texts describe it: `board`.
        title: What stands above it; empty if nothing does.
        size: How many columns and rows it has; none where there are only words.
        row_one: Where row 1 is.
        empty: What stands in every cell that is not in `cells`.
        cells: What stands in the others.
        width: How many characters each cell has, without its mark.
    """

    name: str
    title: str
    size: tuple[int, int]
    row_one: RowOne
    empty: Sign
    cells: Mapping[Cell, TextCell]
    width: int = 1

    def at(self, cell: Cell) -> TextCell:
        """What stands in a cell."""
        return self.cells.get(cell) or TextCell(self.empty)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Its cells, row by row from the top."""
        columns, rows = self.size
        order = range(rows) if self.row_one is RowOne.TOP else range(rows)[::-1]
        return tuple(tuple(Cell(column, row) for column in range(columns)) for row in order)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a line: what it says, and the sign that it shows; None beside the board."""

    text: str
    sign: Sign | None = None


Line: TypeAlias = tuple[Span, ...]


def lines(board: TextBoard) -> tuple[Line, ...]:
    """A board line by line: the letters of the columns, then each row behind its number.

    All lines are equally long, and every cell takes as much room as any other.
    """
    columns, numbers = board.size
    edge = len(str(numbers))
    letters = (str(Cell(at, 0))[0].ljust(board.width + 1) for at in range(columns))
    rows = (
        (
            Span(f"{row[0].row + 1:>{edge}} "),
            *(span for cell in row for span in _spans(board, cell)),
        )
        for row in board.rows
    )
    return ((Span(" " * (edge + 1) + "".join(letters)),), *rows)


def _spans(board: TextBoard, cell: Cell) -> Iterator[Span]:
    """A cell: its symbols, its mark, and the rest of its room."""
    standing = board.at(cell)
    room = board.width + 1 - len(standing.shown)
    yield Span(standing.shown, standing.kind)
    if standing.mark:
        yield Span(standing.mark.symbol, standing.mark)
        room -= len(standing.mark.symbol)
    yield Span(" " * room, standing.kind)


def written(board: TextBoard) -> str:
    """A board as plain text, for whatever shows all letters equally wide."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines(board))


def legend(boards: Iterable[TextBoard]) -> tuple[Sign, ...]:
    """The signs that stand on some boards, each once: what cells can be, then what marks them."""
    boards = tuple(boards)
    signs = {
        sign
        for board in boards
        for row in board.rows
        for cell in row
        for sign in board.at(cell).signs
    }
    kinds = {type(board.empty) for board in boards}
    return tuple(sorted(signs, key=lambda sign: (type(sign) not in kinds, _place(sign))))


def _place(sign: Sign) -> tuple[str, int]:
    """Where a sign is listed, among all of its class."""
    return type(sign).__name__, [*type(sign)].index(sign)
