"""Discord's clock as seen from here, and the timers that wake whoever is due by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.live.services.timers import Timers
from bot.values import discord_time
from bot.values.discord_time import DISCORD_EPOCH_MS, DiscordClock, snowflake_ms
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
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


class Machine:
    """A machine whose local clock differs from Discord's by a fixed offset."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ahead_ms: float) -> None:
        self.discord_ms = float(BEGAN_MS)
        self.ahead_ms = ahead_ms
        monkeypatch.setattr(discord_time, "local_ms", lambda: self.discord_ms + self.ahead_ms)

    def post(self, clock: DiscordClock, there_ms: float, back_ms: float) -> None:
        sent_ms = discord_time.local_ms()
        self.discord_ms += there_ms
        message_id = snowflake(int(self.discord_ms))
        self.discord_ms += back_ms
        clock.observe(message_id, sent_ms, discord_time.local_ms())

    def error_ms(self, clock: DiscordClock) -> float:
        return abs(clock.now_ms() - self.discord_ms)


GOOD, SLOW_THERE, SLOW_BACK = (30, 30), (900, 0), (0, 900)


@pytest.mark.parametrize(
    ("ahead_ms", "posts", "least_ms", "most_ms"),
    [
        # A local clock that is wrong is found out by one post.
        *((ahead_ms, [(40, 40)], 0, 2) for ahead_ms in (0, 250, -250, 40_000, -3_600_000)),
        (5_000, [], 5_000, 5_001),
        # The estimate is off by half a round trip at most.
        (5_000, [(300, 0)], 100, 152),
        # A slow round trip does not spoil a good estimate, and a better post mends a bad one.
        *((7_000, [GOOD, *20 * [slow]], 0, 2) for slow in ((2_000, 0), (0, 2_000), (9_000, 1))),
        (7_000, [GOOD, *100 * [SLOW_THERE]], 0, 2),
        (-7_000, [SLOW_THERE], 400, 1_000),
        (-7_000, [SLOW_THERE, GOOD], 0, 2),
        # A clock that may be right is taken to be right.
        (0, [SLOW_THERE, SLOW_BACK], 0, 1),
    ],
)
def test_the_local_clock_is_put_right_by_what_posts_tell(
    monkeypatch: pytest.MonkeyPatch,
    ahead_ms: float,
    posts: list[tuple[float, float]],
    least_ms: float,
    most_ms: float,
):
    here, clock = Machine(monkeypatch, ahead_ms), DiscordClock()
    for there_ms, back_ms in posts:
        here.post(clock, there_ms, back_ms)
    assert least_ms <= here.error_ms(clock) <= most_ms


def test_a_clock_that_drifts_is_followed_though_posts_grow_slower(
    monkeypatch: pytest.MonkeyPatch,
):
    here, clock = Machine(monkeypatch, 0), DiscordClock()
    here.post(clock, 10, 10)
    here.ahead_ms = 500
    for _ in range(100):
        here.post(clock, 30, 30)
    assert here.error_ms(clock) <= 2


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
