"""Samples of A Battle of Fire and Ice for the tests of all games."""

from collections.abc import Mapping

from engine.games.fire_and_ice.rules import FireAndIce
from tests.games.common.samples import Samples

SAMPLES: Mapping[str, Samples] = {
    FireAndIce.name: Samples(
        texts=(
            *("e6e7", "E6-E7", "A1 A2", "E9 E10", "D4 D5", "E5 E6", "E6 red E7", "Z9 A0"),
            *("A1 A9", "E4 E5", "E6"),
        ),
        options=({}, {"first": "dmo", "takeback": "0"}),
    )
}
