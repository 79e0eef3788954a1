"""How those who follow matches along are stored: mirror rooms, and who is pinged."""

from collections import defaultdict
from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, func, select, update

from bot.posts.audience import MOST_FOLLOWERS, Follower
from bot.storage.databases.dialects import put
from bot.storage.tables.schema import FOLLOWERS, MATCHES, MIRRORS, POSTS, WAITING, read_rows

_MIRROR: Final = MIRRORS.c
_FOLLOWER: Final = FOLLOWERS.c


def put_mirror(connection: Connection, room_id: int, channel_id: int, *, is_public: bool) -> None:
    """Repeat a room's boards in a channel from now on.

    Where everybody can read it, those who follow a match in the room are pinged there.
    """
    put(connection, MIRRORS, {"room_id": room_id}, {"channel_id": channel_id})
    if is_public:
        here = select(MATCHES.c.id).where(MATCHES.c.room_id == room_id, MATCHES.c.reason.is_(None))
        move = update(FOLLOWERS).where(_FOLLOWER.match_id.in_(here)).values(place_id=channel_id)
        connection.execute(move)


def drop_mirror(connection: Connection, room_id: int) -> None:
    """Repeat a room's boards no longer."""
    connection.execute(delete(MIRRORS).where(_MIRROR.room_id == room_id))


def read_mirrors(connection: Connection) -> dict[int, int]:
    """The mirror rooms, by the rooms whose boards they repeat; what cannot be read is left out."""
    rows = connection.execute(select(MIRRORS)).mappings()
    return dict(read_rows(MIRRORS, rows, itemgetter("room_id", "channel_id")))


def put_follower(connection: Connection, match_id: int, follower: Follower) -> bool:
    """Let somebody follow a match; return False if too many others do."""
    others = select(func.count()).where(
        _FOLLOWER.match_id == match_id, _FOLLOWER.user_id != follower.user_id
    )
    if (connection.scalar(others) or 0) >= MOST_FOLLOWERS:
        return False
    key = {"match_id": match_id, "user_id": follower.user_id}
    values = {"place_id": follower.place, "every_turn": int(follower.every_turn)}
    put(connection, FOLLOWERS, key, values)
    return True


def drop_follower(connection: Connection, match_id: int, user_id: int) -> None:
    """Let somebody follow a match no longer."""
    theirs = (_FOLLOWER.match_id == match_id) & (_FOLLOWER.user_id == user_id)
    connection.execute(delete(FOLLOWERS).where(theirs))


def drop_followers_of_ended(connection: Connection) -> None:
    """Forget who followed matches that are over and about which nothing is left to be posted."""
    waiting = select(POSTS.c.match_id).where(POSTS.c.state == WAITING)
    ended = select(MATCHES.c.id).where(MATCHES.c.reason.is_not(None), MATCHES.c.id.not_in(waiting))
    connection.execute(delete(FOLLOWERS).where(_FOLLOWER.match_id.in_(ended)))


def read_followers(connection: Connection) -> Mapping[int, dict[int, Follower]]:
    """Who follows which match, by match and by user; what cannot be read is left out."""
    followers = defaultdict[int, dict[int, Follower]](dict)
    rows = connection.execute(select(FOLLOWERS)).mappings()
    for match_id, follower in read_rows(FOLLOWERS, rows, _follower):
        followers[match_id][follower.user_id] = follower
    return followers


def _follower(row: RowMapping) -> tuple[int, Follower]:
    return row["match_id"], Follower(row["user_id"], row["place_id"], bool(row["every_turn"]))
