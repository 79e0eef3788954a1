"""Positions of Compass Collisions for tests, and a slow second account of what a turn does.

The second account takes the rules' table row by row, on a dict from squares to letters: capitals
are the EC's pieces, small letters the DMO's, as in positions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from engine.games.compass_collisions.board import (
    Battlefield,
    Compass,
    Element,
    Event,
    EventKind,
    Move,
    Numbers,
    Piece,
)
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.position import CompassCollisionsView, Phase, Position
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.options import read_options
from engine.refusals import Illegal
from engine.seats import Seat
from tests.engine.playing import begun, played

EC, DMO = Seat.EC, Seat.DMO
SQUARES = [Cell(column, row) for row in range(9) for column in range(9)]
VECTORS = {
    Compass.NORTH: (0, 1),
    Compass.EAST: (1, 0),
    Compass.SOUTH: (0, -1),
    Compass.WEST: (-1, 0),
}
EVERY_ELEMENT = ("A1 E", "B1 W", "C1 F", "D1 A", "F1 e", "G1 w", "H1 f", "I1 a")
"""Nobody lacks an element; none of these pieces is in column E or row 5."""

ONE_LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
OTHER_LAYOUT = "layout FFFF... / ..... / EWA / WWWW... / EEEE. / A.."
SHOWN = (f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}", "dmo @0 take placement")
"""Both layouts, and who places first."""


def compass(**options: str) -> CompassCollisions:
    """The game with options in a record's notation."""
    return CompassCollisions(**read_options(CompassCollisions, options))


def cell(name: str) -> Cell:
    return Cell.parse(name)


def owner(letter: str) -> Seat:
    return EC if letter.isupper() else DMO


def read_rows(position: str) -> dict[Cell, str]:
    """The squares of a record's position that are not empty."""
    rows = position.split("/")
    assert [len(row) for row in rows] == [9] * 9
    return {
        Cell(column, 8 - at): letter
        for at, row in enumerate(rows)
        for column, letter in enumerate(row)
        if letter != "."
    }


def written(letters: dict[Cell, str]) -> str:
    """A record's position."""
    return "/".join(
        "".join(letters.get(Cell(column, row), ".") for column in range(9))
        for row in reversed(range(9))
    )


def placed(*pieces: str) -> dict[Cell, str]:
    """`"E5 W"` and so on as letters by square."""
    return {cell(name): letter for name, letter in (each.split() for each in pieces)}


def numbered(*numbers: str) -> Numbers:
    """`"A1 31"` and so on as the numbers of squares."""
    named = (each.split() for each in numbers)
    return in_falling_order((cell(name), int(number)) for name, number in named)


def in_falling_order(numbers: Iterable[tuple[Cell, int]]) -> Numbers:
    return tuple(sorted(numbers, key=lambda each: (-each[1], each[0])))


def piece_of(letter: str) -> Piece:
    return Piece(owner(letter), Element(letter.upper()))


def battlefield(letters: dict[Cell, str], numbers: Numbers = ()) -> Battlefield:
    """A board with pieces and removed squares."""
    gone = [(square, 999) for square, letter in letters.items() if letter == "#"]
    start = Battlefield(numbers=(*gone, *numbers)).set_up(
        (square, piece_of(letter)) for square, letter in letters.items() if letter != "#"
    )
    return replace(start._fall(len(gone), 0), events=())


def in_play(
    letters: dict[Cell, str],
    mover: Seat = EC,
    numbers: Numbers = (),
    phase: Phase = Phase.PLAY,
    **changes: Any,
) -> Position:
    """A state in which a seat must move, or give up a piece."""
    standing = replace(battlefield(letters, numbers), **changes)
    return Position(phase=phase, awaited=mover, field=standing)


def letters_of(state: Position) -> dict[Cell, str]:
    """The board of a state."""
    return read_rows(CompassCollisions().position(state) or "")


def told(events: Sequence[Event]) -> list[str]:
    """What happened, each event on one line."""
    return [_told(each) for each in events]


def _told(event: Event) -> str:
    letter = "" if event.piece is None else event.piece.element.value
    if event.piece and event.piece.owner is DMO:
        letter = letter.lower()
    words = [event.kind.value, str(event.cell), letter]
    match event.kind:
        case EventKind.MOVED | EventKind.PUSHED:
            words.append(str(event.to))
        case EventKind.CHANGED:
            words.append(str(event.element))
        case EventKind.LEFT:
            words.append(str(event.to) if event.to else "off")
        case EventKind.FELL:
            words.append(f"wave {event.wave}")
    return " ".join(filter(None, words))


def match_in_play(*lines: str, **options: str) -> Match:
    """A match from the start of play on, without a clock: EC moves first."""
    match = played(
        begun(compass(**{"first": "ec", **options}), timed=False),
        f"ec @0 {ONE_LAYOUT}",
        f"dmo @0 {ONE_LAYOUT}",
        "dmo @0 take placement",
        "dmo @0 dmo1 north, dmo2 east",
        "ec @0 ec1 south",
    )
    return played(match, *lines)


def typed(state: Position, text: str) -> Position:
    """The state after a text the mover types."""
    mover = state.awaited
    return CompassCollisions().act(state, mover, CompassCollisions().read(state, mover, text))


def refusal(state: Position, text: str) -> str:
    """Why a text is refused, and which cells are named."""
    with pytest.raises(Illegal) as refused:
        typed(state, text)
    return " ".join((refused.value.code, *map(str, refused.value.cells)))


def setting_up(*lines: str, **options: str) -> Match:
    """A match without a clock, after lines that are all accepted."""
    return played(begun(compass(**options), timed=False), *lines)


def to_act(match: Match) -> list[str]:
    return [seat.value for seat in match.to_act]


def rows_of(view: CompassCollisionsView, name: SetName) -> list[str]:
    """A shown set as it was typed."""
    return ["".join(slot or "." for slot in row) for row in dict(view.sets)[name]]


def layout(*rows: str) -> str:
    return f"layout {' / '.join(rows)}"


# The slow second account

CYCLE = "EWFA"
ON = {Compass.NORTH: 1, Compass.EAST: 2, Compass.SOUTH: 3, Compass.WEST: 4}


@dataclass
class PlainGame:
    """A game in play, changed by `turn` and `removal`."""

    letters: dict[Cell, str]
    numbers: dict[Cell, int]
    quiet: int = 0
    loser: Seat | None = None
    history: list[tuple[int, int]] = field(default_factory=list)

    def legal(self, seat: Seat) -> set[Move]:
        """Every move that the table allows."""
        return {
            Move(square, way, steps)
            for square in SQUARES
            for way in Compass
            for steps in (1, 2)
            if self.try_move(seat, square, way, steps) is not None
        }

    def try_move(  # noqa: PLR0911 - one return for each row of the table
        self, seat: Seat, square: Cell, way: Compass, steps: int
    ) -> dict[Cell, str] | None:
        """The board after a move, before anything falls; None if it is illegal."""
        mover = self.letters.get(square, "#")
        if mover == "#" or owner(mover) is not seat:
            return None
        rest = {each: letter for each, letter in self.letters.items() if each != square}
        first, second = _beyond(square, way, 1), _beyond(square, way, 2)
        if not self._is_ground(first):
            return rest
        if steps == 1:
            return self._arrive(rest, first, way, mover, _turned(mover, way))
        between = self.letters.get(first)
        if between and owner(between) is not seat:
            return None
        if not self._is_ground(second):
            return rest
        there = self.letters.get(second)
        if there and owner(there) is seat:
            return None
        return self._arrive(rest, second, way, mover, mover)

    def _is_ground(self, square: Cell) -> bool:
        return square in SQUARES and self.letters.get(square) != "#"

    def _arrive(
        self, rest: dict[Cell, str], square: Cell, way: Compass, mover: str, changed: str
    ) -> dict[Cell, str]:
        there = rest.get(square)
        if there is None:
            return {**rest, square: changed}
        if owner(there) is owner(mover):
            return {**self._pushed(rest, square, way), square: mover}
        ahead = (CYCLE.index(there.upper()) - CYCLE.index(mover.upper())) % 4
        if ahead == 1:
            return {**rest, square: mover}
        if ahead == 2:
            return {**self._pushed(rest, square, way), square: mover}
        if ahead == 3:
            return rest
        return {each: letter for each, letter in rest.items() if each != square}

    def _pushed(self, rest: dict[Cell, str], square: Cell, way: Compass) -> dict[Cell, str]:
        """The line from a square on, moved one square further."""
        if rest.get(square, "#") == "#":
            return rest
        after = self._pushed(rest, _beyond(square, way, 1), way)
        piece = after[square]
        after = {each: letter for each, letter in after.items() if each != square}
        ahead = _beyond(square, way, 1)
        return {**after, ahead: piece} if self._is_ground(ahead) else after

    def turn(self, seat: Seat, move: Move) -> None:
        after = self.try_move(seat, move.source, move.direction, move.steps)
        assert after is not None
        self._end_turn(seat, after)

    def removal(self, seat: Seat, square: Cell) -> None:
        rest = {each: letter for each, letter in self.letters.items() if each != square}
        self._end_turn(seat, rest)

    def _end_turn(self, seat: Seat, after: dict[Cell, str]) -> None:
        before = sum(self.counts())
        self.letters = after
        self._look_for_loss(seat, decided_by_count=False)
        self._erode(seat, decided_by_count=False)
        self.quiet = self.quiet + 1 if sum(self.counts()) == before else 0
        self.history.append(self.counts())
        if self.quiet == 40 and self.loser is None:
            self._stall(seat)

    def _stall(self, seat: Seat) -> None:
        two = sorted(set(self.numbers.values()), reverse=True)[:2]
        self._remove([each for each, number in self.numbers.items() if number in two])
        self._look_for_loss(seat, decided_by_count=True)
        self._erode(seat, decided_by_count=True)
        self.quiet = 0
        self.history.append(self.counts())

    def _erode(self, seat: Seat, *, decided_by_count: bool) -> None:
        while self.loser is None:
            count = sum(self.counts())
            falling = [square for square, number in self.numbers.items() if number >= count]
            if not falling:
                return
            self._remove(falling)
            self._look_for_loss(seat, decided_by_count=decided_by_count)

    def _remove(self, squares: list[Cell]) -> None:
        for square in squares:
            del self.numbers[square]
            self.letters[square] = "#"

    def counts(self) -> tuple[int, int]:
        pieces = [letter for letter in self.letters.values() if letter != "#"]
        return sum(map(str.isupper, pieces)), sum(map(str.islower, pieces))

    def _look_for_loss(self, seat: Seat, *, decided_by_count: bool) -> None:
        standing = set(self.letters.values())
        lacking = [EC] if not set("EWFA") <= standing else []
        lacking += [DMO] if not set("ewfa") <= standing else []
        if len(lacking) == 2:
            lacking = [self._loser_of_a_collapse(seat) if decided_by_count else seat]
        self.loser = lacking[0] if lacking else None

    def _loser_of_a_collapse(self, seat: Seat) -> Seat:
        for ec, dmo in (self.counts(), *reversed(self.history)):
            if ec != dmo:
                return EC if ec < dmo else DMO
        return seat


def _beyond(square: Cell, way: Compass, steps: int) -> Cell:
    across, up = VECTORS[way]
    return Cell(square.column + steps * across, square.row + steps * up)


def _turned(letter: str, way: Compass) -> str:
    turned = CYCLE[(CYCLE.index(letter.upper()) + ON[way]) % 4]
    return turned if letter.isupper() else turned.lower()


# Random positions


def random_letters(generator: Random, most: int = 8) -> dict[Cell, str]:
    """Up to this many pieces of each element and owner, at least one, and some removed squares."""
    letters = [letter for each in "EWFAewfa" for letter in each * generator.randint(1, most)]
    letters = letters[:70] + ["#"] * generator.randint(0, 10)
    squares = generator.sample(SQUARES, len(letters))
    return dict(zip(squares, letters, strict=True))


def random_numbers(generator: Random, letters: dict[Cell, str]) -> Numbers:
    """Numbers on some of the squares that are left, several of them on more than one."""
    squares = [square for square in SQUARES if letters.get(square) != "#"]
    chosen = generator.sample(squares, generator.randint(0, 30))
    return in_falling_order((square, generator.randint(1, 40)) for square in chosen)
