"""What the Dealer may do in a room, as far as the gateway has told."""

import discord

from bot.rooms.obstacles import Lack, Obstacle


def allowed_in(client: discord.Client, guild_id: int, room_id: int) -> discord.Permissions | None:
    """The Dealer's permissions in a room; None where the gateway has not told."""
    guild = client.get_guild(guild_id)
    room = guild.get_channel(room_id) if guild and not guild.unavailable else None
    return room.permissions_for(room.guild.me) if room else None


def obstacle_in(allowed: discord.Permissions) -> Obstacle | None:
    """Why no match can go on with these permissions; None where one can."""
    if not (allowed.view_channel and allowed.send_messages):
        return Obstacle.FORBIDDEN
    # Without this permission Discord shows an empty room, and says nothing about it.
    return None if allowed.read_message_history else Obstacle.NO_HISTORY


def lacks_in(allowed: discord.Permissions) -> tuple[Lack, ...]:
    """The permissions that are missing but that a match can do without."""
    return tuple(each for each in Lack if not getattr(allowed, each.value))
