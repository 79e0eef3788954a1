"""The rules of Deep Sea Voyage in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import Meanings, Page, pages
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.seats import Seat

BOARD: Final = "/".join(
    (
        *("W...........K", ".............", ".............", "...#.....#..."),
        *(".............", ".............", ".....CDC.....", "............."),
        *(".............", "...#.....#...", ".............", "............."),
        "R...........B",
    )
)
BEFORE: Final = f"""\
game: deep-sea-voyage
board1: {BOARD}
board2: {BOARD}
board3: {BOARD}
"""
SIDES_CHOSEN: Final = """\

dmo empire
ec ready
dmo ready
"""
BOARDS_PICKED: Final = f"""{SIDES_CHOSEN}\
dmo board 1
ec board 2
"""
AFTER_A_ROUND: Final = f"""{BOARDS_PICKED}\
dmo Z I7 I8 H8 G8 G9
ec Z E7 E8 F8 G8 G9
dmo lock
ec lock
"""
CUT_OFF: Final = f"""{BOARDS_PICKED}\
dmo Z I7 I8 H8 G8 G9
ec W A3 A2 B2 B1 C1
dmo lock
"""
ONE_BOARD_LEFT: Final = f"""{BOARDS_PICKED}\
dmo W A3 A2 B2 B1 C1
ec W A3 A2 B2 B1 C1
dmo lock
ec lock
"""
ROUTES: Final = f"""{AFTER_A_ROUND}\
ec board 3
dmo board 2
ec lock
dmo lock
"""
ALMOST_DONE: Final = f"""{ROUTES}\
dmo route 1 red A1 A7 G7 / route 2 red A1 G1 G7 / route 3 red A1 A7 G7
dmo route 1 white A13 A7 G7 / route 2 white A13 A6 F6 F7 G7 / route 3 white A13 A7 G7
ec route 1 blue M1 G1 G7 / route 2 blue M1 M7 G7 / route 3 blue M1 M7 G7
ec route 1 black M13 M6 H6 H7 G7 / route 2 black M13 M7 G7 / route 3 black M13 M7 G7
dmo lock
"""
CHOICE: Final[Meanings] = {
    "": Text("The DMO types `empire` or `marauder`; if they don't in time, I draw lots."),
    "ec": Text("In this match the {seat} plays the Empire.", seat=Seat.EC.upper()),
    "dmo": Text("In this match the {seat} plays the Empire.", seat=Seat.DMO.upper()),
}
EARLY: Final[Meanings] = {
    "on": Text("A player who wins two boards by cut-offs wins the match at once."),
    "off": Text("In this match, even two boards won by cut-offs don't end it early."),
}
COUNTED: Final[Meanings] = {
    "tracked": Text(
        "Once no more pieces are placed, you both submit a route for each of your ships in secret, "
        "with *Submit in secret* or in a direct message to me: the number of the board, the ship, "
        "and the tiles from its start to a dropoff, at least those where it turns. The shortest "
        "one that you submit for each ship counts. A ship without a route doesn't arrive, and then "
        "you can't win that board. `lock` ends it early, once both have typed it."
    ),
    "automatic": Text(
        "In this match you don't submit routes: I find each ship's shortest route myself, and that "
        "counts. (In other matches, players submit them as shown below.)"
    ),
}

WORDS: Final = """\
# The aim

Three boards, and on each of them four ships: the Empire's are red and white, the Marauder's blue
and black. Every ship goes from its start to a dropoff (D) by the shortest route, one step along a
row or column at a time. **Make the other side's routes longer than yours: a board goes to the side
whose two ships need fewer steps, and the player with more boards wins the match.**

You do that with pentominoes, pieces of five tiles, which become walls. Ships can't cross walls;
they can cross empty tiles, channels (C), dropoffs and starts, and don't get in each other's way.

A tile is named by its column and row; `A1` is at the lower left. Every board is symmetric, so both
sides begin with the same sum.

# Sides and boards

First you look at the three boards. {first} The first round begins when the sides are chosen and
both have typed `ready`, or when the time is up.

In each round you each place on a board of your own. In odd rounds the Empire picks its board first,
in even rounds the Marauder, each by its number: `board 2`. The other side picks another one; if
only one is left, they get it automatically. If you don't pick in time, I draw a board.

> `board 2`
> `board 1` refused: board-taken

# Placing a piece, in secret

Now both of you type five tiles for your own board, or `pass`, with *Submit in secret* or in a
direct message to me. The latest one counts; if you send nothing in time, you pass. `lock` makes
yours final, and once both have locked, both are shown.

Each board has a bank of the twelve pentominoes, F I L N P T U V W X Y Z: each is placed once on
that board, by either side, turned and flipped as you like. You may leave out the letter; I refuse a
wrong one.

> `Z I7 I8 H8 G8 G9`
> `I7 I8 H8 G8 G9`

# What I refuse

A piece covers five empty tiles: no wall, no channel, no dropoff, no ship's start. If a piece breaks
a rule, I refuse it and say why; what you sent before still counts, and you can send another one
until your time is up.

{talk}

> `X G6 G7 G8 F7 H7` refused: not-empty
> `W L12 K12 K11 J11 J10` refused: not-empty
> `L A12 A11 A10 B11 C11` refused: wrong-letter
> `A12 A11 A10 A9 C9` refused: not-a-pentomino

# Cutting off a ship

You may wall in a ship, but it costs you the board: **if any of the four ships has no way to a
dropoff left, the player who placed that piece loses the board at once**, and the other side wins
it. {early}

Here EC has submitted a W on A3 A2 B2 B1 C1 on board 2, around the red ship. It is legal, and I show
it once EC also locks.

> `lock`

# The end of placing

A board is closed when it is lost by a cut-off, or when nothing left in its bank fits. Placing is
over when no board is open, or when both of you pass in the same round.

**With only one board open**, nobody picks and nothing is secret: you place in turns, in the room,
and the first legal piece counts. The side whose pick would have come first begins. There, two
passes in a row end placing.

> `Z E7 E8 F8 G8 G9`
> `pass`

# The routes

{endgame}

Each leg of a route goes straight along a row or a column, and every tile on it must be free of
walls. Put each route on its own line, or `/` between them.

> `route 1 red A1 A7 G7`
> `route 1 red A1 D1 D7 G7` refused: blocked
> `route 1 red A1 G7` refused: not-straight
> `route 1 red A1 A7 E7` refused: no-dropoff

# The end

On each board that nobody lost by a cut-off, the smaller sum of steps wins; with equal sums, nobody
wins it. The player with more boards wins the match. **If you have equally many, the DMO wins.** I
show the shortest routes there were.

Here the Z on board 1 has sent the black ship on a detour and wins that board for the Empire, which
is DMO; the Z on board 2 has done the same to the white ship; and board 3 is as it was.

{concede}

> `lock` ends: boards

# The clocks

{times}

{clock}

There is no reserve in this game: a phase is over when its time is up. Anything missing then is a
pass, or I draw it by lot; a ship without a route doesn't arrive.
"""

PAGES: Final = {
    DeepSeaVoyage.name: pages(
        WORDS,
        {
            "The aim": Page(BEFORE + SIDES_CHOSEN),
            "Sides and boards": Page(
                f"{BEFORE}{SIDES_CHOSEN}dmo board 1\n", board="2", by_option={"first": CHOICE}
            ),
            "Placing a piece, in secret": Page(
                BEFORE + BOARDS_PICKED, seat=Seat.DMO, viewer=Seat.DMO
            ),
            "What I refuse": Page(BEFORE + BOARDS_PICKED, seat=Seat.DMO),
            "Cutting off a ship": Page(
                BEFORE + CUT_OFF, cells=("A1",), board="2", by_option={"early": EARLY}
            ),
            "The end of placing": Page(BEFORE + "early: off\n" + ONE_BOARD_LEFT, board="3"),
            "The routes": Page(
                BEFORE + ROUTES, seat=Seat.DMO, viewer=Seat.DMO, by_option={"endgame": COUNTED}
            ),
            "The end": Page(BEFORE + ALMOST_DONE),
            "The clocks": Page(BEFORE + BOARDS_PICKED),
        },
    ),
}
