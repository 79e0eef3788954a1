"""Routes about guilds: their channels and members."""

from sandbox.calls import Call, Route
from sandbox.errors import MISSING_PERMISSIONS, DiscordError, unknown, wrong_choice
from sandbox.fields import optional_text, snowflake, text, whole_number
from sandbox.guards import own_guild
from sandbox.models import (
    ANNOUNCEMENT_CHANNEL,
    TEXT_CHANNEL,
    VOICE_CHANNEL,
    Json,
    Member,
)
from sandbox.permissions import Permission
from sandbox.slow_mode import read_slow_mode


def get_guild(call: Call) -> Json:
    """One guild; to whoever is not in it, it does not exist."""
    world = call.hub.world
    guild = world.guild_with(call.id("guild_id"))
    if guild not in world.guilds_of(call.caller):
        raise unknown("Guild")
    count = len(world.members_of(guild.id))
    counts = {"approximate_member_count": count, "approximate_presence_count": count}
    return {**call.hub.payloads.guild(guild), **counts}


def list_channels(call: Call) -> list[Json]:
    """A guild's channels: a bot is told of each, people of those that they see."""
    guild = own_guild(call)
    world, caller = call.hub.world, call.caller
    return [
        call.hub.payloads.channel(channel, caller)
        for channel in world.guild_channels(guild.id)
        if caller.bot or world.sees(caller, channel)
    ]


def create_channel(call: Call) -> Json:
    """Add a channel for text, for voice, or for announcements."""
    guild = own_guild(call, Permission.MANAGE_CHANNELS)
    name = text(call.fields, "name", "", 1, 100)
    topic = optional_text(call.fields, "topic", "", 1024) or None
    kind = whole_number(call.fields, "type", "", range(ANNOUNCEMENT_CHANNEL + 1), TEXT_CHANNEL)
    if kind not in (TEXT_CHANNEL, VOICE_CHANNEL, ANNOUNCEMENT_CHANNEL):
        raise wrong_choice("type")
    slow_mode = read_slow_mode(call.fields, kind, 0)
    channel = call.hub.world.add_channel(guild.id, name, topic, kind)
    channel.rate_limit_per_user = slow_mode
    call.hub.world.keep(channel)
    call.hub.events.channel_created(channel)
    return call.hub.payloads.channel(channel, call.caller)


def list_members(call: Call) -> list[Json]:
    """A guild's members, by their users' ids."""
    guild = own_guild(call)
    after = call.query_id("after") or 0
    limit = call.query_number("limit", 1, 1000)
    members = sorted(call.hub.world.members_of(guild.id), key=lambda member: member.user_id)
    later = [one for one in members if one.user_id > after]
    return [call.hub.payloads.full_member(member) for member in later[:limit]]


def get_member(call: Call) -> Json:
    """One member."""
    return call.hub.payloads.full_member(_member(call))


def get_own_member(call: Call) -> Json:
    """The caller's membership."""
    member = call.hub.world.member(own_guild(call).id, call.caller.id)
    return call.hub.payloads.full_member(member)


def edit_member(call: Call) -> Json:
    """Change a member's nickname or roles."""
    member = _member(call, Permission.MANAGE_ROLES)
    nick, roles = member.nick, member.roles
    if "nick" in call.fields:
        nick = optional_text(call.fields, "nick", "", 32) or None
    if "roles" in call.fields:
        given = [snowflake(one, "roles") for one in call.fields["roles"] or ()]
        roles = [call.hub.world.role(member.guild_id, role_id).id for role_id in given]
    call.hub.guilds.change_member(member, roles, nick)
    return call.hub.payloads.full_member(member)


def remove_member(call: Call) -> None:
    """Kick a member; nobody kicks the guild's owner."""
    member = _member(call, Permission.KICK_MEMBERS)
    if call.hub.world.guilds[member.guild_id].owner_id == member.user_id:
        raise DiscordError(*MISSING_PERMISSIONS)
    call.hub.guilds.remove(member)


def add_member_role(call: Call) -> None:
    """Give a member a role."""
    member = _member(call, Permission.MANAGE_ROLES)
    role = call.hub.world.role(member.guild_id, call.id("role_id"))
    if role.id not in member.roles:
        call.hub.guilds.change_member(member, [*member.roles, role.id], member.nick)


def remove_member_role(call: Call) -> None:
    """Take a role from a member."""
    member = _member(call, Permission.MANAGE_ROLES)
    role = call.hub.world.role(member.guild_id, call.id("role_id"))
    if role.id in member.roles:
        left = [one for one in member.roles if one != role.id]
        call.hub.guilds.change_member(member, left, member.nick)


def _member(call: Call, needed: Permission | None = None) -> Member:
    """The path's member, of a guild in which the caller may have to have a permission."""
    guild = own_guild(call, needed)
    return call.hub.world.member(guild.id, call.id("user_id"))


MEMBER = "/guilds/{guild_id}/members/{user_id}"
ROUTES = (
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/members", list_members),
    Route("GET", "/users/@me/guilds/{guild_id}/member", get_own_member),
    Route("GET", MEMBER, get_member),
    Route("PATCH", MEMBER, edit_member),
    Route("DELETE", MEMBER, remove_member),
    Route("PUT", MEMBER + "/roles/{role_id}", add_member_role),
    Route("DELETE", MEMBER + "/roles/{role_id}", remove_member_role),
)
