"""Samples of Compass Collisions for the tests of all games."""

from collections.abc import Mapping
from random import Random

from engine.games.compass_collisions.rules import CompassCollisions
from tests.games.common.samples import Options, Samples
from tests.games.compass_collisions.positions import ONE_LAYOUT, OTHER_LAYOUT
from tests.games.referees.boards.compass_board import BOARD, written_numbers


def draw_erosion(dice: Random) -> Options:
    """Draw mostly the usual map, or one on which much falls at once, or nothing for long.

    With the latter a match may stall.
    """
    if dice.random() < 0.6:
        return {}
    numbers = dice.choice((range(1, 33), range(24, 32), (27, 31), (18, 19), (9, 10), (1, 2)))
    share = dice.choice((0.1, 0.3, 0.6))
    chosen = {cell: dice.choice(numbers) for cell in BOARD if dice.random() < share}
    return {"erosion": written_numbers(chosen)}


SAMPLES: Mapping[str, Samples] = {
    CompassCollisions.name: Samples(
        texts=(
            ONE_LAYOUT,
            OTHER_LAYOUT.replace(" / ", "\n"),
            "layout E.W.F.A / .EWF. / A.E / WWAAFFA / ..A.. / .E.",
            "layout EWF.... / ..... / ... / WWAAFFA / EEFFA / E..",
            "layout EEWWFFF / EEE.. / ... / WWEWFF. / ..... / ...",
            "layout E.W.F / .EWF. / A.E / WW..FFA / ..A.. / .E.",
            *("take placement", "ec1 north, dmo2 north", "ec1 north", "D2 N 2", "D2 N2", "D2-D4"),
            *("D2 E4", "remove A1", "remove Z9", "E5 E7", "E5 N", "A1 north 2"),
        ),
        options=({}, {"first": "ec", "periods": "0"}),
        draw_options=draw_erosion,
        rare=frozenset({"enemy-between"}),
        length=130,
    )
}
