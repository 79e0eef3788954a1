"""Ultimate Tic-Tac-Toe, in six guided positions."""

from collections.abc import Callable
from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises
from bot.texts.lessons.pages.ultimate_tic_tac_toe import (
    AFTER_ONE_MOVE,
    NEARLY_OVER,
    ONE_CLOSED,
    START,
)
from engine.games.ultimate_tic_tac_toe.rules import UltimateTicTacToe
from engine.grids.grid import Cell
from engine.seats import Seat

BEFORE_CLOSING: Final = ONE_CLOSED.removesuffix("ec C3\ndmo G7\n")


def _takes(cell: str) -> Callable[[Any], bool]:
    return lambda action: action == Cell.parse(cell)


WORDS: Final = """\
# First move

You are EC, your marks are discs, and you begin. Type a cell, such as `D4`, or its board and place.
Boards and places are numbered as on a keypad, from 1 at the lower left to 9 at the upper right. No
game may begin on the very middle: try `E5` if you like.

**Take place 8 of board 5.**

That is legal, but it isn't place 8 of board 5. Board 5 is the middle one, and place 8 is above its
middle.

That's E6, and `E6`, `5.8` and `board 5 place 8` are the same move. Remember: 1 is at the lower
left, as on a keypad.

# Being sent

Now you are DMO, with squares. EC has just taken E6, place 8 of its board, and so has sent you to
board 8, from D7 to F9. I refuse cells elsewhere: try `E5`.

**Take the middle of board 8.**

That is legal, but it isn't the middle of board 8. The middle is place 5.

You took place 5, so EC must now play in board 5. Remember: dots mark the cells that you can take.

# Sending

You are EC. DMO has taken D7, place 1 of board 8, so you must play in board 1, from A1 to C3. Choose
with care: your move says where DMO goes next.

**Send DMO to board 3**, the lower right one.

That is legal, but it sends DMO elsewhere. Take the place with the number of the board.

C1 is place 3 of board 1, so DMO must play in board 3. Remember: first look where your move sends
the other player.

# Winning a board

You are EC, sent to board 1, where you already have A1 and B2.

**Win board 1.**

That is legal, but it doesn't win the board. Your third mark has to be in a row with the other two.

Three in a row: board 1 is yours, and closed. Remember: nothing goes into a closed board any more.

# Any open board

You are EC. You have won board 1, and DMO has just taken place 1 of board 9. Board 1 is closed, so
you may play in any open board; only in closed ones you may not: try `A2`.

**Take E5**, the very middle. Only a game's first move may not go there.

That is legal, but it isn't E5.

E5 is place 5, so DMO must play in board 5. Remember: to send somebody to a closed board gives them
the choice.

# Three boards

You are EC. You have won boards 1 and 5, and DMO has just sent you to board 9.

**Win the match.**

That is legal, but it doesn't win board 9. You already have G7 and H8 there.

Boards 1, 5 and 9 are in a row, so you win. Remember: if no game is won like that, the local boards
count. A match also ends when somebody's time and reserve run out, or when somebody types `concede`.
"""

EXERCISES: Final = {
    UltimateTicTacToe.name: exercises(
        WORDS,
        Position(START, _takes("E6")),
        Position(AFTER_ONE_MOVE, _takes("E8"), Seat.DMO),
        Position(f"{AFTER_ONE_MOVE}dmo D7\n", _takes("C1")),
        Position(BEFORE_CLOSING, _takes("C3")),
        Position(ONE_CLOSED, _takes("E5")),
        Position(NEARLY_OVER, _takes("I9")),
    ),
}
