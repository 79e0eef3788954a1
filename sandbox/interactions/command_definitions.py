"""Discord's limits on application commands, and on their users and places."""

import re
from typing import Any

from sandbox.errors import bad_length, invalid_form, wrong_choice, wrong_type
from sandbox.fields import check_length, objects, text, whole_number
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
        check_command(command, str(index))
    for kind, limit in MAX_OF_A_TYPE.items():
        names = [body["name"] for body in commands if body.get("type", CHAT_INPUT) == kind]
        check_length(names, "_commands", 0, limit)
        _check_distinct(names, "_commands")
    return commands


def check_command(command: Json, path: str) -> None:
    """Check one command against Discord's limits."""
    kind = whole_number(command, "type", path, range(CHAT_INPUT, MESSAGE_COMMAND + 1), CHAT_INPUT)
    if kind != CHAT_INPUT:
        text(command, "name", path, 1, 32)
        return
    _check_name(command, path)
    text(command, "description", path, 1, DESCRIPTION_LENGTH)
    _check_options(command, path, depth=0)
    if _total_length(command) > TOTAL_LENGTH:
        raise bad_length(path, 1, TOTAL_LENGTH)


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


def _check_options(holder: Json, path: str, depth: int) -> None:
    options = objects(holder, "options", path, OPTIONS)
    optional_seen = False
    for index, option in enumerate(options):
        place = f"{path}.options.{index}"
        _check_option(option, place, depth)
        required = bool(option.get("required"))
        if required and optional_seen:
            message = "Required options come before optional ones."
            raise invalid_form(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not required
    _check_distinct([option["name"] for option in options], f"{path}.options")
    nested = [option["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in options]
    if any(nested) and not all(nested):
        raise invalid_form(
            f"{path}.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Subcommands stand alone.",
        )


def _check_option(option: Json, path: str, depth: int) -> None:
    kind = whole_number(option, "type", path, range(SUBCOMMAND, ATTACHMENT + 1), 0)
    too_deep = depth + (kind == SUBCOMMAND_GROUP) > 1 or (depth == 2 and kind == SUBCOMMAND)
    if kind == 0 or (kind <= SUBCOMMAND_GROUP and too_deep):
        raise wrong_choice(f"{path}.type")
    _check_name(option, path)
    text(option, "description", path, 1, DESCRIPTION_LENGTH)
    if kind <= SUBCOMMAND_GROUP:
        _check_options(option, path, 1 if kind == SUBCOMMAND_GROUP else 2)
        return
    choices = objects(option, "choices", path, CHOICES)
    if choices and option.get("autocomplete"):
        raise invalid_form(path, "CHOICES_OR_AUTOCOMPLETE", "Either choices or completion.")
    check_choices(choices, f"{path}.choices", kind)


def check_choices(choices: list[Json], path: str, kind: int) -> None:
    """Check choices against Discord's limits and their option's type."""
    for index, choice in enumerate(choices):
        place = f"{path}.{index}"
        text(choice, "name", place, 1, CHOICE_LENGTH)
        if kind == STRING:
            text(choice, "value", place, 0, CHOICE_LENGTH)
        elif not isinstance(choice.get("value"), int if kind == INTEGER else (int, float)):
            raise wrong_type(f"{place}.value", "number")
    _check_distinct([choice["name"] for choice in choices], path)


def _check_name(holder: Json, path: str) -> None:
    name = text(holder, "name", path, 1, 32)
    if not NAME.match(name) or name != name.lower():
        message = "Lower-case letters, digits, - and _ only."
        raise invalid_form(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_distinct(names: list[str], path: str) -> None:
    if len(set(names)) < len(names):
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
