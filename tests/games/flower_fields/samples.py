"""Samples of both flower fields for the tests of all games."""

from collections.abc import Mapping
from random import Random

from engine.games.flower_fields.position import Phase
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from tests.games.common.samples import Options, Samples

TEXTS = (
    *("d5r c4b", "D5 red, C4 blue", "doubt", "pass", "C4 D4 E4 D5 / C4 D4 E4 D3", "D5 yellow"),
    *("challenge C4 D4 E4 D5\nC4 D4 E4 D3", "challenge C4 D4 E4 D5 / C4 D4 E4 D5"),
    *("challenge A1 A2 A3 A4 / B1 B2 B3 B4", "challenge C4 D4 E4 D8 / C4 D4 E4 D3"),
    *("challenge C4 D4 E4 F6 / C4 D4 E4 D3", "D8 red", "A1 red", "D5 red, D3 blue", "D5 purple"),
    *("D5 red blue", "D4 red", "challenge A1"),
)


def draw_lives(dice: Random) -> Options:
    """Draw many lives: only then does a field become full."""
    return {"lives": "30"} if dice.random() < 0.3 else {}


SAMPLES: Mapping[str, Samples] = {
    DoubtingFlowerField.name: Samples(
        texts=(*TEXTS, "hide A1 red, A8 blue", "hide D4 red, A1 blue", "hide A1"),
        options=({}, {"lives": "1"}, {"lives": "999", "first": "ec"}),
        draw_options=draw_lives,
    ),
    FlowerField.name: Samples(
        texts=(*TEXTS, "C4 purple", "C4P D5R"),
        options=({}, {"lives": "1", "chain": "on"}, {"lives": "999"}),
        draw_options=draw_lives,
        # The other game of this folder hides flowers, and claims them.
        rare=frozenset({"accept-or-doubt", Phase.HIDING, Phase.ANSWER}),
    ),
}
