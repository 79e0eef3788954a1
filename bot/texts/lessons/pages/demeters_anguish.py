"""The rules of Demeter's Anguish in pages."""

from typing import Final

from bot.texts.lessons.pages import BEGINNING, Page, pages
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import Seat

START: Final = "game: demeters-anguish\nfirst: ec\n\n"
OPENED: Final = f"""{START}\
ec flower U G7 H7 I7 G8 I8
dmo flower X H8 G8 I8 H7 H9
"""
SECOND_TURN: Final = f"""{OPENED}\
ec rock K11 K12 L11 L12
dmo flower G10 G11 G12 H12 H13 / rock G9 H9 G10 H10
"""
WELL_GROWN: Final = f"""{OPENED}\
ec rock K11 K12 L11 L12
dmo flower G10 G11 G12 H12 H13
dmo rock I4
ec flower G10 G11 H9 H10 I10
ec rock L2
dmo flower E13 E14 F13 F14 F15
dmo rock N14 N15 O14 O15
ec flower I5 J5 J6 K6 K7
ec rock O8
dmo flower J6 J7 K6 L5 L6
dmo rock F15
ec flower J9 K9 K10 L9 M9
ec rock B14
"""

WORDS: Final = """\
# The aim

There are two gardens of 15 by 15 cells, one for each of you. In your own you are Demeter and plant
flowers; in the other player's you are Hades and lay rocks that get in their way. **The player who
covers more cells with flowers wins.**

Your flowers are the 21 shapes of one to five cells that hang together by their sides: 12
pentominoes of five cells, 5 tetrominoes of four, 2 trominoes of three, the domino and the monomino.
You have each of them once, and may turn and flip it.

A cell is named by its column and row, from `A1` at the lower left to `O15`. The same name is
another cell in each garden.

# The opening, in secret

You both begin with a flower, wherever you like in your own garden. Type its cells with *Submit in
secret* or in a direct message to me. You can replace it until both are in. If you `pass` or send
nothing in time, you open without a flower.

You may leave out the letter of the shape, but I refuse a wrong one. Five cells: F I L N P T U V W X
Y Z; four: I O T S L; three: I L; two: I.

{first} Then both openings are shown.

> `flower U G7 H7 I7 G8 I8`
> `flower X G7 H7 I7 G8 I8` refused: wrong-letter

# A turn

A turn has two halves, in either order: a flower in your own garden and a rock in the other
player's. Only the very first turn of the match has no flower. Type both in one message, with `/` or
a line break between them, or in two messages. A legal half is final.

A rock covers one cell or a block of two by two; rocks never run out. `pass flower` and `pass rock`
pass a half, `pass` everything still missing. You must also pass a half that you can't play.

> `flower I B9 C9 D9 E9 F9 / rock I4`
> `flower J6`
> `pass`

# Where flowers grow

All cells of a flower must be empty. It must not touch any flower of that garden by a side, and it
must meet at least one of them at a corner (except the first flower of a garden). Rocks make no
difference to that: they only take up room.

Here F11 meets no flower, only a rock; and H8 lies inside the U.

> `flower B8 C8 D8 E8 F8` refused: touches-flower
> `flower A12 B12 C12 D12 E12` refused: no-corner
> `flower H8` refused: touches-flower
> `flower F11` refused: no-corner
> `flower U J6 K6 L6 J5 L5` refused: piece-used

# Where rocks lie

Rocks go into the other player's garden, on any empty cells: beside a flower, inside one, wherever
they hurt.

If something breaks a rule, I refuse it and say why. Nothing changes then, and your clock runs on.
If I refuse one half of a message, neither counts.

{talk}

> `rock K10 K11 L10 L11` refused: occupied
> `rock J8 J9` refused: not-a-rock
> `rock J8`

# The end

The match ends when two whole turns in a row are passed (the first turn of the match, which has only
a rock, doesn't count as one); when both of you type `agree`, in or out of turn, once the openings
are shown; or when no more flowers fit in either garden. An `agree` expires as soon as anybody
plants, lays a rock or passes.

Then cells under flowers are counted. If they are equal, more pentominoes win, then more
tetrominoes, trominoes, dominoes; if all of that is equal, the DMO wins.

{concede}

> `pass` ends: both-passed

# The clocks

{times}

{clock}

{reserve}

**When your time and your reserve are used up, anything missing from your turn counts as passed.**
The same goes for each later turn at the end of its time.
"""

PAGES: Final = {
    DemetersAnguish.name: pages(
        WORDS,
        {
            "The aim": Page(WELL_GROWN),
            "The opening, in secret": Page(START, viewer=Seat.EC, by_option={"first": BEGINNING}),
            "A turn": Page(SECOND_TURN),
            "Where flowers grow": Page(SECOND_TURN),
            "Where rocks lie": Page(SECOND_TURN),
            "The end": Page(f"{WELL_GROWN}dmo pass\n"),
            "The clocks": Page(OPENED),
        },
    ),
}
