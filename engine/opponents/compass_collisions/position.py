"""Positions of Compass Collisions for the search: their worth, and the order of their moves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import itemgetter
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import (
    BARE,
    CELL_AT,
    DMO_BIT,
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
)
from engine.grids.grid import Cell
from engine.opponents.thinking import WON
from engine.seats import Seat

Turn: TypeAlias = Move | Cell
"""A move or, if the seat must give up a piece, that piece's square."""

AT: Final = {cell: square for square, cell in enumerate(CELL_AT)}
SEAT_OF: Final = {0: Seat.EC, DMO_BIT: Seat.DMO}
"""The seats by the bit that tells their pieces apart."""
BIT_OF: Final = {seat: bit for bit, seat in SEAT_OF.items()}
ELEMENTS: Final = ELEMENT_BITS + 1
CODES: Final = range(FIRST_PIECE, FIRST_PIECE + 2 * ELEMENTS)

# Worth is counted in pieces, roughly.

MARGINS: Final = (0.0, 9.0, 3.2, 2.0, 1.5, 1.2, *[1.0] * 11, 1.0)
"""The worth of an element's first piece, and each further one; the last decides the match."""
IN_DANGER: Final = 0.7
"""The part of a threatened piece that is as good as lost if something else comes first."""
THREAT: Final = 0.2
"""The worth of threatening a piece, when moves are put in order."""
WIDTH: Final = 24
"""The number of moves looked at after the first one, those that look best."""
LATE: Final = 30
"""The quiet moves after which their number makes a difference to the search's depth."""


# Everything a string of bytes can be turned into at once: for each square, four bits.


def _table(squares: Iterable[tuple[int, int]]) -> bytes:
    table = bytearray(256)
    for code, bits in squares:
        table[code] = bits
    return bytes(table)


def _pieces(bit: int) -> Iterator[tuple[int, int]]:
    return ((FIRST_PIECE + bit + element, element) for element in range(ELEMENTS))


def _element_bit(element: int) -> int:
    return 1 << (element & ELEMENT_BITS)


ALL_ELEMENTS: Final = 15
EVERYWHERE: Final = (1 << 8 * len(CELL_AT)) - 1
ELEMENTS_OF: Final = {bit: _table((c, _element_bit(e)) for c, e in _pieces(bit)) for bit in SEAT_OF}
"""The bit of each piece's element, for a seat's pieces."""
BEATERS_OF: Final = {
    bit: _table((c, _element_bit(e - 1)) for c, e in _pieces(bit)) for bit in SEAT_OF
}
"""The bit of the element that defeats each piece, for a seat's pieces."""
PASSABLE: Final = {
    bit: _table([(EMPTY, ALL_ELEMENTS), *((c, ALL_ELEMENTS) for c, _ in _pieces(bit))])
    for bit in SEAT_OF
}
"""The squares that a seat's pieces may pass over."""


def _bits(squares: bytes, table: bytes) -> int:
    return int.from_bytes(squares.translate(table), "little")


def _reach(pieces: int, passable: int) -> int:
    """Return for each square the elements that can get there in one move or two."""
    reach = 0
    for step in (8, 8 * STRIDE):
        up, down = pieces << step, pieces >> step
        reach |= up | down | (up & passable) << step | (down & passable) >> step
    return reach


TOTALS: Final = tuple(sum(MARGINS[: count + 1]) for count in range(len(MARGINS)))
"""The worth of so many pieces of an element."""


FALLING: Final = (0.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05)
"""The cost in pieces of standing on a square that falls once so many more are gone."""
BESIDE_VOID: Final = 0.15
"""The cost of standing where one push is enough."""


@dataclass(slots=True, eq=False)
class Ground:
    """The worth of standing on each square.

    Attributes:
        tastes: An opinion of each square beside what may fall.
    """

    tastes: Sequence[float] = (0.0,) * len(CELL_AT)
    _worth: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    def worth(self, board: Battlefield, count: int) -> list[float]:
        """Return the worth of each square of a match's board, by the number of pieces left."""
        key = count, len(board.numbers)
        if key not in self._worth:
            self._worth[key] = self._judged(board, count)
        return self._worth[key]

    def _judged(self, board: Battlefield, count: int) -> list[float]:
        worth, gone = list(self.tastes), {AT[cell] for cell in board.removed}
        for index, square in enumerate(BARE):
            if square == EMPTY:
                around = (index + step for step in STEPS.values())
                worth[index] -= BESIDE_VOID * sum(BARE[to] == VOID or to in gone for to in around)
        for cell, number in board.numbers:
            until = max(1, count - number)
            worth[AT[cell]] -= FALLING[until] if until < len(FALLING) else 0.0
        return worth


@dataclass(slots=True, eq=False)
class CompassSearchPosition:
    """A position in which a seat is to move, or has lost.

    Attributes:
        bit: The bit of the seat to move.
        counts: The number of pieces of each kind.
        worth: The position's worth to the EC, threats aside.
        must_remove: True if the seat to move has to give up a piece instead.
        width: The number of moves looked at; None for all.
    """

    ground: Ground
    board: Battlefield
    bit: int
    counts: Sequence[int]
    worth: float
    must_remove: bool = False
    width: int | None = WIDTH

    @property
    def key(self) -> tuple[bytes, int, Seat | None, int]:
        """The board, the seat to move and, once that matters, the number of quiet moves."""
        board = self.board
        return board.squares, self.bit, board.weaker, board.quiet if board.quiet > LATE else 0

    @property
    def is_over(self) -> bool:
        return self.board.loser is not None

    def after(self, move: Turn) -> "CompassSearchPosition":
        board, seat = self.board, SEAT_OF[self.bit]
        after = board.moved(seat, move) if isinstance(move, Move) else board.without(seat, move)
        return position_of(self.ground, after, self.bit ^ DMO_BIT)

    def moves(self) -> Sequence[Turn]:
        if self.must_remove:
            return [*self.board.squares_of(SEAT_OF[self.bit])]
        return _Ordering(self).moves()

    def value(self) -> float:
        """Return the worth for the seat to move, with what either seat can take next."""
        if self.board.loser:
            return -WON if BIT_OF[self.board.loser] == self.bit else WON
        worth = -self.worth if self.bit else self.worth
        if self.must_remove:
            return worth
        bit, other = self.bit, self.bit ^ DMO_BIT
        squares = self.board.squares
        own_score = _reach(_bits(squares, ELEMENTS_OF[bit]), _bits(squares, PASSABLE[bit]))
        theirs = _reach(_bits(squares, ELEMENTS_OF[other]), _bits(squares, PASSABLE[other]))
        prey, own_prey = _bits(squares, BEATERS_OF[other]), _bits(squares, BEATERS_OF[bit])
        hits, dangers = own_score & prey, theirs & own_prey
        gain = 0.0
        if hits:
            gain = max(self._gains(hits, theirs, bit))
            if gain >= WON:
                return WON
        if not dangers:
            return worth + gain
        losses = sorted(self._gains(dangers, own_score, other), reverse=True)
        first, second = (min(loss, MARGINS[1]) for loss in (*losses, 0.0)[:2])
        return worth + max(gain - IN_DANGER * first, -IN_DANGER * second)

    def _gains(self, hits: int, guards: int, bit: int) -> Iterator[float]:
        """Yield the gain by each piece that a seat can take, if it is then taken back or not."""
        counts, squares = self.counts, self.board.squares
        while hits:
            square = (hits & -hits).bit_length() - 1 >> 3
            hits &= hits - 1
            prey = squares[square]
            left = counts[prey - FIRST_PIECE]
            if left == 1:
                yield WON
                continue
            gain = MARGINS[left]
            taker = prey - 1 & ELEMENT_BITS
            if guards >> 8 * square & _element_bit(taker - 1):
                gain -= MARGINS[counts[bit + taker]]
            yield gain if gain > 0 else 0.0


def position_of(ground: Ground, board: Battlefield, bit: int) -> CompassSearchPosition:
    """Return the position on a board, by the bit of the seat to move."""
    counts = [*map(board.squares.count, CODES)]
    squares_worth = ground.worth(board, sum(counts))
    worth = sum(TOTALS[count] for count in counts[:ELEMENTS])
    worth -= sum(TOTALS[count] for count in counts[ELEMENTS:])
    for sign, seat_bit in ((1, 0), (-1, DMO_BIT)):
        pieces = board.squares.translate(ELEMENTS_OF[seat_bit])
        worth += sign * sum(compress(squares_worth, pieces))
    return CompassSearchPosition(ground, board, bit, counts, worth)


class _Ordering:
    """The moves of one position, those first that seem to gain most."""

    def __init__(self, position: CompassSearchPosition) -> None:
        bit, other = position.bit, position.bit ^ DMO_BIT
        squares = position.board.squares
        self.position = position
        self.squares = squares
        self.bit = bit
        self.worth = position.ground.worth(position.board, sum(position.counts))
        self.counts = position.counts
        passable, other_passable = _bits(squares, PASSABLE[bit]), _bits(squares, PASSABLE[other])
        theirs = _reach(_bits(squares, ELEMENTS_OF[other]), other_passable)
        threats = _reach(_bits(squares, BEATERS_OF[other]), passable)
        self.theirs = _by_square(theirs)
        """The other seat's elements that can get to each square."""
        self.threats = _by_square(threats)
        """The elements that would threaten something from each square."""
        counts = self.counts[bit : bit + ELEMENTS]
        self.losses = [MARGINS[count] for count in counts]
        """The cost of one piece less of each element."""
        self.gains = [MARGINS[count + 1] for count in counts]
        """The gain by one more."""
        self.prizes = [MARGINS[count] for count in self.counts[other : other + ELEMENTS]]

    def moves(self) -> list[Move]:
        ranked_moves = list[tuple[float, Move]]()
        for square, code in enumerate(self.squares):
            if code >= FIRST_PIECE and code & DMO_BIT == self.bit:
                self._moves_of(square, code, ranked_moves)
        ranked_moves.sort(key=itemgetter(0))
        return [move for _, move in ranked_moves[: self.position.width]]

    def _moves_of(self, square: int, code: int, ranked_moves: list[tuple[float, Move]]) -> None:
        squares, element = self.squares, code & ELEMENT_BITS
        staying = self._staying(square, element)
        for step, once, twice in MOVES_FROM[square]:
            to, stage = square + step, STAGES[once.direction]
            number = squares[to]
            if number == EMPTY:
                changed = (element + stage) & ELEMENT_BITS
                cost = staying - self._staying(to, changed)
                if changed != element:
                    cost += self.losses[element] - self.gains[changed]
                ranked_moves.append((cost, once))
            elif number == VOID:
                ranked_moves.append((self.losses[element] + staying, once))
                continue
            else:
                ranked_moves.append((staying + self._collision(to, step, element, number), once))
                if (number ^ code) & DMO_BIT:
                    continue
            to += step
            two = squares[to]
            if two == EMPTY:
                ranked_moves.append((staying - self._staying(to, element), twice))
            elif two == VOID:
                ranked_moves.append((self.losses[element] + staying, twice))
            elif (two ^ code) & DMO_BIT:
                ranked_moves.append((staying + self._collision(to, step, element, two), twice))

    def _staying(self, square: int, element: int) -> float:
        worth = self.worth[square]
        if self.theirs[square] & 1 << (element - 1 & ELEMENT_BITS):
            worth -= min(self.losses[element], MARGINS[1])
        if self.threats[square] & 1 << element:
            worth += THREAT
        return worth

    def _collision(self, to: int, step: int, element: int, there: int) -> float:
        if there & DMO_BIT == self.bit:
            return self._pushing(to, step)
        other = there & ELEMENT_BITS
        lead = (other - element) & ELEMENT_BITS
        if lead == 2:
            return self._pushing(to, step) - self._staying(to, element)
        if lead == 3:
            return self.losses[element]
        prize = self.prizes[other] if self.counts[there - FIRST_PIECE] > 1 else WON
        if lead == 0:
            return self.losses[element] - prize
        return -prize - self._staying(to, element)

    def _pushing(self, to: int, step: int) -> float:
        squares = self.squares
        while squares[to] >= FIRST_PIECE:
            to += step
        if squares[to] == EMPTY:
            return 0.0
        last = squares[to - step]
        if last & DMO_BIT == self.bit:
            return self.losses[last & ELEMENT_BITS]
        if self.counts[last - FIRST_PIECE] == 1:
            return -WON
        return -self.prizes[last & ELEMENT_BITS]


def _by_square(bits: int) -> bytes:
    return (bits & EVERYWHERE).to_bytes(len(CELL_AT), "little")
