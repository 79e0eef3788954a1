"""When an interaction is acknowledged: as late as it can be, and as early as it must be."""

import asyncio
from unittest.mock import AsyncMock, Mock

import pytest

from bot.incoming import replies as answers
from bot.incoming.replies import seconds_left, when_done
from tests.bot.fake_clock import BEGAN_MS, FakeClock, snowflake


@pytest.mark.parametrize(
    ("gone_ms", "left"),
    [
        (0, 2.0),
        (500, 1.5),
        (1_900, answers.LEAST_SECONDS),
        # A clock that is not set by Discord's yet.
        (10_000, answers.LEAST_SECONDS),
        (-10_000, 2.0),
    ],
)
def test_what_is_left_of_discords_three_seconds_counts_from_the_sending(gone_ms: int, left: float):
    clock = FakeClock(BEGAN_MS + gone_ms)
    assert seconds_left(clock, snowflake(BEGAN_MS), 2.0) == pytest.approx(left)  # type: ignore[arg-type]


def interaction() -> Mock:
    made = Mock(extras={})
    made.response.defer = AsyncMock()
    return made


async def test_a_command_that_is_done_at_once_is_not_promised_an_answer_before():
    commanded = interaction()
    assert await when_done(commanded, asyncio.sleep(0, "done")) == "done"
    commanded.response.defer.assert_not_awaited()


async def test_a_command_that_takes_a_while_is_promised_an_answer_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(answers, "SOON_SECONDS", 0.0)
    commanded, may_end = interaction(), asyncio.Event()

    async def work() -> str:
        await may_end.wait()
        return "done"

    async def promised(**_: object) -> None:
        may_end.set()

    commanded.response.defer = AsyncMock(side_effect=promised)
    assert await when_done(commanded, work()) == "done"
    commanded.response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)


async def test_what_goes_wrong_with_a_command_is_raised():
    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await when_done(interaction(), fail())
