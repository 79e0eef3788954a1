"""What a caller has to be allowed before a route goes on."""

from sandbox.calls import Call
from sandbox.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    DiscordError,
)
from sandbox.models import Channel, Guild, Message
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
    return bool(permissions(call, channel) & permission)


def permissions(call: Call, channel: Channel) -> Permission:
    """What the caller may do in a channel."""
    return call.hub.world.permissions(call.caller, channel)


def readable_message(call: Call) -> Message:
    """The path's message, in a channel whose history the caller may read."""
    channel = channel_with(call, Permission.READ_MESSAGE_HISTORY)
    return call.hub.world.message(channel.id, call.id("message_id"))


def refuse_if_archived(channel: Channel) -> None:
    """In a thread that is put away nothing is changed; only a new message takes it up again."""
    if channel.thread is not None and channel.thread["archived"]:
        raise DiscordError(*THREAD_ARCHIVED)


def own_guild(call: Call, needed: Permission | None = None) -> Guild:
    """The path's guild, in which the caller has to be, and may have to have a permission."""
    world = call.hub.world
    guild = world.guild_with(call.id("guild_id"))
    member = world.members.get((guild.id, call.caller.id))
    if member is None:
        raise DiscordError(*MISSING_ACCESS)
    if needed is not None and not guild_permissions(guild, world.roles, member) & needed:
        raise DiscordError(*MISSING_PERMISSIONS)
    return guild
