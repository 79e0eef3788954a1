"""What a failed try of a letter says about the next one."""

from enum import Enum
from typing import Final

import discord

from bot.obstacles import Lack, Obstacle
from bot.posts.attachments import Parcel

REFUSED: Final = (400, 401, 403, 404)
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
NO_SERVER_IN_COMMON: Final = 50278


class Verdict(Enum):
    """What is to be done about a letter that could not be sent."""

    TRY_AGAIN = "it failed, and is tried again"
    TRY_RARELY = "the token is refused"
    TRY_PLAINER = "it is not taken, and tried in its simplest form"
    TRY_IN_WORDS = "it is not allowed, and tried in words alone"
    DROP = "it is dropped"
    APART = "it waits until its reader and the Dealer are on one server again"
    FORBIDDEN = "nothing may be posted there"
    GONE = "the room is gone"


OBSTACLES: Final = {Verdict.FORBIDDEN: Obstacle.FORBIDDEN, Verdict.GONE: Obstacle.GONE}


def wanted(parcel: Parcel) -> Lack | None:
    """What has to be allowed for a letter to go as it is, and can be done without."""
    post = parcel.post
    if post.reaction:
        return Lack.REACTIONS
    return Lack.FILES if post.is_post and (post.board or post.record) else None


def lack_behind(parcel: Parcel, error: Exception) -> Lack | None:
    """What the Dealer may not do any more, where a refusal says so."""
    is_missing = isinstance(error, discord.HTTPException) and error.code == MISSING_PERMISSIONS
    return wanted(parcel) if is_missing else None


def verdict(parcel: Parcel, error: Exception, *, is_in_words: bool = False) -> Verdict:
    """Judge a failure by what Discord says of it."""
    is_of_a_part = isinstance(error, discord.Forbidden) and error.code != MISSING_ACCESS
    if is_of_a_part and wanted(parcel) and not is_in_words:
        return Verdict.TRY_IN_WORDS
    return _verdict(parcel, error)


def _verdict(parcel: Parcel, error: Exception) -> Verdict:
    status = error.status if isinstance(error, discord.HTTPException) else None
    if status is None or status == 429 or status >= 500:
        return Verdict.TRY_AGAIN
    if status == 401:
        # The bot's own token is not taken: nothing is, until somebody sees to it.
        return Verdict.TRY_RARELY
    if parcel.post.reaction:
        # The message is gone, or takes no more marks.
        return Verdict.DROP
    if status not in (403, 404):
        return Verdict.TRY_PLAINER
    if parcel.reader_id is not None:
        return _to_one_reader(parcel, error)
    return Verdict.FORBIDDEN if status == 403 else Verdict.GONE


def _to_one_reader(parcel: Parcel, error: Exception) -> Verdict:
    """A host must learn that the Dealer was removed, be it when it is back."""
    is_apart = isinstance(error, discord.HTTPException) and error.code == NO_SERVER_IN_COMMON
    return Verdict.APART if is_apart and parcel.post.for_host else Verdict.DROP
