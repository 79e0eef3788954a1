"""A board of symbols with coordinates and a legend, for terminals and for monospaced text.

Every sign has a symbol of its own, so nothing depends on colour.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

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
        size: The number of columns and rows; none where there are only words.
        row_one: The place of row 1.
        empty: The contents of every cell that is not in `cells`.
        cells: The contents of the others.
        width: The number of characters of each cell, without its mark.
        block: The number of cells between heavy lines; 0 without any.
        hands: Rows of cards below the board, each with the name of its owner.
        lengths: The number of cells in each row from the top, for a board of centred rows, which
            has no coordinates.
        edges: The names of rows at the right, from row 1, and of columns at the top, if they are
            called otherwise there.
    """

    name: str
    size: tuple[int, int]
    row_one: RowOne
    empty: CellSign
    cells: Mapping[Cell, TextCell]
    width: int = 1
    block: int = 0
    hands: tuple[tuple[str, tuple[TextCell, ...]], ...] = ()
    lengths: tuple[int, ...] = ()
    edges: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def at(self, cell: Cell) -> TextCell:
        """Return the contents of a cell."""
        return self.cells.get(cell) or TextCell(self.empty)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Its cells, row by row from the top."""
        columns, rows = self.size
        order = range(rows) if self.row_one is RowOne.TOP else range(rows)[::-1]
        lengths = self.lengths or (columns,) * rows
        return tuple(
            tuple(Cell(column, row) for column in range(length))
            for row, length in zip(order, lengths, strict=True)
        )


def written(board: TextBoard) -> str:
    """Return a board in lines, for media that show all letters equally wide.

    The letters of the columns come first, then each row with its number, then hands. Every cell
    takes as much room as any other.
    """
    board_lines = _centred_lines(board) if board.lengths else _board_lines(board)
    lines = (*(board_lines if board.rows else ()), *_hand_lines(board))
    return "\n".join(line.rstrip() for line in lines)


def _centred_lines(board: TextBoard) -> Iterator[str]:
    width = board.size[0] * (board.width + 2)
    for row in board.rows:
        yield " ".join(_padded(board.at(cell), board.width) for cell in row).center(width)


def _board_lines(board: TextBoard) -> Iterator[str]:
    columns, numbers = board.size
    edge, (at_right, on_top) = len(str(numbers)), board.edges
    letters = tuple(str(Cell(index, 0))[0] for index in range(columns))
    header, footer = (
        " " * (edge + 1) + _in_blocks(board, (name.ljust(board.width + 1) for name in names), " ")
        for names in (on_top or letters, letters)
    )
    yield header
    for place, row in enumerate(board.rows):
        if _is_after_block(board, place):
            yield " " * (edge + 1) + "-" * (len(header) - edge - 1)
        cells = (_padded(board.at(cell), board.width) for cell in row)
        number = row[0].row
        name = at_right[number] if at_right else ""
        yield f"{number + 1:>{edge}} {_in_blocks(board, cells, '|')} {name}"
    if on_top:
        yield footer


def _is_after_block(board: TextBoard, place: int) -> bool:
    return bool(board.block and place and not place % board.block)


def _in_blocks(board: TextBoard, cells: Iterable[str], divider: str) -> str:
    """Return the cells of a line, with a divider between blocks."""
    return "".join(
        f"{divider} {cell}" if _is_after_block(board, place) else cell
        for place, cell in enumerate(cells)
    )


def _hand_lines(board: TextBoard) -> Iterator[str]:
    edge = max((len(name) for name, _ in board.hands), default=0)
    width = max((len(card.shown) for _, cards in board.hands for card in cards), default=0) + 1
    for name, cards in board.hands:
        yield f"{name:<{edge}} " + "".join(_padded(card, width) for card in cards)


def _padded(standing: TextCell, width: int) -> str:
    """Return what stands in a cell, with room for a mark."""
    mark = standing.mark.symbol if standing.mark else ""
    return f"{standing.shown}{mark}".ljust(width + 1)


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
