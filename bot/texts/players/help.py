"""The texts of `/help`."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.exercises import has_exercises
from bot.texts.seating import SMALL_NUMBERS
from engine.games import GAMES

HELP: Final = Text(
    "**I am the Dealer.** I deal Death Matches: two players meet in one of {count} board games "
    "before an audience, and I keep the rules, the clocks and the secrets. For any other match "
    "there is a free table: a host judges, and I keep the board, the clocks, the secrets and the "
    "dice (`/rules free-table`).\n"
    "\n"
    "**Watch.** Read along in a match's room. `/match board` shows the board to you alone, and "
    "`/match replay` steps through a finished one.\n"
    "**Learn.** Press a game below, and I let you try each kind of move in it (`/tutorial`). Or "
    "choose it from the list, and I show you its rules in pages with pictures (`/rules`).\n"
    "**Play.** `/practice` starts a match against me; it doesn't count. When a host starts a match "
    "with you in it, press *Ready*, then type your moves in the room, such as `E6 E7`. Secrets go "
    "to me alone: with *Submit in secret* or in a direct message.\n"
    "**Host.** `/match check` says whether everything is ready for a match, {start} starts one, "
    "and each game has such a command. `/match pause`, `/match undo` and `/match award` rule in "
    "it. Anyone who manages the server is a host; `/dealer host-role` adds others.",
    count=SMALL_NUMBERS[sum(map(has_exercises, GAMES.values()))],
    start="`/fire-and-ice start ec:@Ada dmo:@Bob`",
)
RULES_OF: Final = Text("Read the rules of...")
TUTORIAL_OF: Final = Text("Learn {game}")
