"""Why something was refused: the sentences that all games share."""

from typing import Final

REFUSALS: Final = {
    "not-a-submission": "That is no move; it is taken as conversation.",
    "not-your-turn": "It is not your turn.",
    "paused": "The match is paused. The host resumes it.",
    "not-paused": "The match is not paused.",
    "match-over": "The match is over.",
    "move-held": (
        "Your move is already held. Type `takeback` first if you want another one instead."
    ),
    "nothing-held": "You have no held move to take back.",
    "late-take-back": "It is not your turn, and your move is no longer held: it is final.",
    "too-late": "Too late to take back: your time would have run out meanwhile. The move stands.",
    "wrong-phase": "Not now: that is not what is asked for at this point of the match.",
    "nothing-to-undo": "There is nothing to undo.",
    "no-reserve": "This game has no reserve time.",
    "no-lot-due": "No lot is due.",
    "wrong-lot": "That is not the lot that is due.",
    "malformed": "That cannot be read as a move.",
}

UNKNOWN_REFUSAL: Final = "That is refused ({code}). {cells}"
