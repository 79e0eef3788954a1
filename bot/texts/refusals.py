"""Refusals that all games share, by the engine's code."""

from typing import Final

from bot.texts.language import Text

REFUSALS: Final = {
    "not-a-submission": Text("That isn't a move, so I took it as chat."),
    "not-your-turn": Text("It isn't your turn."),
    "paused": Text("The match is paused until `/match resume`."),
    "not-paused": Text("The match isn't paused."),
    "match-over": Text("The match is over."),
    "move-held": Text("I already have your move. To play another one, type `takeback` first."),
    "nothing-held": Text("You have no move to take back."),
    "late-take-back": Text("It isn't your turn, and your move is already final."),
    "too-late": Text(
        "Too late to take that back: you would have run out of time. The move stands."
    ),
    "wrong-phase": Text("You can't do that now: the match is waiting for something else."),
    "nothing-to-undo": Text("There is nothing to undo."),
    "no-reserve": Text("This game has no reserve time."),
    "no-lot-due": Text("Nothing is due to be drawn."),
    "false-lot": Text("That isn't what the seed draws."),
    "wrong-lot": Text("That isn't the draw that is due."),
    "malformed": Text("I can't read that as a move."),
}

UNKNOWN_REFUSAL: Final = Text("The rules don't allow that ({code}). {cells}")
