"""The stored followers of matches, and mirrors of rooms.

All of it is kept in memory, since every board asks for it; changes are stored first.
"""

import logging
from collections import defaultdict
from contextlib import suppress
from operator import itemgetter
from typing import Final

import sqlalchemy as sa

from bot.features.audience.posts import MAX_PINGED, Follower, for_audience
from bot.storage.databases.dialects import put
from bot.storage.tables.schema import MATCHES, METADATA, POSTS, WAITING, read_rows
from bot.storage.writer import Access, StorageUnavailableError
from bot.values.card import MatchCard
from bot.values.post import Post

log = logging.getLogger(__name__)


MIRRORS: Final = sa.Table(
    "mirrors",
    METADATA,
    sa.Column("room_id", sa.BigInteger, primary_key=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("channel_id"),
)
"""The channels in which the boards of rooms are repeated."""

FOLLOWERS: Final = sa.Table(
    "followers",
    METADATA,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("place_id", sa.BigInteger, nullable=False),
    sa.Column("every_turn", sa.Integer, nullable=False),
)
"""Followers of matches, with the channel of their pings, and whether with every turn."""

MAX_FOLLOWERS: Final = 4 * MAX_PINGED
"""Largest number of followers of one match: in five seconds a room takes about so many messages."""


class Audiences:
    """The mirror rooms of all game rooms, and the followers of all matches."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._mirrors: dict[int, int] = {}
        self._followers: dict[int, dict[int, Follower]] = {}

    async def start(self) -> None:
        """Read the stored choices; drop followers of matches that are over and posted."""
        waiting = sa.select(POSTS.c.match_id).filter_by(state=WAITING)
        over = sa.select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None))
        over = over.where(MATCHES.c.id.not_in(waiting))
        forget = sa.delete(FOLLOWERS).where(FOLLOWERS.c.match_id.in_(over))
        try:
            await self._access.write_once(lambda connection: connection.execute(forget))
        except StorageUnavailableError:
            log.warning("who followed matches that are over is forgotten at the next start")
        await self._load()

    async def _load(self) -> None:
        self._mirrors, self._followers = await self._access.read(read_audiences)

    def posts_about(self, card: MatchCard, post: Post, message_id: int) -> tuple[Post, ...]:
        """Return the posts for a match's audience about a board that its room has been shown."""
        mirror, followers = self._mirrors.get(card.room_id), self._followers.get(card.id, {})
        if mirror is None and not followers:
            return ()
        return for_audience(card, mirror, followers.values(), post, message_id)

    # Mirror rooms

    def mirror_of(self, room_id: int) -> int | None:
        """Return the channel that repeats a room's boards."""
        return self._mirrors.get(room_id)

    def room_behind(self, channel_id: int) -> int | None:
        """Return the room whose boards a channel repeats."""
        return next((room for room, at in self._mirrors.items() if at == channel_id), None)

    async def open_mirror(self, room_id: int, channel_id: int, *, is_public: bool) -> None:
        """Repeat a room's boards in a channel from now on.

        If the channel is public, those who follow a match in the room are pinged there.
        """
        here = sa.select(MATCHES.c.id).filter_by(room_id=room_id, reason=None)
        of_room = sa.update(FOLLOWERS).where(FOLLOWERS.c.match_id.in_(here))

        def open_mirror(connection: sa.Connection) -> None:
            put(connection, MIRRORS, {"room_id": room_id}, {"channel_id": channel_id})
            if is_public:
                connection.execute(of_room.values(place_id=channel_id))

        await self._access.write_once(open_mirror)
        await self._load()

    async def close_mirror(self, room_id: int) -> None:
        """Stop repeating a room's boards."""
        await self._access.delete(MIRRORS, room_id=room_id)
        self._mirrors.pop(room_id, None)

    async def lose_mirror(self, room_id: int) -> None:
        """Stop repeating a room's boards, as nothing can be posted there.

        If that cannot be stored just now, the next start finds it out again.
        """
        self._mirrors.pop(room_id, None)
        with suppress(StorageUnavailableError):
            await self.close_mirror(room_id)

    # Followers

    async def follow(self, match_id: int, follower: Follower) -> bool:
        """Let somebody follow a match, or return False if too many others do."""
        key = {"match_id": match_id, "user_id": follower.user_id}
        values = {"place_id": follower.channel_id, "every_turn": int(follower.is_every_turn)}
        other_query = sa.select(sa.func.count()).where(
            FOLLOWERS.c.match_id == match_id, FOLLOWERS.c.user_id != follower.user_id
        )

        def follow(connection: sa.Connection) -> bool:
            has_room = (connection.scalar(other_query) or 0) < MAX_FOLLOWERS
            if has_room:
                put(connection, FOLLOWERS, key, values)
            return has_room

        is_kept = await self._access.write_once(follow)
        if is_kept:
            self._followers.setdefault(match_id, {})[follower.user_id] = follower
        return is_kept

    async def unfollow(self, match_id: int, user_id: int) -> None:
        """Remove a follower."""
        await self._access.delete(FOLLOWERS, match_id=match_id, user_id=user_id)
        self._followers.get(match_id, {}).pop(user_id, None)


def read_audiences(
    connection: sa.Connection,
) -> tuple[dict[int, int], dict[int, dict[int, Follower]]]:
    """Read the mirror rooms and the followers, without unreadable rows."""
    rows = connection.execute(sa.select(MIRRORS)).mappings()
    mirrors = dict(read_rows(MIRRORS, rows, itemgetter("room_id", "channel_id")))
    followers = defaultdict[int, dict[int, Follower]](dict)
    rows = connection.execute(sa.select(FOLLOWERS)).mappings()
    for match_id, follower in read_rows(FOLLOWERS, rows, _follower):
        followers[match_id][follower.user_id] = follower
    return mirrors, dict(followers)


def _follower(row: sa.RowMapping) -> tuple[int, Follower]:
    return row["match_id"], Follower(row["user_id"], row["place_id"], bool(row["every_turn"]))
