"""Routes of application commands: the bot registers them, people list them."""

from sandbox.errors import unknown
from sandbox.fields import Form
from sandbox.interactions import command_definitions as definitions
from sandbox.rest.request import Access, Request, route
from sandbox.state.models import Command, Json

GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


@route("GET", GLOBAL)
def _list_for_anyone(request: Request) -> list[Json]:
    """Return the bot's global commands; for people, every command that they may use."""
    _check_application(request)
    if request.caller.bot:
        commands = _commands_of(request, None)
    else:
        everything = request.services.world.commands.values()
        commands = [command for command in everything if _may_use(request, command)]
    payloads = [_shown(request, command) for command in commands]
    if request.is_asked("with_localizations"):
        return payloads
    return [definitions.in_language(command, request.locale) for command in payloads]


@route("GET", OF_GUILD, Access.BOT)
def _list_of_guild(request: Request) -> list[Json]:
    return [_shown(request, command) for command in _commands_of(request, _guild_id(request))]


@route("PUT", GLOBAL, Access.BOT)
@route("PUT", OF_GUILD, Access.BOT)
def _replace_all(request: Request) -> list[Json]:
    """Replace all commands by these; those that exist already keep their ids."""
    guild_id = _guild_id(request)
    bodies = definitions.check_commands(request.body)
    registered = [_register(request, guild_id, body) for body in bodies]
    kept_ids = {command.id for command in registered}
    for command in _commands_of(request, guild_id):
        if command.id not in kept_ids:
            request.services.world.drop(command)
    return [_shown(request, command) for command in registered]


@route("POST", GLOBAL, Access.BOT)
@route("POST", OF_GUILD, Access.BOT)
def _create_one(request: Request) -> Json:
    """Register one command; it replaces one of the same name."""
    guild_id = _guild_id(request)
    commands = _commands_of(request, guild_id)
    others = [command.body for command in commands if not _same(command, request.fields)]
    definitions.check_commands([*others, request.fields])
    return _shown(request, _register(request, guild_id, request.fields))


@route("GET", GLOBAL + "/{command_id}", Access.BOT)
@route("GET", OF_GUILD + "/{command_id}", Access.BOT)
def _get_one(request: Request) -> Json:
    return _shown(request, _command(request))


@route("PATCH", GLOBAL + "/{command_id}", Access.BOT)
@route("PATCH", OF_GUILD + "/{command_id}", Access.BOT)
def _edit_one(request: Request) -> Json:
    command = _command(request)
    body = {**command.body, **request.fields}
    definitions.check_command(Form(body))
    changed = Command(command.id, command.guild_id, body)
    return _shown(request, request.services.world.keep(changed))


@route("DELETE", GLOBAL + "/{command_id}", Access.BOT)
@route("DELETE", OF_GUILD + "/{command_id}", Access.BOT)
def _delete_one(request: Request) -> None:
    request.services.world.drop(_command(request))


def _register(request: Request, guild_id: int | None, body: Json) -> Command:
    commands = _commands_of(request, guild_id)
    same = next((command for command in commands if _same(command, body)), None)
    world = request.services.world
    version = world.snowflakes.next()
    command_id = version if same is None else same.id
    whole = {
        "default_member_permissions": None,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        "description": "",
        **body,
        "type": body.get("type", definitions.CHAT_INPUT),
        "id": str(command_id),
        "version": str(version),
    }
    if guild_id is not None:
        whole["guild_id"] = str(guild_id)
    return world.keep(Command(command_id, guild_id, whole))


def _commands_of(request: Request, guild_id: int | None) -> list[Command]:
    commands = request.services.world.commands.values()
    return [command for command in commands if command.guild_id == guild_id]


def _same(command: Command, body: Json) -> bool:
    kind = body.get("type", definitions.CHAT_INPUT)
    return (command.body["name"], command.body["type"]) == (body.get("name"), kind)


def _command(request: Request) -> Command:
    guild_id = _guild_id(request)
    command = request.services.world.commands.get(request.id("command_id"))
    if command is None or command.guild_id != guild_id:
        raise unknown("application command")
    return command


def _guild_id(request: Request) -> int | None:
    _check_application(request)
    if "guild_id" not in request.http.match_info:
        return None
    return request.own_guild().id


def _check_application(request: Request) -> None:
    if request.id("application_id") != request.services.world.bot.id:
        raise unknown("Application")


def _may_use(request: Request, command: Command) -> bool:
    world = request.services.world
    return any(
        definitions.permitted(
            command,
            world.guild_permissions(world.members[guild.id, request.caller.id]),
        )
        for guild in world.guilds_of(request.caller)
        if command.guild_id in (None, guild.id)
    )


def _shown(request: Request, command: Command) -> Json:
    return {**command.body, "application_id": str(request.services.world.bot.id)}
