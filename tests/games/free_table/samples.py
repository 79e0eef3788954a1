"""Samples of the free table for the tests of all games."""

from collections.abc import Mapping
from random import Random
from typing import Final

from engine.games.free_table.rules import FreeTable
from tests.games.common.samples import Options, Samples
from tests.games.free_table.random_lines import a_hosts_line, a_players_line

_ORDERS: Final = ("turns", "judged", "rounds")
_LATE: Final = ("host", "pass", "lose")
_SETUPS: Final = (
    *("", "", "pot=3 ec chips=0", "roll 2d6 / next dmo secret 20", "next both", "clear"),
    *("deck cards / deal 2 ec / deal 3", "deck 1..9 / deal 2 dmo / roll 1d6 ec"),
    "deck 1..60 / deal 58 ec",
)
_SETUP_WITH_BOARD: Final = "ec A1=K B1 / dmo C3 / chips=9"


def _draw_options(dice: Random) -> Options:
    board = dice.choice(("none", "3x3", "3x3", "3x3", "8x8", "20x20"))
    setups = _SETUPS if board == "none" else (*_SETUPS, *(_SETUP_WITH_BOARD,) * 4)
    return {
        "board": board,
        "order": dice.choice(_ORDERS),
        "late": dice.choice(_LATE),
        "setup": dice.choice(setups),
    }


SAMPLES: Mapping[str, Samples] = {
    FreeTable.name: Samples(
        texts=("B2 B2", "!pot=3", "!roll 2d6", "E4=X / E4=-", "E4 E5 E6", "Z9", "!wow", "!open 1"),
        options=(
            {"board": "9x9", "late": "lose", "setup": "deck 1..9 / deal 1 / roll 1d6"},
            {"board": "4x5", "late": "pass", "first": "dmo"},
        ),
        draw_options=_draw_options,
        draw_line=a_players_line,
        draw_ruling=a_hosts_line,
        # Actions that are out of phase are read as something else.
        rare=frozenset({"wrong-phase"}),
        length=40,
    )
}
