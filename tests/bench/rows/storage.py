"""The rows about the database: changes of matches kept a second."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from time import perf_counter

from bot.storage.store import Store
from tests.bench.figures import Figure
from tests.bench.plan import Plan
from tests.bot.cards import card_of
from tests.bot.changes import change, entry, post_of

CHANGES = 600
SAMPLES = 3


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """With one match at a time, and with fifty at once."""
    for matches in (1, 50):
        rates = [await _changes_a_second(matches) for _ in range(SAMPLES)]
        name = f"changes kept in the database, {matches} at once"
        yield Figure.median_of(name, rates, "/s", more_is_better=True)


async def _changes_a_second(matches: int) -> float:
    """Changes of so many matches, each kept before its next one is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/dealer.sqlite")
        ids = [await store.begin(card_of(room_id=room), read_to=0) for room in range(matches)]

        async def keep(match_id: int) -> None:
            for number in range(CHANGES // matches):
                posts = (post_of(match_id, number + 1),)
                more = {"first_number": number, "entries": (entry(number),), "posts": posts}
                await store.commit(change(match_id, **more))

        begun = perf_counter()
        await asyncio.gather(*map(keep, ids))
        spent = perf_counter() - begun
        await store.close()
    return CHANGES // matches * matches / spent
