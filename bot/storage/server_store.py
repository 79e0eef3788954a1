"""Stores what belongs to servers: hosts, defaults, presets, private channels, rooms, seasons."""

from functools import partial

from bot.card import NO_STAKES, Stakes
from bot.storage.access import Access
from bot.storage.tables.practice import close_practice_room, open_practice_room, read_practice_rooms
from bot.storage.tables.records import LoadedMatch, Preset, ServerDefaults, StoredSeason
from bot.storage.tables.seasons import end_season, read_finished, read_seasons, start_season
from bot.storage.tables.servers import (
    delete_preset,
    put_defaults,
    put_host_role,
    put_preset,
    put_private_channel,
    read_defaults,
    read_host_roles,
    read_presets,
    read_private_channels,
)


class ServerStore:
    """What is kept of servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_host_role(self, guild_id: int, role_id: int) -> None:
        """Make everyone with a role a host on a server.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: put_host_role(connection, guild_id, role_id))

    async def host_roles(self) -> dict[int, int]:
        """The role whose members are hosts, by the server."""
        return await self._access.read(read_host_roles)

    async def put_server_defaults(self, guild_id: int, defaults: ServerDefaults) -> None:
        """Set how matches on a server begin where a start command does not say.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: put_defaults(connection, guild_id, defaults))

    async def server_defaults(self, guild_id: int) -> ServerDefaults:
        """How matches on a server begin where a start command does not say."""
        return await self._access.read(lambda connection: read_defaults(connection, guild_id))

    async def put_preset(self, guild_id: int, preset: Preset) -> bool:
        """Store a preset in place of the one of its name; return whether there was room for it.

        Raises:
            NotStored: The database cannot store it right now.
        """
        return await self._access.promptly(
            lambda connection: put_preset(connection, guild_id, preset)
        )

    async def delete_preset(self, guild_id: int, name: str) -> bool:
        """Delete a preset; return whether there was one.

        Raises:
            NotStored: The database cannot store it right now.
        """
        return await self._access.promptly(
            lambda connection: delete_preset(connection, guild_id, name)
        )

    async def presets(self, guild_id: int) -> tuple[Preset, ...]:
        """A server's presets by their names."""
        return await self._access.read(lambda connection: read_presets(connection, guild_id))

    async def put_private_channel(
        self, guild_id: int, user_id: int, channel_id: int | None
    ) -> bool:
        """Give a player a private channel, or take it back; return False if it is somebody else's.

        Raises:
            NotStored: The database cannot store it right now.
        """
        put = partial(
            put_private_channel, guild_id=guild_id, user_id=user_id, channel_id=channel_id
        )
        return await self._access.promptly(put)

    async def private_channels(self, guild_id: int) -> dict[int, int]:
        """The private channels on a server, by their players."""
        return await self._access.read(partial(read_private_channels, guild_id=guild_id))

    async def open_practice_room(self, guild_id: int, room_id: int) -> None:
        """Open a room for practice.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(
            lambda connection: open_practice_room(connection, guild_id, room_id)
        )

    async def close_practice_room(self, room_id: int) -> None:
        """Open a room for practice no longer.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: close_practice_room(connection, room_id))

    async def practice_rooms(self, guild_id: int) -> tuple[int, ...]:
        """The rooms of a server that are open for practice."""
        return await self._access.read(lambda connection: read_practice_rooms(connection, guild_id))

    async def start_season(
        self, guild_id: int, title: str, began_ms: int, stakes: Stakes = NO_STAKES
    ) -> bool:
        """Let a season begin on a server; return whether it did, since only one runs at a time.

        Raises:
            NotStored: The database cannot store it right now.
        """
        return await self._access.promptly(
            lambda connection: start_season(connection, guild_id, title, began_ms, stakes)
        )

    async def end_season(self, guild_id: int, ended_ms: int) -> StoredSeason | None:
        """Let the season that runs on a server end; return it, or None if none runs.

        Raises:
            NotStored: The database cannot store it right now.
        """
        return await self._access.promptly(
            partial(end_season, guild_id=guild_id, ended_ms=ended_ms)
        )

    async def seasons(self, guild_id: int) -> tuple[StoredSeason, ...]:
        """The seasons of a server, oldest first."""
        return await self._access.read(partial(read_seasons, guild_id=guild_id))

    async def stakes(self, guild_id: int, began_ms: int) -> Stakes:
        """What a match that begins at an instant is for, if it belongs to a season."""
        seasons = await self.seasons(guild_id)
        return next((each.stakes for each in seasons if each.has(guild_id, began_ms)), NO_STAKES)

    async def finished_matches(self, guild_id: int, since_ms: int) -> list[LoadedMatch]:
        """The matches of a server that are over and began at an instant or later."""
        return await self._access.read(partial(read_finished, guild_id=guild_id, since_ms=since_ms))
