"""The rows about the budget that processes share: its total, and what is urgent in one of them."""

import asyncio
from collections.abc import AsyncIterator
from statistics import median

from bot.storage.store import Store
from tests.postgres_server import Databases, connected
from tools.bench.figures import Figure, percentile
from tools.bench.plan import Plan
from tools.bench.processes.spender import Spent, spent
from tools.bench.rows.load import REQUESTS_A_SECOND, most_in_a_second
from tools.bench.rows.storage import running_server

PROCESSES = (1, 2, 4)
SECONDS = 20.0
URGENT_EVERY_SECONDS = 0.37
HELD_A_SECOND = 44.5
MOST_IN_A_SECOND = 49


async def measure(_: Plan) -> AsyncIterator[Figure]:
    """Processes that each want more than all there is, and one with an urgent request at times."""
    with running_server() as server:
        (await connected(server.port)).terminate()
        for processes in PROCESSES:
            url = await Databases(server.port).create("template1")
            await (await Store.open(url)).close()
            busy, urgent = await spending(url, processes, SECONDS)
            for figure in _figures(f"{processes} busy", busy, urgent):
                yield figure


async def spending(url: str, processes: int, seconds: float) -> tuple[list[Spent], Spent]:
    """What so many busy processes have, and one with urgent requests beside them."""
    *busy, urgent = await asyncio.gather(
        *(spent(url, seconds) for _ in range(processes)), spent(url, seconds, URGENT_EVERY_SECONDS)
    )
    return busy, urgent


def _figures(name: str, busy: list[Spent], urgent: Spent) -> list[Figure]:
    left = sorted(at for each in (*busy, urgent) for at in each.left)
    # From when all have begun until the first has all that it wanted.
    since, until = max(each.left[0] for each in busy), min(each.left[-1] for each in busy)
    seconds = [
        sum(since + number <= at < since + number + 1 for at in left)
        for number in range(int(until - since))
    ]
    shares = sorted(len(each.left) for each in busy)
    leases = [each.leases / (each.left[-1] - each.left[0]) for each in busy]
    waited = [1000 * each for each in urgent.waited]
    return [
        Figure.median_of(
            f"requests a second, {name}",
            seconds,
            "/s",
            goal=HELD_A_SECOND,
            more_is_better=True,
            note=f"of {REQUESTS_A_SECOND:.0f}; each had {shares[0]} to {shares[-1]}; "
            f"{median(leases):.0f} leases a second each",
        ),
        Figure(f"most in any second, {name}", most_in_a_second(left), "", goal=MOST_IN_A_SECOND),
        Figure.median_of(f"an urgent request beside {name}", waited, "ms"),
        Figure(f"an urgent request beside {name}, p99", percentile(waited, 99), "ms"),
    ]
