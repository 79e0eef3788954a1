"""A board of symbols with coordinates and a legend, for terminals and for monospaced text.

Every sign has a symbol of its own, so nothing depends on colour. A board is laid out as lines of
spans: a reader in colour looks up the sign of each, the others take only the text.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import TypeAlias

from engine.grids.grid import Cell
from engine.options import RowOne
from engine.words.sentences import Sentence, Words


class CellSign(Enum):
    """The signs of a cell; each game lists its own.

    Attributes:
        symbol: The symbol that stands for it.
        meaning: The meaning, as the legend says it.
        name_in_legend: The symbol there, or a word for several.
    """

    symbol: str
    meaning: Sentence
    name_in_legend: Words

    def __init__(self, symbol: str, meaning: Sentence, word: Sentence | None = None) -> None:
        self.symbol = symbol
        self.meaning = meaning
        self.name_in_legend = word or symbol


class Mark(CellSign):
    """The sign behind the symbols of a cell, in every game."""

    LATEST = "*", Sentence("latest turn")


@dataclass(frozen=True, slots=True)
class TextCell:
    """The contents of a cell.

    Attributes:
        kind: The kind of cell.
        mark: The sign behind it, if any.
        text: The text, if it is not the symbol of its kind alone.
        secondary: Other signs in that text, for the legend.
    """

    kind: CellSign
    mark: CellSign | None = None
    text: str = ""
    secondary: tuple[CellSign, ...] = ()

    @property
    def shown(self) -> str:
        """The text without the mark."""
        return self.text or self.kind.symbol

    @property
    def signs(self) -> tuple[CellSign, ...]:
        """The signs that a reader has to know for it."""
        return (self.kind, *self.secondary, *([self.mark] if self.mark else []))


@dataclass(frozen=True, slots=True)
class TextBoard:
    """A board as symbols.

    Attributes:
        name: The subject, by the name under which alt texts describe it: `board`.
        title: The line above it; empty if there is none.
        size: The number of columns and rows; none where there are only words.
        row_one: The place of row 1.
        empty: The contents of every cell that is not in `cells`.
        cells: The contents of the others.
        width: The number of characters of each cell, without its mark.
        block: The number of cells between heavy lines; 0 without any.
        hands: Rows of cards below the board, each with the name of its owner.
    """

    name: str
    title: str
    size: tuple[int, int]
    row_one: RowOne
    empty: CellSign
    cells: Mapping[Cell, TextCell]
    width: int = 1
    block: int = 0
    hands: tuple[tuple[str, tuple[TextCell, ...]], ...] = ()

    def at(self, cell: Cell) -> TextCell:
        """Return the contents of a cell."""
        return self.cells.get(cell) or TextCell(self.empty)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Its cells, row by row from the top."""
        columns, rows = self.size
        order = range(rows) if self.row_one is RowOne.TOP else range(rows)[::-1]
        return tuple(tuple(Cell(column, row) for column in range(columns)) for row in order)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a line: its text, and the sign that it shows; None beside the board."""

    text: str
    cell_sign: CellSign | None = None


TextLine: TypeAlias = tuple[Span, ...]


def lines(board: TextBoard) -> tuple[TextLine, ...]:
    """Return a board line by line: the letters of the columns, then each row with its number.

    All lines of a board are equally long, and every cell takes as much room as any other. Hands
    come last.
    """
    columns, numbers = board.size
    edge = len(str(numbers))
    names = (Span(str(Cell(index, 0))[0].ljust(board.width + 1)) for index in range(columns))
    header = (Span(" " * (edge + 1)), *_in_blocks(board, ((name,) for name in names), " "))
    rows = (
        (
            Span(f"{row[0].row + 1:>{edge}} "),
            *_in_blocks(board, (_spans(board.at(cell), board.width) for cell in row), "|"),
        )
        for row in board.rows
    )
    length = sum(len(span.text) for span in header)
    heavy = (Span(" " * (edge + 1) + "-" * (length - edge - 1)),)
    divided = chain.from_iterable(
        (heavy, row) if _is_after_block(board, place) else (row,) for place, row in enumerate(rows)
    )
    return (*((header, *divided) if columns else ()), *_hand_lines(board))


def _is_after_block(board: TextBoard, place: int) -> bool:
    return bool(board.block and place and not place % board.block)


def _in_blocks(board: TextBoard, cells: Iterable[Iterable[Span]], divider: str) -> Iterator[Span]:
    """Yield the cells of a line, with a divider between blocks."""
    for place, spans in enumerate(cells):
        if _is_after_block(board, place):
            yield Span(f"{divider} ")
        yield from spans


def _hand_lines(board: TextBoard) -> Iterator[TextLine]:
    edge = max((len(name) for name, _ in board.hands), default=0)
    width = max((len(card.shown) for _, cards in board.hands for card in cards), default=0) + 1
    for name, cards in board.hands:
        yield (Span(f"{name:<{edge}} "), *(span for card in cards for span in _spans(card, width)))


def _spans(standing: TextCell, width: int) -> Iterator[Span]:
    room = width + 1 - len(standing.shown)
    yield Span(standing.shown, standing.kind)
    if standing.mark:
        yield Span(standing.mark.symbol, standing.mark)
        room -= len(standing.mark.symbol)
    yield Span(" " * room, standing.kind)


def written(board: TextBoard) -> str:
    """Return a board as plain text, for media that show all letters equally wide."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines(board))


def legend(boards: Iterable[TextBoard]) -> tuple[CellSign, ...]:
    """Return the signs on some boards, each once: kinds of cells, then marks."""
    boards = tuple(boards)
    cells = [board.at(cell) for board in boards for row in board.rows for cell in row]
    cards = [card for board in boards for _, hand in board.hands for card in hand]
    signs = {sign for cell in (*cells, *cards) for sign in cell.signs}
    kinds = {type(board.empty) for board in boards}
    return tuple(sorted(signs, key=lambda sign: (type(sign) not in kinds, _place(sign))))


def _place(sign: CellSign) -> tuple[str, int]:
    return type(sign).__name__, [*type(sign)].index(sign)
