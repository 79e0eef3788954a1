"""Stores who follows matches along, and where the boards of rooms are repeated."""

from collections.abc import Mapping

from bot.posts.audience import Follower
from bot.storage.access import Access
from bot.storage.tables.audiences import (
    drop_follower,
    drop_followers_of_ended,
    drop_mirror,
    put_follower,
    put_mirror,
    read_followers,
    read_mirrors,
)


class AudienceStore:
    """The mirror rooms and followers in a database."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def read(self) -> tuple[dict[int, int], Mapping[int, dict[int, Follower]]]:
        """The mirror rooms by their game rooms; followers by their matches and their ids."""
        return await self._access.read(
            lambda connection: (read_mirrors(connection), read_followers(connection))
        )

    async def forget_ended(self) -> None:
        """Forget who followed matches that are over.

        Raises:
            NotStored: The database cannot store that right now.
        """
        await self._access.promptly(drop_followers_of_ended)

    async def put_mirror(self, room_id: int, channel_id: int, *, is_public: bool) -> None:
        """Repeat a room's boards in a channel, which everybody can read if it is public.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(
            lambda connection: put_mirror(connection, room_id, channel_id, is_public=is_public)
        )

    async def drop_mirror(self, room_id: int) -> None:
        """Repeat a room's boards no longer.

        Raises:
            NotStored: The database cannot store that right now.
        """
        await self._access.promptly(lambda connection: drop_mirror(connection, room_id))

    async def put_follower(self, match_id: int, follower: Follower) -> bool:
        """Let somebody follow a match; return False if too many others do.

        Raises:
            NotStored: The database cannot store it right now.
        """
        return await self._access.promptly(
            lambda connection: put_follower(connection, match_id, follower)
        )

    async def drop_follower(self, match_id: int, user_id: int) -> None:
        """Let somebody follow a match no longer.

        Raises:
            NotStored: The database cannot store that right now.
        """
        await self._access.promptly(lambda connection: drop_follower(connection, match_id, user_id))
