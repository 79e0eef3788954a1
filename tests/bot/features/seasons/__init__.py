"""Tests of the seasons, and what the tests of the core ask each feature."""

from bot.features.seasons.store import SeasonStore
from bot.storage.store import Store

FOR_HOSTS = {f"season {name}" for name in ("end", "export", "start")}
FOR_ALL = {f"season {name}" for name in ("results", "standings")}
DAMAGES = tuple(("seasons", column, "abc") for column in ("began_ms", "ended_ms"))
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    await SeasonStore(store.access).start(key, "Spring", 100)


async def contents_of(store: Store) -> dict[str, object]:
    seasons = SeasonStore(store.access)
    return {"seasons": [await seasons.of_server(key) for key in (1, 2)]}
