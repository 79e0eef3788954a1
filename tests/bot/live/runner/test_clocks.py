"""Discord's clock as seen from here, and the timers that wake whoever is due by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.live.services.timers import Timers
from bot.values.discord_time import (
    DISCORD_EPOCH_MS,
    DRIFT,
    MOST_UNCERTAIN_MS,
    DiscordClock,
    snowflake_ms,
)
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.helpers.clocks.machine import Machine
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually

# Discord's clock


@pytest.mark.parametrize(
    ("id_", "ms"),
    [
        (0, DISCORD_EPOCH_MS),
        ((1 << 22) - 1, DISCORD_EPOCH_MS),
        (1 << 22, DISCORD_EPOCH_MS + 1),
        (175928847299117063, 1462015105796),
        (snowflake(BEGAN_MS, 4_194_303), BEGAN_MS),
    ],
)
def test_a_snowflake_tells_its_time_to_the_millisecond(id_: int, ms: int):
    assert snowflake_ms(id_) == ms
    assert datetime.fromtimestamp(ms / 1000, UTC) == discord.utils.snowflake_time(id_)


TIMES = st.floats(0, 20_000)
NEWS = st.tuples(st.sampled_from(("post", "request", "event", "passes")), TIMES, TIMES)


@given(news=st.lists(NEWS, max_size=12), drift=st.floats(-DRIFT, DRIFT))
def test_discords_time_always_lies_within_what_is_known(
    news: list[tuple[str, float, float]], drift: float
):
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine(patch, drift=drift)
        machine.request(30, 30)
        for kind, there_ms, back_ms in news:
            if kind == "passes":
                machine.passes(1000 * there_ms)
            else:
                getattr(machine, kind)(there_ms, back_ms)
            behind_ms, ahead_ms = machine.bounds_ms
            assert behind_ms > -0.01
            assert ahead_ms > -0.01 or machine.clock.uncertainty_ms == MOST_UNCERTAIN_MS
            assert machine.clock.heard_ms <= machine.discord_ms


@pytest.mark.parametrize("ahead_ms", [0, 250, 5_000, -30_000, 3_600_000])
@pytest.mark.parametrize(
    ("news", "known_to_ms"),
    [
        ((), MOST_UNCERTAIN_MS),
        # A second by the first answer; the time that it took, by the first post.
        ([("request", 40, 40)], 1_081),
        ([("request", 2_000, 0)], 3_001),
        ([("post", 40, 40)], 82),
        # A slow answer tells its part, and spoils nothing.
        ([("post", 1_500, 0)], 1_502),
        ([("post", 0, 1_500), ("post", 1_500, 0)], 4),
        ([("post", 40, 40), *20 * [("post", 9_000, 9_000)]], 155),
        # An event tells that it is later.
        ([("post", 0, 1_500), ("event", 10, 0)], 13),
    ],
)
def test_each_answer_and_event_narrows_what_is_known_whatever_the_hosts_clock_says(
    monkeypatch: pytest.MonkeyPatch,
    ahead_ms: int,
    news: list[tuple[str, float, float]],
    known_to_ms: int,
):
    machine = Machine(monkeypatch, ahead_ms)
    for kind, there_ms, back_ms in news:
        getattr(machine, kind)(there_ms, back_ms)
    assert machine.clock.uncertainty_ms <= known_to_ms
    told_ms = machine.clock.host_error_ms()
    assert 0 <= (ahead_ms - told_ms) * (1 if ahead_ms >= 0 else -1) <= known_to_ms or not news


def test_after_the_machine_stood_still_the_next_news_count_alone(monkeypatch: pytest.MonkeyPatch):
    machine = Machine(monkeypatch)
    machine.post(40, 40)
    machine.discord_ms += 3_600_000
    machine.event(20, 0)
    assert 0 <= machine.bounds_ms[0] <= 21
    assert machine.clock.uncertainty_ms == MOST_UNCERTAIN_MS
    machine.post(40, 40)
    assert machine.clock.uncertainty_ms <= 82


@pytest.mark.parametrize(
    ("set_ms", "known_to_ms"),
    # A clock that was set makes what was known worthless, which the next answer shows.
    [(0, 90), (-1_500, 1_090), (3_600_000, 1_090)],
)
def test_the_next_process_takes_up_what_was_known_if_nothing_contradicts(
    monkeypatch: pytest.MonkeyPatch, set_ms: int, known_to_ms: int
):
    machine = Machine(monkeypatch, ahead_ms=7_000)
    machine.post(40, 40)
    bounds = machine.clock.bounds()
    assert bounds
    machine.passes(10_000)
    machine.ahead_ms += set_ms
    machine.clock = DiscordClock()
    machine.request(40, 40)
    machine.clock.recall(bounds)
    behind_ms, ahead_ms = machine.bounds_ms
    assert min(behind_ms, ahead_ms) > -0.01
    assert machine.clock.uncertainty_ms <= known_to_ms


@pytest.mark.parametrize("date", ["", "soon", formatdate(BEGAN_MS / 1000 - 1800, usegmt=True)])
def test_a_date_that_is_none_or_that_a_proxy_had_kept_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, date: str
):
    machine = Machine(monkeypatch)
    machine.post(40, 40)
    known = machine.bounds_ms
    machine.clock.observe_date(date, machine.local_ms())
    assert machine.bounds_ms == known


# Timers


class TimersByHand:
    def __init__(self) -> None:
        self.clock = FakeClock(1_000)
        self.woken: list[int] = []
        self.timers = Timers(self.clock, self.woken.append)

    async def at(self, ms: int) -> list[int]:
        """Return the matches woken by an instant, and not before."""
        self.clock.ms = ms
        # Timers sleep by real time; a change makes them look at the clock.
        self.timers.set(-1, ms)
        await eventually(lambda: -1 in self.woken)
        self.woken.remove(-1)
        woken, self.woken[:] = list(self.woken), []
        return woken


@pytest.fixture
async def by_hand() -> AsyncIterator[TimersByHand]:
    by_hand = TimersByHand()
    running = asyncio.create_task(by_hand.timers.run())
    yield by_hand
    assert not running.done()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


@pytest.mark.parametrize(
    ("deadlines", "woken"),
    [
        # Each is woken when it is due, and once.
        (
            [(3, 30_000), (1, 10_000), (2, 20_000)],
            {9_999: [], 10_000: [1], 19_999: [], 50_000: [2, 3], 90_000: []},
        ),
        # A deadline replaces the one before, and one that was cancelled wakes nobody.
        (
            [(1, 10_000), (1, 20_000), (2, 20_000), (2, 10_000)],
            {10_000: [2], 30_000: [1]},
        ),
        ([(1, 10_000), (1, None), (2, None)], {20_000: []}),
        ([(1, ms) for ms in (10_000, None, 10_000, 20_000, 10_000)], {15_000: [1], 25_000: []}),
    ],
)
async def test_deadlines_that_are_set_moved_or_cancelled_wake_each_match_once(
    by_hand: TimersByHand, deadlines: list[tuple[int, int | None]], woken: dict[int, list[int]]
):
    for match_id, due_ms in deadlines:
        by_hand.timers.set(match_id, due_ms)
    for now_ms, matches in woken.items():
        assert await by_hand.at(now_ms) == matches


async def test_those_who_are_due_at_once_are_woken_in_the_order_of_their_deadlines(
    by_hand: TimersByHand,
):
    due = {match_id: 2_000 + (match_id * 7_919) % 5_000 for match_id in range(2_000)}
    for match_id, due_ms in due.items():
        by_hand.timers.set(match_id, due_ms)
    woken = await by_hand.at(10_000)
    assert sorted(woken) == sorted(due)
    assert [due[match_id] for match_id in woken] == sorted(due.values())


async def test_a_deadline_comes_by_itself_when_its_time_has_come():
    woken = asyncio.Event()
    timers = Timers(DiscordClock(), lambda _: woken.set())
    timers.set(1, DiscordClock().now_ms() + 20)
    running = asyncio.create_task(timers.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        await woken.wait()
    assert timers._due == {}
    running.cancel()


async def test_it_is_told_how_late_somebody_is_woken():
    late = list[float]()
    observer: Any = SimpleNamespace(timer_woke=late.append)
    timers = Timers(FakeClock(1_000), lambda _: None, observer)
    for match_id, due_ms in enumerate((1_000, 750, 5_000)):
        timers.set(match_id, due_ms)
    running = asyncio.create_task(timers.run())
    await eventually(lambda: late == [0.25, 0.0])
    running.cancel()


async def test_whoever_is_woken_may_set_the_next_deadline():
    clock, woken = FakeClock(0), []

    def wake(match_id: int) -> None:
        woken.append(match_id)
        if len(woken) < 3:
            timers.set(match_id, 0)

    timers = Timers(clock, wake)
    timers.set(1, 0)
    running = asyncio.create_task(timers.run())
    await eventually(lambda: woken == [1, 1, 1])
    running.cancel()


async def test_timers_that_are_told_to_stop_as_a_deadline_is_set_stop():
    timers = Timers(FakeClock(0), lambda _: None)
    timers.set(1, 10**9)
    running = asyncio.create_task(timers.run())
    for _ in range(5):
        await asyncio.sleep(0)
    timers.set(2, 10**8)
    running.cancel()
    done, _ = await asyncio.wait({running}, timeout=PATIENCE_SECONDS)
    assert done
    assert running.cancelled()
