"""Samples of Five-Card Trick for the tests of all games."""

from collections.abc import Mapping

from engine.games.five_card_trick.rules import FiveCardTrick
from tests.games.common.samples import Samples

SAMPLES: Mapping[str, Samples] = {
    FiveCardTrick.name: Samples(
        texts=(
            *("score grow", "claim, block: steal", "sc+gr", "Score and Block (claim)", "cl bl bl"),
            *("block claim claim", "block block block claim", "score score", "score", "block"),
            *("claim block", "block steal", "s g", "lock", "pass", "first me", "grow steal claim"),
        ),
        options=({}, {"rounds": "3", "overtime": "2", "replays": "1"}),
        # It has no cells, and either seat may always submit.
        rare=frozenset({"off-board", "not-your-turn"}),
    )
}
