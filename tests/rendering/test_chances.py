"""The graph of a match: the EC's chance over the moves, and the time used under it."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from rendering.chances import LEFT, RIGHT, TAG, WIDTH, _spread, picture
from tests.rendering.positions.boards import most_bytes
from tests.rendering.positions.lines import analysis


@pytest.mark.parametrize("count", [1, 2, 60, 1000])
def test_a_match_of_any_length_fits(count: int):
    chances = [(0.1, 0.9, 0.5)[number % 3] for number in range(count)]
    image = picture(analysis(chances))
    assert image.name == "chances"
    assert len(image.png) <= most_bytes(image)
    assert Image.open(BytesIO(image.png)).width == WIDTH


@pytest.mark.parametrize(
    "expected", [[100.0, 300.0], [100.0, 101.0, 102.0], [RIGHT, RIGHT, RIGHT], [LEFT, LEFT, RIGHT]]
)
def test_tags_never_cover_each_other_nor_leave_the_picture(expected: list[float]):
    places = _spread(expected)
    assert all(delay - before >= TAG[0] for before, delay in pairwise(places))
    assert places[0] >= TAG[0] / 2
    assert places[-1] <= RIGHT - TAG[0] / 2


def test_tags_with_room_stand_where_they_are_wanted():
    assert _spread([100.0, 300.0]) == [100.0, 300.0]
