"""The help, and tutorials: the guided positions of a game, one after the other."""

from typing import Final

from bot.texts.language import Text, _
from bot.texts.lessons.pages import exercises_of
from bot.texts.seating import LONGEST_MESSAGE, shortened
from engine.games import GAMES
from engine.words.sentences import spelled

TAUGHT: Final = {name: game for name, game in GAMES.items() if exercises_of(game)}
"""The games with a tutorial."""

# `/help`

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
    "**Host.** `/match check` says whether everything is ready for a match, "
    "`/{game} start ec:@Ada dmo:@Bob` starts one, and each game has such a command. "
    "`/match pause`, `/match undo` and `/match award` rule in it. Anyone who manages the server is "
    "a host; `/dealer host-role` adds others.",
    count=spelled(len(TAUGHT)),
    game=next(iter(TAUGHT)),
)
RULES_OF: Final = Text("Read the rules of...")
TUTORIAL_OF: Final = Text("Learn {game}")


# Tutorials

LONGEST_TYPED: Final = 200
"""Longest part of a typed text in the answer to it."""

TYPE: Final = Text("Type your move")
HINT: Final = Text("Hint")
BACK: Final = Text("Back")
SKIP: Final = Text("Skip")
NEXT: Final = Text("Next")
AGAIN: Final = Text("Start again")
FORM_LABEL: Final = Text("As you would type it in a match")
CONCEDED: Final = Text(
    "💡 In a match, you would have conceded, and it would be over. Here nothing has changed."
)
GONE: Final = Text("❌ I don't know that position. `/tutorial` starts or continues a tutorial.")
NOT_YOURS: Final = Text("❌ Use `/tutorial` to get positions of your own.")
CLOSING: Final = Text(
    "## {title}: that was all\n"
    "You've now made every kind of move. `/practice game:{name}` starts a match against me that "
    "doesn't count, at `level:easy` if you like; it also works in a direct message with me. "
    "`/rules game:{name}` has all the rules with pictures."
)


def heading(title: str, number: int, count: int, *, was_finished: bool) -> str:
    """Return a position's place in a game, with a mark if its reader has done them all."""
    head = _("## {game}: position {number} of {count}", game=title, number=number, count=count)
    return f"{head} ✅" if was_finished else head


def answer(head: str, typed: str, text: str) -> str:
    """Put a reply below the typed text and the position's task or heading."""
    # No move has a backtick, and one would end the quotation.
    quoted = shortened(" / ".join(typed.replace("`", "'").split("\n")), LONGEST_TYPED)
    you_typed = _("You typed: `{text}`", text=quoted or " ")
    return shortened(f"{head}\n{you_typed}\n{text}", LONGEST_MESSAGE)


def hint(notation: str, example: str) -> str:
    """Explain how to type the action asked for."""
    text = _("💡 Type {notation}", notation=notation)
    if not example:
        return text
    fits = _("Here, `{example}` does it.", example=example)
    return f"{text}\n{fits}"
