"""Knows who follows which match along, and where the boards of rooms are repeated.

All of it is kept in memory, since every board asks for it; what somebody chooses is stored first.
"""

import logging
from contextlib import suppress

from bot.card import MatchCard
from bot.posts.audience import Audience, Follower
from bot.storage.access import NotStored
from bot.storage.store import Store

log = logging.getLogger(__name__)


class Audiences:
    """The mirror rooms of all game rooms, and the followers of all matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mirrors: dict[int, int] = {}
        self._followers: dict[int, dict[int, Follower]] = {}

    async def start(self) -> None:
        """Read what was chosen earlier, except for matches that are over."""
        try:
            await self._store.audiences.forget_ended()
        except NotStored:
            log.warning("who followed matches that are over is forgotten at the next start")
        await self._load()

    async def _load(self) -> None:
        mirrors, followers = await self._store.audiences.read()
        self._mirrors, self._followers = mirrors, dict(followers)

    def of(self, card: MatchCard) -> Audience:
        """Who follows a match."""
        followers = self._followers.get(card.id, {})
        return Audience(self._mirrors.get(card.room_id), tuple(followers.values()))

    @property
    def is_empty(self) -> bool:
        """Whether nobody follows anything."""
        return not (self._mirrors or self._followers)

    # Mirror rooms

    def mirror_of(self, room_id: int) -> int | None:
        """Where the boards of a room are repeated."""
        return self._mirrors.get(room_id)

    def room_behind(self, channel_id: int) -> int | None:
        """The room whose boards are repeated in a channel."""
        return next((room for room, at in self._mirrors.items() if at == channel_id), None)

    async def open_mirror(self, room_id: int, channel_id: int, *, is_public: bool) -> None:
        """Repeat the boards of a room in a channel, which everybody can read if it is public.

        Raises:
            NotStored: Nothing can be kept just now.
        """
        await self._store.audiences.put_mirror(room_id, channel_id, is_public=is_public)
        await self._load()

    async def close_mirror(self, room_id: int) -> None:
        """Repeat the boards of a room no longer.

        Raises:
            NotStored: Nothing can be kept just now.
        """
        await self._store.audiences.drop_mirror(room_id)
        self._mirrors.pop(room_id, None)

    async def lose_mirror(self, room_id: int) -> None:
        """Repeat the boards of a room no longer, as nothing can be posted there.

        If that cannot be kept just now, the next start finds it out again.
        """
        self._mirrors.pop(room_id, None)
        with suppress(NotStored):
            await self._store.audiences.drop_mirror(room_id)

    # Followers

    async def follow(self, match_id: int, follower: Follower) -> bool:
        """Let somebody follow a match; return False if too many others do.

        Raises:
            NotStored: Nothing can be kept just now.
        """
        is_kept = await self._store.audiences.put_follower(match_id, follower)
        if is_kept:
            self._followers.setdefault(match_id, {})[follower.user_id] = follower
        return is_kept

    async def unfollow(self, match_id: int, user_id: int) -> None:
        """Let somebody follow a match no longer.

        Raises:
            NotStored: Nothing can be kept just now.
        """
        await self._store.audiences.drop_follower(match_id, user_id)
        self._followers.get(match_id, {}).pop(user_id, None)
