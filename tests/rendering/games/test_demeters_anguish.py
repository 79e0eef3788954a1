"""The gardens of Demeter's Anguish: which is shown alone, and how large."""

from dataclasses import replace

import pytest

from engine.seats import Seat
from rendering import demeters_anguish as painter
from tests.rendering.positions.demeters_anguish import START


@pytest.mark.parametrize(
    ("facts", "board"),
    [
        ({"viewer": Seat.DMO, "to_move": Seat.EC}, Seat.DMO),
        ({"to_move": Seat.DMO}, Seat.DMO),
        ({"to_move": None}, Seat.EC),
    ],
)
def test_the_foremost_garden_is_the_viewers_or_that_of_whose_turn_it_is(facts, board):
    assert painter.foremost(replace(START, **facts)) == board
