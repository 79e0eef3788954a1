"""Posts for followers elsewhere, once the room has been shown a board.

All of it is made from a post that stands in the room, so nobody learns anything before the room, or
anything that the room has not been told.
"""

from collections.abc import Iterator

from bot.features.audience import texts
from bot.features.audience.store import MAX_PINGED, Audience
from bot.values.card import MatchCard
from bot.values.post import Extras, Place, Post, Urgency, Worth


def for_audience(
    card: MatchCard, audience: Audience, post: Post, message_id: int
) -> tuple[Post, ...]:
    """Return the posts for a match's followers, in order; `message_id` is the room's board."""
    link = card.link(message_id)
    return (*_mirrored(audience, post, link), *_pings(card.room_id, audience, post, link))


def _mirrored(audience: Audience, post: Post, link: str) -> Iterator[Post]:
    """Yield the mirror room's copy; only the result is worth sending however late it is."""
    if audience.mirror is None:
        return
    yield Post(
        texts.mirrored(post.mirror_text, link),
        extras=Extras(has_board=True),
        audience=audience.mirror,
        worth=Worth(Urgency.AUDIENCE, expires_with_turn=not post.extras.has_record),
        place=Place(log_length=post.place.log_length),
    )


def _pings(room_id: int, audience: Audience, post: Post, link: str) -> Iterator[Post]:
    """Yield mentions of the followers whom the room's own post has not pinged.

    Between two turns nothing but the match belongs in its room: only the result pings there.
    """
    text = texts.OVER(link=link) if post.extras.has_record else texts.NEW_TURN(link=link)
    other_followers = [
        follower for follower in audience.followers if follower.user_id not in post.pings
    ]
    for place in (audience.mirror, room_id):
        if place is None or not (
            post.extras.has_record or (post.starts_clock and place == audience.mirror)
        ):
            continue
        pinged = [
            follower.user_id
            for follower in other_followers
            if (follower.channel_id == audience.mirror) == (place == audience.mirror)
            and (follower.is_every_turn or post.extras.has_record)
        ]
        for first in range(0, len(pinged), MAX_PINGED):
            users = tuple(pinged[first : first + MAX_PINGED])
            yield Post(
                texts.pinging(text, users),
                pings=users,
                audience=place,
                worth=Worth(Urgency.AUDIENCE, expires_with_turn=not post.extras.has_record),
                place=Place(log_length=post.place.log_length),
            )
