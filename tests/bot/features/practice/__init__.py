"""Tests of practice, and its answers to tests of the core."""

from bot.features.practice.store import PracticeRequest, PracticeStore
from bot.storage.store import Store
from engine.opponents.thinking import Level
from tests.helpers.rooms.cards import EC, GUILD, ROOM

DAMAGES = (
    ("practice_requests", "game", "chess"),
    ("practice_requests", "seat", "host"),
    ("practice_requests", "level", "?"),
)
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    practice = PracticeStore(store.access)
    await practice.open_room(GUILD, key)
    await practice.put_request(
        PracticeRequest(key, "Ada", key, GUILD, ROOM, "fire-and-ice", EC, Level.HARD)
    )


async def contents_of(store: Store) -> dict[str, object]:
    practice = PracticeStore(store.access)
    return {
        "practice_requests": await practice.requests(),
        "practice_rooms": await practice.rooms(GUILD),
    }
