"""Positions of Compass Collisions for the search: their worth, and the order of their moves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import itemgetter
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import (
    ALL_PIECES,
    AT,
    BARE,
    CELL_AT,
    CODES_OF,
    ELEMENT_BITS,
    EMPTY,
    FIRST_PIECE,
    MOVES_FROM,
    STAGES,
    STEPS,
    STRIDE,
    VOID,
    Battlefield,
    Move,
    obstacle_on,
)
from engine.grids.grid import Cell
from engine.opponents.thinking import WON
from engine.seats import SEATS, Seat

Turn: TypeAlias = Move | Cell
"""A move or, if the seat must give up a piece, that piece's square."""

# Worth is counted in pieces, roughly.

MARGINS: Final = (0.0, 9.0, 3.2, 2.0, 1.5, 1.2, *[1.0] * 11, 1.0)
"""The worth of an element's first piece, and each further one; the last decides the match."""
TOTALS: Final = tuple(sum(MARGINS[: count + 1]) for count in range(len(MARGINS)))
"""The worth of so many pieces of an element."""
IN_DANGER: Final = 0.7
"""The part of a threatened piece that is as good as lost if something else comes first."""
THREAT: Final = 0.2
"""The worth of threatening a piece, when moves are put in order."""
FALLING: Final = (0.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05)
"""The cost in pieces of standing on a square that falls once so many more are gone."""
BESIDE_VOID: Final = 0.15
"""The cost of standing where one push is enough."""
WIDTH: Final = 24
"""The number of moves looked at after the first one, those that look best."""
LATE: Final = 30
"""The quiet moves after which their number makes a difference to the search's depth."""


# Everything a string of bytes can be turned into at once: for each square, four bits.


def _element_bit(element: int) -> int:
    return 1 << (element & ELEMENT_BITS)


def _table(bits: Mapping[int, int]) -> bytes:
    return bytes(bits.get(code, 0) for code in range(256))


ALL_ELEMENTS: Final = 15
EVERYWHERE: Final = (1 << 8 * len(CELL_AT)) - 1
ELEMENTS_OF: Final = {
    seat: _table({code: _element_bit(code) for code in CODES_OF[seat]}) for seat in SEATS
}
"""The bit of each piece's element, for a seat's pieces."""
BEATERS_OF: Final = {
    seat: _table({code: _element_bit(code - 1) for code in CODES_OF[seat]}) for seat in SEATS
}
"""The bit of the element that defeats each piece, for a seat's pieces."""
PASSABLE: Final = {
    seat: _table(dict.fromkeys((EMPTY, *CODES_OF[seat]), ALL_ELEMENTS)) for seat in SEATS
}
"""The squares that a seat's pieces may pass over."""


def _bits(squares: bytes, table: bytes) -> int:
    return int.from_bytes(squares.translate(table), "little")


def _by_square(bits: int) -> bytes:
    return (bits & EVERYWHERE).to_bytes(len(CELL_AT), "little")


def _reach(squares: bytes, elements: bytes, mover: Seat) -> int:
    """Return for each square the elements of a table that get there in one move of a seat."""
    pieces, passable, reach = _bits(squares, elements), _bits(squares, PASSABLE[mover]), 0
    for step in (8, 8 * STRIDE):
        up, down = pieces << step, pieces >> step
        reach |= up | down | (up & passable) << step | (down & passable) >> step
    return reach


@dataclass(slots=True, eq=False)
class Ground:
    """The worth of standing on each square.

    Attributes:
        tastes: An opinion of each square beside what may fall.
    """

    tastes: Sequence[float] = (0.0,) * len(CELL_AT)
    _worth: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def worth(self, board: Battlefield) -> list[float]:
        """Return the worth of each square of a match's board, by the number of pieces left."""
        key = board.count or ALL_PIECES, len(board.numbers)
        if key not in self._worth:
            self._worth[key] = self._judged(board, key[0])
        return self._worth[key]

    def _judged(self, board: Battlefield, count: int) -> list[float]:
        worth, squares = list(self.tastes), board.squares or BARE
        for index, square in enumerate(squares):
            if square != VOID:
                around = (squares[index + step] for step in STEPS.values())
                worth[index] -= BESIDE_VOID * sum(other == VOID for other in around)
        for cell, number in board.numbers:
            until = max(1, count - number)
            worth[AT[cell]] -= FALLING[until] if until < len(FALLING) else 0.0
        return worth


@dataclass(slots=True, eq=False)
class CompassSearchPosition:
    """A position in which a seat is to move, or has lost.

    Attributes:
        seat: The seat to move.
        counts: The number of pieces of each element, by seat.
        worth: The position's worth to the EC, threats aside.
        must_remove: True if the seat to move has to give up a piece instead.
        width: The number of moves looked at; None for all.
    """

    ground: Ground
    board: Battlefield
    seat: Seat
    counts: Mapping[Seat, Sequence[int]]
    worth: float
    must_remove: bool = False
    width: int | None = WIDTH

    @property
    def key(self) -> tuple[bytes, Seat, Seat | None, int]:
        """The board, the seat to move and, once that matters, the number of quiet moves."""
        board = self.board
        return board.squares, self.seat, board.weaker, board.quiet if board.quiet > LATE else 0

    @property
    def is_over(self) -> bool:
        return self.board.loser is not None

    def after(self, move: Turn) -> "CompassSearchPosition":
        board, seat = self.board, self.seat
        after = board.moved(seat, move) if isinstance(move, Move) else board.without(seat, move)
        return position_of(self.ground, after, seat.opponent)

    def moves(self) -> Sequence[Turn]:
        if self.must_remove:
            return [*self.board.squares_of(self.seat)]
        ranked_moves = sorted(_Ordering(self).moves(), key=itemgetter(0))
        return [move for _, move in ranked_moves[: self.width]]

    def value(self) -> float:
        """Return the worth for the seat to move, with what either seat can take next."""
        if self.board.loser:
            return -WON if self.board.loser is self.seat else WON
        worth = self.worth if self.seat is Seat.EC else -self.worth
        if self.must_remove:
            return worth
        squares, seat, other = self.board.squares, self.seat, self.seat.opponent
        own_reach = _reach(squares, ELEMENTS_OF[seat], seat)
        their_reach = _reach(squares, ELEMENTS_OF[other], other)
        hits = own_reach & _bits(squares, BEATERS_OF[other])
        dangers = their_reach & _bits(squares, BEATERS_OF[seat])
        gain = max(self._gains(hits, their_reach, seat), default=0.0)
        if gain >= WON:
            return WON
        losses = sorted(self._gains(dangers, own_reach, other), reverse=True)
        first, second = (min(loss, MARGINS[1]) for loss in (*losses, 0.0, 0.0)[:2])
        return worth + max(gain - IN_DANGER * first, -IN_DANGER * second)

    def _gains(self, hits: int, guards: int, seat: Seat) -> Iterator[float]:
        """Yield the gain by each piece that a seat can take, if it is then taken back or not."""
        own_counts, counts = self.counts[seat], self.counts[seat.opponent]
        while hits:
            square = (hits & -hits).bit_length() - 1 >> 3
            hits &= hits - 1
            prey = self.board.squares[square] & ELEMENT_BITS
            if counts[prey] == 1:
                yield WON
                continue
            gain, taker = MARGINS[counts[prey]], prey - 1 & ELEMENT_BITS
            if guards >> 8 * square & _element_bit(taker - 1):
                gain -= MARGINS[own_counts[taker]]
            yield gain if gain > 0 else 0.0


def position_of(ground: Ground, board: Battlefield, seat: Seat) -> CompassSearchPosition:
    """Return the position on a board in which a seat is to move."""
    squares, squares_worth = board.squares, ground.worth(board)
    counts = {owner: [*map(squares.count, CODES_OF[owner])] for owner in SEATS}
    ec, dmo = (sum(TOTALS[count] for count in counts[owner]) for owner in SEATS)
    worth = ec - dmo
    for sign, owner in ((1, Seat.EC), (-1, Seat.DMO)):
        pieces = squares.translate(ELEMENTS_OF[owner])
        worth += sign * sum(compress(squares_worth, pieces))
    return CompassSearchPosition(ground, board, seat, counts, worth)


class _Ordering:
    """The moves of one position, each with what it seems to cost."""

    def __init__(self, position: CompassSearchPosition) -> None:
        squares, seat, other = position.board.squares, position.seat, position.seat.opponent
        self.squares, self.own = squares, CODES_OF[seat]
        self.worth = position.ground.worth(position.board)
        self.theirs = _by_square(_reach(squares, ELEMENTS_OF[other], other))
        """The other seat's elements that can get to each square."""
        self.threats = _by_square(_reach(squares, BEATERS_OF[other], seat))
        """The elements that would threaten something from each square."""
        self.losses = [MARGINS[count] for count in position.counts[seat]]
        """The cost of one piece less of each element."""
        self.gains = [MARGINS[count + 1] for count in position.counts[seat]]
        """The gain by one more."""
        self.prizes = [WON if count == 1 else MARGINS[count] for count in position.counts[other]]
        """The gain by taking one of the other seat's."""
        self.staying = {
            square: self._staying(square, code & ELEMENT_BITS)
            for square, code in enumerate(squares)
            if code in self.own
        }
        """The worth of each piece where it stands."""

    def moves(self) -> Iterator[tuple[float, Move]]:
        """Yield the moves, but none of two squares where one is already lost."""
        for square in self.staying:
            for step, once, twice in MOVES_FROM[square]:
                yield self._cost(square, 1, step, STAGES[once.direction]), once
                is_lost = self.squares[square + step] == VOID
                if not is_lost and obstacle_on(self.squares, square, step) is None:
                    yield self._cost(square, 2, step, 0), twice

    def _cost(self, square: int, count: int, step: int, stages: int) -> float:
        """Return the cost of so many steps; on an empty square they move an element by stages."""
        to, element = square + count * step, self.squares[square] & ELEMENT_BITS
        there, staying, loss = self.squares[to], self.staying[square], self.losses[element]
        if there == EMPTY:
            changed = element + stages & ELEMENT_BITS
            cost = staying - self._staying(to, changed)
            return cost if changed == element else cost + (loss - self.gains[changed])
        if there == VOID:
            return staying + loss
        if there in self.own:
            return staying + self._pushing(to, step)
        prize, arriving = self.prizes[there & ELEMENT_BITS], self._staying(to, element)
        lead = (there - element) & ELEMENT_BITS
        costs = (loss - prize, -prize - arriving, self._pushing(to, step) - arriving, loss)
        return staying + costs[lead]

    def _staying(self, square: int, element: int) -> float:
        worth = self.worth[square]
        if self.theirs[square] & _element_bit(element - 1):
            worth -= min(self.losses[element], MARGINS[1])
        if self.threats[square] & _element_bit(element):
            worth += THREAT
        return worth

    def _pushing(self, to: int, step: int) -> float:
        """Return the cost of pushing a line of pieces on."""
        squares = self.squares
        while squares[to] >= FIRST_PIECE:
            to += step
        last = squares[to - step]
        if squares[to] == EMPTY:
            return 0.0
        element = last & ELEMENT_BITS
        return self.losses[element] if last in self.own else -self.prizes[element]
