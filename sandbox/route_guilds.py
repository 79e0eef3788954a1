"""Routes about the guild: its channels, members and roles."""

from sandbox.calls import Call, Route
from sandbox.fields import optional_text, snowflake, text
from sandbox.guards import in_guild
from sandbox.models import Json, Member
from sandbox.permissions import Permission


def get_guild(call: Call) -> Json:
    """The guild."""
    in_guild(call)
    count = len(call.hub.world.members)
    counts = {"approximate_member_count": count, "approximate_presence_count": count}
    return {**call.hub.payloads.guild(), **counts}


def list_channels(call: Call) -> list[Json]:
    """The guild's channels: a bot is told of each, people of those that they see."""
    in_guild(call)
    world, caller = call.hub.world, call.caller
    return [
        call.hub.payloads.channel(channel, caller)
        for channel in world.guild_channels()
        if caller.bot or world.sees(caller, channel)
    ]


def create_channel(call: Call) -> Json:
    """Add a text channel."""
    in_guild(call, Permission.MANAGE_CHANNELS)
    name = text(call.fields, "name", "", 1, 100)
    topic = optional_text(call.fields, "topic", "", 1024) or None
    channel = call.hub.world.add_channel(name, topic)
    call.hub.events.channel_created(channel)
    return call.hub.payloads.channel(channel, call.caller)


def list_roles(call: Call) -> list[Json]:
    """The guild's roles."""
    in_guild(call)
    return [call.hub.payloads.role(role) for role in call.hub.world.roles.values()]


def get_role(call: Call) -> Json:
    """One role."""
    in_guild(call)
    return call.hub.payloads.role(call.hub.world.role(call.id("role_id")))


def list_members(call: Call) -> list[Json]:
    """The guild's members, by their ids."""
    in_guild(call)
    after = call.query_id("after") or 0
    limit = call.query_number("limit", 1, 1000)
    members = [one for one in call.hub.world.members.values() if one.user_id > after]
    return [call.hub.payloads.full_member(member) for member in members[:limit]]


def get_member(call: Call) -> Json:
    """One member."""
    in_guild(call)
    return call.hub.payloads.full_member(call.hub.world.member(call.id("user_id")))


def get_own_member(call: Call) -> Json:
    """The caller's membership."""
    in_guild(call)
    return call.hub.payloads.full_member(call.hub.world.member(call.caller.id))


def edit_member(call: Call) -> Json:
    """Change a member's nickname or roles."""
    in_guild(call, Permission.MANAGE_ROLES)
    member = call.hub.world.member(call.id("user_id"))
    if "nick" in call.fields:
        member.nick = optional_text(call.fields, "nick", "", 32) or None
    if "roles" in call.fields:
        given = [snowflake(one, "roles") for one in call.fields["roles"] or ()]
        member.roles = [call.hub.world.role(role_id).id for role_id in given]
    _keep(call, member)
    return call.hub.payloads.full_member(member)


def add_member_role(call: Call) -> None:
    """Give a member a role."""
    in_guild(call, Permission.MANAGE_ROLES)
    member = call.hub.world.member(call.id("user_id"))
    role = call.hub.world.role(call.id("role_id"))
    if role.id not in member.roles:
        member.roles.append(role.id)
        _keep(call, member)


def remove_member_role(call: Call) -> None:
    """Take a role from a member."""
    in_guild(call, Permission.MANAGE_ROLES)
    member = call.hub.world.member(call.id("user_id"))
    role = call.hub.world.role(call.id("role_id"))
    if role.id in member.roles:
        member.roles.remove(role.id)
        _keep(call, member)


def _keep(call: Call, member: Member) -> None:
    call.hub.world.keep(member)
    call.hub.events.member_updated(member)


MEMBER = "/guilds/{guild_id}/members/{user_id}"
ROUTES = (
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/roles", list_roles),
    Route("GET", "/guilds/{guild_id}/roles/{role_id}", get_role),
    Route("GET", "/guilds/{guild_id}/members", list_members),
    Route("GET", "/users/@me/guilds/{guild_id}/member", get_own_member),
    Route("GET", MEMBER, get_member),
    Route("PATCH", MEMBER, edit_member),
    Route("PUT", MEMBER + "/roles/{role_id}", add_member_role),
    Route("DELETE", MEMBER + "/roles/{role_id}", remove_member_role),
)
