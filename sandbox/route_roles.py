"""Routes about a guild's roles."""

from sandbox.calls import Call, Route
from sandbox.errors import INVALID_ROLE, DiscordError
from sandbox.fields import optional_text, permission_bits
from sandbox.guards import own_guild
from sandbox.models import Json, Role
from sandbox.permissions import Permission

NAME_LENGTH = 100


def list_roles(call: Call) -> list[Json]:
    """A guild's roles."""
    roles = call.hub.world.roles_of(own_guild(call).id)
    return [call.hub.payloads.role(role) for role in roles]


def get_role(call: Call) -> Json:
    """One role."""
    return call.hub.payloads.role(_role(call))


def create_role(call: Call) -> Json:
    """Add a role; by default it may do what everyone may."""
    guild = own_guild(call, Permission.MANAGE_ROLES)
    name = optional_text(call.fields, "name", "", NAME_LENGTH) or "new role"
    everyone = call.hub.world.role(guild.id, guild.id)
    bits = permission_bits(call.fields, "permissions", everyone.permissions)
    role = call.hub.world.add_role(guild.id, name, bits)
    call.hub.events.role_created(role)
    return call.hub.payloads.role(role)


def edit_role(call: Call) -> Json:
    """Change a role's name or permissions."""
    role = _role(call, Permission.MANAGE_ROLES)
    name = optional_text(call.fields, "name", "", NAME_LENGTH) or role.name
    bits = permission_bits(call.fields, "permissions", role.permissions)
    return call.hub.payloads.role(call.hub.guilds.change_role(role, name, bits))


def delete_role(call: Call) -> None:
    """Delete a role, unless it is everyone's or belongs to a bot."""
    role = _role(call, Permission.MANAGE_ROLES)
    if role.managed or role.id == role.guild_id:
        raise DiscordError(*INVALID_ROLE)
    call.hub.guilds.drop_role(role)


def _role(call: Call, needed: Permission | None = None) -> Role:
    """The path's role, of a guild in which the caller may have to have a permission."""
    guild = own_guild(call, needed)
    return call.hub.world.role(guild.id, call.id("role_id"))


ROLES = "/guilds/{guild_id}/roles"
ONE = ROLES + "/{role_id}"
ROUTES = (
    Route("GET", ROLES, list_roles),
    Route("POST", ROLES, create_role),
    Route("GET", ONE, get_role),
    Route("PATCH", ONE, edit_role),
    Route("DELETE", ONE, delete_role),
)
