"""The free polyominoes of one to five cells: their letters, how they lie, and where they fit."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine.bit_board import BitBoard, bits
from engine.grid import Cell

_PENTOMINOES: Final = """
F    I  L   N   P   T    U    V    W    X    Y   Z
.##  #  #.  .#  ##  ###  #.#  #..  #..  .#.  .#  ##.
##.  #  #.  .#  ##  .#.  ###  #..  ##.  ###  ##  .#.
.#.  #  #.  ##  #.  .#.       ###  .##  .#.  .#  .##
     #  ##  #.                               .#
     #
"""
_TETROMINOES: Final = """
I  O   T    S    L
#  ##  ###  .##  #.
#  ##  .#.  ##.  #.
#                ##
#
"""
_TROMINOES: Final = """
I  L
#  #.
#  ##
#
"""
_DOMINO: Final = """
I
#
#
"""

# Other letters that some players use for a piece.
_ALIASES: Final = {(4, "S"): "Z", (4, "L"): "J", (3, "L"): "V"}


@dataclass(frozen=True, slots=True)
class Polyomino:
    """A free polyomino: it may be turned and flipped.

    Attributes:
        size: How many cells it has.
        letter: Its name among pieces of its size; empty for the monomino.
        cells: One way it can lie, in the corner at A1.
    """

    size: int
    letter: str
    cells: tuple[Cell, ...]

    def is_called(self, letter: str) -> bool:
        """Whether a letter, in either case, names this piece.

        >>> [identify([Cell(0, 0), Cell(1, 0), Cell(1, 1)]).is_called(letter) for letter in "lVI"]
        [True, True, False]
        """
        return bool(letter) and letter.upper() in {self.letter, _ALIASES.get(self._name)}

    @property
    def _name(self) -> tuple[int, str]:
        return self.size, self.letter


def _pictured(picture: str) -> Iterator[Polyomino]:
    """The pieces of a picture, each below its letter."""
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
    """Cells moved as far west and south as they go, in order."""
    columns, rows = zip(*cells, strict=True)
    west, south = min(columns), min(rows)
    return tuple(
        sorted(Cell(column - west, row - south) for column, row in zip(columns, rows, strict=True))
    )


POLYOMINOES: Final[tuple[Polyomino, ...]] = (
    *_pictured(_PENTOMINOES),
    *_pictured(_TETROMINOES),
    *_pictured(_TROMINOES),
    *_pictured(_DOMINO),
    Polyomino(1, "", (Cell(0, 0),)),
)
"""All 21, the largest first."""

LETTERS: Final = frozenset(
    letter for letter in (*(piece.letter for piece in POLYOMINOES), *_ALIASES.values()) if letter
)
"""All letters that name a piece."""


def orientations(piece: Polyomino) -> tuple[tuple[Cell, ...], ...]:
    """The different ways a piece can lie, each in the corner at A1 and in order."""
    turned = piece.cells
    found = set()
    for _ in range(4):
        turned = _in_the_corner(Cell(row, -column) for column, row in turned)
        flipped = _in_the_corner(Cell(-column, row) for column, row in turned)
        found |= {turned, flipped}
    return tuple(sorted(found))


@cache
def _by_orientation() -> dict[tuple[Cell, ...], Polyomino]:
    return {form: piece for piece in POLYOMINOES for form in orientations(piece)}


def identify(cells: Iterable[Cell]) -> Polyomino | None:
    """The piece that different cells form; None unless they are one to five in one piece.

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


def ways_to_lay(
    board: BitBoard, pieces: Collection[int], barred: int, anchors: int
) -> Iterator[LaidPiece]:
    """Every way to lay one of some pieces clear of the barred cells and on one of the anchors.

    `pieces` are places in POLYOMINOES, `barred` and `anchors` are sets of cells of the board. Each
    way comes once, by the lowest anchor that it covers, row by row.

    >>> domino, board = POLYOMINOES.index(identify([Cell(0, 0), Cell(1, 0)])), BitBoard(2)
    >>> for laid in ways_to_lay(board, [domino], board.bit(Cell(1, 1)), board.everything):
    ...     print(*laid.cells)
    A1 A2
    A1 B1
    """
    covering = _covering(board)
    for anchor in bits(anchors & ~barred):
        of_pieces = covering[anchor]
        for number in pieces:
            for mask, laid in of_pieces[number]:
                if not mask & barred:
                    yield laid
        # Everything that covers this cell has been tried.
        barred |= anchor


_Way: TypeAlias = tuple[int, LaidPiece]
"""The set of the cells that a piece covers, and the piece as it lies there."""


@cache
def _covering(board: BitBoard) -> dict[int, tuple[tuple[_Way, ...], ...]]:
    """For each cell, and each piece by its place in POLYOMINOES, the ways to cover the cell.

    Worked out once for each board size, because it takes a moment.
    """
    found: dict[int, list[list[_Way]]] = {
        bit: [[] for _ in POLYOMINOES] for bit in bits(board.everything)
    }
    for number, piece in enumerate(POLYOMINOES):
        for way in _everywhere(board, piece):
            for bit in bits(way[0]):
                found[bit][number].append(way)
    return {bit: tuple(map(tuple, of_pieces)) for bit, of_pieces in found.items()}


def _everywhere(board: BitBoard, piece: Polyomino) -> Iterator[_Way]:
    """All ways to lay a piece on an empty board."""
    for form in orientations(piece):
        width, height = (max(extents) + 1 for extents in zip(*form, strict=True))
        in_the_corner = board.mask(form)
        for north in range(board.side - height + 1):
            for east in range(board.side - width + 1):
                mask = in_the_corner << board.stride * north + east
                yield mask, LaidPiece(piece, tuple(sorted(board.cells(mask))))
