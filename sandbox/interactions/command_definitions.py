"""Discord's limits on application commands, and on their users and places."""

import re
from typing import Any

from sandbox.errors import bad_length, invalid_form, wrong_choice, wrong_type
from sandbox.fields import Form, check_length
from sandbox.state.models import Command, Json
from sandbox.state.permissions import Permission

CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)

MAX_OF_A_TYPE = {CHAT_INPUT: 100, USER_COMMAND: 5, MESSAGE_COMMAND: 5}
IN_GUILDS, BOT_DM = 0, 1  # contexts: a guild, a DM with the bot
NAME = re.compile(r"^[-_'\w]{1,32}$")
DESCRIPTION_LENGTH = 100
OPTIONS = 25
CHOICES = 25
CHOICE_LENGTH = 100
STRING_LENGTH = 6000
TOTAL_LENGTH = 8000


def check_commands(commands: Any) -> list[Json]:
    """Check a list of commands against Discord's limits."""
    if not isinstance(commands, list) or not all(isinstance(body, dict) for body in commands):
        raise wrong_type("_commands", "list")
    for index, command in enumerate(commands):
        check_command(Form(command, str(index)))
    for kind, limit in MAX_OF_A_TYPE.items():
        alike = [Form(body) for body in commands if body.get("type", CHAT_INPUT) == kind]
        check_length(alike, "_commands", 0, limit)
        _check_distinct(alike, "_commands")
    return commands


def check_command(command: Form) -> None:
    """Check one command against Discord's limits."""
    kind = command.number("type", range(CHAT_INPUT, MESSAGE_COMMAND + 1), CHAT_INPUT)
    if kind != CHAT_INPUT:
        command.check({"name": (1, 32)})
        return
    _check_name(command)
    _check_options(command, depth=0)
    if _total_length(command.body) > TOTAL_LENGTH:
        raise bad_length(command.path, 1, TOTAL_LENGTH)


def permitted(command: Command, permissions: Permission) -> bool:
    """Return whether a member has the permissions that a command requires."""
    needed = command.body.get("default_member_permissions")
    if needed is None or permissions & Permission.ADMINISTRATOR:
        return True
    return int(needed) != 0 and permissions & int(needed) == int(needed)


def usable_in(command: Command, guild_id: int | None) -> bool:
    """Return whether a command is meant for a guild, or for DMs with the bot (None)."""
    contexts = command.body.get("contexts")
    if guild_id is None and command.body.get("dm_permission") is False:
        return False
    is_context = contexts is None or (BOT_DM if guild_id is None else IN_GUILDS) in contexts
    return is_context and command.guild_id in (None, guild_id)


def _check_options(holder: Form, depth: int) -> None:
    options = holder.forms("options", OPTIONS)
    optional_seen = False
    for option in options:
        _check_option(option, depth)
        required = bool(option.body.get("required"))
        if required and optional_seen:
            message = "Required options come before optional ones."
            raise invalid_form(option.path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not required
    path = holder.at("options")
    _check_distinct(options, path)
    nested = [option.body["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in options]
    if any(nested) and not all(nested):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        raise invalid_form(path, code, "Subcommands stand alone.")


def _check_option(option: Form, depth: int) -> None:
    kind = option.number("type", range(SUBCOMMAND, ATTACHMENT + 1), 0)
    too_deep = depth + (kind == SUBCOMMAND_GROUP) > 1 or (depth == 2 and kind == SUBCOMMAND)
    if kind == 0 or (kind <= SUBCOMMAND_GROUP and too_deep):
        raise wrong_choice(option.at("type"))
    _check_name(option)
    if kind <= SUBCOMMAND_GROUP:
        _check_options(option, 1 if kind == SUBCOMMAND_GROUP else 2)
        return
    if option.forms("choices", CHOICES) and option.body.get("autocomplete"):
        message = "Either choices or completion."
        raise invalid_form(option.path, "CHOICES_OR_AUTOCOMPLETE", message)
    read_choices(option, kind)


def read_choices(holder: Form, kind: int) -> list[Json]:
    """Read choices within Discord's limits, of their option's type."""
    choices = holder.forms("choices", CHOICES)
    for choice in choices:
        choice.check({"name": (1, CHOICE_LENGTH)})
        if kind == STRING:
            choice.check({"value": (0, CHOICE_LENGTH)})
        elif not isinstance(choice.body.get("value"), int if kind == INTEGER else (int, float)):
            raise wrong_type(choice.at("value"), "number")
    _check_distinct(choices, holder.at("choices"))
    return [choice.body for choice in choices]


def _check_name(holder: Form) -> None:
    """Check the name and description of a command or option."""
    name = holder.text("name", 1, 32)
    if not NAME.match(name) or name != name.lower():
        message = "Lower-case letters, digits, - and _ only."
        raise invalid_form(holder.at("name"), "APPLICATION_COMMAND_INVALID_NAME", message)
    holder.check({"description": (1, DESCRIPTION_LENGTH)})


def _check_distinct(named: list[Form], path: str) -> None:
    if len({form.body["name"] for form in named}) < len(named):
        raise invalid_form(path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Each name only once.")


def _total_length(holder: Json) -> int:
    length = len(holder["name"]) + len(holder["description"])
    for choice in holder.get("choices") or ():
        length += len(choice["name"]) + len(str(choice["value"]))
    return length + sum(_total_length(option) for option in holder.get("options") or ())


def in_language(part: Json, locale: str) -> Json:
    """Return a command or option as Discord shows it, in somebody's language where possible."""
    stored = {name: value for name, value in part.items() if not name.endswith("_localizations")}
    for name in ("name", "description"):
        message = (part.get(f"{name}_localizations") or {}).get(locale)
        if message:
            stored[f"{name}_localized"] = message
    for inner in ("options", "choices"):
        if inner in part:
            stored[inner] = [in_language(piece, locale) for piece in part[inner]]
    return stored
