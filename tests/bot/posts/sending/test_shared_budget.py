"""Processes that share one pace: together they stay below it, and the most urgent goes first."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.posts.post import Urgency
from bot.posts.sending.rate_limit import MOST_REQUESTS, RateLimiter
from bot.posts.sending.shared_budget import (
    ALONE,
    ALONE_AFTER_SECONDS,
    CLAIMS,
    LATE_SECONDS,
    Lease,
    NotLent,
    OwnLender,
    SharedBudget,
)
from bot.posts.sending.slots import Claim, Pace
from tests.bot.posts.sending.test_rate_limit import leave, most_in_a_second
from tests.leaping_loop import run

SLOWEST_SLOT_SECONDS = CLAIMS[Urgency.USUAL].ahead_ms / 1000 + LATE_SECONDS
"""How long an urgent request waits at most for usual ones of other processes."""


class Server:
    """The log of slots at a distance, of which it may be cut off.

    Attributes:
        slots: All slots that it has granted.
        asked: How often it was asked.
        is_reached: Whether it answers.
    """

    def __init__(self, seconds: float = 0.004) -> None:
        self.slots: list[float] = []
        self.asked = 0
        self.is_reached = True
        self._seconds = seconds
        self._lender = OwnLender()

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        self.asked += 1
        await asyncio.sleep(self._seconds / 2)
        if not self.is_reached:
            raise NotLent("nobody answers")
        lease = await self._lender.lease(name, claims, pace)
        self.slots += lease.slots
        await asyncio.sleep(self._seconds / 2)
        return lease

    def process(self) -> RateLimiter:
        """The limiter of one more process."""
        return RateLimiter(budget=SharedBudget(self))


async def many(limiter: RateLimiter, urgency: Urgency, requests: int) -> list[float]:
    """When requests leave that all want to leave at once."""
    return await asyncio.gather(*(leave(limiter, urgency) for _ in range(requests)))


def merged(times: Sequence[Sequence[float]]) -> list[float]:
    return sorted(time for each in times for time in each)


# The total


@pytest.mark.parametrize("urgency", [Urgency.TURN, Urgency.USUAL, Urgency.AUDIENCE])
@pytest.mark.parametrize("processes", [1, 2, 5])
def test_processes_together_make_forty_five_requests_a_second_and_no_more(
    processes: int, urgency: Urgency
):
    async def leaving() -> list[list[float]]:
        server = Server()
        limiters = [server.process() for _ in range(processes)]
        return await asyncio.gather(*(many(each, urgency, 270 // processes) for each in limiters))

    times = merged(run(leaving()))
    assert most_in_a_second(times) <= MOST_REQUESTS
    assert 270 / 45.1 - 1.1 < times[-1] - times[0] < 270 / 44


def test_what_one_process_does_not_need_the_others_use():
    async def leaving() -> list[float]:
        server = Server()
        busy, *others = (server.process() for _ in range(4))
        for each in others:
            await leave(each, Urgency.USUAL)
        return await many(busy, Urgency.USUAL, 270)

    times = run(leaving())
    assert times[-1] - times[0] < 270 / 44


def test_processes_that_all_want_everything_get_about_as_much():
    async def leaving() -> list[list[float]]:
        server = Server()
        limiters = [server.process() for _ in range(4)]
        return await asyncio.gather(*(many(each, Urgency.USUAL, 100) for each in limiters))

    times = run(leaving())
    began = min(map(min, times))
    shares = [sum(each < began + 5 for each in of_one) for of_one in times]
    assert min(shares) > 225 / 4 / 1.5


def test_nobody_is_asked_while_nothing_waits_and_no_more_often_than_it_takes():
    async def asking() -> list[int]:
        server, asked = Server(), list[int]()
        limiter = server.process()
        for requests in (0, 1, 100):
            before = server.asked
            await many(limiter, Urgency.USUAL, requests)
            await asyncio.sleep(60)
            asked.append(server.asked - before)
        return asked

    nothing, one, hundred = run(asking())
    assert (nothing, one) == (0, 1)
    assert hundred < 100


# What is urgent


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_an_urgent_request_goes_soon_while_every_process_has_a_thousand_usual_ones(processes: int):
    async def waited() -> list[float]:
        loop, server = asyncio.get_running_loop(), Server()
        limiters = [server.process() for _ in range(processes)]
        usual = asyncio.gather(*(many(each, Urgency.USUAL, 1_000) for each in limiters))
        seconds = []
        for number in range(20):
            await asyncio.sleep(0.511)
            asked_at = loop.time()
            seconds.append(await leave(limiters[number % processes], Urgency.TURN) - asked_at)
        usual.cancel()
        return seconds

    assert max(run(waited())) < SLOWEST_SLOT_SECONDS


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (Urgency.TURN, Urgency.LAST_WARNING),
        (Urgency.WARNING, Urgency.USUAL),
        (Urgency.USUAL, Urgency.REPORT),
        (Urgency.USUAL, Urgency.AUDIENCE),
    ],
)
def test_the_more_urgent_go_first_though_another_process_has_the_others(
    first: Urgency, last: Urgency
):
    async def leaving() -> list[list[float]]:
        server = Server()
        return await asyncio.gather(
            many(server.process(), first, 100), many(server.process(), last, 100)
        )

    of_first, of_last = run(leaving())
    assert sum(each < max(of_first) for each in of_last) < 100 / 20


def test_within_a_process_the_most_urgent_takes_the_next_slot_of_them_all():
    async def order() -> list[str]:
        limiter, served = Server().process(), []

        async def request(urgency: Urgency) -> None:
            await leave(limiter, urgency)
            served.append(urgency.name)

        usual = [asyncio.create_task(request(Urgency.USUAL)) for _ in range(4)]
        await asyncio.sleep(0.03)
        await asyncio.gather(request(Urgency.TURN), *usual)
        return served

    assert run(order()) == ["USUAL", "USUAL", "TURN", "USUAL", "USUAL"]


def test_a_report_that_waits_for_a_room_asks_for_no_slot_and_goes_when_it_may():
    async def asking() -> tuple[int, bool]:
        server = Server()
        limiter = server.process()
        limiter.hold_reports(1)
        report = limiter.ask(Urgency.REPORT)
        await asyncio.sleep(1)
        asked = server.asked
        return asked, await report.granted

    assert run(asking()) == (0, True)


# Slots and when requests really leave


@pytest.mark.parametrize("stall", [0.01, 0.5, 3.0])
def test_a_slot_that_passes_unused_is_lost_so_that_nothing_is_bunched(stall: float):
    async def leaving() -> tuple[list[float], list[float]]:
        loop, server = asyncio.get_running_loop(), Server()
        for at in (0.3, 0.9, 4.0):
            loop.call_later(at, lambda: setattr(loop, "now", loop.time() + stall))
        limiters = [server.process() for _ in range(3)]
        times = await asyncio.gather(*(many(each, Urgency.USUAL, 60) for each in limiters))
        return merged(times), server.slots

    times, slots = run(leaving())
    assert len(times) == 180
    assert most_in_a_second(times) <= MOST_REQUESTS + 3
    assert_each_in_a_slot_of_its_own(times, slots)


@pytest.mark.parametrize("seconds", [0.05, 0.4, 2.0])
def test_a_request_that_has_to_connect_first_leaves_in_a_later_slot(seconds: float):
    async def connecting(limiter: RateLimiter, number: int) -> float:
        permit = limiter.ask(Urgency.USUAL)
        await permit.granted
        limiter.begins(permit)
        if number < MOST_REQUESTS + 4:
            await asyncio.sleep(seconds)
        permit = await limiter.in_time(permit, Urgency.USUAL)
        limiter.leaves(permit)
        return permit.left_at

    async def leaving() -> tuple[list[float], list[float]]:
        server = Server()
        limiters = [server.process() for _ in range(2)]
        requests = [connecting(each, number) for number in range(60) for each in limiters]
        return sorted(await asyncio.gather(*requests)), server.slots

    times, slots = run(leaving())
    assert len(times) == 120
    assert_each_in_a_slot_of_its_own(times, slots)


def assert_each_in_a_slot_of_its_own(times: Sequence[float], slots: Sequence[float]) -> None:
    left = sorted(slots)
    for time in times:
        slot = next(each for each in left if each >= time - LATE_SECONDS - 1e-6)
        assert slot <= time + 1e-6
        left.remove(slot)


def test_a_permit_is_good_for_as_long_as_its_slot():
    async def good() -> list[bool]:
        limiter = Server().process()
        permit = limiter.ask(Urgency.TURN)
        await permit.granted
        at_first = limiter.is_good(permit)
        await asyncio.sleep(LATE_SECONDS + 0.01)
        return [at_first, limiter.is_good(permit)]

    assert run(good()) == [True, False]


# When nobody answers


def test_whoever_cannot_learn_what_others_send_sends_little_and_the_most_urgent_of_it():
    async def leaving() -> tuple[list[float], list[float], float]:
        loop, server = asyncio.get_running_loop(), Server()
        server.is_reached = False
        begun = loop.time()
        limiter = server.process()
        usual = asyncio.create_task(many(limiter, Urgency.USUAL, 100))
        urgent = await many(limiter, Urgency.TURN, 12)
        server.is_reached = True
        return urgent, await usual, begun

    urgent, usual, begun = run(leaving())
    assert min(urgent) - begun >= ALONE_AFTER_SECONDS
    assert most_in_a_second(urgent) == ALONE.most
    assert urgent[-1] - begun < ALONE_AFTER_SECONDS + 2 * 12 / ALONE.most
    assert min(usual) > max(urgent)
    assert most_in_a_second(usual) > 40


def test_a_process_that_is_cut_off_stays_below_the_limit_with_all_others():
    async def leaving() -> list[list[float]]:
        server, lost = Server(), Server()
        lost.is_reached = False
        return await asyncio.gather(
            many(server.process(), Urgency.TURN, 300), many(lost.process(), Urgency.TURN, 12)
        )

    assert most_in_a_second(merged(run(leaving()))) <= 49


def test_a_hitch_holds_requests_up_only_for_as_long_as_it_lasts():
    async def leaving() -> list[float]:
        loop, server = asyncio.get_running_loop(), Server()
        loop.call_later(1.0, setattr, server, "is_reached", False)
        loop.call_later(1.5, setattr, server, "is_reached", True)
        return await many(server.process(), Urgency.USUAL, 100)

    times = run(leaving())
    (pause,) = (later - one for one, later in pairwise(times) if later - one > 0.1)
    assert pause < 1.0
