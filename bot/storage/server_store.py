"""The stored facts about servers: hosts, presets, private channels, rooms."""

import json
from operator import itemgetter
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, func, select

from bot.storage.databases.dialects import put
from bot.storage.tables.loading import rows_in
from bot.storage.tables.records import Preset
from bot.storage.tables.schema import (
    HOST_ROLES,
    PRESETS,
    PRIVATE_CHANNELS,
    read_rows,
)
from bot.storage.writer import Access
from engine.games import GAMES

MOST_PRESETS: Final = 25
"""How many presets a server may have; Discord offers no more to choose from."""


class ServerStore:
    """The readable facts about servers; writing methods raise NotStored if the database cannot."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_host_role(self, guild_id: int, role_id: int) -> None:
        """Give everyone with a role a host's rights on a server."""
        key, values = {"guild_id": guild_id}, {"role_id": role_id}
        await self._access.promptly(lambda connection: put(connection, HOST_ROLES, key, values))

    async def host_roles(self) -> dict[int, int]:
        """Return the role of hosts, by server."""
        rows = await self._access.rows(select(HOST_ROLES))
        return dict(read_rows(HOST_ROLES, rows, itemgetter("guild_id", "role_id")))

    async def put_preset(self, guild_id: int, preset: Preset) -> bool:
        """Store a preset, replacing one of its name; return False if there is no room for it."""
        key = {"guild_id": guild_id, "name": preset.name}
        values = {"game": preset.game, "options": dict(preset.options)}
        others = select(func.count()).where(
            PRESETS.c.guild_id == guild_id, PRESETS.c.name != preset.name
        )

        def put_preset(connection: Connection) -> bool:
            has_room = (connection.scalar(others) or 0) < MOST_PRESETS
            if has_room:
                put(connection, PRESETS, key, values)
            return has_room

        return await self._access.promptly(put_preset)

    async def delete_preset(self, guild_id: int, name: str) -> bool:
        """Delete a preset; return whether there was one."""
        named = delete(PRESETS).where(PRESETS.c.guild_id == guild_id, PRESETS.c.name == name)
        return bool(await self._access.promptly(lambda each: each.execute(named).rowcount))

    async def presets(self, guild_id: int) -> tuple[Preset, ...]:
        """Return a server's presets by their names."""
        query = rows_in(PRESETS).where(PRESETS.c.guild_id == guild_id)
        rows = await self._access.rows(query)
        return tuple(sorted(read_rows(PRESETS, rows, _preset), key=lambda each: each.name))

    async def put_private_channel(
        self, guild_id: int, user_id: int, channel_id: int | None
    ) -> bool:
        """Set or remove a player's private channel; return False if it is somebody else's."""
        table, key = PRIVATE_CHANNELS.c, {"guild_id": guild_id, "user_id": user_id}
        theirs = delete(PRIVATE_CHANNELS).filter_by(**key)
        owner = select(table.user_id).where(table.channel_id == channel_id)

        def put_private_channel(connection: Connection) -> bool:
            if channel_id is None:
                connection.execute(theirs)
                return True
            if connection.scalar(owner) not in {None, user_id}:
                return False
            put(connection, PRIVATE_CHANNELS, key, {"channel_id": channel_id})
            return True

        return await self._access.promptly(put_private_channel)

    async def private_channels(self, guild_id: int) -> dict[int, int]:
        """Return a server's private channels, by player."""
        query = select(PRIVATE_CHANNELS).where(PRIVATE_CHANNELS.c.guild_id == guild_id)
        rows = await self._access.rows(query)
        return dict(read_rows(PRIVATE_CHANNELS, rows, itemgetter("user_id", "channel_id")))


def _preset(row: RowMapping) -> Preset:
    options = json.loads(row["options"])
    if row["game"] not in GAMES or not all(isinstance(each, str) for each in options.values()):
        raise ValueError
    return Preset(row["name"], row["game"], options)
