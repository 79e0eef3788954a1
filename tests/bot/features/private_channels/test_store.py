from pathlib import Path

from bot.features.private_channels.store import PrivateChannelStore
from bot.storage.store import Store
from tests.helpers.rooms.cards import ADA, BOB, GUILD


async def test_a_private_channel_belongs_to_one_player_and_is_kept(store: Store, database: Path):
    channels = PrivateChannelStore(store.access)
    assert await channels.put(GUILD, ADA, 5)
    assert await channels.put(GUILD, ADA, 6)
    assert not await channels.put(GUILD, BOB, 6)
    assert await channels.put(GUILD, BOB, 5)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    channels = PrivateChannelStore(again.access)
    assert await channels.of_server(GUILD) == {ADA: 6, BOB: 5}
    assert await channels.of_server(GUILD + 1) == {}
    await channels.remove(GUILD, ADA)
    assert await channels.of_server(GUILD) == {BOB: 5}
    await again.close()
