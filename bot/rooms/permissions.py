"""What somebody may do in a room, as far as the gateway has told; what of that a match needs."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.rooms.obstacles import Lack, Obstacle

NEEDED: Final = ("view_channel", "send_messages", "read_message_history")
"""The permissions without which the Dealer can hold no match in a room."""
ROOM_PERMISSIONS: Final = (*NEEDED, *(each.value for each in Lack))
"""All that the Dealer uses in a room."""
PLAYER_PERMISSIONS: Final = ("view_channel", "send_messages")
NEEDED_IN_PRIVATE: Final = (*NEEDED, Lack.FILES.value)
"""Those without which it can answer nobody in a private channel: answers come with pictures."""
NEEDED_IN_MIRROR: Final = NEEDED_IN_PRIVATE
"""Those without which it can repeat no boards in a channel, each of them once."""
PRIVATE_PERMISSIONS: Final = (*NEEDED_IN_PRIVATE, "embed_links", Lack.REACTIONS.value)
"""All that it should have in a private channel."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What somebody may do in a room, and what their roles let them do on its server."""

    in_room: discord.Permissions
    on_server: discord.Permissions

    @classmethod
    def of(cls, member: discord.Member, room: discord.TextChannel) -> "Allowed":
        """What a member may do in a room."""
        return cls(room.permissions_for(member), member.guild_permissions)


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


def is_fit_for_private(allowed: discord.Permissions) -> bool:
    """Whether the Dealer can speak with a player in a private channel with these permissions."""
    return all(getattr(allowed, each) for each in NEEDED_IN_PRIVATE)


def lacks_in(allowed: discord.Permissions) -> tuple[Lack, ...]:
    """The permissions that are missing but that a match can do without."""
    return tuple(each for each in Lack if not getattr(allowed, each.value))


def own_role(guild: discord.Guild) -> str:
    """The name of the role that Discord made for the Dealer when it was invited."""
    return guild.self_role.name if guild.self_role else guild.me.name
