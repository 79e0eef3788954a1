"""Samples of Five-Card Trick for the tests of all games."""

from collections.abc import Mapping
from random import Random

from engine.games.five_card_trick.rules import FiveCardTrick
from tests.games.common.samples import Options, Samples


def draw_rounds(dice: Random) -> Options:
    """Return few rounds, so that most matches come to their end."""
    return {"rounds": str(dice.randint(1, 9)), "overtime": str(dice.randint(0, 3))}


SAMPLES: Mapping[str, Samples] = {
    FiveCardTrick.name: Samples(
        texts=(
            *(
                "grow: block, steal",
                "claim, block: grow",
                "st+sc",
                "Score and Block (claim)",
                "cl bl bl",
            ),
            *("block claim claim", "block block block claim", "score score", "score", "block"),
            *("claim block", "block steal", "s g", "lock", "pass", "first me", "grow steal claim"),
        ),
        # In long rounds chance says more than one thing.
        options=({"turn": "600"}, {"rounds": "3", "overtime": "2", "replays": "1"}),
        draw_options=draw_rounds,
        # It has no cells, either seat may always submit, and malformed texts have their own codes.
        rare=frozenset({"off-board", "not-your-turn", "malformed"}),
    )
}
