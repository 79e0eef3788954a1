"""Tests of lessons, and their answers to tests of the core."""

from bot.features.lessons.store import TutorialProgress, TutorialStore
from bot.storage.store import Store

GAME = "fire-and-ice"
DAMAGES = tuple(("tutorials", "number", value) for value in ("three", -1))
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    await TutorialStore(store.access).put(key, GAME, TutorialProgress(3))


async def contents_of(store: Store) -> dict[str, object]:
    tutorials = TutorialStore(store.access)
    return {"tutorials": [await tutorials.get(key, GAME) for key in (1, 2)]}
