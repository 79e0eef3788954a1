"""Tests of selfplay: whole matches of two opponents, the same for a seed, ready for a record."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import ABORTED, Outcome
from engine.games.fire_and_ice.rules import FireAndIce
from engine.opponents.thinking import Level
from engine.seats import Seat
from tests.engine.opponents.stand_in import opponent_that, put_opponent
from tools.selfplay import series as playing
from tools.selfplay.series import NORMAL_QUANTILE, Played, Series, wilson

EC, DMO = Seat.EC, Seat.DMO
LEVELS = {EC: Level.GREEDY, DMO: Level.RANDOM}
SERIES = Series(FireAndIce, {}, LEVELS, seed=4)
SWAPPING = replace(SERIES, swaps=True)


def played(series: Series, number: int = 1) -> Played:
    return series.play(number, count().__next__)


def test_the_same_seed_and_number_give_the_same_match() -> None:
    match = played(SERIES, 7).match
    assert match.result
    assert played(SERIES, 7).match == match
    assert played(SERIES, 8).match != match != played(replace(SERIES, seed=5), 7).match


def test_the_seat_that_thinks_is_charged_for_it() -> None:
    # The stopwatch says one second more each time it is read.
    over = played(SERIES)
    typed = [entry.speaker.seat for entry in over.match.entries]
    assert over.thoughts == {seat: [1] * typed.count(seat) for seat in (EC, DMO)}


def test_opponents_that_swap_change_seats_in_every_second_match_which_is_dealt_alike() -> None:
    swapped = {EC: Level.RANDOM, DMO: Level.GREEDY}
    assert [SERIES.levels_in(number) for number in (1, 2, 3)] == [LEVELS] * 3
    assert [SWAPPING.levels_in(number) for number in (1, 2, 3)] == [LEVELS, swapped, LEVELS]
    own, shared = (
        [series.game(number).seed for number in range(1, 7)] for series in (SERIES, SWAPPING)
    )
    assert len({*own}) == 6
    assert shared[::2] == shared[1::2] == own[::2]


def test_options_hold_for_every_match_the_seed_too() -> None:
    series = replace(SERIES, options={"seed": 3, "first": DMO})
    assert {series.game(number) for number in (1, 2)} == {FireAndIce(seed=3, first=DMO)}


def test_a_match_that_no_record_could_hold_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_ENTRIES", 10)
    over = played(SERIES)
    assert over.match.result == Outcome(None, ABORTED)
    assert len(over.match.entries) == 10


def test_an_action_that_the_rules_forbid_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(FireAndIce().legal(replace(FireAndIce().begin(), to_move=EC), EC))
    put_opponent(monkeypatch, FireAndIce.folder, opponent_that(lambda game, view, seat: first))
    with pytest.raises(AssertionError, match=r"dmo typed '.*', which is refused: occupied"):
        played(replace(SERIES, options={"first": EC}))


@given(
    st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))
)
def test_the_ends_of_the_interval_are_as_far_from_the_share_as_chance_allows(
    score: tuple[int, int],
) -> None:
    wins, games = score
    for end in wilson(wins, games):
        variance = end * (1 - end) / games
        assert (wins / games - end) ** 2 == pytest.approx(NORMAL_QUANTILE**2 * variance, abs=1e-12)
