"""Samples of Deep Sea Voyage for the tests of all games."""

from collections.abc import Mapping
from random import Random

from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from tests.games.common.samples import Options, Samples
from tests.games.deep_sea_voyage.positions import CRAMPED_BOARDS, FLOODED, WORKED
from tests.games.referees.drawn.random_sea_charts import STYLES, random_chart
from tests.games.referees.record import rows_of

WORKED_BOARDS = {f"board{number}": WORKED for number in (1, 2, 3)}


def draw_boards(dice: Random) -> Options:
    """Return all three boards: a plain referee knows no way to draw them from a seed."""
    style = dice.choice(sorted(STYLES))
    return {f"board{number}": rows_of(random_chart(dice, style)) for number in (1, 2, 3)}


SAMPLES: Mapping[str, Samples] = {
    DeepSeaVoyage.name: Samples(
        texts=(
            *(
                "T on A13, A12, A11, B12, C12",
                "marauder",
                "board 1",
                "board 2",
                "board 3",
                "empire",
            ),
            *("I A1 A2 A3 A4 A5", "T A1 A2 A3 A4 A5", "A1 A2 A3 A4", "route 1 red A1 A2 A99"),
            *("route 1 red A1 A7 G7", "route 1 red A1 A7 G7 / route 1 white A13 A7 G7"),
            *(f"route {number} {ship} A1 A7" for number in (1, 2, 3) for ship in ("red", "blue")),
            *("board 1 2", "route 1", "empire", "ready"),
        ),
        options=(
            WORKED_BOARDS,
            {**CRAMPED_BOARDS, "first": "ec", "endgame": "automatic"},
            {**WORKED_BOARDS, "board2": FLOODED, "board3": FLOODED, "early": "off"},
        ),
        draw_options=draw_boards,
        unlisted=("route",),
    )
}
