"""A board of Deep Sea Voyage in play: placed pentominoes, the bank, and open ways."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Final, TypeAlias

from engine.games.deep_sea_voyage.board import Board, Ship, ShipPath, Tile, depths, distance, ways
from engine.grids.grid import Cell, picked
from engine.grids.polyominoes import POLYOMINOES, Form, Polyomino, forms, identify
from engine.refusals import check_on_board, illegal, malformed
from engine.seats import Seat

MALFORMED: Final = malformed(
    "I can't read that. Place a pentomino by five different cells, such as "
    "`T A13 A12 A11 B12 C12`; submit a route such as `route 1 red A18 A10 F10`; pick a "
    "board such as `board 2`; or type just `pass`, `lock` or `ready`."
)
OFF_BOARD: Final = illegal("off-board", "{cells}: this board is A1 to {last}.")
NOT_A_PENTOMINO: Final = illegal(
    "not-a-pentomino", "A pentomino is five cells joined by their sides; {cells} are not."
)
WRONG_LETTER: Final = illegal("wrong-letter", "{cells}: that is the {piece}, not the {letter}.")
NOT_EMPTY: Final = illegal(
    "not-empty", "You can only cover empty tiles, and not a ship's start; {cells} can't be covered."
)
PIECE_USED: Final = illegal("piece-used", "The {piece} has already been placed on this board.")
NOT_AT_START: Final = illegal(
    "not-at-start", "The {ship} ship on that board starts at {start}, not {cells}."
)
NOT_STRAIGHT: Final = illegal(
    "not-straight",
    "{cells}: a route goes straight from each cell to a different one, along a row or a column.",
)
BLOCKED: Final = illegal("blocked", "That route is blocked at {cells}.")
NO_DROPOFF: Final = illegal("no-dropoff", "A route ends on a dropoff, and {cells} isn't one.")

PIECE_SIZE: Final = 5
PENTOMINOES: Final = tuple(piece for piece in POLYOMINOES if piece.size == PIECE_SIZE)
"""A board's bank at the start."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A pentomino on a board, where it counts as wall.

    Attributes:
        number: The number of the board.
        cells: Its cells, as typed.
    """

    seat: Seat
    number: int
    round: int
    letter: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat's turn on a board without a placement: it passed, or its time ran out."""

    seat: Seat
    number: int
    by_clock: bool = False


Move: TypeAlias = Placement | Passed
"""A turn on a board, secret or shown."""


class Closing(StrEnum):
    """The reason why nothing more is placed on a board."""

    CUT_OFF = "cut-off"
    BANK_EMPTY = "bank-empty"
    NOTHING_FITS = "nothing-fits"


@dataclass(frozen=True, slots=True)
class Score:
    """The count of a board: the steps of both ships of each seat, None if one has not arrived."""

    ec: int | None
    dmo: int | None

    @property
    def winner(self) -> Seat | None:
        """The seat with fewer steps, if any."""
        ec, dmo = (inf if steps is None else steps for steps in (self.ec, self.dmo))
        return None if ec == dmo else Seat.EC if ec < dmo else Seat.DMO


@dataclass(frozen=True)
class Sea:
    """A board in play.

    Attributes:
        number: 1 to 3.
        board: The board at the start: its side, its tiles and the ships' starts.
        placed: The pentominoes on it, oldest first.
        ways: A true shortest way of each ship, or None if there is none; empty until all is shown.
        score: Its count; None before the end, and if it was not counted.
    """

    number: int
    board: Board
    placed: tuple[Placement, ...] = ()
    ways: tuple[tuple[Ship, ShipPath | None], ...] = ()
    score: Score | None = None

    @cached_property
    def covered(self) -> int:
        """The tiles under pentominoes."""
        return self.board.grid.mask(cell for placement in self.placed for cell in placement.cells)

    @property
    def passable(self) -> int:
        """The tiles ships can still cross."""
        return self.board.passable & ~self.covered

    @property
    def free(self) -> int:
        """The tiles that can still hold pentominoes."""
        return self.board.free & ~self.covered

    @cached_property
    def bank(self) -> tuple[Polyomino, ...]:
        """The pentominoes that are left."""
        used = {placement.letter for placement in self.placed}
        return tuple(piece for piece in PENTOMINOES if piece.letter not in used)

    @property
    def left(self) -> tuple[str, ...]:
        """The letters of the pentominoes that are left."""
        return tuple(piece.letter for piece in self.bank)

    @cached_property
    def shortest(self) -> Mapping[Ship, ShipPath | None]:
        """A shortest way for each ship; None if it is cut off."""
        return ways(self.board, self.passable)

    def steps_of(self, ships: Iterable[Ship]) -> int:
        """Return the steps of the shortest ways of some ships, without those cut off."""
        return sum(way.steps for ship in ships if (way := self.shortest[ship]))

    @cached_property
    def closed(self) -> Closing | None:
        """The reason why it is closed; None while it is open."""
        layers = depths(self.board, self.passable)
        if any(distance(self.board, layers, ship) is None for ship in Ship):
            return Closing.CUT_OFF
        if not self.bank:
            return Closing.BANK_EMPTY
        return None if any(self.fits()) else Closing.NOTHING_FITS

    @property
    def lost_by(self) -> Seat | None:
        """The seat that cut off a ship here: the last to place, as that closed the board."""
        return self.placed[-1].seat if self.closed is Closing.CUT_OFF else None

    @property
    def winner(self) -> Seat | None:
        """The seat that has won it so far, by a cut-off or by its count."""
        if self.lost_by:
            return self.lost_by.opponent
        return self.score.winner if self.score else None

    @property
    def rows(self) -> str:
        """The position in a record's notation: the board's letters, and those of placed pieces."""
        rows = [[*row] for row in reversed(self.board.rows)]
        for placement in self.placed:
            for column, row in placement.cells:
                rows[row][column] = placement.letter.lower()
        return "/".join(map("".join, reversed(rows)))

    def with_placement(self, placement: Placement) -> "Sea":
        """Return the board with one more pentomino, which must fit."""
        return Sea(self.number, self.board, (*self.placed, placement))

    def placements(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of every possible placement, each once."""
        for form, anchors in self.fits():
            yield from picked(form.ways, anchors)

    def fits(self) -> Iterator[tuple[Form, int]]:
        """Yield the forms of the bank's pentominoes that fit somewhere, each with its anchors."""
        free, forms_of = self.free, forms(self.board.grid)
        for piece in self.bank:
            for form in forms_of[piece]:
                if anchors := form.fitting(free):
                    yield form, anchors

    def piece_on(self, cells: tuple[Cell, ...], letter: str) -> Polyomino:
        """Return the pentomino for cells as typed; the letter may be empty. Raise Refused."""
        check_on_board(cells, self.board.grid.last, OFF_BOARD)
        if len(cells) != PIECE_SIZE or len({*cells}) != PIECE_SIZE:
            raise MALFORMED(*cells)
        piece = identify(cells)
        if piece is None:
            raise NOT_A_PENTOMINO(*cells)
        if letter and not piece.is_called(letter):
            raise WRONG_LETTER(*cells, letter=letter.upper(), piece=piece.letter)
        if taken := [cell for cell in cells if not self.free & self.board.grid.bit_of[cell]]:
            raise NOT_EMPTY(*taken)
        if piece not in self.bank:
            raise PIECE_USED(*cells, piece=piece.letter)
        return piece

    def check_way(self, ship: Ship, way: ShipPath) -> None:
        """Raise Illegal if a ship cannot take a way as typed."""
        check_on_board(way.cells, self.board.grid.last, OFF_BOARD)
        start, first, last = self.board.starts[ship], way.cells[0], way.cells[-1]
        if first != start:
            raise NOT_AT_START(first, ship=ship, start=start)
        for cell, other in pairwise(way.cells):
            if (cell.column == other.column) is (cell.row == other.row):
                raise NOT_STRAIGHT(cell, other)
        bit_of = self.board.grid.bit_of
        if blocked := [cell for cell in way.tiles if not self.passable & bit_of[cell]]:
            raise BLOCKED(blocked[0])
        if self.board.tile(last) is not Tile.DROPOFF:
            raise NO_DROPOFF(last)
