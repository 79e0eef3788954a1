"""A match's history: what is a step, what it took, what of it was undone or hidden."""

import pytest

from engine.clocks import Seconds
from engine.records.history import HistoryStep, history
from engine.refusals import Refused
from engine.seats import PUBLIC, Seat
from tests.engine.playing import begun as match_of
from tests.engine.playing import entry, fire_and_ice
from tests.engine.records.short import whole
from tests.games.common.samples import EVERY_GAME

HELD = ("dealer @1 posted", "ec @11 E6 E7", "dealer @16", "dealer @17 posted", "dmo @20 E3 F3")


def steps_of(*lines: str, **options: str) -> tuple[HistoryStep, ...]:
    match = match_of(fire_and_ice(first="ec", **options), by_posts=True)
    return history(match, map(entry, lines))


def told(steps: tuple[HistoryStep, ...]) -> list[tuple[str, str, bool]]:
    return [(step.entry.speaker.value, step.text, step.counts) for step in steps]


def test_posts_and_time_that_changes_nothing_are_no_steps():
    assert told(steps_of(*HELD)) == [("ec", "E6 E7", True), ("dmo", "E3 F3", True)]


def test_a_move_takes_the_time_since_its_turn_was_posted():
    assert [step.seconds for step in steps_of(*HELD)] == [10, 3]


def test_what_was_taken_back_does_not_count_and_its_time_is_the_next_moves():
    steps = steps_of("dealer @1 posted", "ec @11 E6 E7", "ec @13 takeback", "ec @31 E6 F6")
    assert told(steps) == [("ec", "E6 E7", False), ("ec", "takeback", False), ("ec", "E6 F6", True)]
    assert steps[-1].seconds == 30


def test_what_a_host_undoes_does_not_count_and_the_ruling_is_a_step():
    steps = steps_of(*HELD, "dealer @25", "host @30 undo", "dealer @31 posted", "dmo @35 E3 E2")
    assert told(steps) == [
        ("ec", "E6 E7", True),
        ("dmo", "E3 F3", False),
        ("host", "undo", True),
        ("dmo", "E3 E2", True),
    ]
    assert steps[-1].seconds == Seconds(4)


def test_whoever_was_given_a_seat_keeps_it_whatever_is_undone():
    steps = steps_of(*HELD, "dealer @25", "host @28 seat dmo Eve", "host @30 undo")
    assert told(steps)[2:] == [("host", "seat dmo Eve", True), ("host", "undo", True)]


def test_the_step_that_ends_a_game_shows_its_end():
    (step,) = steps_of("dealer @1 posted", "ec @4 concede")
    assert step.public_view.outcome.winner is Seat.DMO
    assert (step.text, step.seats) == ("concede", (Seat.EC,))


def test_an_entry_that_is_refused_is_no_history():
    with pytest.raises(Refused):
        steps_of("ec @4 A1 A9")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_history_ends_where_its_match_does(game: str):
    match, steps = whole(game)
    assert steps[-1].public_view == match.view(PUBLIC)
    assert all(step.seconds is not None and step.seconds >= 0 for step in steps if step.is_move)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_something_is_hidden_at_some_step_just_where_secrets_are_taken(game: str):
    _, steps = whole(game)
    hides = any(hidden != public for public, hidden in (step.views for step in steps))
    takes_some = any(step.game.takes_secrets(step.match_before.state) for step in steps)
    assert hides == any(step.is_secret for step in steps) == takes_some
