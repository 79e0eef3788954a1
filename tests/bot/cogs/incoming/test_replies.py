"""When a command's answer is deferred, and how long an interaction may wait."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from unittest.mock import AsyncMock, Mock

import pytest

from bot.cogs import interactions
from bot.cogs.components import LONGEST_KEEPING_SECONDS, patience_of
from bot.cogs.interactions import (
    MIN_SECONDS,
    SOON_SECONDS,
    defer,
    defer_for_reader,
    follow_up,
    reply,
    seconds_left,
    when_done,
)
from bot.posts.sending.requests import READERS_AT_ONCE, RateLimiter
from tests.bot.cogs.test_permissions import interaction_of
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.helpers.clocks.leaping_loop import leaping

AT_ONCE = 100


@pytest.mark.parametrize(
    ("gone_ms", "left"),
    [
        (0, 2.0),
        (500, 1.5),
        (1_900, interactions.MIN_SECONDS),
        # The clock is not set by Discord's yet.
        (10_000, interactions.MIN_SECONDS),
        (-10_000, 2.0),
    ],
)
def test_the_time_left_counts_from_when_discord_made_the_interaction(gone_ms: int, left: float):
    clock = FakeClock(BEGAN_MS + gone_ms)
    assert seconds_left(clock, snowflake(BEGAN_MS), 2.0) == pytest.approx(left)  # type: ignore[arg-type]


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize(
    "answer", [defer, partial(reply, content="Done."), partial(follow_up, content="Done.")]
)
async def test_an_answer_that_waits_to_be_repeated_as_the_bot_stops_is_given_up(
    answer: Callable[[Mock], Awaitable[object]], *, is_closed: bool
):
    mock, gone = interaction_of(), AsyncMock(side_effect=RuntimeError("Session is closed"))
    mock.response.is_done = Mock(return_value=True)
    mock.client.is_closed = Mock(return_value=is_closed)
    mock.response.defer = mock.edit_original_response = mock.followup.send = gone
    with nullcontext() if is_closed else pytest.raises(RuntimeError):
        await answer(mock)


async def test_a_command_that_is_done_at_once_is_not_deferred():
    value = interaction_of()
    assert await when_done(value, asyncio.sleep(0, "done")) == "done"
    value.response.defer.assert_not_awaited()


async def test_a_command_that_takes_a_while_is_deferred_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(interactions, "SOON_SECONDS", 0.0)
    mock, may_end = interaction_of(), asyncio.Event()

    async def work() -> str:
        await may_end.wait()
        return "done"

    async def deferred(**_: object) -> None:
        may_end.set()

    mock.response.defer = AsyncMock(side_effect=deferred)
    assert await when_done(mock, work()) == "done"
    mock.response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)


@pytest.mark.parametrize(
    ("latency", "gone_ms", "seconds"),
    [
        (0.1, 0, SOON_SECONDS),
        (0.1, 2_000, 0.7),
        (2.0, 0, 0.8),
        (2.0, 300, 0.5),
        (60.0, 0, 0.0),
    ],
)
@leaping
async def test_an_answer_is_deferred_in_time_for_discord_as_slow_as_it_was_last(
    latency: float, gone_ms: int, seconds: float
):
    mock, loop, deferred_at = interaction_of(), asyncio.get_running_loop(), list[float]()
    mock.client.limiter.latency = latency
    mock.client.clock.ms += gone_ms
    mock.response.defer.side_effect = lambda **_: deferred_at.append(loop.time())
    began_at = loop.time()
    assert await when_done(mock, asyncio.sleep(60, "done")) == "done"
    assert deferred_at == pytest.approx([began_at + seconds])


@leaping
async def test_readers_at_once_are_acknowledged_one_after_the_other_and_all_in_time():
    readers, deferred_at = [interaction_of() for _ in range(AT_ONCE)], list[float]()
    limiter, loop = RateLimiter(), asyncio.get_running_loop()
    began_at = loop.time()
    for reader in readers:
        reader.client.limiter = limiter
        reader.response.defer.side_effect = lambda **_: deferred_at.append(loop.time() - began_at)
    await asyncio.gather(*(defer_for_reader(reader) for reader in readers))
    pauses = [later - earlier for earlier, later in pairwise(deferred_at)]
    assert deferred_at[0] == 0
    assert pauses[0] == pytest.approx(SOON_SECONDS / READERS_AT_ONCE)
    assert all(earlier > later > 0 for earlier, later in pairwise(pauses))
    assert deferred_at[-1] < SOON_SECONDS


@pytest.mark.parametrize(
    ("latency", "seconds"), [(0.1, LONGEST_KEEPING_SECONDS), (2.0, 0.8), (60.0, MIN_SECONDS)]
)
async def test_an_input_waits_to_be_stored_for_as_long_as_a_no_would_come_in_time(
    latency: float, seconds: float
):
    mock = interaction_of()
    mock.client.limiter.latency = latency
    assert patience_of(mock) == pytest.approx(seconds)
