"""Tests of selfplay: whole matches of two opponents, the same for a seed, ready for a record."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.first_seat import draw_first, settle_first
from engine.game import Outcome, Reason, TakeBack
from engine.games import GAMES
from engine.grids.grid import Cell
from engine.opponents.thinking import Level
from engine.records.record import write_record
from engine.records.referee import referee
from engine.seats import Seat
from tests.engine.opponents.stand_in import opponent_that, put_opponent
from tests.games.template_game import opponent as template_opponent
from tests.games.template_game.rules import LastCell
from tools.selfplay import series as playing
from tools.selfplay.series import NORMAL_QUANTILE, Played, Series, wilson

EC, DMO = Seat.EC, Seat.DMO
LEVELS = {EC: Level.HARD, DMO: Level.RANDOM}


@pytest.fixture(autouse=True)
def opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put Last Cell and the games below among the games that the Dealer plays."""
    for folder in {LastCell.folder, TossedCell.folder}:
        put_opponent(monkeypatch, folder, template_opponent)
    for kind in (LastCell, TossedCell, EndlessCell):
        monkeypatch.setitem(GAMES, kind.name, kind)


class TossedCell(LastCell):
    """The same, but a lot decides who moves after the first cell, and for how long it is held."""

    name: ClassVar[str] = "tossed-cell"

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        return () if state.to_move is None else super().to_act(state)

    def timing(self, state: Any) -> Any:
        return None if state.to_move is None else super().timing(state)

    def take_back_seconds(self, action: Cell) -> Seconds:
        return Seconds(5)

    def act(self, state: Any, seat: Seat, action: Cell | TakeBack) -> Any:
        moved: Any = super().act(state, seat, action)
        return moved if state.taken else replace(moved, to_move=None)

    def draw(self, state: Any, generator: Random) -> str | None:
        return draw_first(generator) if state.to_move is None else None

    def settle(self, state: Any, lot: str) -> Any:
        return replace(state, to_move=settle_first(lot))


class EndlessCell(LastCell):
    """The same, but a cell stays empty, however often it is taken."""

    name: ClassVar[str] = "endless-cell"

    def act(self, state: Any, seat: Seat, action: Cell | TakeBack) -> Any:
        return replace(state, to_move=seat.opponent)


def played(series: Series, number: int = 1) -> Played:
    return series.play(number, count().__next__)


def judged(played: Played) -> list[dict[str, Any]]:
    match = played.match
    return referee(write_record(match.game, {}, match.entries, has_clocks=False))


def test_a_match_is_played_to_its_end() -> None:
    over = played(Series(LastCell, {}, LEVELS))
    assert over.match.result == Outcome(EC, Reason.FULL_BOARD)
    assert over.moves == 9


def test_the_seat_that_thinks_is_charged_for_it() -> None:
    # The stopwatch says one second more each time it is read.
    match = played(Series(LastCell, {}, LEVELS))
    assert match.seconds == {EC: 5, DMO: 4}
    assert match.longest == {EC: 1, DMO: 1}


def test_the_same_seed_and_number_give_the_same_match() -> None:
    series = Series(LastCell, {}, LEVELS, seed=4)
    assert played(series, 7).match == played(series, 7).match
    other_items = [played(series, 8), played(replace(series, seed=5), 7)]
    assert all(other_item.match != played(series, 7).match for other_item in other_items)


def test_opponents_keep_their_seats_unless_they_swap() -> None:
    series = Series(LastCell, {}, LEVELS)
    assert [series.levels_in(number) for number in (1, 2, 3)] == [LEVELS] * 3


def test_opponents_that_swap_change_seats_in_every_second_match() -> None:
    series = Series(LastCell, {}, LEVELS, swaps=True)
    other_items = {EC: Level.RANDOM, DMO: Level.HARD}
    assert [series.levels_in(number) for number in (1, 2, 3)] == [LEVELS, other_items, LEVELS]


def test_both_matches_of_a_swap_are_dealt_alike() -> None:
    series = Series(LastCell, {}, LEVELS, swaps=True)
    seeds = [series.game(number).seed for number in range(1, 7)]
    assert seeds[::2] == seeds[1::2]
    assert len({*seeds}) == 3


def test_every_match_has_a_seed_of_its_own() -> None:
    series = Series(LastCell, {}, LEVELS)
    assert len({series.game(number).seed for number in range(1, 7)}) == 6


def test_options_hold_for_every_match_the_seed_too() -> None:
    series = Series(LastCell, {"seed": 3, "first": DMO}, LEVELS)
    assert {series.game(number) for number in (1, 2)} == {LastCell(seed=3, first=DMO)}


@pytest.mark.parametrize("kind", [LastCell, TossedCell])
def test_the_referee_accepts_every_line_of_its_record(kind: type[LastCell]) -> None:
    over = played(Series(kind, {}, LEVELS))
    *entries, end = judged(over)
    assert {entry["verdict"] for entry in entries} == {"accepted"}
    assert over.match.result
    assert end["result"] == {"winner": over.match.result.winner, "reason": "full-board"}
    assert end["position"] == "***/***/***"


def test_its_record_states_lots() -> None:
    entries = judged(played(Series(TossedCell, {}, LEVELS)))[:-1]
    assert [entry["who"] for entry in entries].count("dealer") == 1


def test_a_match_that_no_record_could_hold_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_ENTRIES", 20)
    over = played(Series(EndlessCell, {}, LEVELS))
    assert over.match.result == Outcome(None, Reason.ABORTED)
    assert len(over.match.entries) == 20


def test_an_action_that_the_rules_forbid_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    always_a1 = opponent_that(lambda game, view, seat: Cell.parse("A1"))
    put_opponent(monkeypatch, LastCell.folder, always_a1)
    with pytest.raises(AssertionError, match="dmo typed 'A1', which is refused: occupied"):
        played(Series(LastCell, {}, LEVELS))


# The interval


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


@given(st.integers(1, 1_000))
def test_the_interval_of_a_loss_mirrors_that_of_a_win(games: int) -> None:
    low, high = wilson(games, games)
    assert wilson(0, games) == pytest.approx((1 - high, 1 - low))
    assert 0 < low < high == pytest.approx(1)
