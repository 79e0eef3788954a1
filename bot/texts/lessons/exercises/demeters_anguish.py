"""Demeter's Anguish, in six guided positions."""

from collections.abc import Callable
from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises
from engine.games.demeters_anguish.notation import Half, Halves, Laying, Passing, Planting
from engine.games.demeters_anguish.rules import DemetersAnguish

START: Final = "game: demeters-anguish\n\n"
OPENED: Final = f"""{START}\
ec flower U G7 H7 I7 G8 I8
dmo flower X H7 G8 H8 I8 H9
dmo first ec
"""
GROWING: Final = f"""{OPENED}\
ec rock F8
dmo flower O J9 K9 J10 K10 / rock G9 H9 G10 H10
"""


def _plants(is_wanted: Callable[[Planting], bool]) -> Callable[[Any], bool]:
    return lambda action: (
        isinstance(action, Halves)
        and any(isinstance(part, Planting) and is_wanted(part) for part in action.typed)
    )


def _is_row_of_five(flower: Planting) -> bool:
    columns, rows = ({cell[way] for cell in flower.cells} for way in (0, 1))
    return sorted((len(columns), len(rows))) == [1, 5]


def _passes(*halves: Half) -> Callable[[Any], bool]:
    ways = ((Passing(),), tuple(map(Passing, halves)), tuple(map(Passing, reversed(halves))))
    return lambda action: isinstance(action, Halves) and action.typed in ways


WORDS: Final = """\
# Opening

In your own garden you are Demeter and plant flowers; they are your score. A flower is one to five
cells joined by their sides, and you have each of the 21 shapes once, turned and flipped as you
like. Both players open with one in secret. Type `flower` and its cells; you can put the shape's
letter first, as in `flower U G7 H7 I7 G8 I8`. Cells that only meet at a corner are no flower: try
`flower G7 H8`.

**Open with a flower of five cells,** anywhere.

That is legal, but it isn't a flower of five cells. Cells under flowers win the match, and there is
all the room in the world now.

The first flower may grow anywhere. It stays secret until both openings are in and the DMO has said
who goes first. Remember: more cells under flowers win; where those are equal, more flowers of five
cells do.

# Rocks

In the other player's garden you are Hades and lay rocks, where they would like to plant. A rock is
one cell or a block of two by two, on empty cells, and you have as many as you like. The player who
goes first lays only a rock in that turn, and that's you. Three cells aren't a rock: try
`rock J9 J10 J11`.

**Lay a block of two by two in the DMO's garden,** such as `rock J9 K9 J10 K10`.

That is legal, but it isn't a block of two by two.

No flower will ever grow on those cells. Remember: a rock may lie anywhere that is empty, even right
beside a flower; best of all where the other player's next flower has to go.

# Corners

From now on a turn has two halves, a flower in your garden and a rock in the other one. You can type
both at once, with `/` or a line break in between, or one after the other. A flower must not touch
your earlier ones by a side, but has to touch one of them by a corner. Rocks make no difference to
that. I refuse `flower I B8 C8 D8 E8 F8`, as F8 lies beside G8; try it.

**Plant the I pentomino,** five cells in a row, so that it meets your U at a corner.

That is legal, but you haven't planted five cells in a row.

Corner to corner, and no side against a side. Remember: each shape grows once, so your I pentomino
is used up now. You still have a rock to lay in this turn.

# Rocks do not count

The same position once more. The DMO has laid a rock on top of your U. You may plant right beside
it, but a corner of a rock is not a corner of a flower: F11 would only meet the rock, so I refuse
`flower F11`. Try it.

**Plant the monomino,** your flower of a single cell, where it is legal.

That is legal, but it isn't the monomino.

It meets your U at a corner. Remember: small flowers fit into gaps where nothing else does, so they
are worth keeping for the end.

# Passing

You have planted your I pentomino, and the rock is still to come. A half that is done is final, and
there is only one of each in a turn: I refuse a second flower; try `flower J6`. You don't have to
lay a rock. But you have to pass a half that you can't or don't want to play.

**Pass the rock:** `pass rock`, or just `pass` for everything still missing.

That is legal, but it doesn't pass the rock.

With both halves played or passed, it's the DMO's turn. Remember: anything missing when your time
and reserve run out counts as passed.

# Ending

The DMO has just passed a whole turn. If you also pass yours, both halves of it, the match ends and
the gardens are counted. You have ten cells under flowers, the DMO nine. (`agree` also ends it, but
only once both of you have typed it.)

**End the match now.**

That is legal, but it doesn't end the match. `pass` passes both halves at once.

Two whole turns in a row were passed, and you win by ten cells to nine. Remember: a match also ends
when both have typed `agree`, when no flower fits in either garden, or when somebody types
`concede`. If really everything is equal, the DMO wins.
"""

EXERCISES: Final = {
    DemetersAnguish.name: exercises(
        WORDS,
        Position(START, _plants(lambda flower: len(flower.cells) == 5)),
        Position(
            OPENED,
            lambda action: (
                isinstance(action, Halves)
                and any(isinstance(part, Laying) and len(part.cells) == 4 for part in action.typed)
            ),
        ),
        Position(GROWING, _plants(_is_row_of_five)),
        Position(GROWING, _plants(lambda flower: len(flower.cells) == 1)),
        Position(f"{GROWING}ec flower I B9 C9 D9 E9 F9\n", _passes(Half.ROCK)),
        Position(
            f"{GROWING}ec flower I B9 C9 D9 E9 F9 / pass rock\ndmo pass\n",
            _passes(Half.FLOWER, Half.ROCK),
        ),
    ),
}
