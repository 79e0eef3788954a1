"""The graph of a match: the EC's chance over the moves, and the time used under it."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from engine.opponents.analysis import Analysis
from engine.seats import Seat
from rendering.canvas import ONE_BOARD
from rendering.chances import (
    CHANCES,
    COLORS,
    LEFT,
    RIGHT,
    TAG,
    TIMES,
    WIDTH,
    _spread,
    picture,
)
from rendering.themes import Theme
from tests.rendering.lines import analysis

DARK = COLORS[Theme.DARK]


def painted(of: Analysis) -> Image.Image:
    return Image.open(BytesIO(picture(of).png)).convert("RGB")


@pytest.mark.parametrize("chance", [0.2, 0.5, 0.8])
def test_the_ecs_field_reaches_as_high_as_their_chance(chance: float):
    image = painted(analysis([chance] * 9))
    column = [image.getpixel((WIDTH // 2 + 40, y)) for y in range(*CHANCES)]
    share = column.count(DARK.fields[Seat.EC]) / len(column)
    assert share == pytest.approx(chance, abs=0.04)
    assert column.count(DARK.fields[Seat.DMO]) / len(column) == pytest.approx(1 - chance, abs=0.04)


def test_time_of_the_ec_is_above_the_line_and_that_of_the_dmo_below():
    image = painted(analysis([0.5] * 9))
    middle = sum(TIMES) // 2
    colors = {
        half: {image.getpixel((x, y)) for x in range(LEFT, RIGHT) for y in rows}
        for half, rows in (
            ("above", range(TIMES[0], middle - 3)),
            ("below", range(middle + 3, TIMES[1])),
        )
    }
    assert DARK.bars[Seat.EC] in colors["above"] - colors["below"]
    assert DARK.bars[Seat.DMO] in colors["below"] - colors["above"]


def test_without_clocks_there_is_no_time_to_show():
    timed, untimed = (painted(analysis([0.5] * 9, timed=each)) for each in (True, False))
    assert untimed.height < timed.height


def test_only_turning_points_are_golden():
    has_gold = [
        DARK.mark in {color for _, color in painted(analysis(chances)).getcolors(999) or ()}
        for chances in ([0.5, 0.5, 0.5], [0.5, 0.1, 0.1])
    ]
    assert has_gold == [False, True]


@pytest.mark.parametrize("count", [1, 2, 60, 1000])
def test_a_match_of_any_length_fits(count: int):
    chances = [(0.1, 0.9, 0.5)[number % 3] for number in range(count)]
    image = picture(analysis(chances))
    assert image.name == "chances"
    assert len(image.png) <= ONE_BOARD
    assert Image.open(BytesIO(image.png)).width == WIDTH


@pytest.mark.parametrize(
    "wanted", [[100.0, 300.0], [100.0, 101.0, 102.0], [RIGHT, RIGHT, RIGHT], [LEFT, LEFT, RIGHT]]
)
def test_tags_never_cover_each_other_nor_leave_the_picture(wanted: list[float]):
    places = _spread(wanted)
    assert all(after - before >= TAG[0] for before, after in pairwise(places))
    assert places[0] >= TAG[0] / 2
    assert places[-1] <= RIGHT - TAG[0] / 2


def test_tags_with_room_stand_where_they_are_wanted():
    assert _spread([100.0, 300.0]) == [100.0, 300.0]
