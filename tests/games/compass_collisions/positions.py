"""Positions of Compass Collisions for tests.

Boards are dicts from squares to letters: capitals are the EC's pieces, small letters the DMO's, as
in positions.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from engine.games.compass_collisions.board import Battlefield, Element, Numbers, Piece
from engine.games.compass_collisions.position import CompassPosition, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import Seat
from tests.engine.playing import begun, played

EC, DMO = Seat.EC, Seat.DMO
SQUARES = [Cell(column, row) for row in range(9) for column in range(9)]
EVERY_ELEMENT = ("A1 E", "B1 W", "C1 F", "D1 A", "F1 e", "G1 w", "H1 f", "I1 a")
"""Nobody lacks an element; none of these pieces is in column E or row 5."""

EC_LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
DMO_LAYOUT = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
ONE_LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
OTHER_LAYOUT = "layout FFFF... / ..... / EWA / WWWW... / EEEE. / A.."
SHOWN = (f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}", "dmo @0 take placement")
"""Both layouts, and who places first."""


def compass(**options: str) -> CompassCollisions:
    return CompassCollisions(**read_options(CompassCollisions, options))


def cell(name: str) -> Cell:
    return Cell.parse(name)


def owner(letter: str) -> Seat:
    return EC if letter.isupper() else DMO


def read_rows(position: str) -> dict[Cell, str]:
    rows = position.split("/")
    assert [len(row) for row in rows] == [9] * 9
    return {
        Cell(column, 8 - index): letter
        for index, row in enumerate(rows)
        for column, letter in enumerate(row)
        if letter != "."
    }


def placed(*pieces: str) -> dict[Cell, str]:
    return {cell(name): letter for name, letter in (piece.split() for piece in pieces)}


def numbered(*numbers: str) -> Numbers:
    named = (number.split() for number in numbers)
    return in_falling_order((cell(name), int(number)) for name, number in named)


def in_falling_order(numbers: Iterable[tuple[Cell, int]]) -> Numbers:
    return tuple(sorted(numbers, key=lambda other_cell: (-other_cell[1], other_cell[0])))


def piece_of(letter: str) -> Piece:
    return Piece(owner(letter), Element(letter.upper()))


def battlefield(letters: dict[Cell, str], numbers: Numbers = ()) -> Battlefield:
    """Return a board with pieces and removed squares."""
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
) -> CompassPosition:
    """Return a state in which a seat must move, or give up a piece."""
    standing = replace(battlefield(letters, numbers), **changes)
    return CompassPosition(phase=phase, awaited=mover, field=standing)


def letters_of(state: CompassPosition) -> dict[Cell, str]:
    """Return the board of a state."""
    return read_rows(CompassCollisions().position(state) or "")


def setting_up(*lines: str, **options: str) -> Match:
    """Return a match without a clock, after lines that are all accepted."""
    return played(begun(compass(**options), timed=False), *lines)


# Random positions


def random_letters(generator: Random, limit: int = 8) -> dict[Cell, str]:
    """Return up to so many pieces of each element and owner, and some removed squares."""
    letters = [letter for text in "EWFAewfa" for letter in text * generator.randint(1, limit)]
    letters = letters[:70] + ["#"] * generator.randint(0, 10)
    squares = generator.sample(SQUARES, len(letters))
    return dict(zip(squares, letters, strict=True))


def random_numbers(generator: Random, letters: dict[Cell, str]) -> Numbers:
    """Return numbers on some of the squares that are left, several on more than one."""
    squares = [square for square in SQUARES if letters.get(square) != "#"]
    chosen = generator.sample(squares, generator.randint(0, 30))
    return in_falling_order((square, generator.randint(1, 40)) for square in chosen)
