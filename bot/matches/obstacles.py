"""What keeps the Dealer from playing in a room: by its permissions, and by Discord's answers."""

from typing import Final

import aiohttp
import discord

from bot.matches.events import Lack, Obstacle

MOST_TRIES: Final = 3
"""How often a room is read in vain, for a reason that will not pass, before the host is told."""


class RoomShut(Exception):  # noqa: N818 - a fact about a room
    """A room cannot be trusted to show what was said in it."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.value)


EXPECTED: Final = (discord.HTTPException, aiohttp.ClientError, OSError, RoomShut)
"""What goes wrong between here and Discord; anything else makes no sense, here or there."""


def allowed_in(client: discord.Client, guild_id: int, room_id: int) -> discord.Permissions | None:
    """What the Dealer may do in a room; None where the gateway has not told."""
    guild = client.get_guild(guild_id)
    room = guild.get_channel(room_id) if guild and not guild.unavailable else None
    return room.permissions_for(room.guild.me) if room else None


def obstacle_in(allowed: discord.Permissions) -> Obstacle | None:
    """Why no match can go on with these permissions; None where one can."""
    if not (allowed.view_channel and allowed.send_messages):
        return Obstacle.FORBIDDEN
    # Discord shows those who lack it an empty room, and says nothing of it.
    return None if allowed.read_message_history else Obstacle.NO_HISTORY


def lacks_in(allowed: discord.Permissions) -> tuple[Lack, ...]:
    """What is missing, but what a match can do without."""
    return tuple(each for each in Lack if not getattr(allowed, each.value))


def obstacle_behind(error: Exception, tries: int) -> Obstacle | None:
    """What keeps a room from being read after so many tries; None where another one may help."""
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
