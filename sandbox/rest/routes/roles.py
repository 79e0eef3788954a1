"""Routes of a guild's roles."""

from sandbox.errors import INVALID_ROLE, DiscordError
from sandbox.rest.request import Request, route
from sandbox.state.models import Json, Role
from sandbox.state.permissions import Permission

NAME_LENGTH = 100
ROLES = "/guilds/{guild_id}/roles"
ONE = ROLES + "/{role_id}"


@route("GET", ROLES)
def _list_roles(request: Request) -> list[Json]:
    roles = request.services.world.roles_of(request.own_guild().id)
    return [request.services.payloads.role(role) for role in roles]


@route("GET", ONE)
def _get_role(request: Request) -> Json:
    return request.services.payloads.role(_role(request))


@route("POST", ROLES)
def _create_role(request: Request) -> Json:
    """Create a role; by default it has the permissions of `@everyone`."""
    guild = request.own_guild(Permission.MANAGE_ROLES)
    name = request.form.optional_text("name", NAME_LENGTH) or "new role"
    everyone = request.services.world.role(guild.id, guild.id)
    bits = request.form.permissions("permissions", everyone.permissions)
    role = request.services.world.add_role(guild.id, name, bits)
    request.services.events.role_changed(role, is_new=True)
    return request.services.payloads.role(role)


@route("PATCH", ONE)
def _edit_role(request: Request) -> Json:
    role = _role(request, Permission.MANAGE_ROLES)
    name = request.form.optional_text("name", NAME_LENGTH) or role.name
    bits = request.form.permissions("permissions", role.permissions)
    return request.services.payloads.role(request.services.guilds.change_role(role, name, bits))


@route("DELETE", ONE)
def _delete_role(request: Request) -> None:
    role = _role(request, Permission.MANAGE_ROLES)
    if role.managed or role.id == role.guild_id:
        raise DiscordError(*INVALID_ROLE)
    request.services.guilds.drop_role(role)


def _role(request: Request, needed: Permission | None = None) -> Role:
    guild = request.own_guild(needed)
    return request.services.world.role(guild.id, request.id("role_id"))
