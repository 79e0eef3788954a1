"""The gardens of Demeter's Anguish: which is shown alone, and how large."""

from dataclasses import replace

import pytest

from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import Seat
from rendering import demeters_anguish as painter
from rendering import every_board
from rendering.themes import Theme
from tests.rendering.positions.demeters_anguish import DMO_GARDEN, EC_GARDEN, START, view_of

DARK = painter.COLORS[Theme.DARK]


def test_a_close_up_shows_the_garden_of_its_seat_alone():
    view, elsewhere = view_of(EC_GARDEN, DMO_GARDEN), view_of(EC_GARDEN)
    before, after = (every_board(DemetersAnguish, each) for each in (view, elsewhere))
    assert [each.name for each in before] == ["ec-garden", "dmo-garden"]
    assert before[0].png == after[0].png
    assert before[1].png != after[1].png


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


def test_on_a_desktop_a_close_up_shows_its_garden_nearly_twice_as_large():
    (both,), alone = painter.pictures(START), painter.close_up(START, Seat.EC)
    pair, large = painter.PAIR(15, colors=DARK), painter.LARGE(15, colors=DARK)
    assert large.cell / alone.image.height > 1.9 * pair.cell / both.image.height
