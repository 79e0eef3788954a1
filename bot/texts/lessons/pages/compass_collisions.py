"""The rules of Compass Collisions in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import RESERVE, SHARED, Meanings, Page, pages
from engine.games.compass_collisions.board import LONGEST_QUIET
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS, write_erosion
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import Seat

SET_UP: Final = "game: compass-collisions\nfirst: ec\n\n"
HANDED_IN: Final = f"""{SET_UP}\
ec layout EA.W.FE / .WAF. / W.F / FA.F.W. / ..A.. / .E.
dmo layout F.E.W.A / .AEF. / .E. / .E.A.W. / .F.F. / WEA
dmo take first
"""
SETS_PLACED: Final = """\
ec ec1 south, dmo2 west
dmo dmo1 north
"""
AT_CLOSE_QUARTERS: Final = f"""{SETS_PLACED}\
ec G5 W 2
dmo C6 E 2
ec F3 N 2
dmo C4 E 2
ec D3 W
dmo C5 E
"""
ONE_WATER: Final = """\
ec layout EA.W.FE / .WAF. / W.F / FA.F.W. / ..A.. / .E.
dmo layout F.E.F.A / .AEF. / .E. / .E.A.A. / .F.F. / WEA
dmo take first
"""
"""The DMO has no Water but the one that comes to E6."""
NEAR_THE_EDGE: Final = f"""{SET_UP}\
ec layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.
dmo layout F.A.E.W / .FAE. / W.F / AA..EEW / ..W.. / .F.
dmo take first
ec ec1 south, dmo2 west
dmo dmo1 north
ec I2 south 2
dmo B5 north 1
ec D2 west 1
dmo B6 north 2
ec I6 east 1
dmo H9 south 2
ec B1 east 1
dmo F8 north 2
ec G5 south 1
dmo A4 east 1
ec G4 south 2
dmo B9 west 1
ec I8 west 1
dmo A7 west 2
ec F3 north 2
dmo C5 south 2
ec H1 east 2
dmo D9 north 1
ec F1 south 1
dmo F9 north 2
ec H5 east 1
dmo D8 south 2
ec H8 north 2
"""
MAP: Final[Meanings] = {
    write_erosion(DEFAULT_NUMBERS): Text("The numbers run from 31 in a corner down to 8."),
    None: Text("The host of this match has chosen the numbers."),
}
FIRST: Final[Meanings] = {
    "": Text(
        "Once the sets are placed, the player with that right says who moves first: `first ec` or "
        "`first dmo`."
    ),
    None: Text(
        "In this match the host has decided who moves first, so `take first` only leaves the first "
        "two sets to the other player."
    ),
}
PARAGRAPHS: Final = {
    **SHARED,
    "{stall}": Text(
        "After {moves} moves in a row in which nothing was lost, the two highest numbers that are "
        "left fall, and the move count starts again.",
        moves=LONGEST_QUIET,
    ),
    "{periods}": Text(
        "Your reserve comes in periods, and a period is used up as soon as you enter it. {reserve}",
        reserve=RESERVE,
    ),
}

WORDS: Final = """\
# The aim

Two armies of 16 pieces meet on a board of 9 by 9 squares: EC's are light, DMO's dark. **If you have
no piece left of one of the four elements, you lose.**

The elements form a cycle, and each defeats the next: Earth defeats Water, Water defeats Fire, Fire
defeats Air (Wind), Air defeats Earth. Pieces change their element as they walk, and the ground
falls away as they are lost: the small numbers say when.

First you both draw up your army in secret, then the sets are placed, then you take turns. A square
is named by its column and row; `A1` is at the lower left, and north is always up.

# Your army, in secret

You fill two sets, each a row of 7, a row of 5 and a row of 3; the row of 7 will be at the edge, and
each row is read from left to right as seen from outside the board. In all, 16 pieces, at least 4 in
each set, every element at least once. Type `layout` and the six rows, `/` or a line break between
them: `E` Earth, `W` Water, `F` Fire, `A` Air (Wind), `.` an empty slot.

Send it with *Submit in secret* or in a direct message to me. You can replace it until both layouts
are in. If your time runs out, I draw one for you.

> `layout EA.W.FE / .WAF. / W.F / FA.F.W. / ..A.. / .E.`
> `layout EAEWFFE / FWAFW / W.. / E.E.E.. / ..... / ...` refused: too-few

# Placing the sets

The DMO types `take first` (they will say who moves first) or `take placement` (they will place the
first two sets), before or after the layouts are in. The EC has the other one. {first}

Then all four sets are shown: `ec1`, `ec2`, `dmo1` and `dmo2`. The player who places puts any two of
them on any two sides; the other player names one of the last two sets and its side, as in
`dmo1 north`, and the last set takes the side that is left. Sets are turned, never mirrored.
Whatever you don't choose in time, I draw by lot.

> `ec1 south, dmo2 west`
> `ec1 south, dmo2 south` refused: side-taken

# A move to an empty square

One of your pieces goes one or two squares north, east, south or west: `D3 N`, `D3 N 2`,
`D3 north 2` or `D3 D5`.

**One square** onto an empty one changes the piece. North takes it one step along the cycle Earth,
Water, Fire, Air, Earth; east two steps, south three, west none.

**Two squares** change nothing. You may jump a piece of your own, but not an enemy.

> `D3 N`
> `D3 E`
> `D3 W`
> `D2 N 2`

# Pushes and battles

**Onto your own piece** you push: with one square, that piece and the unbroken line behind it, no
matter whose, move on by one. **Onto an enemy** you battle, with one square or two. You defeat the
next element of the cycle and take its square; the one before yours defeats you; with the same, both
are gone. The opposite (Earth and Fire, Water and Air) is pushed like a piece of your own. No piece
changes in any of this.

A piece pushed off the board or onto a fallen square is gone.

> `E5 W`
> `E5 N`
> `E5 S`
> `F5 W 2`
> `E5 E`

# What I refuse

If a move breaks a rule, I refuse it and say why. Nothing changes then, and your clock runs on: type
another move.

A letter from A to I with a digit straight after it is always a square: two squares east are
`E5 E 2`, never `E5 E2`.

{talk}

> `E5 N 2` refused: enemy-between
> `H5 W 2` refused: friend-there
> `E5 G6` refused: not-straight
> `E6 N` refused: not-yours

# The ground falls

After each move I count the pieces on the board. Every square whose number is at least that count
falls, with any piece on it; then I count again, wave after wave, until nothing more falls.
{erosion}

A piece that walks off the board or onto a fallen square is gone, even if that is only the first of
its two steps. That is allowed; to leave the board, name a direction, as in `A5 W`.

{stall}

In the picture, a filled number falls next, with everything that it sets off as the pieces are now;
a framed one falls after those moves.

> `H7 E`

# The end

After the move, and again after each wave, I look at both armies: a player who lacks an element has
lost. If both lack one at the same time, the one who moved last loses. Later waves no longer happen.

If the ground that falls after a stall takes an element from both at once, the one with fewer pieces
loses; if that is equal, the one who had fewer in the last position in which they differed; if they
never did, the one who moved last.

{concede}

> `E5 N` ends: element-lost

# The clocks

{times}

{clock}

{periods}

**When your time and your reserve are used up, you must give up a piece instead of moving:**
`remove D3`, one of your own. That is your turn. If you don't name one in time, I draw one.
"""

PAGES: Final = {
    CompassCollisions.name: pages(
        WORDS,
        {
            "The aim": Page(HANDED_IN + SETS_PLACED),
            "Your army, in secret": Page(SET_UP, viewer=Seat.EC),
            "Placing the sets": Page(HANDED_IN, by_option={"first": FIRST}),
            "A move to an empty square": Page(HANDED_IN + SETS_PLACED),
            "Pushes and battles": Page(HANDED_IN + AT_CLOSE_QUARTERS),
            "What I refuse": Page(HANDED_IN + AT_CLOSE_QUARTERS),
            "The ground falls": Page(NEAR_THE_EDGE, seat=Seat.DMO, by_option={"erosion": MAP}),
            "The end": Page(SET_UP + ONE_WATER + AT_CLOSE_QUARTERS),
            "The clocks": Page(HANDED_IN + SETS_PLACED),
        },
        PARAGRAPHS,
    ),
}
