"""Routes of channels: reading, changing and deleting one, permission overwrites, typing."""

from sandbox.errors import WRONG_CHANNEL_TYPE, DiscordError, unknown
from sandbox.guilds.slow_mode import read_slow_mode
from sandbox.rest.request import Request, in_guild, route
from sandbox.rest.routes.threads import delete_thread, edit_thread
from sandbox.state.models import Channel, Json, Overwrite
from sandbox.state.permissions import Permission, to_post_in

CHANNEL = "/channels/{channel_id}"


@route("GET", CHANNEL)
def _get_channel(request: Request) -> Json:
    return request.services.payloads.channel(request.seen_channel(), request.caller)


@route("PATCH", CHANNEL)
def _edit_channel(request: Request) -> Json:
    if request.seen_channel().thread is not None:
        return edit_thread(request)
    channel = _managed_channel(request, Permission.MANAGE_CHANNELS)
    slow_mode = read_slow_mode(request.form, channel.type, channel.rate_limit_per_user)
    with request.services.events.changing(channel):
        if "name" in request.fields:
            channel.name = request.form.text("name", 1, 100)
        if "topic" in request.fields:
            channel.topic = request.form.optional_text("topic", 1024) or None
        channel.position = request.form.number("position", range(10_000), channel.position)
        channel.rate_limit_per_user = slow_mode
        request.services.world.keep(channel)
    return request.services.payloads.channel(channel, request.caller)


@route("DELETE", CHANNEL)
def _delete_channel(request: Request) -> Json:
    if request.seen_channel().thread is not None:
        return delete_thread(request)
    channel = _managed_channel(request, Permission.MANAGE_CHANNELS)
    payload = request.services.payloads.channel(channel, request.caller)
    request.services.events.channel_deleted(channel)
    request.services.world.drop_channel(channel)
    return payload


@route("PUT", CHANNEL + "/permissions/{overwrite_id}")
def _put_overwrite(request: Request) -> None:
    channel = _managed_channel(request, Permission.MANAGE_ROLES)
    overwrite = Overwrite(
        id=_overwritten_id(request, channel),
        type=request.form.number("type", range(2), 0),
        allow=request.form.permissions("allow", 0),
        deny=request.form.permissions("deny", 0),
    )
    _set_overwrites(request, channel, [*_other_overwrites(channel, overwrite["id"]), overwrite])


@route("DELETE", CHANNEL + "/permissions/{overwrite_id}")
def _delete_overwrite(request: Request) -> None:
    channel = _managed_channel(request, Permission.MANAGE_ROLES)
    left = _other_overwrites(channel, request.id("overwrite_id"))
    if len(left) == len(channel.overwrites):
        raise unknown("Permission overwrite")
    _set_overwrites(request, channel, left)


@route("POST", CHANNEL + "/typing")
def _start_typing(request: Request) -> None:
    channel = request.seen_channel()
    request.require(channel, to_post_in(channel))
    request.services.events.typing(request.caller, channel)


def _managed_channel(request: Request, needed: Permission) -> Channel:
    channel = in_guild(request.channel_with(needed))
    if channel.thread is not None:
        raise DiscordError(*WRONG_CHANNEL_TYPE)
    return channel


def _other_overwrites(channel: Channel, target_id: int) -> list[Overwrite]:
    return [overwrite for overwrite in channel.overwrites if overwrite["id"] != target_id]


def _overwritten_id(request: Request, channel: Channel) -> int:
    world, requested = request.services.world, request.id("overwrite_id")
    role = world.roles.get(requested)
    of_role = role is not None and role.guild_id == channel.guild_id
    if not of_role and (channel.guild_id, requested) not in world.members:
        raise unknown("Permission overwrite")
    return requested


def _set_overwrites(request: Request, channel: Channel, overwrites: list[Overwrite]) -> None:
    with request.services.events.changing(channel):
        channel.overwrites = overwrites
        request.services.world.keep(channel)
