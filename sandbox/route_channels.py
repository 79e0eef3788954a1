"""Routes about channels: reading, changing and deleting one, its overwrites, and typing."""

from sandbox.calls import Call, Route
from sandbox.errors import (
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    WRONG_CHANNEL_TYPE,
    DiscordError,
    unknown,
)
from sandbox.fields import optional_text, permission_bits, text, whole_number
from sandbox.guards import channel_with, may, seen_channel
from sandbox.models import Channel, Json, Overwrite
from sandbox.permissions import Permission, to_post_in
from sandbox.route_threads import delete_thread, edit_thread
from sandbox.slow_mode import read_slow_mode


def get_channel(call: Call) -> Json:
    """One channel."""
    return call.hub.payloads.channel(seen_channel(call), call.caller)


def edit_channel(call: Call) -> Json:
    """Change a channel's name, topic, position or slow mode."""
    if seen_channel(call).thread is not None:
        return edit_thread(call)
    channel = _managed_channel(call, Permission.MANAGE_CHANNELS)
    slow_mode = read_slow_mode(call.fields, channel.type, channel.rate_limit_per_user)
    knew = call.hub.events.who_knows(channel)
    if "name" in call.fields:
        channel.name = text(call.fields, "name", "", 1, 100)
    if "topic" in call.fields:
        channel.topic = optional_text(call.fields, "topic", "", 1024) or None
    channel.position = whole_number(call.fields, "position", "", range(10_000), channel.position)
    channel.rate_limit_per_user = slow_mode
    _keep(call, channel, knew)
    return call.hub.payloads.channel(channel, call.caller)


def delete_channel(call: Call) -> Json:
    """Delete a channel of a guild, or a thread, with all that was said in it."""
    if seen_channel(call).thread is not None:
        return delete_thread(call)
    channel = _managed_channel(call, Permission.MANAGE_CHANNELS)
    payload = call.hub.payloads.channel(channel, call.caller)
    call.hub.events.channel_deleted(channel)
    call.hub.world.drop_channel(channel)
    return payload


def put_overwrite(call: Call) -> None:
    """Set what a channel allows or denies to a role or member."""
    channel = _managed_channel(call, Permission.MANAGE_ROLES)
    knew = call.hub.events.who_knows(channel)
    overwrite = Overwrite(
        id=_overwritten_id(call, channel),
        type=whole_number(call.fields, "type", "", range(2), 0),
        allow=permission_bits(call.fields, "allow", 0),
        deny=permission_bits(call.fields, "deny", 0),
    )
    others = [one for one in channel.overwrites if one["id"] != overwrite["id"]]
    channel.overwrites = [*others, overwrite]
    _keep(call, channel, knew)


def delete_overwrite(call: Call) -> None:
    """Drop what a channel allows or denies to a role or member."""
    channel = _managed_channel(call, Permission.MANAGE_ROLES)
    knew = call.hub.events.who_knows(channel)
    left = [one for one in channel.overwrites if one["id"] != call.id("overwrite_id")]
    if len(left) == len(channel.overwrites):
        raise unknown("Permission overwrite")
    channel.overwrites = left
    _keep(call, channel, knew)


def start_typing(call: Call) -> None:
    """Show that the caller is writing."""
    channel = seen_channel(call)
    if not may(call, channel, to_post_in(channel)):
        raise DiscordError(*MISSING_PERMISSIONS)
    call.hub.events.typing(call.caller, channel)


def _managed_channel(call: Call, needed: Permission) -> Channel:
    channel = channel_with(call, needed)
    if channel.guild_id is None:
        raise DiscordError(*NOT_IN_A_DM)
    if channel.thread is not None:
        raise DiscordError(*WRONG_CHANNEL_TYPE)
    return channel


def _overwritten_id(call: Call, channel: Channel) -> int:
    world, wanted = call.hub.world, call.id("overwrite_id")
    role = world.roles.get(wanted)
    of_role = role is not None and role.guild_id == channel.guild_id
    if not of_role and (channel.guild_id, wanted) not in world.members:
        raise unknown("Permission overwrite")
    return wanted


def _keep(call: Call, channel: Channel, knew: set[int]) -> None:
    call.hub.world.keep(channel)
    call.hub.events.channel_updated(channel, knew)


CHANNEL = "/channels/{channel_id}"
ROUTES = (
    Route("GET", CHANNEL, get_channel),
    Route("PATCH", CHANNEL, edit_channel),
    Route("DELETE", CHANNEL, delete_channel),
    Route("POST", CHANNEL + "/typing", start_typing),
    Route("PUT", CHANNEL + "/permissions/{overwrite_id}", put_overwrite),
    Route("DELETE", CHANNEL + "/permissions/{overwrite_id}", delete_overwrite),
)
