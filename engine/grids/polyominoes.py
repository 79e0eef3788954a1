"""The free polyominoes of one to five cells: their letters, orientations and fits."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from engine.grids.grid import BitBoard, Cell, bits

_PICTURE: Final = """
F    I  L   N   P   T    U    V    W    X    Y   Z      I  O   T    S    L     I  L     I
.##  #  #.  .#  ##  ###  #.#  #..  #..  .#.  .#  ##.    #  ##  ###  .##  #.    #  #.    #
##.  #  #.  .#  ##  .#.  ###  #..  ##.  ###  ##  .#.    #  ##  .#.  ##.  #.    #  ##    #
.#.  #  #.  ##  #.  .#.       ###  .##  .#.  .#  .##    #                ##    #
     #  ##  #.                               .#         #
     #
"""
"""All but the monomino, each below its letter."""

# Other letters that some players use for a piece.
_ALIASES: Final = {(4, "S"): "Z", (4, "L"): "J", (3, "L"): "V"}


@dataclass(frozen=True, slots=True, eq=False)
class Polyomino:
    """A free polyomino: it may be turned and flipped. There is one of each, in POLYOMINOES.

    Attributes:
        size: The number of its cells.
        letter: Its name among pieces of its size; empty for the monomino.
        cells: One way it can lie, in the corner at A1.
    """

    size: int
    letter: str
    cells: tuple[Cell, ...]

    def __reduce__(self) -> tuple[Callable[[int], "Polyomino"], tuple[int]]:
        """Return the same piece of another process: the one in its own POLYOMINOES."""
        return _numbered, (POLYOMINOES.index(self),)

    def is_called(self, letter: str) -> bool:
        """Return whether a letter, in either case, names this piece.

        >>> [identify([Cell(0, 0), Cell(1, 0), Cell(1, 1)]).is_called(letter) for letter in "lVI"]
        [True, True, False]
        """
        names = {self.letter, _ALIASES.get((self.size, self.letter))}
        return bool(letter) and letter.upper() in names


def _numbered(number: int) -> Polyomino:
    return POLYOMINOES[number]


def _pictured(picture: str) -> Iterator[Polyomino]:
    letters, *rows = picture.strip().splitlines()
    starts = [column for column, letter in enumerate(letters) if letter != " "]
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        drawn = [
            Cell(column, -row)
            for row, line in enumerate(rows)
            for column, mark in enumerate(line[start:end])
            if mark == "#"
        ]
        yield Polyomino(len(drawn), letters[start], _in_the_corner(drawn))


def _in_the_corner(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells moved as far west and south as they go, in order."""
    columns, rows = zip(*cells, strict=True)
    west, south = min(columns), min(rows)
    return tuple(
        sorted(Cell(column - west, row - south) for column, row in zip(columns, rows, strict=True))
    )


POLYOMINOES: Final[tuple[Polyomino, ...]] = (
    *_pictured(_PICTURE),
    Polyomino(1, "", (Cell(0, 0),)),
)
"""All 21 pieces, the largest first."""

LETTERS: Final = frozenset(
    letter for letter in (*(piece.letter for piece in POLYOMINOES), *_ALIASES.values()) if letter
)
"""All letters that name a piece."""


def orientations(piece: Polyomino) -> tuple[tuple[Cell, ...], ...]:
    """Return the different ways a piece can lie, each in the corner at A1 and in order."""
    turned = piece.cells
    ways = set()
    for _ in range(4):
        turned = _in_the_corner(Cell(row, -column) for column, row in turned)
        flipped = _in_the_corner(Cell(-column, row) for column, row in turned)
        ways |= {turned, flipped}
    return tuple(sorted(ways))


@cache
def _by_orientation() -> dict[tuple[Cell, ...], Polyomino]:
    return {form: piece for piece in POLYOMINOES for form in orientations(piece)}


def identify(cells: Iterable[Cell]) -> Polyomino | None:
    """Return the piece that different cells form; None unless they are one to five in one piece.

    >>> identify([Cell(6, 6), Cell(7, 6), Cell(8, 6), Cell(6, 7), Cell(8, 7)]).letter
    'U'
    """
    listed = tuple(cells)
    return _by_orientation().get(_in_the_corner(listed)) if listed else None


@dataclass(frozen=True, slots=True)
class LaidPiece:
    """A piece as it lies on a board; `cells` are in order."""

    piece: Polyomino
    cells: tuple[Cell, ...]


@dataclass(frozen=True, eq=False)
class Form:
    """One of the ways a piece can lie on a board; an anchor tells its place.

    The anchor is the cell to which A1 goes if the piece was in the corner there. A piece that stuck
    out at the side would cover the empty column between rows, because it has cells in every column
    it spans.

    Attributes:
        board: The empty board.
        mask: Its cells in the corner, as a set.
    """

    board: BitBoard
    mask: int

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        """The distance of each of its cells from its anchor, in bits."""
        return tuple(bit.bit_length() - 1 for bit in bits(self.mask))

    def fitting(self, free: int) -> int:
        """Return the anchors with which it covers free cells only."""
        anchors = self.board.everything
        for step in self._steps:
            anchors &= free >> step
        return anchors

    def reaching(self, goals: int) -> int:
        """Return the anchors with which it covers any of some cells."""
        anchors = 0
        for step in self._steps:
            anchors |= goals >> step
        return anchors

    @cached_property
    def ways(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells it covers, row by row, with each anchor by its bit; none if it sticks out."""
        anchors = self.fitting(self.board.everything)
        return tuple(
            tuple(self.board.cells(self.mask << place)) if anchors >> place & 1 else ()
            for place in range(anchors.bit_length())
        )


@cache
def forms(board: BitBoard) -> Mapping[Polyomino, tuple[Form, ...]]:
    """Return all forms of each piece on a board."""
    return {
        piece: tuple(Form(board, board.mask(cells)) for cells in orientations(piece))
        for piece in POLYOMINOES
    }
