"""Samples of Last Cell for the tests of all games."""

from collections.abc import Mapping

from tests.games.common.samples import Samples
from tests.games.template_game.rules import LastCell

SAMPLES: Mapping[str, Samples] = {LastCell.name: Samples(texts=("D1", "B4", "A1 A2"), length=30)}
