"""The simulation against what arithmetic says, on matches simple enough for it."""

from itertools import count

import pytest

from bot.posts.post import Post, Urgency
from bot.posts.sending.rate_limit import (
    AT_ONCE,
    MOST_REQUESTS,
    REPORTS_WAIT_SECONDS,
    WINDOW_SECONDS,
)
from tests.simulation.outcome import Outcome, Plan
from tests.simulation.recording import Happening, Recording
from tests.simulation.run import simulate

PACE = MOST_REQUESTS / WINDOW_SECONDS
SECONDS = 600


def match(*posts: Post, every: float) -> Recording:
    """One long turn, in which the Dealer says the same again and again."""
    numbers = count(1)

    def said(after: float, *said: Post) -> Happening:
        placed = tuple(Post(**vars(each) | {"sequence": next(numbers)}) for each in said)
        return Happening(after, placed, by_player=True)

    opening = said(0.0, Post("board", opens=True, urgency=Urgency.TURN))
    turn = [said(every * number, *posts) for number in range(1, round(SECONDS / every))]
    end = said(SECONDS, Post("board", opens=True, urgency=Urgency.TURN))
    return Recording("made up", (opening, *turn, end), {}, commits=0)


def of(urgency: Urgency, **more: object) -> Post:
    return Post(urgency.name, urgency=urgency, **more)


def outcome_of(recording: Recording, rooms: int, **plan: float) -> Outcome:
    return simulate([recording], Plan(rooms, settling=5, seconds=30, **plan))


def most_in_a_second(instants: list[float]) -> int:
    return max(sum(at <= each < at + 1 for each in instants) for at in instants)


@pytest.mark.parametrize("urgency", [Urgency.TURN, Urgency.USUAL])
def test_below_the_pace_nothing_waits_that_does_not_come_in_a_crowd(urgency: Urgency):
    outcome = outcome_of(match(of(urgency), every=20.0), rooms=AT_ONCE)
    assert len(outcome.delays(urgency)) == pytest.approx(30 * AT_ONCE / 20, abs=AT_ONCE)
    assert outcome.delays(urgency)[-1] == pytest.approx(0, abs=1e-6)
    assert outcome.waiting == (0, 0)


@pytest.mark.parametrize("rooms", [100, 150, 200])
def test_above_the_pace_the_queue_grows_by_what_is_too_much(rooms: int):
    outcome = outcome_of(match(of(Urgency.USUAL), every=2.0), rooms)
    before, after = outcome.waiting
    assert outcome.rate == pytest.approx(PACE, rel=0.02)
    assert after - before == pytest.approx(30 * (rooms / 2 - PACE), abs=0.02 * 30 * PACE)


def test_no_second_has_more_requests_than_are_allowed():
    outcome = outcome_of(match(of(Urgency.TURN), of(Urgency.USUAL), every=2.0), rooms=100)
    assert most_in_a_second(list(outcome.requests)) <= MOST_REQUESTS


def test_the_urgent_wait_for_nobody_else_however_many_wait():
    outcome = outcome_of(match(of(Urgency.WARNING), every=20.0), rooms=400)
    alone = outcome.delays(Urgency.WARNING)
    crowd = match(of(Urgency.WARNING), of(Urgency.USUAL), of(Urgency.USUAL), every=20.0)
    both = outcome_of(crowd, rooms=400)
    assert both.delays(Urgency.USUAL)[-1] > 1
    # Each may find one other of its own room under way, and one of another room.
    assert both.delays(Urgency.WARNING)[-1] < alone[-1] + 0.5


def test_what_has_expired_is_dropped_and_never_sent():
    late = of(Urgency.LAST_WARNING, expires_ms=500)
    outcome = outcome_of(match(late, every=2.0), rooms=round(2 * PACE) + 3)
    warnings = [each for each in outcome.samples if each.urgency is Urgency.LAST_WARNING]
    sent = [each.delay(outcome.until) for each in warnings if each.left_at is not None]
    assert 0 < len(sent) < len(warnings)
    assert max(sent) <= 0.5 + 1 / PACE


def test_what_is_dropped_takes_no_place_of_what_is_sent():
    late = of(Urgency.LAST_WARNING, expires_ms=500)
    outcome = outcome_of(match(late, every=2.0), rooms=round(3 * PACE))
    assert outcome.dropped(Urgency.LAST_WARNING) > 0.25
    assert outcome.rate == pytest.approx(PACE, rel=0.02)


def test_practice_waits_for_no_answer_of_its_own():
    outcome = outcome_of(match(of(Urgency.TURN), every=20.0), rooms=AT_ONCE, practice=1.0)
    assert outcome.delays(Urgency.PRACTICE)[-1] == pytest.approx(0, abs=1e-6)


def test_a_report_waits_two_seconds_at_most_while_a_room_nearly_always_awaits_its_answer():
    boards = [of(Urgency.TURN)] * 15
    outcome = outcome_of(match(*boards, of(Urgency.REPORT), every=30.0), rooms=50)
    longest = outcome.delays(Urgency.REPORT)[-1] - outcome.delays(Urgency.TURN)[-1]
    assert REPORTS_WAIT_SECONDS < longest < REPORTS_WAIT_SECONDS + 0.5


def test_the_same_seed_gives_the_same_and_another_one_something_else():
    recording = match(of(Urgency.TURN), of(Urgency.USUAL), every=5.0)
    first, again, other = (outcome_of(recording, 50, seed=seed) for seed in (1, 1, 2))
    assert (first.requests, first.samples) == (again.requests, again.samples)
    assert first.requests != other.requests
