"""What a caller has to be allowed before a route goes on."""

from sandbox.calls import Call
from sandbox.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    DiscordError,
    unknown,
)
from sandbox.models import Channel, Message
from sandbox.permissions import Permission, guild_permissions


def seen_channel(call: Call) -> Channel:
    """The path's channel, which the caller has to see."""
    channel = call.hub.world.channel(call.id("channel_id"))
    if not call.hub.world.sees(call.caller, channel):
        raise DiscordError(*MISSING_ACCESS)
    return channel


def channel_with(call: Call, *needed: Permission) -> Channel:
    """The path's channel, in which the caller has to have permissions."""
    channel = seen_channel(call)
    for permission in needed:
        if not may(call, channel, permission):
            raise DiscordError(*MISSING_PERMISSIONS)
    return channel


def may(call: Call, channel: Channel, permission: Permission) -> bool:
    """Whether the caller has a permission in a channel."""
    return bool(call.hub.world.permissions(call.caller, channel) & permission)


def readable_message(call: Call) -> Message:
    """The path's message, in a channel whose history the caller may read."""
    channel = channel_with(call, Permission.READ_MESSAGE_HISTORY)
    return call.hub.world.message(channel.id, call.id("message_id"))


def in_guild(call: Call, needed: Permission | None = None) -> None:
    """The path's guild has to be the one there is, and the caller to have a permission in it."""
    world = call.hub.world
    if call.id("guild_id") != world.guild.id:
        raise unknown("Guild")
    if needed is None:
        return
    member = world.member(call.caller.id)
    if not guild_permissions(world.guild, world.roles, member) & needed:
        raise DiscordError(*MISSING_PERMISSIONS)
