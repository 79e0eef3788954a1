"""The rows about the database: stored changes a second, and their cost, in each kind."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from time import perf_counter, process_time

from bot.storage.store import Store
from tests.helpers.databases.postgres_server import Databases, Server
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import change, entry, post_of
from tools.bench.figures import Figure
from tools.bench.plan import Plan

CHANGES = 600
SAMPLES = 3


async def measure(_plan: Plan) -> AsyncIterator[Figure]:
    """Store for one match at a time, and for fifty at once, on SQLite and on PostgreSQL in turn."""
    with Server.running() as server:
        for matches in (1, 50):
            samples: dict[str, list[tuple[float, float]]] = {"": [], ", on PostgreSQL": []}
            for _ in range(SAMPLES):
                with tempfile.TemporaryDirectory() as folder:
                    on_server = await Databases(server.port).create("template1")
                    urls = (f"sqlite:///{folder}/dealer.sqlite", on_server)
                    for stored, url in zip(samples.values(), urls, strict=True):
                        stored.append(await _kept(url, matches))
            name = f"changes kept in the database, {matches} at once"
            for kind, stored in samples.items():
                rates, costs = zip(*stored, strict=True)
                yield Figure.median_of(f"{name}{kind}", rates, "/s", more_is_better=True)
                yield Figure.median_of(f"{name}{kind}: CPU of the bot for each", costs, "ms")


async def _kept(url: str, matches: int) -> tuple[float, float]:
    """Store matches' changes one by one; return the number a second, and ms of CPU."""
    store = await Store.open(url)
    ids = [await store.begin(card_of(room_id=room), read_through=0) for room in range(matches)]

    async def keep(match_id: int) -> None:
        for number in range(CHANGES // matches):
            posts = (post_of(match_id, number + 1),)
            more = {"first_number": number, "entries": (entry(number),), "posts": posts}
            await store.commit(change(match_id, **more))

    begun, spent_before = perf_counter(), process_time()
    await asyncio.gather(*map(keep, ids))
    seconds, spent = perf_counter() - begun, process_time() - spent_before
    await store.close()
    count = CHANGES // matches * matches
    return count / seconds, spent * 1000 / count
