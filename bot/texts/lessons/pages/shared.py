"""Paragraphs that the pages of several games share."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages.page import Meanings
from engine.seats import Seat

BEGINNING: Final[Meanings] = {
    "": Text("The DMO says who goes first, by typing `first me` or `first them`."),
    "ec": Text("The {seat} goes first, by the host's choice.", seat=Seat.EC.upper()),
    "dmo": Text("The {seat} goes first, by the host's choice.", seat=Seat.DMO.upper()),
}
"""Who goes first, by the option `first`, in games in which the DMO chooses."""

CELLS: Final = Text(
    "A cell is named by its column and row: `A1` is at the lower left. Capitals don't matter, "
    "and `e6e7`, `E6, E7` and `E6 to E7!` are all the same to me."
)
TALK: Final = Text(
    "Chat is free. A message counts as a move only if every word in it belongs to the game; any "
    "other word, or a question mark, makes it chat. If it was nearly a move, I say how to type it."
)
TIMES: Final = Text("**Your time:** {clocks}.")
CLOCK: Final = Text(
    "A clock runs from the moment my post with the board is in the room until your message is, "
    "both by Discord's own time. Exactly at the limit is in time. I remind you 30 and 5 seconds "
    "before your time is up. No clock runs while the host has paused the match or while I am down."
)
RESERVE: Final = Text(
    "Reserve is for the whole match: what you have used is gone. I tell you when you start to use "
    "it, every 30 seconds from then on, and how much is left after your move."
)
CONCEDE: Final = Text(
    "`concede` loses the match at once, at any time, on anyone's turn. When a match is over, I "
    "show everyone what was hidden."
)
