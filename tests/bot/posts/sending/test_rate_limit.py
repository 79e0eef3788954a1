"""The limit on all requests: below Discord's in every second, the most urgent first."""

import asyncio
from math import inf

import pytest

from bot.posts.sending.requests import (
    AT_ONCE,
    MAX_REQUESTS,
    REPORTS_WAIT_SECONDS,
    WINDOW_SECONDS,
    RateLimiter,
    Request,
    RequestGuard,
)
from bot.values.post import Urgency
from tests.helpers.clocks.leaping_loop import leaping

SECONDS_EACH = WINDOW_SECONDS / MAX_REQUESTS
"""Time between requests that are not urgent."""


async def leave(limiter: RateLimiter, urgency: Urgency, seconds_to_connect: float = 0) -> float:
    """Return when a request leaves that has to wait for a permit and for a connection."""
    permit = limiter.ask(urgency)
    await permit.granted
    permit.left_at = inf
    if seconds_to_connect:
        await asyncio.sleep(seconds_to_connect)
    limiter.leaves(permit)
    return permit.left_at


async def times_of(limiter: RateLimiter, requests: int) -> list[float]:
    """Return when requests leave that all want to leave at once."""
    return await asyncio.gather(*(leave(limiter, Urgency.USUAL) for _ in range(requests)))


def most_in(seconds: float, times: list[float]) -> int:
    """Return the largest number of times within any span of this many seconds."""
    return max(sum(start <= time < start + seconds for time in times) for start in times)


def most_in_a_second(times: list[float]) -> int:
    return most_in(1, times)


# The rate


def since_start(times: list[float]) -> list[float]:
    return [round(time - times[0], 6) for time in times]


@leaping
async def test_after_a_few_requests_at_once_the_next_are_spaced_evenly():
    times = since_start(await times_of(RateLimiter(), 40))
    spaced = [(number + 1) * SECONDS_EACH for number in range(40 - AT_ONCE)]
    assert times == pytest.approx([0] * AT_ONCE + spaced, abs=1e-5)


@leaping
async def test_a_rest_earns_a_few_requests_at_once_and_no_more():
    limiter = RateLimiter()
    await times_of(limiter, 100)
    await asyncio.sleep(60)
    times = since_start(await times_of(limiter, AT_ONCE + 1))
    assert times[:AT_ONCE] == [0] * AT_ONCE
    assert times[AT_ONCE] > 0


@pytest.mark.parametrize("idle", [0.0, 0.05, 0.5, 3.0])
@leaping
async def test_no_second_sees_more_requests_than_promised(idle: float):
    limiter, times = RateLimiter(), []
    for _ in range(4):
        times += await times_of(limiter, 60)
        await asyncio.sleep(idle)
    assert most_in_a_second(times) <= MAX_REQUESTS


@leaping
async def test_an_event_loop_that_was_held_up_lets_out_no_flood():
    loop = asyncio.get_running_loop()
    loop.call_later(0.5, setattr, loop, "now", loop.time() + 3.5)
    assert most_in_a_second(await times_of(RateLimiter(), 200)) <= MAX_REQUESTS


@pytest.mark.parametrize("urgency", Urgency)
@leaping
async def test_forty_five_requests_a_second_go_out_however_urgent_they_are(urgency: Urgency):
    limiter = RateLimiter()
    times = await asyncio.gather(*(leave(limiter, urgency) for _ in range(1_000)))
    assert times == sorted(times)
    assert most_in_a_second(times) <= MAX_REQUESTS
    assert times[-1] - times[0] < 1_000 / 45


@pytest.mark.parametrize("seconds_to_connect", [0.0, 0.3, 1.0, 3.0])
@leaping
async def test_requests_that_wait_for_a_connection_do_not_leave_in_a_flood(
    seconds_to_connect: float,
):
    limiter = RateLimiter()
    # Later ones find a connection already open.
    connecting = [max(0.0, seconds_to_connect - number / 100) for number in range(1_000)]
    times = await asyncio.gather(*(leave(limiter, Urgency.USUAL, number) for number in connecting))
    assert most_in(WINDOW_SECONDS, times) <= MAX_REQUESTS
    # Only so many can open connections at once; after that none of the rate is wasted.
    assert max(times) - min(times) < 1_000 / 45 + 3 * seconds_to_connect


@leaping
async def test_an_event_loop_held_up_between_permit_and_departure_lets_out_no_flood():
    loop, limiter = asyncio.get_running_loop(), RateLimiter()
    for stall in (0.5, 1.9, 3.0):
        loop.call_later(stall, lambda: setattr(loop, "now", loop.time() + 0.9))
    times = await asyncio.gather(*(leave(limiter, Urgency.USUAL, 0.2) for _ in range(300)))
    assert most_in(WINDOW_SECONDS, times) <= MAX_REQUESTS


@leaping
async def test_a_request_that_fails_before_it_leaves_does_not_count():
    limiter = RateLimiter()
    for _ in range(3 * MAX_REQUESTS):
        permit = limiter.ask(Urgency.TURN)
        await permit.granted
        permit.left_at = inf
        limiter.fails(permit)
    times = since_start([await leave(limiter, Urgency.TURN) for _ in range(MAX_REQUESTS + 1)])
    assert times == pytest.approx([0] * MAX_REQUESTS + [WINDOW_SECONDS])


@leaping
async def test_a_permit_that_nobody_used_for_a_whole_window_is_no_longer_good():
    loop = asyncio.get_running_loop()
    permit = RateLimiter().ask(Urgency.TURN)
    await asyncio.sleep(WINDOW_SECONDS - 0.01)
    assert permit.counts(loop.time())
    await asyncio.sleep(0.02)
    assert not permit.counts(loop.time())
    permit.left_at = inf
    assert permit.counts(loop.time())


# The order


@leaping
async def test_the_most_urgent_goes_first_and_equals_go_in_order_of_arrival():
    limiter, served = await exhausted(), []

    async def request(name: str, urgency: Urgency) -> None:
        await leave(limiter, urgency)
        served.append(name)

    names = ["audience", "practice", "news", "usual", "warning", "last warning", "turn"]
    urgencies = sorted(Urgency, reverse=True)
    asked = [(f"{name} {n}", u) for n in (1, 2) for name, u in zip(names, urgencies, strict=True)]
    await asyncio.gather(*(request(*other_request) for other_request in asked))
    assert served == [f"{name} {number}" for name in reversed(names) for number in (1, 2)]


@leaping
async def test_urgent_requests_go_within_milliseconds_while_usual_ones_wait():
    loop, limiter = asyncio.get_running_loop(), RateLimiter()
    usual = asyncio.create_task(times_of(limiter, 100))
    await asyncio.sleep(1.5)
    begun = loop.time()
    urgent = await asyncio.gather(*(leave(limiter, Urgency.WARNING) for _ in range(5)))
    assert most_in_a_second([*urgent, *await usual]) <= MAX_REQUESTS
    # They come as the window slides on, before all usual ones.
    assert urgent == sorted(urgent)
    assert all(post - begun <= number * SECONDS_EACH for number, post in enumerate(urgent, start=1))


@leaping
async def test_a_request_that_becomes_urgent_while_it_waits_moves_ahead_and_goes_once():
    limiter, served = await exhausted(), []
    permits = {name: limiter.ask(Urgency.WARNING) for name in ("first", "second", "third")}
    for name, permit in permits.items():
        permit.granted.add_done_callback(lambda _, name=name: served.append(name))
    limiter.hasten(permits["third"], Urgency.TURN)
    await asyncio.gather(*(other_permit.granted for other_permit in permits.values()))
    assert len(limiter._window) == 3
    assert served == ["third", "first", "second"]


@leaping
async def test_a_request_cancelled_while_it_waits_uses_no_permit():
    limiter = await exhausted()
    for permit in [limiter.ask(Urgency.TURN) for _ in range(5)]:
        permit.granted.cancel()
    await leave(limiter, Urgency.TURN)
    assert len(limiter._window) == 1


# Reports


async def goes(limiter: RateLimiter, urgency: Urgency, seconds: float) -> bool:
    permit = limiter.ask(urgency)
    await asyncio.sleep(seconds)
    return permit.granted.done()


@leaping
async def test_reports_wait_for_a_room_that_is_to_have_its_answer_and_nothing_else_does():
    limiter = RateLimiter()
    limiter.hold_reports(1)
    limiter.hold_reports(2)
    assert not await goes(limiter, Urgency.REPORT, 0.1)
    assert await goes(limiter, Urgency.USUAL, 0.1)
    limiter.release_reports(1)
    assert not await goes(limiter, Urgency.REPORT, 0.1)
    limiter.release_reports(2)
    assert await goes(limiter, Urgency.REPORT, 0.1)


@leaping
async def test_a_report_waits_no_longer_though_another_room_is_always_to_have_its_answer():
    limiter = RateLimiter()
    limiter.hold_reports(1)
    permit = limiter.ask(Urgency.REPORT)
    await asyncio.sleep(REPORTS_WAIT_SECONDS / 2)
    limiter.hold_reports(2)
    await asyncio.sleep(REPORTS_WAIT_SECONDS / 2 - 0.01)
    assert not permit.granted.done()
    await asyncio.sleep(0.02)
    assert permit.granted.done()


@leaping
async def test_a_request_that_is_worth_it_no_more_takes_nobodys_place():
    limiter, is_wanted = await exhausted(), True
    outdated = [limiter.ask(Urgency.TURN, lambda: is_wanted) for _ in range(MAX_REQUESTS)]
    is_wanted = False
    expected = [limiter.ask(Urgency.TURN) for _ in range(MAX_REQUESTS)]
    await asyncio.sleep(WINDOW_SECONDS / 2)
    assert not any(permit.granted.result() for permit in outdated)
    assert all(request.granted.done() for request in expected)


async def exhausted() -> RateLimiter:
    """Return a limiter whose window is full, and will be empty in an instant."""
    limiter = RateLimiter()
    for _ in range(MAX_REQUESTS):
        await leave(limiter, Urgency.TURN)
    await asyncio.sleep(WINDOW_SECONDS / 2)
    return limiter


# A pause


@pytest.mark.parametrize("is_counted", [True, False])
@leaping
async def test_nothing_leaves_in_a_pause_not_even_with_a_permit_from_before(*, is_counted: bool):
    limiter, loop = RateLimiter(), asyncio.get_running_loop()
    guard = RequestGuard(limiter, Urgency.TURN)
    await guard.take_permit()
    limiter.pause(60)
    limiter.pause(30)
    paused_at = loop.time()
    await guard.request_begins(Request(posts=False, is_counted=is_counted))
    assert loop.time() == pytest.approx(paused_at + 60)
