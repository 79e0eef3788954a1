"""Tests of starting, and its answers to tests of the core."""

from bot.features.starting.store import Preset, StartingStore
from bot.storage.store import Store
from tests.helpers.rooms.cards import GUILD

DAMAGES = (
    ("presets", "game", "chess"),
    *(("presets", "options", value) for value in ("[", "[]", '{"turn": 1}')),
)
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    stored = StartingStore(store.access)
    await stored.put_preset(GUILD, Preset(f"preset {key}", "fire-and-ice", {"turn": "90"}))
    await stored.put_reached(key, 9)


async def contents_of(store: Store) -> dict[str, object]:
    stored = StartingStore(store.access)
    return {
        "presets": await stored.presets(GUILD),
        "reached": [await stored.reached(key) for key in (1, 2)],
    }
