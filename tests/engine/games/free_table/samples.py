"""What the tests of all games try at a free table."""

from collections.abc import Mapping
from random import Random
from typing import Final

from engine.games.free_table.rules import FreeTable
from tests.engine.samples import Options, Samples

_ORDERS: Final = ("turns", "judged", "rounds")
_LATE: Final = ("host", "pass", "lose")


def _draw_options(dice: Random) -> Options:
    return {
        "board": dice.choice(("none", "3x3", "8x8", "20x20")),
        "order": dice.choice(_ORDERS),
        "late": dice.choice(_LATE),
        "setup": dice.choice(("", "pot=3 ec chips=0", "deck cards / deal 2 ec / deal 3")),
    }


SAMPLES: Mapping[str, Samples] = {
    FreeTable.name: Samples(
        texts=("B2 B2", "!pot=3", "!roll 2d6", "E4=X / E4=-", "E4 E5 E6", "Z9", "!wow", "!open 1"),
        options=(
            {"board": "9x9", "late": "lose", "setup": "deck 1..9 / deal 1 / roll 1d6"},
            {"board": "4x5", "late": "pass", "first": "dmo"},
        ),
        draw_options=_draw_options,
        length=40,
    )
}
