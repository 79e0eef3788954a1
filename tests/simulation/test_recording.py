"""What is noted of whole matches."""

import pytest

from bot.posts.audience import NOBODY, Audience
from bot.posts.post import Urgency
from tests.offered import PLAYED
from tests.simulation.recording import MIRROR, USUAL, Pace, record

AT_ONCE = Pace(0.1)


@pytest.mark.parametrize("game", PLAYED)
def test_a_match_is_recorded_from_its_opening_to_its_result(game: str):
    recording = record(game, 0, USUAL, NOBODY)
    first, *_, last = recording.happenings
    assert first.opening == 1
    assert first.after == 0
    assert last.opening is None
    assert [each.urgency for each in last.posts] == [Urgency.TURN, Urgency.REPORT]


@pytest.mark.parametrize("game", PLAYED)
def test_nobody_who_acts_at_once_is_reminded_of_the_time(game: str):
    urgencies = {each.urgency for each in record(game, 0, AT_ONCE, NOBODY).posts}
    assert urgencies.isdisjoint({Urgency.WARNING, Urgency.LAST_WARNING})


def test_an_action_without_reminders_takes_two_commits():
    recording = record("flower-field", 0, AT_ONCE, NOBODY)
    assert recording.commits == pytest.approx(2 * recording.actions, rel=0.1)


def test_a_mirror_repeats_every_board_after_the_first():
    recording = record("flower-field", 0, AT_ONCE, Audience(mirror=MIRROR))
    repeated = [each for each in recording.posts if each.audience is not None]
    boards = [each for each in recording.posts if each.urgency is Urgency.TURN]
    assert len(repeated) == len(boards) - 1
    assert all(each.urgency is Urgency.AUDIENCE for each in repeated)


def test_a_mirror_costs_no_commit():
    alone, mirrored = (
        record("flower-field", 0, AT_ONCE, each).commits
        for each in (NOBODY, Audience(mirror=MIRROR))
    )
    assert alone == mirrored
