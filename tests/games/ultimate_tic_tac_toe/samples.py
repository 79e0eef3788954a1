"""Samples of Ultimate Tic-Tac-Toe for the tests of all games."""

from collections.abc import Mapping

from engine.games.ultimate_tic_tac_toe.rules import UltimateTicTacToe
from tests.games.common.samples import Samples

SAMPLES: Mapping[str, Samples] = {
    UltimateTicTacToe.name: Samples(
        texts=(
            *("e6", "5.8", "5.5", "Board 1, place 9", "board 5 and place 5.", "E5", "J1", "A10"),
            *("E6 5.9", "5 8", "58", "5.0", "board 5", "5.8.", "board 5.8", "first 1.1"),
        ),
        options=({}, {"first": "dmo", "games": "2"}),
        length=300,
    )
}
