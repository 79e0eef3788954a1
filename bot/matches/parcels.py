"""Puts together what goes out with a post: pictures of the position it shows, and the record."""

from collections.abc import Callable

from bot.card import MatchCard
from bot.posts.attachments import Parcel
from bot.posts.compose import Composer
from bot.posts.post import Post
from engine.matches.match import Match
from rendering import painter_of


def parcel_of(  # noqa: PLR0913 - each of them goes into the parcel
    card: MatchCard,
    match: Match,
    post: Post,
    composer: Composer,
    *,
    is_new: bool = False,
    is_moot: Callable[[], bool] = lambda: False,
) -> Parcel:
    """A post with what goes with it; pictures and record are made when it is about to be sent.

    Args:
        card: The match it is about.
        match: The match, at the entry that the post shows or later.
        post: What is to be posted.
        composer: Writes the record.
        is_new: Whether this process wrote the post, so that it cannot have been sent before.
        is_moot: Whether the match has moved on, so that the post is no longer worth sending.
    """
    if post.log_length != len(match.entries):
        match = Match.replay(match.game, match.entries[: post.log_length])
    return Parcel(
        guild_id=card.guild_id,
        room_id=card.room_id,
        reader_id=post.reader_id(card.player_ids, card.host_id),
        post=post,
        pictures=lambda: painter_of(match.game).pictures(match.view(post.to), card.names),
        record=lambda: composer.record(match),
        began_ms=card.began_ms,
        is_new=is_new,
        is_moot=is_moot,
    )
