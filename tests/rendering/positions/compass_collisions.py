"""Views of Compass Collisions to be painted: boards as full as can be."""

from dataclasses import replace
from functools import cache
from random import Random

from engine.games.compass_collisions.board import (
    SIDE,
    VECTORS,
    Compass,
    Element,
    Event,
    EventKind,
    Piece,
)
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import SEATS, Seat
from tests.games.compass_collisions.positions import cell
from tests.rendering.positions.boards import first_view

CELLS = [Cell(column, row) for column in range(SIDE) for row in range(SIDE)]
PIECES = [Piece(seat, element) for seat in SEATS for element in Element]

FACTS = {"phase": Phase.PLAY, "chooser": Seat.EC, "to_move": Seat.DMO, "numbers": ()}
EMPTY = replace(first_view(CompassCollisions()), **FACTS)


def view_of(pieces=(), numbers=(), **facts):
    """Return a made-up view in play, with numbers in the order in which their squares fall."""
    numbers = tuple(sorted(numbers, key=lambda item: (-item[1], item[0])))
    view = replace(EMPTY, numbers=numbers, **facts)
    return view.set_up(pieces) if pieces else view


def crowded(seed):
    """Return all pieces, a number on each square, and more events than any turn can have."""
    generator = Random(seed)
    source = Cell(generator.randrange(SIDE), generator.randrange(SIDE - 2))
    places = generator.sample([cell for cell in CELLS if cell != source], 32)
    standing = [(cell, generator.choice(PIECES)) for cell in places]
    moved = Event(EventKind.MOVED, source, PIECES[0], Cell(source.column, source.row + 2))
    return view_of(
        pieces=tuple(sorted(standing)),
        numbers=tuple((cell, generator.randrange(1, 33)) for cell in CELLS),
        events=(moved, *(Event(EventKind.DEFEATED, cell, piece) for cell, piece in standing[:4])),
        quiet=39,
    )


def collapsed(seed):
    """Return a view after all pieces but four fell, with their squares; the others are to fall."""
    generator = Random(seed)
    places = generator.sample(CELLS, 32)
    standing = [(cell, generator.choice(PIECES)) for cell in places]
    fell = (Event(EventKind.FELL, cell, piece, wave=1) for cell, piece in standing[4:])
    return view_of(
        pieces=tuple(sorted(standing[:4])),
        numbers=tuple((cell, 4) for cell in CELLS if cell not in places),
        removed=tuple(places[4:]),
        to_move=None,
        events=tuple(fell),
    )


@cache
def extremes():
    return (*map(crowded, range(4)), *map(collapsed, range(4)))


E, W, F, A = Element
EC_FIRE = Piece(Seat.EC, F)
VACANT = (".......", ".....", "...")
# No row of it reads the same from both ends.
UNEVEN = ("E.W.FA.", "WF..A", ".EF")


def waiting(**sides):
    return view_of(
        phase=Phase.SECOND_PLACEMENT,
        sides=tuple((SetName(name), Compass(side)) for name, side in sides.items()),
        sets=tuple((name, UNEVEN) for name in SetName),
    )


def _after(*events, removed=(), **placed):
    pieces = tuple((cell(name), piece) for name, piece in {"H5": EC_FIRE, **placed}.items())
    return view_of(pieces, removed=tuple(map(cell, removed)), events=events)


def _moved(source, target, kind=EventKind.MOVED):
    return Event(kind, cell(source), EC_FIRE, cell(target))


def step_from_e5(direction, steps):
    """Return the event of a step that leaves no piece behind, faint or not."""
    right, up = VECTORS[direction]
    return Event(EventKind.MOVED, Cell(4, 4), to=Cell(4 + steps * right, 4 + steps * up))


FALL = Event(EventKind.FELL, cell("F6"), wave=1)
BOTH_GONE = [Event(EventKind.DEFEATED, cell("D5"), Piece(seat, F)) for seat in SEATS]
PUSHED = (_moved("D4", "D5"), _moved("D5", "D6", EventKind.PUSHED))
TURNS = {
    "one square": _after(_moved("D4", "D5"), D5=EC_FIRE),
    "two squares": _after(_moved("D4", "D6"), D6=EC_FIRE),
    "over a friend": _after(_moved("D4", "D6"), D5=EC_FIRE, D6=EC_FIRE),
    "pushed": _after(*PUSHED, D5=EC_FIRE, D6=EC_FIRE),
    "both gone": _after(_moved("D4", "D5"), *BOTH_GONE),
    "off the board": _after(_moved("D9", "D10", EventKind.LEFT)),
    "off the board at the second step": _after(
        Event(EventKind.LEFT, cell("B5"), EC_FIRE, Cell(-1, 4))
    ),
    "onto a removed square": _after(_moved("D4", "D5", EventKind.DROPPED), removed=("D5",)),
    "changed": _after(
        _moved("D4", "D5"),
        Event(EventKind.CHANGED, cell("D5"), Piece(Seat.EC, E), element=F),
        D5=EC_FIRE,
    ),
    "fell": _after(FALL, removed=("F6", "F7")),
    "fell with a piece": _after(replace(FALL, piece=EC_FIRE), removed=("F6",)),
    "given up": _after(Event(EventKind.REMOVED, cell("C2"), EC_FIRE)),
}
