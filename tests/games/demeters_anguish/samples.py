"""Samples of Demeter's Anguish for the tests of all games."""

from collections.abc import Mapping

from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.games.common.samples import Samples

SAMPLES: Mapping[str, Samples] = {
    DemetersAnguish.name: Samples(
        texts=(
            *("flower U G7 H7 I7 G8 I8", "flower U on G7 H7 I7 G8 I8 / rock A1", "demeter: H8"),
            *("rock G9 H9 G10 H10", "hades A1", "agree", "agree", "pass rock", "rock A1 A2"),
            *("flower A1 B2", "flower I A1 A2 A3", "flower U H8", "rock P1", "flower H8 / rock A1"),
            *("flower A1 C1", "rock A1 B1"),
        ),
        options=({}, {"first": "dmo"}),
        length=130,
    )
}
