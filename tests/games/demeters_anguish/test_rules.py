"""Demeter's Anguish: how many flowers may be planted, what decides a tie, what is shown last."""

import pytest

from engine.games.demeters_anguish.position import Tiebreak
from engine.seats import PUBLIC
from tests.engine.playing import begun
from tests.games.demeters_anguish.positions import (
    U_CELLS,
    U,
    anguish,
    flowers_that_fit,
    match_of,
    plot,
    say_all,
    sizes_planted,
    state_of,
)

BLOCK = "G9 H9 G10 H10"


@pytest.mark.parametrize(
    ("flowers", "rocks", "count"),
    [([], [], 16058), ([U_CELLS], [], 532), ([U_CELLS], [BLOCK], 451)],
)
def test_how_many_flowers_there_are(flowers: list[str], rocks: list[str], count: int):
    assert len(flowers_that_fit(plot(flowers, rocks))) == count


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


def test_nothing_is_awaited_any_more_where_an_opening_is_shown_at_the_end():
    view = say_all(begun(anguish()), f"ec {U}", "dmo concede").view(PUBLIC)
    assert (view.submitted, view.own, view.to_move, view.missing) == ((), None, None, ())
