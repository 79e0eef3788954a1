"""Shards identify one after the other, and those of different keys at once."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.posts.sending.identify_turns import RETRY_SECONDS, IdentifyTurns
from bot.posts.sending.shared_budget import LATE_SECONDS, Lease, NotLent, OwnLender
from bot.posts.sending.slots import Claim, Pace
from tests.leaping_loop import run

DISCORDS_SECONDS = 5.0


async def turn(turns: IdentifyTurns, shard: int, max_concurrency: int) -> float:
    """When a shard has its turn."""
    await turns.wait(shard, max_concurrency)
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize(
    ("shards", "max_concurrency", "rounds"),
    [([0], 1, 1), ([0, 1, 2, 3], 1, 4), ([0, 1, 2, 3], 4, 1), ([0, 1, 4, 16, 20], 16, 2)],
)
@pytest.mark.parametrize("processes", [1, 3])
def test_shards_of_one_key_identify_five_seconds_apart_and_all_others_at_once(
    shards: list[int], max_concurrency: int, rounds: int, processes: int
):
    async def identified() -> list[float]:
        lender = OwnLender()
        turns = [IdentifyTurns(lender) for _ in range(processes)]
        return await asyncio.gather(
            *(turn(turns[each % processes], each, max_concurrency) for each in shards)
        )

    times = run(identified())
    for key in range(max_concurrency):
        of_key = sorted(
            time
            for shard, time in zip(shards, times, strict=True)
            if shard % max_concurrency == key
        )
        assert all(later - one > DISCORDS_SECONDS for one, later in pairwise(of_key))
    assert max(times) - min(times) < rounds * (DISCORDS_SECONDS + 0.5)


class Hitch(OwnLender):
    """Answers only after it has been asked so often, or so late."""

    def __init__(self, unanswered: int = 0, stalls: Sequence[float] = ()) -> None:
        super().__init__()
        self._unanswered = unanswered
        self._stalls = [*stalls]

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        if self._unanswered:
            self._unanswered -= 1
            raise NotLent("nobody answers")
        lease = await super().lease(name, claims, pace)
        if self._stalls:
            await asyncio.sleep(self._stalls.pop())
        return lease


def test_nobody_identifies_who_cannot_learn_whether_they_may():
    async def seconds() -> float:
        began = asyncio.get_running_loop().time()
        return await turn(IdentifyTurns(Hitch(unanswered=3)), 0, 1) - began

    assert run(seconds()) >= 3 * RETRY_SECONDS


def test_a_turn_that_has_passed_meanwhile_is_not_used():
    async def seconds() -> float:
        began = asyncio.get_running_loop().time()
        return await turn(IdentifyTurns(Hitch(stalls=[LATE_SECONDS + 1])), 0, 1) - began

    assert run(seconds()) > DISCORDS_SECONDS
