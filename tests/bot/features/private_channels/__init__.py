"""Tests of private channels, and their answers to tests of the core."""

from bot.features.private_channels.store import PrivateChannelStore
from bot.storage.store import Store
from tests.helpers.rooms.cards import GUILD


async def fill(store: Store, key: int) -> None:
    await PrivateChannelStore(store.access).put(GUILD, key, key)


async def contents_of(store: Store) -> dict[str, object]:
    return {"private_channels": await PrivateChannelStore(store.access).of_server(GUILD)}
