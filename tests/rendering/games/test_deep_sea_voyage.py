"""The boards of Deep Sea Voyage: which a post shows, how large they are, and their colours."""

from dataclasses import replace

import pytest

from engine.game import CONCEDED, Outcome
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Phase
from engine.seats import SEATS, Seat
from rendering import deep_sea_voyage as painter
from tests.rendering.positions.deep_sea_voyage import (
    LATER,
    OVER,
    PLACING,
    SECRET,
    T,
    sea_of,
    view_of,
)

EC = Seat.EC
CHANGES = (T, sea_of(1), replace(LATER, number=3))
LAST = view_of(
    *(sea_of(number, closed=None if number == 2 else Closing.NOTHING_FITS) for number in (1, 2, 3)),
    phase=Phase.LAST,
    picks=((EC, 2),),
)


@pytest.mark.parametrize(
    ("view", "numbers"),
    [
        *((view_of(phase=phase), "123") for phase in (Phase.PREGAME, Phase.PICK, Phase.ROUTES)),
        (view_of(phase=Phase.PICK, picks=((EC, 2),)), "123"),
        (view_of(phase=Phase.PICK, latest=CHANGES), "123"),
        (OVER, "123"),
        (PLACING, "13"),
        *((replace(PLACING, viewer=seat, submissions=(SECRET,)), "13") for seat in SEATS),
        (replace(PLACING, outcome=Outcome(EC, CONCEDED)), "123"),
        (LAST, "2"),
        (replace(LAST, latest=(replace(T, number=2),)), "2"),
        (replace(LAST, latest=CHANGES), "123"),
    ],
)
def test_a_post_shows_all_boards_or_in_a_round_those_in_play_and_those_just_changed(view, numbers):
    assert [picture.name for picture in painter.pictures(view)] == [
        f"board-{number}" for number in numbers
    ]


def test_the_board_of_an_own_secret_is_the_foremost():
    assert painter.foremost(replace(PLACING, viewer=EC, submissions=(SECRET,))) == "1"
