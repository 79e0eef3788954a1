"""Routes of guilds: their channels and members."""

from dataclasses import replace
from datetime import datetime

from sandbox.errors import MISSING_PERMISSIONS, DiscordError, unknown, wrong_choice, wrong_type
from sandbox.fields import snowflake
from sandbox.guilds.slow_mode import read_slow_mode
from sandbox.rest.request import Request, route
from sandbox.state.locales import LOCALES
from sandbox.state.models import ANNOUNCEMENT_CHANNEL, TEXT_CHANNEL, VOICE_CHANNEL, Json, Member
from sandbox.state.permissions import ALL, Permission
from sandbox.state.snowflakes import iso, seconds_of

MEMBER = "/guilds/{guild_id}/members/{user_id}"
TIME_OUT, TIME_OUT_SECONDS = "communication_disabled_until", 28 * 86_400


@route("GET", "/guilds/{guild_id}")
def _get_guild(request: Request) -> Json:
    """Return one guild; for those who are not members it does not exist."""
    world = request.services.world
    guild = world.guilds[request.id("guild_id")]
    if guild not in world.guilds_of(request.caller):
        raise unknown("Guild")
    count = len(world.members_of(guild.id))
    counts = {"approximate_member_count": count, "approximate_presence_count": count}
    return {**request.services.payloads.guild(guild), **counts}


@route("PATCH", "/guilds/{guild_id}")
def _edit_guild(request: Request) -> Json:
    guild = request.own_guild(Permission.MANAGE_GUILD)
    locale = request.form.text("preferred_locale", 2, 6)
    if locale not in LOCALES:
        raise wrong_choice("preferred_locale")
    changed = request.services.world.keep(replace(guild, preferred_locale=locale))
    payload = request.services.payloads.guild(changed)
    request.services.events.tell_guild("GUILD_UPDATE", guild.id, payload)
    return payload


@route("GET", "/guilds/{guild_id}/channels")
def _list_channels(request: Request) -> list[Json]:
    return request.services.payloads.known_channels(request.own_guild(), request.caller)


@route("POST", "/guilds/{guild_id}/channels")
def _create_channel(request: Request) -> Json:
    guild = request.own_guild(Permission.MANAGE_CHANNELS)
    name = request.form.text("name", 1, 100)
    topic = request.form.optional_text("topic", 1024) or None
    kind = request.form.number("type", range(ANNOUNCEMENT_CHANNEL + 1), TEXT_CHANNEL)
    if kind not in (TEXT_CHANNEL, VOICE_CHANNEL, ANNOUNCEMENT_CHANNEL):
        raise wrong_choice("type")
    slow_mode = read_slow_mode(request.form, kind, 0)
    channel = request.services.world.add_channel(guild.id, name, topic, kind)
    channel.rate_limit_per_user = slow_mode
    request.services.world.keep(channel)
    request.services.events.channel_created(channel)
    return request.services.payloads.channel(channel, request.caller)


@route("GET", "/guilds/{guild_id}/members")
def _list_members(request: Request) -> list[Json]:
    guild = request.own_guild()
    after = request.query_id("after") or 0
    limit = request.query_number("limit", 1, 1000)
    members = sorted(request.services.world.members_of(guild.id), key=lambda member: member.user_id)
    later = [member for member in members if member.user_id > after]
    return [request.services.payloads.full_member(member) for member in later[:limit]]


@route("GET", MEMBER)
def _get_member(request: Request) -> Json:
    return request.services.payloads.full_member(_member(request))


@route("PATCH", MEMBER)
def _edit_member(request: Request) -> Json:
    times_out = TIME_OUT in request.fields
    needed = Permission.MODERATE_MEMBERS if times_out else Permission.MANAGE_ROLES
    member, fields = _member(request, needed), Json()
    if times_out and len(request.fields) > 1:
        request.own_guild(Permission.MANAGE_ROLES)
    if times_out:
        fields[TIME_OUT] = _read_time_out(request, member)
    if "nick" in request.fields:
        fields["nick"] = request.form.optional_text("nick", 32) or None
    if "roles" in request.fields:
        numbers = [snowflake(role, "roles") for role in request.fields["roles"] or ()]
        world = request.services.world
        fields["roles"] = [world.role(member.guild_id, role_id).id for role_id in numbers]
    changed = request.services.guilds.change_member(replace(member, **fields))
    return request.services.payloads.full_member(changed)


@route("DELETE", MEMBER)
def _remove_member(request: Request) -> None:
    member = _member(request, Permission.KICK_MEMBERS)
    if request.services.world.guilds[member.guild_id].owner_id == member.user_id:
        raise DiscordError(*MISSING_PERMISSIONS)
    request.services.guilds.remove(member)


@route("PUT", MEMBER + "/roles/{role_id}")
@route("DELETE", MEMBER + "/roles/{role_id}")
def _change_member_role(request: Request) -> None:
    member = _member(request, Permission.MANAGE_ROLES)
    role_id = request.services.world.role(member.guild_id, request.id("role_id")).id
    is_added = request.http.method == "PUT"
    if is_added != (role_id in member.roles):
        kept = [other for other in member.roles if other != role_id]
        roles = [*kept, role_id] if is_added else kept
        request.services.guilds.change_member(replace(member, roles=roles))


def _member(request: Request, needed: Permission | None = None) -> Member:
    guild = request.own_guild(needed)
    return request.services.world.members[guild.id, request.id("user_id")]


def _read_time_out(request: Request, member: Member) -> str | None:
    """Read until when a member is to be in time-out, for at most 28 days; None ends it."""
    world, text = request.services.world, request.form.optional_text(TIME_OUT, 40)
    if world.guild_permissions(member) == ALL:
        raise DiscordError(*MISSING_PERMISSIONS)
    if not text:
        return None
    try:
        until = datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise wrong_type(TIME_OUT, "timestamp") from None
    if int(until - seconds_of(world.snowflakes.next())) > TIME_OUT_SECONDS:
        raise wrong_choice(TIME_OUT)
    return iso(until)
