"""The rules of Ultimate Tic-Tac-Toe in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import BEGINNING, Meanings, Page, pages
from engine.games.ultimate_tic_tac_toe.rules import UltimateTicTacToe
from engine.seats import Seat

START: Final = "game: ultimate-tic-tac-toe\nfirst: ec\n\n"
AFTER_ONE_MOVE: Final = f"{START}ec E6\n"
ONE_CLOSED: Final = f"""{START}\
ec D5
dmo A4
ec A1
dmo B1
ec F2
dmo G4
ec B2
dmo D4
ec C3
dmo G7
"""
NEARLY_OVER: Final = f"""{START}\
ec D5
dmo B5
ec E5
dmo D4
ec B1
dmo E2
ec F5
dmo H5
ec A1
dmo B2
ec C1
dmo H2
ec H8
dmo D1
ec G7
dmo I3
"""
NEARLY_DRAWN: Final = f"""{START}\
ec G8
dmo A6
ec B8
dmo F4
ec H2
dmo E5
ec E6
dmo F9
ec I8
dmo I4
ec G2
dmo C4
ec I2
dmo I6
ec H8
dmo D6
ec C9
dmo H5
ec A7
dmo A2
ec B5
dmo G6
ec F1
dmo E7
ec E2
dmo D1
ec C3
dmo F3
ec D3
dmo C2
ec C6
dmo B2
ec A4
dmo E9
ec E8
"""
GAMES: Final[Meanings] = {
    "1": Text(
        "Then the match is over: the player who won more local boards has won, and the DMO if both "
        "won as many."
    ),
    None: Text(
        "Then I clear the board, and the player who didn't begin that game begins the next one. "
        "After {games} drawn games, the player who won more local boards in all of them together "
        "has won, and the DMO if both won as many."
    ),
}

WORDS: Final = """\
# The aim

Nine local boards of 3 by 3 cells make up the global board. You take turns marking cells, EC with
discs, DMO with squares. Three of your marks in a row win a local board. **Three local boards in a
row win the match.** A row may also be a column or a diagonal.

{first}

{cells}

# A move

Type an empty cell. Or type its board and its place there, with a full stop between them: the local
boards and the places in each have the same numbers, as on a keypad. 1 is the lower left, 5 the
middle, 9 the upper right. So E6 is `5.8`, place 8 of board 5.

A move is final at once. No game may begin on E5, the very middle.

{talk}

> `E6`
> `5.8`
> `board 5 place 8`
> `E5` refused: centre-barred

# Where to play

The place of each move is the number of the board in which the other player must play. Here EC has
taken place 8 of board 5, so DMO must play in board 8, from D7 to F9. Dots mark the cells that can
be taken.

If a move breaks a rule, I refuse it and say why. Nothing changes then, and your clock runs on: type
another move.

> `E5` refused: wrong-board
> `E6` refused: occupied
> `D7`

# Closed boards

A local board is closed once somebody has won it. It is also closed once its nine cells are taken
and nobody has won it. Nothing goes into a closed board any more.

If you are sent to a closed board, you may play in any open one. Here EC has won board 1, and DMO
has just taken place 1 of board 9.

> `E5`
> `I1`
> `A2` refused: board-closed

# The end

Three local boards in a row end the match. Here EC has won boards 1 and 5, has two marks in board 9,
and must play there.

{concede}

> `I9` ends: line

# Drawn games

If all local boards are closed and nobody has three of them in a row, the game is drawn. I play it
on until then even if nobody can make a row any more, since local boards count.

{games}

> `D9`

# The clocks

{times}

{clock}

{reserve}

A new game after a drawn one doesn't refill your reserve.

**When your time and your reserve are used up, you lose.**
"""

PAGES: Final = {
    UltimateTicTacToe.name: pages(
        WORDS,
        {
            "The aim": Page(START, by_option={"first": BEGINNING}),
            "A move": Page(START),
            "Where to play": Page(AFTER_ONE_MOVE, seat=Seat.DMO),
            "Closed boards": Page(ONE_CLOSED),
            "The end": Page(NEARLY_OVER),
            "Drawn games": Page(NEARLY_DRAWN, seat=Seat.DMO, by_option={"games": GAMES}),
            "The clocks": Page(AFTER_ONE_MOVE),
        },
    ),
}
