"""A process that wants requests of a shared budget: `python -m tools.bench.processes.spender`.

It tells in JSON when its requests left, by the monotonic clock, which all processes of a machine
have in common, and how long each of them waited.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from sqlalchemy import make_url

from bot.posts.post import Urgency
from bot.posts.sending.rate_limit import RateLimiter
from bot.posts.sending.shared_budget import Lease, SharedBudget
from bot.posts.sending.slots import Claim, Pace
from bot.storage.budget_store import BudgetStore
from bot.storage.databases.postgres import PostgresDatabase
from tests.waiting import PATIENCE_SECONDS

ROOT: Final = Path(__file__).parents[3]
AT_ONCE: Final = 100


@dataclass(frozen=True)
class Spent:
    """What a process had.

    Attributes:
        left: When requests left.
        waited: For how many seconds each of them had waited.
        leases: How often it asked for slots.
    """

    left: list[float]
    waited: list[float]
    leases: int


async def spent(url: str, seconds: float, every: float | None = None) -> Spent:
    """What a process has that wants all there is, or one urgent request every so many seconds."""
    command = [sys.executable, "-m", __name__, url, f"--seconds={seconds}"]
    command += [] if every is None else [f"--every={every}"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(seconds + PATIENCE_SECONDS):
        told, _ = await process.communicate()
    return Spent(**json.loads(told))


class Counting(BudgetStore):
    """Counts how often it is asked."""

    asked = 0

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        """Lend slots, and count that they were asked for."""
        self.asked += 1
        return await super().lease(name, claims, pace)


async def spend(url: str, seconds: float, every: float | None) -> Spent:
    """Spend for some seconds."""
    database = PostgresDatabase(make_url(url))
    store = Counting(database)
    limiter = RateLimiter(budget=SharedBudget(store))
    left, waited, ends = list[float](), list[float](), monotonic() + seconds

    async def leave(urgency: Urgency) -> None:
        asked = monotonic()
        permit = limiter.ask(urgency)
        await permit.granted
        limiter.begins(permit)
        limiter.leaves(permit)
        left.append(monotonic())
        waited.append(left[-1] - asked)

    async def want_all() -> None:
        while monotonic() < ends:
            await leave(Urgency.USUAL)

    async def want_one(every: float) -> None:
        while True:
            await asyncio.sleep(every)
            await leave(Urgency.TURN)
            if monotonic() >= ends:
                return

    if every is None:
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(want_all())
    else:
        await want_one(every)
    await database.close()
    return Spent(left, waited, store.asked)


def main() -> None:
    """Spend, and tell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--every", type=float)
    given = parser.parse_args()
    told = asyncio.run(spend(given.url, given.seconds, given.every))
    sys.stdout.write(json.dumps(asdict(told)))


if __name__ == "__main__":
    main()
