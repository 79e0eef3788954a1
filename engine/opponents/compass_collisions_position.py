"""Compass Collisions as it is searched: the engine's rules on bare numbers, and what they are worth.

A turn here says nothing of what happened in it, which makes it many times faster than the engine's.
The board is the same string of bytes as the engine's, with its margin.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Final, TypeAlias

from engine.games.compass_collisions.board import (
    BARE,
    CELL_AT,
    CODE_OF,
    DMO_BIT,
    ELEMENT_BITS,
    EMPTY,
    FIRST_PIECE,
    LONGEST_QUIET,
    MOVES_FROM,
    STAGES,
    STRIDE,
    VOID,
    Move,
    Numbers,
    Piece,
)
from engine.grid import Cell
from engine.opponents.thinking import WON
from engine.seats import Seat

Code: TypeAlias = int
"""The number of a move: 8 for each square, 2 for each direction, and 1 if it goes two squares. If
the seat must give up a piece, the number of that piece's square."""

AT: Final = {cell: at for at, cell in enumerate(CELL_AT)}
BIT_OF: Final = {Seat.EC: 0, Seat.DMO: DMO_BIT}
"""The bit that tells the pieces of a seat from the other's."""
SIZE: Final = len(CELL_AT)
ELEMENTS: Final = ELEMENT_BITS + 1
CODES: Final = range(FIRST_PIECE, FIRST_PIECE + 2 * ELEMENTS)
WAYS: Final = tuple(
    (at, step, is_far, STAGES[once.direction])
    for at, ways in enumerate(MOVES_FROM)
    for step, once, _ in ways
    for is_far in (False, True)
)
"""Of each move its square, step, whether it goes two squares, and the change if it goes one."""
MOVE_OF: Final = tuple(
    move for ways in MOVES_FROM for _, once, twice in ways for move in (once, twice)
)
STEPS_FROM: Final = tuple((2 * number, *WAYS[2 * number][1::2]) for number in range(4))
"""Of each direction what it adds to a move's number, its step and the change."""

# What a position is worth is counted in pieces, roughly.

MARGINS: Final = (0.0, 9.0, 3.2, 2.0, 1.5, 1.2, *[1.0] * 11)
"""What the first piece of an element is worth, and each further one; the last decides the match."""
FALLING: Final = (0.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05)
"""What it costs to stand on a square that falls once so many more pieces are gone."""
BESIDE_VOID: Final = 0.15
"""What it costs to stand where one push is enough."""
IN_DANGER: Final = 0.7
"""What part of a threatened piece is as good as lost if something else has to be done first."""
THREAT: Final = 0.2
"""What it is worth to threaten a piece, when moves are put in order."""
WIDTH: Final = 24
"""How many of the moves are looked at after the first one, those that look best."""
UNREST: Final = 0.01
"""How much opinions of a square may differ, and by how much more after each quiet move.

So that no two matches are alike, and nobody goes to and fro for ever: the longer nothing has been
lost, the more is tried.
"""
LATE: Final = 30
"""After how many quiet moves their number makes a difference to how deep the search can see."""


@dataclass(slots=True, eq=False)
class Ground:
    """The squares of a match that will fall, and what it is worth to stand on each.

    Attributes:
        falling: The squares that can still fall, in that order.
        numbers: The number of each.
        gone: The squares that have fallen before.
        tastes: What somebody thinks of each square beside that.
    """

    falling: tuple[int, ...]
    numbers: tuple[int, ...]
    gone: frozenset[int] = frozenset()
    tastes: tuple[float, ...] = (0.0,) * SIZE
    _worth: dict[tuple[int, int], tuple[float, ...]] = field(default_factory=dict)

    def due(self, count: int, fallen: int) -> int:
        """How many squares have fallen after a wave, by the number of pieces left."""
        while fallen < len(self.numbers) and self.numbers[fallen] >= count:
            fallen += 1
        return fallen

    def collapsing(self, fallen: int) -> int:
        """How many squares have fallen once the two highest numbers have."""
        highest = sorted(set(self.numbers[fallen:]))[-2:]
        return fallen + sum(number in highest for number in self.numbers[fallen:])

    def worth(self, count: int, fallen: int) -> tuple[float, ...]:
        """What it is worth to stand on each square."""
        key = count, fallen
        if key not in self._worth:
            self._worth[key] = self._judged(count, fallen)
        return self._worth[key]

    def _judged(self, count: int, fallen: int) -> tuple[float, ...]:
        worth, void = list(self.tastes), self.gone.union(self.falling[:fallen])
        for at in range(SIZE):
            if BARE[at] == EMPTY:
                around = (at + step for _, step, _ in STEPS_FROM)
                worth[at] -= BESIDE_VOID * sum(BARE[to] == VOID or to in void for to in around)
        for at, number in zip(self.falling[fallen:], self.numbers[fallen:], strict=True):
            until = max(1, count - number)
            worth[at] -= FALLING[until] if until < len(FALLING) else 0.0
        return tuple(worth)


def ground_of(numbers: Numbers, removed: Iterable[Cell] = ()) -> Ground:
    """The ground of a match: the squares that can still fall, and those that are gone."""
    falling = tuple(AT[cell] for cell, _ in numbers)
    gone = frozenset(AT[cell] for cell in removed)
    return Ground(falling, tuple(number for _, number in numbers), gone)


def tastes(generator: Random, quiet: int) -> tuple[float, ...]:
    """What somebody thinks of each square for no reason."""
    unrest = UNREST * (1 + quiet)
    return tuple(generator.uniform(0, unrest) for _ in range(SIZE))


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


SEAT_BITS: Final = (0, DMO_BIT)
ALL_ELEMENTS: Final = 15
EVERYWHERE: Final = (1 << 8 * SIZE) - 1
ELEMENTS_OF: Final = {
    bit: _table((c, _element_bit(e)) for c, e in _pieces(bit)) for bit in SEAT_BITS
}
"""For a seat's pieces the bit of their element."""
BEATERS_OF: Final = {
    bit: _table((c, _element_bit(e - 1)) for c, e in _pieces(bit)) for bit in SEAT_BITS
}
"""For a seat's pieces the bit of the element that defeats them."""
PASSABLE: Final = {
    bit: _table([(EMPTY, ALL_ELEMENTS), *((c, ALL_ELEMENTS) for c, _ in _pieces(bit))])
    for bit in SEAT_BITS
}
"""The squares that a seat's pieces may pass over."""


def _bits(squares: bytes, table: bytes) -> int:
    return int.from_bytes(squares.translate(table), "little")


def _reach(pieces: int, passable: int) -> int:
    """For each square the elements that can get there in one move or two, from any side."""
    reach = 0
    for step in (8, 8 * STRIDE):
        up, down = pieces << step, pieces >> step
        reach |= up | down | (up & passable) << step | (down & passable) >> step
    return reach


@cache
def _lasts(count: int) -> float:
    return MARGINS[count] if count < len(MARGINS) else MARGINS[-1]


TOTALS: Final = tuple(sum(MARGINS[: count + 1]) for count in range(len(MARGINS)))
"""What so many pieces of an element are worth."""


@dataclass(slots=True, eq=False)
class Position:
    """A position in which a seat is to move, or has lost.

    Attributes:
        ground: What never changes in a match.
        squares: The board with its margin.
        bit: The bit of the seat to move.
        counts: How many pieces of each kind there are.
        fallen: How many of the squares that can fall have fallen.
        quiet: How many moves in a row removed nothing.
        weaker: The bit of the seat that had fewer pieces the last time the two counts differed;
            None if they never did.
        loser: The bit of the seat that has lost.
        standing: What the position is worth to the EC, threats aside.
        must_remove: Whether the seat to move has to give up a piece instead.
        width: How many moves are looked at; None for all.
    """

    ground: Ground
    squares: bytes
    bit: int
    counts: Sequence[int]
    fallen: int
    quiet: int
    weaker: int | None
    loser: int | None
    standing: float
    must_remove: bool = False
    width: int | None = None

    @property
    def key(self) -> tuple[bytes, int, int | None, int]:
        """The board and whose move it is; and how long it has been quiet, once that matters."""
        return self.squares, self.bit, self.weaker, self.quiet if self.quiet > LATE else 0

    @property
    def is_over(self) -> bool:
        """Whether a seat has lost."""
        return self.loser is not None

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return sum(self.counts)

    # Turns

    def after(self, move: Code) -> "Position":
        """The position after a move, with all its consequences."""
        if self.must_remove:
            squares = bytearray(self.squares)
            squares[move] = EMPTY
            return self._settled(squares)
        at, step, is_far, stage = WAYS[move]
        squares = bytearray(self.squares)
        to = at + step
        if is_far and squares[to] != VOID:
            to, stage = to + step, 0
        mover, there = squares[at], squares[to]
        squares[at] = EMPTY
        if there == EMPTY:
            changed = mover & ~ELEMENT_BITS | (mover + stage) & ELEMENT_BITS
            squares[to] = changed
            is_safe = changed == mover or self.counts[mover - FIRST_PIECE] > 1
            if is_safe and self.quiet + 1 < LONGEST_QUIET:
                return self._calm(squares, at, to, mover, changed)
        elif there != VOID:
            _collide(squares, to, step, mover)
        return self._settled(squares)

    def _calm(self, squares: bytearray, at: int, to: int, mover: int, changed: int) -> "Position":
        """After a move to an empty square that has no consequences but a change."""
        counts, fallen = self.counts, self.ground.due(self.count, self.fallen)
        if fallen > self.fallen:
            return self._settled(squares)
        worth = self.ground.worth(self.count, fallen)
        gain = worth[to] - worth[at]
        if changed != mover:
            counts = list(counts)
            gain -= _lasts(counts[mover - FIRST_PIECE])
            counts[mover - FIRST_PIECE] -= 1
            counts[changed - FIRST_PIECE] += 1
            gain += _lasts(counts[changed - FIRST_PIECE])
        return Position(
            self.ground,
            bytes(squares),
            self.bit ^ DMO_BIT,
            counts,
            self.fallen,
            self.quiet + 1,
            self.weaker,
            None,
            self.standing - gain if self.bit else self.standing + gain,
            width=WIDTH,
        )

    def _settled(self, squares: bytearray) -> "Position":
        """After anything: looks, waves, and what a long quiet does."""
        before, quiet, weaker = self.count, self.quiet + 1, self.weaker
        loser, fallen = self._eroded(squares, self.fallen, None)
        counts = _tally(squares)
        if sum(counts) < before:
            quiet, weaker = 0, _weaker(counts, weaker)
        elif quiet >= LONGEST_QUIET and loser is None:
            fallen = self.ground.collapsing(fallen)
            loser, fallen = self._eroded(squares, fallen, (weaker,))
            counts = _tally(squares)
            quiet, weaker = 0, _weaker(counts, weaker)
        return _judged(
            Position(
                self.ground,
                bytes(squares),
                self.bit ^ DMO_BIT,
                counts,
                fallen,
                quiet,
                weaker,
                loser,
                0.0,
                width=WIDTH,
            )
        )

    def _eroded(
        self, squares: bytearray, fallen: int, collapse: tuple[int | None] | None
    ) -> tuple[int | None, int]:
        """Make so many squares fall, then look, and go on wave by wave.

        Args:
            squares: The board, which is changed.
            fallen: How many squares are gone after the first wave.
            collapse: In a collapse, the seat that was weaker before it, which loses a tie.

        Returns:
            The seat that has lost, and how many squares are gone.
        """
        for at in self.ground.falling[self.fallen : fallen]:
            squares[at] = VOID
        while True:
            counts = _tally(squares)
            lacking = [bit for bit in SEAT_BITS if 0 in counts[bit : bit + ELEMENTS]]
            if len(lacking) == 1:
                return lacking[0], fallen
            if lacking:
                weaker = _weaker(counts, collapse[0]) if collapse else None
                return self.bit if weaker is None else weaker, fallen
            due = self.ground.due(sum(counts), fallen)
            if due == fallen:
                return None, fallen
            for at in self.ground.falling[fallen:due]:
                squares[at] = VOID
            fallen = due

    # What is worth looking at

    def moves(self) -> Sequence[Code]:
        """The legal moves that look best, those first."""
        if self.must_remove:
            return [at for at, code in enumerate(self.squares) if self._is_own(code)]
        return _Ordering(self).moves()

    def _is_own(self, code: int) -> bool:
        return code >= FIRST_PIECE and code & DMO_BIT == self.bit

    # What a position is worth

    def value(self) -> float:
        """What it is worth for the seat to move, with what either seat can take next."""
        if self.loser is not None:
            return -WON if self.loser == self.bit else WON
        standing = -self.standing if self.bit else self.standing
        if self.must_remove:
            return standing
        bit, other = self.bit, self.bit ^ DMO_BIT
        squares = self.squares
        mine = _reach(_bits(squares, ELEMENTS_OF[bit]), _bits(squares, PASSABLE[bit]))
        theirs = _reach(_bits(squares, ELEMENTS_OF[other]), _bits(squares, PASSABLE[other]))
        prey, own_prey = _bits(squares, BEATERS_OF[other]), _bits(squares, BEATERS_OF[bit])
        hits, dangers = mine & prey, theirs & own_prey
        gain = 0.0
        if hits:
            gain = self._best(hits, theirs, bit)
            if gain >= WON:
                return WON
        if not dangers:
            return standing + gain
        first, second = self._threats(dangers, mine, other)
        return standing + max(gain - IN_DANGER * first, -IN_DANGER * second)

    def _best(self, hits: int, guards: int, bit: int) -> float:
        """The most a seat gains by taking one of the pieces that it can take."""
        return max(self._gains(hits, guards, bit), default=0.0)

    def _threats(self, hits: int, guards: int, bit: int) -> tuple[float, float]:
        """The most and the second most that a seat can gain."""
        gains = sorted(self._gains(hits, guards, bit), reverse=True)
        first = min(gains[0], MARGINS[1])
        return first, min(gains[1], MARGINS[1]) if len(gains) > 1 else 0.0

    def _gains(self, hits: int, guards: int, bit: int) -> Iterator[float]:
        """What a seat gains by each piece that it can take, if it is then taken back or not."""
        counts, squares = self.counts, self.squares
        while hits:
            at = (hits & -hits).bit_length() - 1 >> 3
            hits &= hits - 1
            prey = squares[at]
            left = counts[prey - FIRST_PIECE]
            if left == 1:
                yield WON
                continue
            gain = MARGINS[left] if left < len(MARGINS) else MARGINS[-1]
            taker = prey - 1 & ELEMENT_BITS
            if guards >> 8 * at & _element_bit(taker - 1):
                gain -= _lasts(counts[bit + taker])
            yield gain if gain > 0 else 0.0


def _collide(squares: bytearray, to: int, step: int, mover: int) -> None:
    """What happens when a piece moves to where another one is."""
    there = squares[to]
    lead = (there - mover) & ELEMENT_BITS
    if lead == 2 or (there ^ mover) & DMO_BIT == 0:
        _push(squares, to, step, mover)
    elif lead == 0:
        squares[to] = EMPTY
    elif lead == 1:
        squares[to] = mover


def _push(squares: bytearray, to: int, step: int, carried: int) -> None:
    """The mover takes a square, and the unbroken line behind it moves on by one."""
    while carried >= FIRST_PIECE and squares[to] != VOID:
        carried, squares[to] = squares[to], carried
        to += step


def _tally(squares: bytes | bytearray) -> list[int]:
    return [*map(squares.count, CODES)]


def _weaker(counts: Sequence[int], before: int | None) -> int | None:
    """The seat with fewer pieces, or the one that had fewer before."""
    ec, dmo = sum(counts[:ELEMENTS]), sum(counts[ELEMENTS:])
    if ec == dmo:
        return before
    return 0 if ec < dmo else DMO_BIT


def _judged(position: Position) -> Position:
    """The position with what it is worth, threats aside."""
    counts, worth = position.counts, position.ground.worth(position.count, position.fallen)
    standing = sum(TOTALS[count] for count in counts[:ELEMENTS])
    standing -= sum(TOTALS[count] for count in counts[ELEMENTS:])
    for code, here in zip(position.squares, worth, strict=True):
        if code >= FIRST_PIECE:
            standing += -here if code & DMO_BIT else here
    position.standing = standing
    return position


class _Ordering:
    """The moves of one position, those first that seem to gain most."""

    def __init__(self, position: Position) -> None:
        bit, other, squares = position.bit, position.bit ^ DMO_BIT, position.squares
        self.position = position
        self.squares = squares
        self.bit = bit
        self.worth = position.ground.worth(position.count, position.fallen)
        self.counts = position.counts
        passable, other_passable = _bits(squares, PASSABLE[bit]), _bits(squares, PASSABLE[other])
        theirs = _reach(_bits(squares, ELEMENTS_OF[other]), other_passable)
        threats = _reach(_bits(squares, BEATERS_OF[other]), passable)
        self.theirs = _by_square(theirs)
        """For each square the other seat's elements that can get there."""
        self.threats = _by_square(threats)
        """For each square the elements that would threaten something from there."""
        counts = self.counts[bit : bit + ELEMENTS]
        self.losses = [_lasts(count) for count in counts]
        """What it costs to have one piece less of each element."""
        self.gains = [_lasts(count + 1) for count in counts]
        """What it gains to have one more."""
        self.prizes = [_lasts(count) for count in self.counts[other : other + ELEMENTS]]

    def moves(self) -> list[Code]:
        found = list[tuple[float, Code]]()
        for at, code in enumerate(self.squares):
            if code >= FIRST_PIECE and code & DMO_BIT == self.bit:
                self._moves_of(at, code, found)
        found.sort()
        return [move for _, move in found[: self.position.width]]

    def _moves_of(self, at: int, code: int, found: list[tuple[float, Code]]) -> None:
        """Find the moves of a piece, with what each seems to cost."""
        squares, element = self.squares, code & ELEMENT_BITS
        first = 8 * at
        staying = self._staying(at, element)
        for way, step, stage in STEPS_FROM:
            to, move = at + step, first + way
            one = squares[to]
            if one == EMPTY:
                changed = (element + stage) & ELEMENT_BITS
                cost = staying - self._staying(to, changed)
                if changed != element:
                    cost += self.losses[element] - self.gains[changed]
                found.append((cost, move))
            elif one == VOID:
                found.append((self.losses[element] + staying, move))
                continue
            else:
                found.append((staying + self._collision(to, step, element, one), move))
                if (one ^ code) & DMO_BIT:
                    continue
            to += step
            two = squares[to]
            if two == EMPTY:
                found.append((staying - self._staying(to, element), move + 1))
            elif two == VOID:
                found.append((self.losses[element] + staying, move + 1))
            elif (two ^ code) & DMO_BIT:
                found.append((staying + self._collision(to, step, element, two), move + 1))

    def _staying(self, at: int, element: int) -> float:
        """What it is worth that a piece of an element is on a square."""
        worth = self.worth[at]
        if self.theirs[at] & 1 << (element - 1 & ELEMENT_BITS):
            worth -= min(self.losses[element], MARGINS[1])
        if self.threats[at] & 1 << element:
            worth += THREAT
        return worth

    def _collision(self, to: int, step: int, element: int, there: int) -> float:
        """What it seems to cost to move to where another piece is."""
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
        """What it costs that the line from a square on is pushed."""
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
    return (bits & EVERYWHERE).to_bytes(SIZE, "little")


# From what is known


def position_of(
    pieces: Iterable[tuple[Cell, Piece]],
    ground: Ground,
    to_move: Seat,
    *,
    quiet: int = 0,
    weaker: Seat | None = None,
    must_remove: bool = False,
) -> Position:
    """The position on a board, before anything more has fallen."""
    squares = bytearray(BARE)
    for cell, piece in pieces:
        squares[AT[cell]] = CODE_OF[piece]
    for at in ground.gone:
        squares[at] = VOID
    return _judged(
        Position(
            ground,
            bytes(squares),
            BIT_OF[to_move],
            _tally(squares),
            0,
            quiet,
            None if weaker is None else BIT_OF[weaker],
            None,
            0.0,
            must_remove,
        )
    )


def move_of(move: Code) -> Move:
    """The engine's move by its number."""
    return MOVE_OF[move]
