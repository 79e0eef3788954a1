"""A Battle of Fire and Ice, in six guided positions."""

from collections.abc import Callable
from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises
from engine.game import TAKE_BACK
from engine.games.fire_and_ice.rules import FireAndIce, Move
from engine.grids.grid import Cell
from engine.seats import Seat


def _record(*entries: str) -> str:
    return "\n".join(("game: fire-and-ice", "first: ec", "", *entries, ""))


def _lays(*requested: str) -> Callable[[Any], bool]:
    pairs = [{Cell.parse(piece) for piece in pair.split()} for pair in requested]
    return lambda action: isinstance(action, Move) and {*action.cells} in pairs


def _covers(*requested: str) -> Callable[[Any], bool]:
    cells = {*map(Cell.parse, requested)}
    return lambda action: isinstance(action, Move) and not cells.isdisjoint(action.cells)


WORDS: Final = """\
# First move

You are Fire, and the first move is yours. A move is two empty cells side by side, such as `E3 E2`:
your white-red domino goes there, and I turn it the right way round. One of its halves has to touch
a domino by a side. I refuse two cells out in the open: try `G7 H7` if you like.

**Lay a domino that touches E5**, the upper half of the start domino (★).

That is legal, but it doesn't touch E5. One of your two cells has to be D5, F5 or E6.

Your white half lies against the white start domino, the red one beyond it. Remember: two cells side
by side, one of them beside a domino.

# Colors

Now you are Ice, with white-blue dominoes. Fire has laid D4 (white) and C4 (red). Wherever your
domino touches another, the two colours must be equal; nothing of yours may ever touch red. Try
`C5 B5` to see how I refuse that: C5 would touch red.

**Lay a domino that touches the white half on D4.**

That is legal, but it doesn't touch D4. Only D3 and D5 are still empty beside D4.

White meets white, and your blue half touches nothing. Remember: every touch joins equal colours,
with every neighbour. The two halves of your own domino don't count as touching.

# Colors typed

You are Fire again. You may say which colour goes where, with the colour after its cell; but you
needn't, as a domino only ever fits one way round. I refuse a wrong colour, so that nobody lays what
they didn't mean: try `E3 red F3 white`.

**Lay a domino on E3 and F3**, with its colours or without.

That is legal, but it doesn't lie on E3 and F3.

E3 is white, as it touches the white start domino on E4; F3 is red. Remember: `E3 F3`, `F3 E3` and
`E3 white F3 red` are the same move.

# Both halves

Both halves may touch something, as long as all the colours are equal. Your domino on D4 (white) and
C4 (red) has room above it and below.

**Lay a domino along it**, so that white lies against D4 and red against C4.

That is legal, but it doesn't lie along your first domino. One cell has to be beside C4, the other
beside D4.

Red meets red, and white meets white. Remember: Ice can never lay anything beside your red, so the
empty cells there are yours alone.

# Taking back

You have just typed `B3 C3`, but wanted something else. For a few seconds I hold a move before it is
final; 👀 on your message means that I have it. Until then you can take it back. Meanwhile, I refuse
any other move: try `D5 C5`.

**Take the move back:** type `takeback`, `take back` or `undo`.

That doesn't take your move back.

The move is gone, and it is still your turn. Your clock runs on as if you had never sent it. In a
match you can also delete or edit your message, or press *Take back*. Remember: once the move is
final, none of that helps.

# Last move

If it's your turn and you have no legal move, you lose. You are Fire, and here one of your moves
leaves Ice without any: all that Ice could still lay lies within A1 to A4, on the left edge.

**Lay the domino that wins.**

That is legal, but Ice still has a move after it. Cover the cells on the left edge that all of Ice's
moves need.

It's Ice's turn, and Ice has no legal move, so you win. Remember: only the player to move matters. A
match also ends when somebody's time and reserve run out, or when somebody types `concede`.
"""

EXERCISES: Final = {
    FireAndIce.name: exercises(
        WORDS,
        Position(_record(), _covers("D5", "F5", "E6")),
        Position(_record("ec D4 C4"), _covers("D3", "D5"), Seat.DMO),
        Position(_record("ec D4 C4", "dmo D5 D6"), _lays("E3 F3")),
        Position(_record("ec D4 C4", "dmo F5 F6"), _lays("C5 D5", "C3 D3")),
        Position(_record("ec D4 C4", "dmo F5 F6", "ec B3 C3"), lambda action: action is TAKE_BACK),
        Position(
            _record(
                *("ec F5 F6", "dmo G4 G5", "ec H5 H6", "dmo C4 D4", "ec E3 F3"),
                *("dmo D2 D3", "ec D5 D6", "dmo C1 C2", "ec I4 I5", "dmo B2 B3"),
            ),
            _lays("A3 A4"),
        ),
    ),
}
