"""Posts for followers elsewhere, once the room has been shown a board.

All of it is made from a post that stands in the room, so nobody learns anything before the room, or
anything that the room has not been told.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.features.audience import texts
from bot.texts.matches import linked
from bot.texts.seating import shortened
from bot.values.card import MatchCard
from bot.values.post import Extras, Place, Post, Urgency, Worth

MAX_PINGED: Final = 70
"""Largest number of pings by one message: more mentions might not fit into it."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A person who is pinged about a match.

    Attributes:
        channel_id: Channel of their pings, which they are known to read.
        is_every_turn: True for pings with every turn, False for the result alone.
    """

    user_id: int
    channel_id: int
    is_every_turn: bool


def for_audience(
    card: MatchCard,
    mirror: int | None,
    followers: Collection[Follower],
    post: Post,
    message_id: int,
) -> tuple[Post, ...]:
    """Return the posts for a match's audience, in order; `message_id` is the room's board.

    `mirror` is the channel that repeats the room's boards; None if there is none.
    """
    link, is_over = card.link(message_id), post.extras.has_record
    elsewhere = partial(
        Post,
        # Only the result is worth sending however late it is.
        worth=Worth(Urgency.AUDIENCE, expires_with_turn=not is_over),
        place=Place(log_length=post.place.log_length),
    )
    posts, board = list[Post](), Extras(has_board=True)
    if mirror is not None:
        gist = shortened(post.mirror_text, texts.LONGEST_GIST)
        text = linked(gist, texts.IN_THE_ROOM, link)
        posts.append(elsewhere(text, extras=board, audience=mirror))
    text = texts.OVER(link=link) if is_over else texts.NEW_TURN(link=link)
    for place in (mirror, card.room_id):
        pinged = _pinged(mirror, followers, post, place)
        for first in range(0, len(pinged), MAX_PINGED):
            users = tuple(pinged[first : first + MAX_PINGED])
            posts.append(elsewhere(texts.pinging(text, users), pings=users, audience=place))
    return tuple(posts)


def _pinged(
    mirror: int | None, followers: Collection[Follower], post: Post, place: int | None
) -> list[int]:
    """Return the followers to ping in a place, but for those whom the room's own post has pinged.

    Between two turns nothing but the match belongs in its room: only the result pings there.
    """
    is_over, is_mirror = post.extras.has_record, place == mirror
    if place is None or not (is_over or (post.starts_clock and is_mirror)):
        return []
    return [
        follower.user_id
        for follower in followers
        if follower.user_id not in post.pings
        and (follower.channel_id == mirror) == is_mirror
        and (follower.is_every_turn or is_over)
    ]
