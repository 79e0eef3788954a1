"""Demeter's Anguish: what decides a tie."""

import pytest

from engine.games.demeters_anguish.position import Tiebreak
from engine.seats import PUBLIC
from tests.games.demeters_anguish.positions import match_of, sizes_planted, state_of


@pytest.mark.parametrize(
    ("ec", "dmo", "tiebreak"),
    [
        ([5, 1], [4, 2], Tiebreak(5, 1, 0)),
        ([4, 2], [3, 3], Tiebreak(4, 1, 0)),
        ([3, 3], [4, 2], Tiebreak(4, 0, 1)),
        ([5, 4, 2, 1], [5, 4, 3], Tiebreak(3, 0, 1)),
        ([5, 5], [5, 5], None),
    ],
)
def test_the_largest_size_of_which_one_has_more_flowers_decides_a_tie(
    ec: list[int], dmo: list[int], tiebreak: Tiebreak | None
):
    match = match_of(state_of(sizes_planted(ec), sizes_planted(dmo)))
    assert match.view(PUBLIC).decided_by == tiebreak
