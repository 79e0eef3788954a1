"""The board of Compass Collisions: the effects of a turn on pieces and squares.

The rules are those of docs/rulings/compass-collisions.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import Final, TypeAlias

from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from engine.words.sentences import Sentence

SIDE: Final = 9
LAST: Final = Cell(SIDE - 1, SIDE - 1)
LONGEST_QUIET: Final = 40
ALL_PIECES: Final = 32
"""The number of pieces at the beginning."""
Numbers: TypeAlias = tuple[tuple[Cell, int], ...]
"""The squares that will fall, each with its number, in the order in which they fall."""


class Element(StrEnum):
    """The elements by letter; each defeats the next, and the last defeats the first."""

    EARTH = "E"
    WATER = "W"
    FIRE = "F"
    AIR = "A"


class Compass(StrEnum):
    """The directions of moves and the sides of the board."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


ELEMENT_NAMES: Final = {
    Element.EARTH: Sentence("Earth"),
    Element.WATER: Sentence("Water"),
    Element.FIRE: Sentence("Fire"),
    Element.AIR: Sentence("Air"),
}
COMPASS_NAMES: Final = {
    Compass.NORTH: Sentence("north"),
    Compass.EAST: Sentence("east"),
    Compass.SOUTH: Sentence("south"),
    Compass.WEST: Sentence("west"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """An element and its owner."""

    owner: Seat
    element: Element


class EventKind(StrEnum):
    """A kind of event in a turn."""

    MOVED = "moved"
    CHANGED = "changed"
    PUSHED = "pushed"
    DEFEATED = "defeated"
    LEFT = "left"
    DROPPED = "dropped"
    FELL = "fell"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a turn.

    A turn's events are in order: the move, what it did where it arrived (the nearest pushed piece
    first), and then what fell, wave by wave.

    Attributes:
        kind: `moved` and `pushed` from `cell` to `to`; `changed` on `cell` into `element`;
            `defeated` on `cell` in battle; `left` when a move or a push took it from `cell` off the
            board, `dropped` if onto a removed square; `fell` when the square `cell` was removed,
            with `piece` or empty; `removed` from `cell` by its owner or by lot, the reserve being
            gone.
        cell: The square where it happened, or began.
        piece: The piece it happened to, as it was before; None for an empty square.
        to: The piece's target, perhaps off the board.
        element: The element into which the piece changed.
        by: The piece that defeated it.
        wave: The wave of erosion in which the square fell, from 1; 0 if a stall took it down.
    """

    kind: EventKind
    cell: Cell
    piece: Piece | None = None
    to: Cell | None = None
    element: Element | None = None
    by: Piece | None = None
    wave: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one of the mover's pieces over one or two squares."""

    source: Cell
    direction: Compass
    steps: int


# The board is a string of bytes, one for each square, with a margin all around. The margin is void,
# like a removed square: whatever goes there is lost. A piece is 8, plus 4 if it is the DMO's, plus
# the place of its element in the cycle.

STRIDE: Final = SIDE + 2
EMPTY: Final = 0
VOID: Final = 1
FIRST_PIECE: Final = 8
DMO_BIT: Final = 4
ELEMENT_BITS: Final = 3
VECTORS: Final = {
    Compass.NORTH: (0, 1),
    Compass.EAST: (1, 0),
    Compass.SOUTH: (0, -1),
    Compass.WEST: (-1, 0),
}
STEPS: Final = {way: across + STRIDE * up for way, (across, up) in VECTORS.items()}
STAGES: Final = {Compass.NORTH: 1, Compass.EAST: 2, Compass.SOUTH: 3, Compass.WEST: 0}
"""The number of places along the cycle that a step in each direction moves an element."""


PIECE_OF: Final = {
    FIRST_PIECE + bit + place: Piece(seat, element)
    for seat, bit in ((Seat.EC, 0), (Seat.DMO, DMO_BIT))
    for place, element in enumerate(Element)
}
CODE_OF: Final = {piece: code for code, piece in PIECE_OF.items()}
CODES_OF: Final = {
    seat: bytes(code for code, piece in PIECE_OF.items() if piece.owner is seat) for seat in SEATS
}
FRIENDS_OF: Final = {code: CODES_OF[piece.owner] for code, piece in PIECE_OF.items()}
ENEMIES_OF: Final = {code: CODES_OF[piece.owner.opponent] for code, piece in PIECE_OF.items()}
SIGN_OF: Final = {
    EMPTY: ".",
    VOID: "#",
    **{code: piece.element.value for code, piece in PIECE_OF.items() if not code & DMO_BIT},
    **{code: piece.element.lower() for code, piece in PIECE_OF.items() if code & DMO_BIT},
}
CELL_AT: Final = tuple(
    Cell(column, row) for row in range(-1, SIDE + 1) for column in range(-1, SIDE + 1)
)
AT: Final = {cell: square for square, cell in enumerate(CELL_AT)}
MOVES_FROM: Final = tuple(
    tuple((step, Move(cell, way, 1), Move(cell, way, 2)) for way, step in STEPS.items())
    for cell in CELL_AT
)
"""For each square: the step in each direction, with the moves of one square and of two."""


def _is_on_board(cell: Cell) -> bool:
    return cell.lies_up_to(LAST)


BARE: Final = bytes(EMPTY if _is_on_board(cell) else VOID for cell in CELL_AT)
"""The squares before there are pieces."""


@dataclass(frozen=True)
class Battlefield:
    """The board, and the effects of the last turn.

    Attributes:
        squares: The squares with their margin; none before there are pieces.
        numbers: The squares that can still fall, each with its number, in the order in which they
            fall.
        removed: The squares that are gone.
        quiet: The number of moves in a row that removed nothing.
        weaker: The seat that had fewer pieces the last time the two counts differed after a turn.
        loser: The seat that has lost.
        events: The events of the last turn, in order.
    """

    squares: bytes = b""
    numbers: Numbers = ()
    removed: tuple[Cell, ...] = ()
    quiet: int = 0
    weaker: Seat | None = None
    loser: Seat | None = None
    events: tuple[Event, ...] = ()

    def set_up(self, pieces: Iterable[tuple[Cell, Piece]]) -> "Battlefield":
        """Return the whole board with pieces on it."""
        squares = bytearray(BARE)
        for cell, piece in pieces:
            squares[AT[cell]] = CODE_OF[piece]
        return replace(self, squares=bytes(squares))

    @property
    def pieces(self) -> tuple[tuple[Cell, Piece], ...]:
        """The pieces with their squares, by row and column; none until all sets are placed."""
        return tuple(
            (CELL_AT[square], PIECE_OF[code])
            for square, code in enumerate(self.squares)
            if code >= FIRST_PIECE
        )

    @property
    def rows(self) -> str | None:
        """The board in a record's notation; None before there are pieces."""
        if not self.squares:
            return None
        return "/".join(
            "".join(SIGN_OF[self.squares[AT[Cell(column, row)]]] for column in range(SIDE))
            for row in reversed(range(SIDE))
        )

    @property
    def count(self) -> int:
        """The number of pieces."""
        return len(self.squares) - self.squares.count(EMPTY) - self.squares.count(VOID)

    @property
    def counts(self) -> tuple[int, int]:
        """The number of pieces of each seat, the EC first."""
        ec, dmo = (sum(map(self.squares.count, CODES_OF[seat])) for seat in SEATS)
        return ec, dmo

    @property
    def falls_at(self) -> int:
        """The number of pieces at which squares fall next; 0 if none ever do."""
        count = self.count or ALL_PIECES
        return next((left for left in range(count, 0, -1) if self.due(left)), 0)

    @cached_property
    def falls_next(self) -> tuple[Cell, ...]:
        """The squares that fall next, wave after wave, if the pieces stay where they are."""
        left, due, taken = self.falls_at, 0, {cell for cell, _ in self.pieces}
        while (more := self.due(left)) > due:
            left -= sum(cell in taken for cell, _ in self.numbers[due:more])
            due = more
        return tuple(cell for cell, _ in self.numbers[:due])

    @property
    def collapsing(self) -> tuple[Cell, ...]:
        """The squares that fall after a long quiet, which bear the two highest numbers."""
        highest = sorted({number for _, number in self.numbers})[-2:]
        return tuple(cell for cell, number in self.numbers if number in highest)

    @property
    def way(self) -> tuple[Cell, ...]:
        """The squares of the last move up to where its piece is lost, perhaps off the board."""
        if not self.events or self.events[0].to is None:
            return ()
        source, target = self.events[0].cell, self.events[0].to
        if source.beside(target):
            return source, target
        between = Cell((source.column + target.column) // 2, (source.row + target.row) // 2)
        return source, between, target

    @property
    def falls(self) -> list[Event]:
        """The events of the squares that fell in the last turn."""
        return [event for event in self.events if event.kind is EventKind.FELL]

    def squares_of(self, seat: Seat) -> Iterator[Cell]:
        """Return the squares of a seat's pieces, by row and column."""
        return (cell for cell, piece in self.pieces if piece.owner is seat)

    def lacks(self, seat: Seat) -> tuple[Element, ...]:
        """Return the elements of which a seat has no piece, in the order of the cycle."""
        return tuple(PIECE_OF[code].element for code in CODES_OF[seat] if code not in self.squares)

    @property
    def lacking(self) -> tuple[tuple[Seat, tuple[Element, ...]], ...]:
        """The elements that each seat lacks, once that has ended the match."""
        if self.loser is None:
            return ()
        return tuple((seat, lacked) for seat in SEATS if (lacked := self.lacks(seat)))

    def piece(self, cell: Cell) -> Piece | None:
        """Return the piece on a square of the board, if any."""
        return PIECE_OF.get(self.squares[AT[cell]])

    def obstacle(self, move: Move) -> Cell | None:
        """Return the square that blocks a move: an enemy's on its way, or a friend's at its end."""
        if move.steps == 1:
            return None
        square = obstacle_on(self.squares, AT[move.source], STEPS[move.direction])
        return None if square is None else CELL_AT[square]

    def moves(self, seat: Seat) -> list[Move]:
        """Return all legal moves of a seat, by row and column of the piece."""
        own, squares, moves = CODES_OF[seat], self.squares, list[Move]()
        for square, code in enumerate(squares):
            if code in own:
                for step, once, twice in MOVES_FROM[square]:
                    moves.append(once)
                    if obstacle_on(squares, square, step) is None:
                        moves.append(twice)
        return moves

    def moved(self, seat: Seat, move: Move) -> "Battlefield":
        """Return the board after a legal move of a seat, with all its consequences."""
        squares = bytearray(self.squares)
        return self._after(seat, squares, _carry_out(squares, move))

    def without(self, seat: Seat, cell: Cell) -> "Battlefield":
        """Return the board after a seat has given up a piece, with all the consequences."""
        squares = bytearray(self.squares)
        event = Event(EventKind.REMOVED, cell, PIECE_OF[squares[AT[cell]]])
        squares[AT[cell]] = EMPTY
        return self._after(seat, squares, [event])

    def _after(self, seat: Seat, squares: bytearray, events: list[Event]) -> "Battlefield":
        quiet = self.quiet + 1
        field = Battlefield(
            bytes(squares), self.numbers, self.removed, quiet, self.weaker, events=tuple(events)
        )
        field = field._eroded(seat)
        if field.count == self.count:
            if quiet < LONGEST_QUIET or field.loser:
                return field
            # The two highest numbers fall after a long quiet, with all the consequences.
            field = field._fall(len(field.collapsing), 0)._eroded(seat, collapsed=True)
        return replace(field, quiet=0, weaker=field._weaker())

    def _eroded(self, last: Seat, *, collapsed: bool = False) -> "Battlefield":
        """Let waves fall until nothing more falls, or before that a seat lacks an element.

        If both do, the one that moved last loses; in a collapse, the one with fewer pieces.
        """
        field, wave = self, 0
        while not (lacking := [seat for seat in SEATS if field.lacks(seat)]):
            if not (due := field.due(field.count)):
                return field
            wave += 1
            field = field._fall(due, wave)
        if len(lacking) == 1:
            return replace(field, loser=lacking[0])
        return replace(field, loser=(field._weaker() if collapsed else None) or last)

    def due(self, count: int) -> int:
        """Return how many squares a wave takes, by the number of pieces left."""
        return sum(1 for _ in takewhile(lambda pair: pair[1] >= count, self.numbers))

    def _fall(self, due: int, wave: int) -> "Battlefield":
        squares, cells = bytearray(self.squares), [cell for cell, _ in self.numbers[:due]]
        events = list(self.events)
        for cell in cells:
            piece = PIECE_OF.get(squares[AT[cell]])
            events.append(Event(EventKind.FELL, cell, piece, wave=wave))
            squares[AT[cell]] = VOID
        return replace(
            self,
            squares=bytes(squares),
            numbers=self.numbers[due:],
            removed=(*self.removed, *cells),
            events=tuple(events),
        )

    def _weaker(self) -> Seat | None:
        """Return the seat with fewer pieces, or with fewer the last time the counts differed."""
        ec, dmo = self.counts
        if ec == dmo:
            return self.weaker
        return Seat.EC if ec < dmo else Seat.DMO


def obstacle_on(squares: bytes, source: int, step: int) -> int | None:
    """Return the place of an enemy that blocks a move of two squares, or a friend at its end."""
    between, target = source + step, source + 2 * step
    if squares[between] == VOID:
        return None
    mover = squares[source]
    if squares[between] in ENEMIES_OF[mover]:
        return between
    return target if squares[target] in FRIENDS_OF[mover] else None


def _carry_out(squares: bytearray, move: Move) -> list[Event]:
    source, step = AT[move.source], STEPS[move.direction]
    goes_far = move.steps == 2 and squares[source + step] != VOID
    target = source + (2 * step if goes_far else step)
    mover, there = squares[source], squares[target]
    moved = _step(squares, source, target, EventKind.MOVED)
    squares[source] = EMPTY
    if there == VOID:
        return [moved]
    if there == EMPTY:
        return [moved, *_arrive(squares, target, mover, 0 if goes_far else STAGES[move.direction])]
    if there in FRIENDS_OF[mover] or (there - mover) & ELEMENT_BITS == 2:
        return [moved, *_push(squares, target, step, mover)]
    return [moved, *_battle(squares, target, mover)]


def _step(squares: bytearray, source: int, target: int, kind: EventKind) -> Event:
    """Return the event of a piece's step, or of its loss if there is no square."""
    to = CELL_AT[target]
    if squares[target] == VOID:
        kind = EventKind.DROPPED if _is_on_board(to) else EventKind.LEFT
    return Event(kind, CELL_AT[source], PIECE_OF[squares[source]], to)


def _arrive(squares: bytearray, target: int, mover: int, stages: int) -> list[Event]:
    """Put a piece on an empty square, where it may change its element."""
    changed = mover & ~ELEMENT_BITS | (mover + stages) & ELEMENT_BITS
    squares[target] = changed
    if changed == mover:
        return []
    element = PIECE_OF[changed].element
    return [Event(EventKind.CHANGED, CELL_AT[target], PIECE_OF[mover], element=element)]


def _push(squares: bytearray, target: int, step: int, mover: int) -> list[Event]:
    """Take a square and push the unbroken line behind it on by one, nearest first."""
    events, carried, square = [], mover, target
    while squares[square] >= FIRST_PIECE:
        events.append(_step(squares, square, square + step, EventKind.PUSHED))
        carried, squares[square] = squares[square], carried
        square += step
    if squares[square] == EMPTY:
        squares[square] = carried
    return events


def _battle(squares: bytearray, target: int, mover: int) -> list[Event]:
    """Decide a battle: each element defeats the next; two of the same element both go."""
    there = squares[target]
    lead = (there - mover) & ELEMENT_BITS
    beaten = {0: ((there, mover), (mover, there)), 1: ((there, mover),), 3: ((mover, there),)}[lead]
    squares[target] = {0: EMPTY, 1: mover, 3: there}[lead]
    return [
        Event(EventKind.DEFEATED, CELL_AT[target], PIECE_OF[loser], by=PIECE_OF[winner])
        for loser, winner in beaten
    ]
