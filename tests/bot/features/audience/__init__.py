"""Tests of the audience, and its answers to tests of the core."""

from collections.abc import Mapping

from bot.features.audience.posts import Follower, for_audience
from bot.features.audience.store import Audiences, read_audiences
from bot.features.audience.texts import MIRROR_LOST
from bot.storage.store import Store
from bot.values.card import MatchCard
from bot.values.obstacles import HostRemark
from bot.values.post import Post
from tests.helpers.rooms.cards import ADA, ROOM

MIRROR, FOLLOWER = 77, 88
FOLLOWERS = (Follower(FOLLOWER, MIRROR, is_every_turn=True), Follower(ADA, ROOM, True))

DAMAGES = (("followers", "every_turn", "often"), ("mirrors", "channel_id", -1))
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    audiences = Audiences(store.access)
    await audiences.open_mirror(key, key, is_public=False)
    await audiences.follow(1, Follower(key, ROOM, is_every_turn=True))


async def contents_of(store: Store) -> dict[str, object]:
    mirrors, followers = await store.access.read(read_audiences)
    return {"mirrors": mirrors, "followers": followers}


def posts_elsewhere(
    settings: Mapping[str, str], card: MatchCard, post: Post, message_id: int
) -> tuple[Post, ...]:
    """Return the posts for the audience of a transcript's match."""
    followers = FOLLOWERS if "followers" in settings else ()
    mirror, followers = (MIRROR, followers) if "mirror" in settings else (None, ())
    return for_audience(card, mirror, followers, post, message_id)


def lost_mirror() -> HostRemark:
    """Return the event when a transcript's match has lost its mirror."""
    return HostRemark(f"mirror:{MIRROR}", MIRROR_LOST(channel=f"<#{MIRROR}>", room=ROOM))
