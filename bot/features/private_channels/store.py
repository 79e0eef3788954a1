"""The stored private channels of players."""

from operator import itemgetter
from typing import Final

import sqlalchemy as sa

from bot.storage.databases.dialects import put
from bot.storage.tables.schema import METADATA, read_rows
from bot.storage.writer import Access

PRIVATE_CHANNELS: Final = sa.Table(
    "private_channels",
    METADATA,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("channel_id"),
)
"""The channels in which players speak to the Dealer while hosts read along, one for each."""


class PrivateChannelStore:
    """The private channels of all servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put(self, guild_id: int, user_id: int, channel_id: int) -> bool:
        """Set a player's private channel; return False if it is somebody else's."""
        key = {"guild_id": guild_id, "user_id": user_id}
        owner = sa.select(PRIVATE_CHANNELS.c.user_id).filter_by(channel_id=channel_id)

        def put_channel(connection: sa.Connection) -> bool:
            is_free = connection.scalar(owner) in {None, user_id}
            if is_free:
                put(connection, PRIVATE_CHANNELS, key, {"channel_id": channel_id})
            return is_free

        return await self._access.write_once(put_channel)

    async def remove(self, guild_id: int, user_id: int) -> None:
        """Remove a player's private channel."""
        await self._access.delete(PRIVATE_CHANNELS, guild_id=guild_id, user_id=user_id)

    async def of_server(self, guild_id: int) -> dict[int, int]:
        """Return a server's private channels, by player."""
        rows = await self._access.rows(sa.select(PRIVATE_CHANNELS).filter_by(guild_id=guild_id))
        return dict(read_rows(PRIVATE_CHANNELS, rows, itemgetter("user_id", "channel_id")))
