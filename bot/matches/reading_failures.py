"""What a failed reading of a room says about the room."""

from typing import Final

import aiohttp
import discord

from bot.rooms.obstacles import Obstacle

MOST_TRIES: Final = 3
"""How often a reading may fail, for a reason that will not pass, before the host is told."""


class RoomShut(Exception):  # noqa: N818 - a fact about a room
    """A room does not show what was said in it."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.value)


EXPECTED: Final = (discord.HTTPException, aiohttp.ClientError, OSError, RoomShut)
"""What may go wrong between here and Discord; anything else is a fault, here or there."""


def obstacle_behind(error: Exception, tries: int) -> Obstacle | None:
    """What keeps a room from being read after so many tries; None if another may help."""
    match error:
        case RoomShut():
            return error.obstacle
        case discord.NotFound():
            return Obstacle.GONE
        case discord.Forbidden():
            return Obstacle.FORBIDDEN
        case discord.HTTPException() if error.status in {401, 429} or error.status >= 500:
            return None
        case aiohttp.ClientError() | OSError():
            return None
    return Obstacle.UNREADABLE if tries >= MOST_TRIES else None
