"""Discord's clock as seen from here, and the timekeeper that wakes whoever is due by it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime

import discord
import pytest

from bot import discord_clock
from bot.discord_clock import DISCORD_EPOCH_MS, DiscordClock, snowflake_ms
from bot.matches.timers import Timekeeper
from tests.bot.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.waiting import eventually

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

    def __init__(self, ahead_ms: float) -> None:
        self.discord_ms = float(BEGAN_MS)
        self.ahead_ms = ahead_ms

    def local_ms(self) -> float:
        return self.discord_ms + self.ahead_ms

    def post(self, clock: DiscordClock, there_ms: float, back_ms: float) -> None:
        """Post something that takes its time there and back."""
        sent_ms = clock.local_ms()
        self.discord_ms += there_ms
        message_id = snowflake(int(self.discord_ms))
        self.discord_ms += back_ms
        clock.observe(message_id, sent_ms, clock.local_ms())

    def error_ms(self, clock: DiscordClock) -> float:
        return abs(clock.now_ms() - self.discord_ms)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Machine]:
    def made(ahead_ms: float) -> Machine:
        machine = Machine(ahead_ms)
        monkeypatch.setattr(discord_clock, "_local_ms", machine.local_ms)
        return machine

    return made


@pytest.mark.parametrize("ahead_ms", [0, 250, -250, 40_000, -3_600_000])
def test_a_local_clock_that_is_wrong_is_found_out_by_one_post(
    machine: Callable[[float], Machine], ahead_ms: float
):
    here, clock = machine(ahead_ms), DiscordClock()
    assert here.error_ms(clock) <= abs(ahead_ms) + 1
    here.post(clock, 40, 40)
    assert here.error_ms(clock) <= 2


def test_the_estimate_is_off_by_half_a_round_trip_at_most(machine: Callable[[float], Machine]):
    here, clock = machine(5_000), DiscordClock()
    here.post(clock, 300, 0)
    assert here.error_ms(clock) <= 152


@pytest.mark.parametrize(("there_ms", "back_ms"), [(2_000, 0), (0, 2_000), (9_000, 1)])
def test_a_slow_round_trip_does_not_spoil_a_good_estimate(
    machine: Callable[[float], Machine], there_ms: float, back_ms: float
):
    here, clock = machine(7_000), DiscordClock()
    here.post(clock, 30, 30)
    for _ in range(20):
        here.post(clock, there_ms, back_ms)
    assert here.error_ms(clock) <= 2


def test_a_better_post_mends_a_bad_estimate(machine: Callable[[float], Machine]):
    here, clock = machine(-7_000), DiscordClock()
    here.post(clock, 900, 0)
    assert here.error_ms(clock) > 400
    here.post(clock, 30, 30)
    assert here.error_ms(clock) <= 2


def test_a_clock_that_drifts_is_followed_though_posts_grow_slower(
    machine: Callable[[float], Machine],
):
    here, clock = machine(0), DiscordClock()
    here.post(clock, 10, 10)
    here.ahead_ms = 500
    for _ in range(100):
        here.post(clock, 30, 30)
    assert here.error_ms(clock) <= 2


# The timekeeper


class Keeping:
    """A timekeeper that runs by a fake clock."""

    def __init__(self) -> None:
        self.clock = FakeClock(1_000)
        self.woken: list[int] = []
        self.timekeeper = Timekeeper(self.clock, self.woken.append)

    async def at(self, ms: int) -> list[int]:
        """Who has been woken by an instant, and not before."""
        self.clock.ms = ms
        # The keeper sleeps by real time; a change makes it look at the clock.
        self.timekeeper.set(-1, ms)
        await eventually(lambda: -1 in self.woken)
        self.woken.remove(-1)
        woken, self.woken[:] = list(self.woken), []
        return woken


@pytest.fixture
async def keeping() -> AsyncIterator[Keeping]:
    keeping = Keeping()
    running = asyncio.create_task(keeping.timekeeper.run())
    yield keeping
    assert not running.done()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_each_is_woken_when_it_is_due_and_once(keeping: Keeping):
    for match_id, due_ms in ((3, 30_000), (1, 10_000), (2, 20_000)):
        keeping.timekeeper.set(match_id, due_ms)
    assert await keeping.at(9_999) == []
    assert await keeping.at(10_000) == [1]
    assert await keeping.at(19_999) == []
    assert await keeping.at(50_000) == [2, 3]
    assert await keeping.at(90_000) == []


async def test_those_who_are_due_at_once_are_woken_in_the_order_of_their_deadlines(
    keeping: Keeping,
):
    due = {match_id: 2_000 + (match_id * 7_919) % 5_000 for match_id in range(2_000)}
    for match_id, due_ms in due.items():
        keeping.timekeeper.set(match_id, due_ms)
    woken = await keeping.at(10_000)
    assert sorted(woken) == sorted(due)
    assert [due[match_id] for match_id in woken] == sorted(due.values())


async def test_a_deadline_replaces_the_one_before(keeping: Keeping):
    keeping.timekeeper.set(1, 10_000)
    keeping.timekeeper.set(1, 20_000)
    keeping.timekeeper.set(2, 20_000)
    keeping.timekeeper.set(2, 10_000)
    assert await keeping.at(10_000) == [2]
    assert await keeping.at(30_000) == [1]


async def test_a_deadline_that_was_cancelled_wakes_nobody(keeping: Keeping):
    keeping.timekeeper.set(1, 10_000)
    keeping.timekeeper.set(1, None)
    keeping.timekeeper.set(2, None)
    assert await keeping.at(20_000) == []


async def test_a_deadline_may_be_set_again_after_it_was_cancelled_or_moved(keeping: Keeping):
    for due_ms in (10_000, None, 10_000, 20_000, 10_000):
        keeping.timekeeper.set(1, due_ms)
    assert await keeping.at(15_000) == [1]
    assert await keeping.at(25_000) == []
    keeping.timekeeper.set(1, 10_000)
    await eventually(lambda: keeping.woken == [1])


async def test_a_deadline_in_the_past_wakes_at_once(keeping: Keeping):
    keeping.timekeeper.set(5, -1)
    await eventually(lambda: keeping.woken == [5])


async def test_a_deadline_comes_by_itself_when_its_time_has_come():
    woken = asyncio.Event()
    timekeeper = Timekeeper(DiscordClock(), lambda _: woken.set())
    timekeeper.set(1, DiscordClock().now_ms() + 20)
    running = asyncio.create_task(timekeeper.run())
    async with asyncio.timeout(10):
        await woken.wait()
    assert timekeeper._due == {}
    running.cancel()


async def test_whoever_is_woken_may_set_the_next_deadline():
    clock, woken = FakeClock(0), []

    def wake(match_id: int) -> None:
        woken.append(match_id)
        if len(woken) < 3:
            timekeeper.set(match_id, 0)

    timekeeper = Timekeeper(clock, wake)
    timekeeper.set(1, 0)
    running = asyncio.create_task(timekeeper.run())
    await eventually(lambda: woken == [1, 1, 1])
    running.cancel()


async def test_a_keeper_that_is_told_to_stop_as_a_deadline_is_set_stops():
    timekeeper = Timekeeper(FakeClock(0), lambda _: None)
    timekeeper.set(1, 10**9)
    running = asyncio.create_task(timekeeper.run())
    for _ in range(5):
        await asyncio.sleep(0)
    timekeeper.set(2, 10**8)
    running.cancel()
    done, _ = await asyncio.wait({running}, timeout=10)
    assert done
    assert running.cancelled()
