"""Demeter's Anguish: how a match ends, and who has won."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.demeters_anguish.notation import Passing
from engine.games.demeters_anguish.position import Tiebreak
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun
from tests.games.demeters_anguish.positions import (
    anguish,
    match_of,
    plain_flowers,
    plain_of,
    say_all,
    sizes_planted,
    state_of,
)

EC, DMO = Seat.EC, Seat.DMO


# A domino lies on C3 and D3; then there is room for a monomino on B2, for nothing, for anything.


@pytest.mark.parametrize(
    ("ec", "dmo", "tiebreak"),
    [
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


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_whole_match_ends_as_the_rules_say(seed: int):
    match = begun(anguish(first="ec"))
    generator = Random(seed)
    passed = 0
    while not match.result:
        seat = match.to_act[0]
        actions = list(match.game.legal(match.state, seat))
        laying = [action for action in actions if not isinstance(action.typed[0], Passing)]
        is_lazy = not laying or generator.random() < 0.1
        match = say_all(
            match, f"{seat} {match.game.write(generator.choice(actions if is_lazy else laying))}"
        )
        passed += is_lazy
    gardens = {seat: plain_of(match.state.plot(seat)) for seat in SEATS}
    fits = any(plain_flowers(garden) for garden in gardens.values())
    assert match.result.reason == ("both-passed" if fits else "no-flower-fits")
    sizes = {seat: [len(flower) for flower in gardens[seat].flowers] for seat in SEATS}
    score = {
        seat: (sum(sizes[seat]), *(sizes[seat].count(size) for size in (5, 4, 3, 2)))
        for seat in SEATS
    }
    assert match.result.winner is (EC if score[EC] > score[DMO] else DMO)
    assert all(len(garden.planted) == sum(map(len, garden.flowers)) for garden in gardens.values())
