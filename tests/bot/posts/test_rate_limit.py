"""The limit on all requests: below Discord's in every second, the most urgent first."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.posts.post import Urgency
from bot.posts.rate_limit import REQUESTS_A_SECOND, WINDOW_SECONDS, RateLimiter

PROMISED_A_SECOND = 48


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to whatever is due next, so that no test waits."""

    now = 1_000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(work)


async def times_of(limiter: RateLimiter, requests: int) -> list[float]:
    """When requests leave that all want to leave at once."""
    loop, times = asyncio.get_running_loop(), []

    async def request() -> None:
        await limiter.acquire(Urgency.USUAL)
        times.append(loop.time())

    await asyncio.gather(*(request() for _ in range(requests)))
    return times


def most_in(seconds: float, times: list[float]) -> int:
    """The largest number of times within any span of this many seconds."""
    return max(sum(start <= time < start + seconds for time in times) for start in times)


def most_in_a_second(times: list[float]) -> int:
    return most_in(1, times)


# The rate


def test_after_a_burst_requests_are_spaced_evenly():
    times = run(times_of(RateLimiter(10, 3, kept_back=0), 8))
    assert [round(time - 1_000, 6) for time in times] == [0, 0, 0, 0.1, 0.2, 0.3, 0.4, 0.5]


def test_a_rest_earns_one_burst_and_no_more():
    async def rests() -> list[float]:
        limiter = RateLimiter(10, 3, kept_back=0)
        await times_of(limiter, 3)
        await asyncio.sleep(60)
        begun = asyncio.get_running_loop().time()
        return [round(time - begun, 6) for time in await times_of(limiter, 6)]

    assert run(rests()) == [0, 0, 0, 0.1, 0.2, 0.3]


@pytest.mark.parametrize("idle", [0.0, 0.05, 0.5, 3.0])
def test_no_second_sees_more_requests_than_promised(idle: float):
    async def waves() -> list[float]:
        limiter, times = RateLimiter(), []
        for _ in range(4):
            times += await times_of(limiter, 60)
            await asyncio.sleep(idle)
        return times

    assert most_in_a_second(run(waves())) <= PROMISED_A_SECOND


def test_an_event_loop_that_was_held_up_lets_out_no_flood():
    async def held_up() -> list[float]:
        loop, limiter = asyncio.get_running_loop(), RateLimiter()
        loop.call_later(0.5, setattr, loop, "now", loop.time() + 3.5)
        return await times_of(limiter, 200)

    assert most_in_a_second(run(held_up())) <= PROMISED_A_SECOND


def test_a_thousand_requests_take_no_longer_than_the_rate_requires():
    times = run(times_of(RateLimiter(), 1_000))
    assert times == sorted(times)
    assert times[-1] - times[0] == pytest.approx(999 / REQUESTS_A_SECOND, abs=0.1)


@pytest.mark.parametrize("seconds_to_connect", [0.0, 0.3, 1.0, 3.0])
def test_requests_that_wait_for_a_connection_do_not_leave_in_a_flood(seconds_to_connect: float):
    async def leaving() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []

        async def request(number: int) -> None:
            await limiter.acquire(Urgency.USUAL)
            # Later ones find a connection already open.
            await asyncio.sleep(max(0.0, seconds_to_connect - number / 100))
            await limiter.depart()
            times.append(loop.time())

        await asyncio.gather(*(request(number) for number in range(1_000)))
        return times

    times = run(leaving())
    assert len(times) == 1_000
    assert most_in(WINDOW_SECONDS, times) <= PROMISED_A_SECOND
    lasts = times[-1] - times[0]
    assert lasts == pytest.approx(999 / REQUESTS_A_SECOND, abs=seconds_to_connect + 0.1)


def test_an_event_loop_held_up_between_permit_and_departure_lets_out_no_flood():
    async def leaving() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []
        for stall in (0.5, 1.9, 3.0):
            loop.call_later(stall, lambda: setattr(loop, "now", loop.time() + 0.9))

        async def request() -> None:
            await limiter.acquire(Urgency.USUAL)
            await asyncio.sleep(0.2)
            await limiter.depart()
            times.append(loop.time())

        await asyncio.gather(*(request() for _ in range(300)))
        return times

    assert most_in(WINDOW_SECONDS, run(leaving())) <= PROMISED_A_SECOND


def test_a_request_cancelled_before_its_departure_holds_up_no_other():
    async def leaves() -> float:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 2)
        for _ in range(12):
            await limiter.depart()
        impatient = [asyncio.create_task(limiter.depart()) for _ in range(5)]
        await asyncio.sleep(0.5)
        for each in impatient:
            each.cancel()
        await limiter.depart()
        return loop.time() - 1_000

    assert run(leaves()) == pytest.approx(WINDOW_SECONDS)


# The order


def test_the_most_urgent_goes_first_and_equals_go_in_order_of_arrival():
    async def order() -> list[str]:
        limiter, served = RateLimiter(10, 1, kept_back=0), []
        await limiter.acquire(Urgency.USUAL)

        async def request(name: str, urgency: Urgency) -> None:
            await limiter.acquire(urgency)
            served.append(name)

        names = ["usual", "warning", "last warning", "turn"]
        urgencies = sorted(Urgency, reverse=True)
        asked = [
            (f"{name} {n}", u) for n in (1, 2) for name, u in zip(names, urgencies, strict=True)
        ]
        await asyncio.gather(*(request(*each) for each in asked))
        return served

    assert run(order()) == [
        f"{name} {number}"
        for name in ("turn", "last warning", "warning", "usual")
        for number in (1, 2)
    ]


def test_an_urgent_request_goes_at_once_while_usual_ones_wait():
    async def times() -> list[float]:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 5, kept_back=3)
        usual = asyncio.create_task(times_of(limiter, 100))
        await asyncio.sleep(2.01)
        begun = loop.time()
        urgent = [limiter.ask(Urgency.WARNING).granted for _ in range(5)]
        for each in urgent:
            await each
            yet.append(loop.time() - begun)
        assert most_in_a_second(await usual) <= 15
        return yet

    yet: list[float] = []
    # Three were reserved; the others come at the rate, still before all usual ones.
    assert run(times()) == pytest.approx([0, 0, 0, 0.09, 0.19])


@pytest.mark.parametrize("urgency", Urgency)
def test_no_second_sees_more_than_the_rate_and_a_burst(urgency: Urgency):
    async def mixed() -> list[float]:
        loop, limiter, times = asyncio.get_running_loop(), RateLimiter(), []

        async def request(urgency: Urgency) -> None:
            await limiter.acquire(urgency)
            times.append(loop.time())

        async def later() -> None:
            await asyncio.sleep(1.5)
            await asyncio.gather(*(request(urgency) for _ in range(60)))

        await asyncio.gather(later(), *(request(Urgency.USUAL) for _ in range(100)))
        return times

    assert most_in_a_second(run(mixed())) <= PROMISED_A_SECOND


def test_a_request_that_becomes_urgent_while_it_waits_moves_ahead_and_goes_once():
    async def order() -> list[str]:
        limiter, served = RateLimiter(10, 1, kept_back=0), []
        await limiter.acquire(Urgency.USUAL)
        permits = {name: limiter.ask(Urgency.WARNING) for name in ("first", "second", "third")}
        for name, permit in permits.items():
            permit.granted.add_done_callback(lambda _, name=name: served.append(name))
        limiter.hasten(permits["third"], Urgency.TURN)
        begun = asyncio.get_running_loop().time()
        await asyncio.gather(
            *(each.granted for each in permits.values()), limiter.acquire(Urgency.USUAL)
        )
        assert asyncio.get_running_loop().time() - begun == pytest.approx(0.4)
        return served

    assert run(order()) == ["third", "first", "second"]


def test_a_request_cancelled_while_it_waits_uses_no_permit():
    async def leaves() -> float:
        loop, limiter = asyncio.get_running_loop(), RateLimiter(10, 1, kept_back=0)
        await limiter.acquire(Urgency.USUAL)
        impatient = [asyncio.create_task(limiter.acquire(Urgency.TURN)) for _ in range(5)]
        await asyncio.sleep(0.05)
        for each in impatient:
            each.cancel()
        await limiter.acquire(Urgency.USUAL)
        return loop.time() - 1_000

    assert run(leaves()) == pytest.approx(0.1)
