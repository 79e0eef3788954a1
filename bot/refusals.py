"""What a failed try of a letter says about the next one."""

from enum import Enum
from typing import Final

import discord

from bot.events import Obstacle
from bot.parcel import Parcel

REFUSED: Final = (400, 401, 403, 404)


class Verdict(Enum):
    """What is to be done about a letter that could not be sent."""

    TRY_AGAIN = "it failed, and is tried again"
    TRY_RARELY = "the token is refused"
    TRY_PLAINER = "it is not taken, and tried in its simplest form"
    DROP = "it is dropped"
    FORBIDDEN = "nothing may be posted there"
    GONE = "the room is gone"


OBSTACLES: Final = {Verdict.FORBIDDEN: Obstacle.FORBIDDEN, Verdict.GONE: Obstacle.GONE}


def verdict(parcel: Parcel, error: Exception) -> Verdict:
    """Judge a failure by what Discord says of it."""
    status = error.status if isinstance(error, discord.HTTPException) else None
    if status is None or status == 429 or status >= 500:
        return Verdict.TRY_AGAIN
    if status == 401:
        # The bot's own token is not taken: nothing is, until somebody sees to it.
        return Verdict.TRY_RARELY
    if parcel.letter.letter.reaction:
        # The message is gone, or takes no more marks.
        return Verdict.DROP
    if status not in (403, 404):
        return Verdict.TRY_PLAINER
    if parcel.reader_id is not None:
        return Verdict.DROP
    return Verdict.FORBIDDEN if status == 403 else Verdict.GONE
