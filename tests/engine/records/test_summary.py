"""The sums of a match: think times, and changes of the lead."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.records.history import HistoryStep, history
from engine.records.summary import Summary, ThinkTime, lead_changes, summary_of, thinking_in
from engine.seats import SEATS, Seat
from tests.engine.playing import begun as match_of
from tests.engine.playing import entry, fire_and_ice
from tests.engine.records.short import whole
from tests.games.common.samples import EVERY_GAME, usual_game

EC, DMO = Seat.EC, Seat.DMO


def steps_of(game: AnyGame, *lines: str) -> tuple[HistoryStep, ...]:
    return history(match_of(game, by_posts=True), map(entry, lines))


def test_only_moves_in_force_are_thought_about():
    lines = ("dealer @1 posted", "ec @11 E6 E7", "ec @13 takeback", "ec @31 E6 F6", "dealer @36")
    thinking = thinking_in(steps_of(fire_and_ice(first="ec"), *lines))
    assert thinking == {EC: ThinkTime(Seconds(30), Seconds(30), 3), DMO: ThinkTime()}


@pytest.mark.parametrize(
    ("ec", "dmo", "longest"),
    [
        (ThinkTime(), ThinkTime(), None),
        (ThinkTime(Seconds(9), Seconds(5), 1), ThinkTime(), EC),
        (ThinkTime(Seconds(9), Seconds(5), 1), ThinkTime(Seconds(6), Seconds(6), 2), DMO),
        (ThinkTime(Seconds(9), Seconds(5), 3), ThinkTime(Seconds(5), Seconds(5), 2), EC),
    ],
)
def test_the_longest_think_is_of_a_single_move(ec: ThinkTime, dmo: ThinkTime, longest: Seat | None):
    assert Summary({EC: ec, DMO: dmo}, None).longest is longest


class Counted:
    """A step after which so much is counted."""

    def __init__(self, *count: int, counts: bool = True) -> None:
        self.counts = counts
        self.match_after = self.game = self
        self.state = count or None

    @staticmethod
    def tally(state: Any) -> Any:
        return state


@pytest.mark.parametrize(
    ("steps", "changes"),
    [
        ([], None),
        ([Counted()], None),
        ([Counted(0, 0)], 0),
        ([Counted(1, 0), Counted(2, 1)], 0),
        ([Counted(1, 0), Counted(1, 2)], 1),
        ([Counted(1, 0), Counted(1, 1), Counted(2, 1)], 0),
        ([Counted(1, 0), Counted(1, 1), Counted(1, 2), Counted(3, 2)], 2),
        ([Counted(1, 0), Counted(1, 2, counts=False), Counted(2, 0)], 0),
        ([Counted(), Counted(0, 1), Counted(2, 1)], 1),
    ],
)
def test_the_lead_changes_when_the_other_seat_comes_to_lead(steps: Any, changes: int | None):
    assert lead_changes(steps) == changes


def _flowers(position: Any) -> tuple[int, ...]:
    return tuple(position[seat.value].count("*") for seat in SEATS)


def _pieces(position: Any) -> tuple[int, ...] | None:
    if position is None:
        return None
    return tuple(sum(position.count(character) for character in own) for own in ("EWFA", "ewfa"))


def _lives(position: Any) -> tuple[int, ...]:
    return tuple(position["lives"][seat.value] for seat in SEATS)


COUNTS: dict[str, Callable[[Any], tuple[int, ...] | None]] = {
    "fire-and-ice": lambda _: None,
    "compass-collisions": _pieces,
    "demeters-anguish": _flowers,
    "doubting-flower-field": _lives,
    "flower-field": _lives,
}
"""The counts in each game, from the position in a record."""


@pytest.mark.parametrize("name", COUNTS)
def test_what_is_counted_can_be_counted_in_the_public_position(name: str):
    match, steps = whole(name)
    for step in steps:
        state = step.match_after.state
        assert match.game.tally(state) == COUNTS[name](match.game.position(state))


def test_in_deep_sea_voyage_the_count_at_the_end_is_of_the_boards_won():
    match, _ = whole("deep-sea-voyage")
    view, count = match.view(None), match.game.tally(match.state)
    assert count == tuple(view.boards_won(seat) for seat in SEATS)
    assert sum(count) > 0


def test_in_deep_sea_voyage_boards_count_once_the_sides_are_known_and_nobody_leads_at_first():
    game = usual_game("deep-sea-voyage")
    (step,) = steps_of(game, "dealer @1 posted", "dmo @2 empire")
    assert game.tally(step.match_before.state) is None
    assert game.tally(step.match_after.state) == (0, 0)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_match_has_a_summary(name: str):
    summary = summary_of(whole(name)[1])
    assert summary.longest is not None
    assert sum(time.used for time in summary.thinking.values()) > 0
