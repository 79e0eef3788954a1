"""Routes about application commands: a bot registers them, people list them."""

from sandbox.calls import Access, Call, Route
from sandbox.command_checks import CHAT_INPUT, check_command, check_commands, permitted
from sandbox.errors import unknown
from sandbox.guards import own_guild
from sandbox.models import Command, Json
from sandbox.permissions import guild_permissions


def list_for_anyone(call: Call) -> list[Json]:
    """A bot's global commands; to people, every command that they may use."""
    _check_application(call)
    commands = call.hub.world.commands.values()
    if call.caller.bot:
        return [_shown(call, one) for one in commands if one.guild_id is None]
    return [_shown(call, one) for one in commands if _may_use(call, one)]


def list_of_guild(call: Call) -> list[Json]:
    """The commands registered for one guild."""
    guild_id = _guild_id(call)
    commands = call.hub.world.commands.values()
    return [_shown(call, one) for one in commands if one.guild_id == guild_id]


def replace_all(call: Call) -> list[Json]:
    """Register these commands in place of all others; those that stay keep their ids."""
    guild_id = _guild_id(call)
    bodies = check_commands(call.body)
    kept = [_register(call, guild_id, body) for body in bodies]
    kept_ids = {command.id for command in kept}
    for command in list(call.hub.world.commands.values()):
        if command.guild_id == guild_id and command.id not in kept_ids:
            call.hub.world.drop(command)
    return [_shown(call, command) for command in kept]


def create_one(call: Call) -> Json:
    """Register one command, in place of an earlier one of its name."""
    guild_id = _guild_id(call)
    others = [one.body for one in _commands_of(call, guild_id) if not _same(one, call.fields)]
    check_commands([*others, call.fields])
    return _shown(call, _register(call, guild_id, call.fields))


def get_one(call: Call) -> Json:
    """One command."""
    return _shown(call, _command(call))


def edit_one(call: Call) -> Json:
    """Change a command."""
    command = _command(call)
    body = {**command.body, **call.fields}
    check_command(body, "")
    changed = Command(command.id, command.guild_id, body)
    call.hub.world.keep(changed)
    return _shown(call, changed)


def delete_one(call: Call) -> None:
    """Remove a command."""
    call.hub.world.drop(_command(call))


def _register(call: Call, guild_id: int | None, body: Json) -> Command:
    same = next((one for one in _commands_of(call, guild_id) if _same(one, body)), None)
    world = call.hub.world
    version = world.snowflakes.next()
    command_id = version if same is None else same.id
    whole = {
        "default_member_permissions": None,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        "description": "",
        **body,
        "type": body.get("type", CHAT_INPUT),
        "id": str(command_id),
        "version": str(version),
    }
    if guild_id is not None:
        whole["guild_id"] = str(guild_id)
    command = Command(command_id, guild_id, whole)
    world.keep(command)
    return command


def _commands_of(call: Call, guild_id: int | None) -> list[Command]:
    return [one for one in call.hub.world.commands.values() if one.guild_id == guild_id]


def _same(command: Command, body: Json) -> bool:
    kind = body.get("type", CHAT_INPUT)
    return (command.body["name"], command.body["type"]) == (body.get("name"), kind)


def _command(call: Call) -> Command:
    guild_id = _guild_id(call)
    command = call.hub.world.commands.get(call.id("command_id"))
    if command is None or command.guild_id != guild_id:
        raise unknown("application command")
    return command


def _guild_id(call: Call) -> int | None:
    """The guild that a path is about, if it is about one."""
    _check_application(call)
    if "guild_id" not in call.request.match_info:
        return None
    return own_guild(call).id


def _check_application(call: Call) -> None:
    if call.id("application_id") != call.hub.world.bot.id:
        raise unknown("Application")


def _may_use(call: Call, command: Command) -> bool:
    world = call.hub.world
    return any(
        permitted(
            command, guild_permissions(guild, world.roles, world.member(guild.id, call.caller.id))
        )
        for guild in world.guilds_of(call.caller)
        if command.guild_id in (None, guild.id)
    )


def _shown(call: Call, command: Command) -> Json:
    return call.hub.payloads.command(command)


GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
ROUTES = (
    Route("GET", GLOBAL, list_for_anyone),
    Route("GET", OF_GUILD, list_of_guild, Access.BOT),
    *(
        route
        for base in (GLOBAL, OF_GUILD)
        for route in (
            Route("PUT", base, replace_all, Access.BOT),
            Route("POST", base, create_one, Access.BOT),
            Route("GET", base + "/{command_id}", get_one, Access.BOT),
            Route("PATCH", base + "/{command_id}", edit_one, Access.BOT),
            Route("DELETE", base + "/{command_id}", delete_one, Access.BOT),
        )
    ),
)
