"""Checks of what a route's caller may see and do."""

from sandbox.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    THREAD_ARCHIVED,
    DiscordError,
)
from sandbox.rest.request import Request
from sandbox.state.models import Channel, Guild, Message
from sandbox.state.permissions import Permission, guild_permissions


def seen_channel(request: Request) -> Channel:
    """Return the path's channel; the caller has to see it."""
    channel = request.services.world.channel(request.id("channel_id"))
    if not request.services.world.sees(request.caller, channel):
        raise DiscordError(*MISSING_ACCESS)
    return channel


def channel_with(request: Request, *needed: Permission) -> Channel:
    """Return the path's channel; the caller needs these permissions in it."""
    channel = seen_channel(request)
    require(request, channel, *needed)
    return channel


def require(request: Request, channel: Channel, *needed: Permission) -> None:
    """Refuse a caller who lacks one of these permissions in a channel."""
    if not all(may(request, channel, permission) for permission in needed):
        raise DiscordError(*MISSING_PERMISSIONS)


def in_guild(channel: Channel) -> Channel:
    """Return a channel, which must not be a DM."""
    if channel.guild_id is None:
        raise DiscordError(*NOT_IN_A_DM)
    return channel


def may(request: Request, channel: Channel, permission: Permission) -> bool:
    """Return whether the caller has a permission in a channel."""
    return bool(permissions(request, channel) & permission)


def permissions(request: Request, channel: Channel) -> Permission:
    """Return the caller's permissions in a channel."""
    return request.services.world.permissions(request.caller, channel)


def readable_message(request: Request) -> Message:
    """Return the path's message; the caller has to be allowed to read the channel's history."""
    channel = channel_with(request, Permission.READ_MESSAGE_HISTORY)
    return request.services.world.message(channel.id, request.id("message_id"))


def refuse_if_archived(channel: Channel) -> None:
    """Refuse to change anything in an archived thread; only a new message reopens it."""
    if channel.thread is not None and channel.thread["archived"]:
        raise DiscordError(*THREAD_ARCHIVED)


def own_guild(request: Request, needed: Permission | None = None) -> Guild:
    """Return the path's guild; the caller has to be a member, and may need a permission."""
    world = request.services.world
    guild = world.guild_with(request.id("guild_id"))
    member = world.members.get((guild.id, request.caller.id))
    if member is None:
        raise DiscordError(*MISSING_ACCESS)
    if needed is not None and not guild_permissions(guild, world.roles, member) & needed:
        raise DiscordError(*MISSING_PERMISSIONS)
    return guild
