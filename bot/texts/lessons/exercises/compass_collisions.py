"""Compass Collisions, in six guided positions."""

from collections.abc import Callable
from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises
from engine.games.compass_collisions.board import Compass, Move
from engine.games.compass_collisions.layouts import SetName
from engine.games.compass_collisions.notation import STRAIGHT, MoveTo, Placement, Submission
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.seats import Seat

START: Final = "game: compass-collisions\n\n"
# The DMO has a single Water, which the last position is about.
TAKEN: Final = f"""{START}\
ec layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.
dmo layout E.A.F.A / .EEF. / A.E / W...FFA / ..A.. / FE.
dmo take placement
"""
PLACED: Final = f"""{TAKEN}\
dmo ec1 south, dmo1 west
ec ec2 east
ec first ec
"""


def _goes(source: str, target: str) -> Callable[[Any], bool]:
    """Return a test for a move between two squares, however it is typed."""
    start, end = Cell.parse(source), Cell.parse(target)
    move = Move(start, *STRAIGHT[end.column - start.column, end.row - start.row])
    return lambda action: action in (move, MoveTo(start, end))


def _places(sides: dict[SetName, Compass]) -> Callable[[Any], bool]:
    return lambda action: isinstance(action, Placement) and dict(action.sides) == sides


WORDS: Final = """\
# Layout

Before a match, both players lay out two sets of pieces in secret. A set is a row of 7 characters,
which will be at the board's edge, then rows of 5 and of 3. `E` is Earth, `W` Water, `F` Fire, `A`
Air (Wind), `.` an empty slot. You have 16 pieces: at least 4 in each set, and each element at least
once.

`layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.` is one. Swap its first `E` for a `.` to see
what I say to 15 pieces.

**Submit a layout:** that one, or one of your own.

That isn't a layout yet.

Nobody else sees your layout yet, and you can send another one to replace it until both are in.
Remember: rows are read as somebody outside the board sees them. Sets are turned to their side of
the board, never mirrored.

# Placement

You are the DMO, with the dark pieces. Both layouts are in, and all four sets are shown: `ec1`,
`ec2`, `dmo1` and `dmo2`. The DMO takes one privilege and the EC gets the other: `take first` is to
say who goes first, `take placement` is to place the first two sets. You took the placement: any two
sets, no matter whose, on any two sides. I refuse one set alone; try `ec1 north`.

**Put `ec1` north and `dmo1` south**, in one message.

That is legal, but I asked for `ec1` north and `dmo1` south.

The EC puts the last two sets on the two free sides, either way round, and then says who goes first.
Remember: set, side, set, side, as in `ec1 north, dmo1 south`.

# One square

You are the EC, with the light pieces, and it is your move. A piece that goes one square, onto an
empty one, changes along the cycle Earth, Water, Fire, Air and back to Earth: north to the next
element, east to the second, south to the third, west not at all. Type the square and the direction,
as in `F3 N`, or both squares, as in `F3 F4`.

**Turn your Earth on F3 into Fire.**

That is legal, but it doesn't make Fire of the Earth on F3. Fire is the second element after Earth,
so the piece has to go east.

Earth, Water, Fire: one square east is two elements on. Remember: a player who lacks an element has
lost, so look at what you still have of each before you change a piece.

# Two squares

A move of two squares changes nothing. It may jump a piece of your own, but never an enemy, and
can't end on a piece of your own. One trap in the typing: a letter from A to I with a digit right
after it is always a square. So `E2 E2` isn't two squares east; try it.

**Let your Water on E2 jump the Fire on F2 and land on G2.**

That is legal, but the Water on E2 hasn't jumped to G2.

The piece on G2 is still Water. Remember: with a space, `E2 E 2` is two squares east; `E2 east 2`
and `E2 G2` say the same.

# Battle

Onto an enemy, one square or two, you battle. Earth defeats Water, Water Fire, Fire Air, and Air
Earth. Your Air on C3 is just below the enemy's Earth on C4. `C3 N 2` would jump it, which I refuse;
try it.

**Defeat the Earth on C4 with your Air.**

That is legal, but the enemy's Earth is still on C4.

Air defeats Earth and takes its square; pieces don't change in a battle. Of 32 pieces 31 are left,
so the square with the number 31, A1, has fallen, and any piece there would have gone with it.
Remember: the element before yours in the cycle defeats you, and the same element takes both.

# Push

The opposite element (Earth and Fire, Water and Air) is neither stronger nor weaker: it is pushed
one square on with the unbroken line behind it, no matter whose pieces, and you take its square. One
square onto a piece of your own pushes just like that. A piece pushed off the board is gone.

Your Air on H8 is below the enemy's only Water, on H9. **Push it off the board.**

That is legal, but the enemy's Water is still on H9.

The DMO has no Water left, so you win. Remember: a player who lacks an element loses. If both do at
once, the one who moved last loses. There is no passing; `concede` ends a match at once, and a
player out of time and reserve gives up a piece with `remove D4` instead of moving.
"""

EXERCISES: Final = {
    CompassCollisions.name: exercises(
        WORDS,
        Position(START, lambda action: isinstance(action, Submission)),
        Position(
            TAKEN,
            _places({SetName.EC1: Compass.NORTH, SetName.DMO1: Compass.SOUTH}),
            Seat.DMO,
        ),
        Position(PLACED, _goes("F3", "G3")),
        Position(PLACED, _goes("E2", "G2")),
        Position(f"{PLACED}ec D3 W\ndmo E8 W\n", _goes("C3", "C4")),
        Position(f"{PLACED}ec I8 W\ndmo E8 W\n", _goes("H8", "H9")),
    ),
}
