"""The rules of A Battle of Fire and Ice in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import BEGINNING, Meanings, Page, pages
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat

START: Final = "game: fire-and-ice\nfirst: ec\n\n"
AFTER_ONE_MOVE: Final = f"{START}ec D4 C4\n"
NEARLY_OVER: Final = f"""{START}\
ec C5 D5
dmo D3 D4
ec F5 G5
dmo F3 F4
ec E6 E7
dmo C2 D2
ec B1 C1
dmo E1 E2
ec F1 G1
dmo G3 H3
ec I3 I4
dmo I1 I2
"""
SIDES: Final[Meanings] = {
    "ec": Text(
        "EC plays Fire and lays white-red dominoes, DMO plays Ice and lays white-blue ones."
    ),
    "dmo": Text(
        "DMO plays Fire and lays white-red dominoes, EC plays Ice and lays white-blue ones."
    ),
}
TAKING_BACK: Final[Meanings] = {
    "0": Text("A legal move is final at once."),
    None: Text(
        "I mark a legal move with 👀 and hold it for {takeback} s. Until then you can take it "
        "back: type `takeback`, press *Take back*, or delete or edit your message. Your clock then "
        "runs on as if you had never sent it."
    ),
}

WORDS: Final = """\
# The aim

You take turns laying dominoes. **A player who has to move and has no legal move loses.**

The board has 9 by 9 cells. The start domino (★) lies on E4 and E5 and is white on both halves.
{fire} {first}

{cells}

# A move

Type the two empty cells, side by side, that your domino is to cover. At least one of its halves
must touch a half on the board by a side, and wherever it touches one, the colours must be the same.

You don't have to say which half goes where: at most one way round fits, and I turn your domino that
way. Its own two halves don't count as touching.

> `E6 E7`
> `D5 D6`

# What I refuse

Here EC has laid D4 (white) and C4 (red), and it is DMO's turn, with a white-blue domino. If a move
breaks a rule, I refuse it and say why. Nothing changes then, and your clock runs on: type another
move.

> `C5 B5` refused: colour-clash
> `G7 G8` refused: not-connected
> `D4 D3` refused: occupied
> `D5 D6`

# Taking a move back

{takeback}

You may add the colours, as in `E6 white E7 red`, but they don't choose anything: I refuse the move
if the colours wouldn't come out that way.

{talk}

> `E6 white E7 red`
> `E6 red E7 white` refused: wrong-colour

# The end

The match is over as soon as a player who has to move has no legal move. It doesn't matter whether
the opponent could still move. So look for cells that only your own dominoes fit on: they are moves
in hand.

{concede}

> `F6 F7` ends: no-legal-move

# The clocks

{times}

{clock}

{reserve}

**When your time and your reserve are used up, you lose.**
"""

PAGES: Final = {
    FireAndIce.name: pages(
        WORDS,
        {
            "The aim": Page(START, by_option={"fire": SIDES, "first": BEGINNING}),
            "A move": Page(START),
            "What I refuse": Page(AFTER_ONE_MOVE, seat=Seat.DMO),
            "Taking a move back": Page(START, by_option={"takeback": TAKING_BACK}),
            "The end": Page(NEARLY_OVER),
            "The clocks": Page(AFTER_ONE_MOVE),
        },
    ),
}
