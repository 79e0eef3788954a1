"""Why an entry was refused: the sentences that all games share, by the engine's code."""

from typing import Final

REFUSALS: Final = {
    "not-a-submission": "That isn't a move, so I took it as chat.",
    "not-your-turn": "It isn't your turn.",
    "paused": "The match is paused until the host resumes it.",
    "not-paused": "The match isn't paused.",
    "match-over": "The match is over.",
    "move-held": "I already have your move. To play another one, type `takeback` first.",
    "nothing-held": "You have no move to take back.",
    "late-take-back": "It isn't your turn, and your move is already final.",
    "too-late": "Too late to take that back: you would have run out of time. The move stands.",
    "wrong-phase": "Not now: the match isn't waiting for that.",
    "nothing-to-undo": "There is nothing to undo.",
    "no-reserve": "This game has no reserve time.",
    "no-lot-due": "No lot is due.",
    "wrong-lot": "That isn't the lot that is due.",
    "malformed": "I can't read that as a move.",
}

UNKNOWN_REFUSAL: Final = "The rules don't allow that ({code}). {cells}"
