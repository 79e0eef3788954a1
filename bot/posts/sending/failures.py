"""Judges failed attempts: their meaning for the post, and the wait before the next.

discord.py repeats a request by itself after a 429 or a 5xx, but gives up after five tries, and at
once after a 503 or a cut connection. A post has to outlast an outage of hours, so this module
judges what discord.py finally raises: most failures pass, and the post is tried again and again.
"""

from enum import Enum
from typing import Final

import aiohttp
import discord

from bot.posts.sending.requests import NonceTooOldError
from bot.values.obstacles import Obstacle, OptionalPermission
from bot.values.post import Post

FINAL_STATUSES: Final = (400, 401, 403, 404)
"""Answers that would be the same if the request were repeated."""
PASSING_STATUSES: Final = (408, 429)
"""Answers by which nothing was refused: too slow for a proxy in between, or too many."""
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
INVALID_FORM: Final = 50035
NO_SERVER_IN_COMMON: Final = 50278

EXPECTED: Final = (discord.HTTPException, aiohttp.ClientError, OSError, NonceTooOldError)
"""Faults between here and Discord; anything else is a fault of ours."""


class Failure(Enum):
    """The meaning of a failed try for its post."""

    PASSING = "it will be tried again"
    UNAUTHORIZED = "Discord does not accept the bot's token"
    NOT_TAKEN = "Discord does not take it; it will be tried in its simplest form"
    PART_FORBIDDEN = "part of it is not allowed there; it will be tried in words alone"
    UNDELIVERABLE = "it is dropped"
    NO_AUDIENCE = "it is dropped, and nothing more can be told there"
    NO_SHARED_SERVER = "it waits until its reader and the Dealer are on one server again"
    CHANNEL_CLOSED = "it goes to its reader's direct messages instead of their private channel"
    FORBIDDEN = "nothing may be posted there"
    GONE = "the room is gone"


FINAL: Final = frozenset({Failure.UNDELIVERABLE, Failure.NO_AUDIENCE})
"""Failures after which a post is not tried again."""
PAUSES: Final[dict[Failure, float | None]] = {
    Failure.NOT_TAKEN: 0.0,
    Failure.PART_FORBIDDEN: 0.0,
    Failure.CHANNEL_CLOSED: 0.0,
    Failure.UNAUTHORIZED: 60.0,
    Failure.NO_SHARED_SERVER: None,
    Failure.FORBIDDEN: 60.0,
    Failure.GONE: None,
}
"""Seconds until the next try, where they do not grow with each one; None: wait for a nudge."""

OBSTACLES: Final = {Failure.FORBIDDEN: Obstacle.FORBIDDEN, Failure.GONE: Obstacle.GONE}
"""Failures that stop every post to a room."""


def missing_permission(post: Post, error: Exception) -> OptionalPermission | None:
    """Return the permission whose lack made a post fail, if Discord says that one is missing."""
    is_missing = isinstance(error, discord.HTTPException) and error.code == MISSING_PERMISSIONS
    return post.optional_permission if is_missing else None


def failure_of(post: Post, error: Exception, *, is_in_words: bool = False) -> Failure:
    """Judge a failed try by Discord's answer; `is_in_words` if it was in words alone."""
    is_of_a_part = isinstance(error, discord.Forbidden) and error.code != MISSING_ACCESS
    has_words = not (is_in_words or post.extras.has_animation)
    if is_of_a_part and post.optional_permission and has_words:
        return Failure.PART_FORBIDDEN
    if not isinstance(error, discord.HTTPException):
        return Failure.PASSING
    if error.status in PASSING_STATUSES or error.status >= 500:
        return Failure.PASSING
    if error.status == 401:
        # Discord takes nothing from the bot until somebody gives it a new token.
        return Failure.UNAUTHORIZED
    if post.reply.reaction or post.extras.has_animation:
        # The message is gone, or takes no more reactions; an animation is all there is of its post.
        return Failure.UNDELIVERABLE
    return _final_failure_of(post, error)


def _final_failure_of(post: Post, error: discord.HTTPException) -> Failure:
    if error.status not in {403, 404}:
        return Failure.NOT_TAKEN
    if post.audience is not None:
        return Failure.NO_AUDIENCE
    if post.readers == "room":
        return Failure.FORBIDDEN if error.status == 403 else Failure.GONE
    # A player does without; a host must learn, even if late, that the Dealer was removed.
    is_apart = error.code == NO_SERVER_IN_COMMON
    return Failure.NO_SHARED_SERVER if is_apart and post.for_host else Failure.UNDELIVERABLE
