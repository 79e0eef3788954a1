"""Brings the list of commands that Discord has up to date, where it differs from the bot's."""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.retries import keep_trying

log = logging.getLogger(__name__)

COMMAND: Final[Mapping[str, Any]] = {
    "name": "",
    "type": 1,
    "description": "",
    "options": (),
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": None,
    "integration_types": None,
}
OPTION: Final[Mapping[str, Any]] = {
    "name": "",
    "type": 0,
    "description": "",
    "options": (),
    "required": False,
    "choices": (),
    "channel_types": (),
    "autocomplete": False,
    "min_value": None,
    "max_value": None,
    "min_length": None,
    "max_length": None,
}
CHOICE: Final[Mapping[str, Any]] = {"name": "", "value": None}
"""What makes up a command, an option and a choice, and what each part is where it is not said."""
UNORDERED: Final = ("contexts", "integration_types", "channel_types")


async def bring_up_to_date(tree: app_commands.CommandTree[Any]) -> None:
    """Tell Discord the commands, if it has others, however long it takes to get through."""
    try:
        await keep_trying("the commands cannot be told to Discord", partial(_bring, tree))
    except Exception:
        # The matches go on by what is typed, whatever is wrong with the commands.
        log.exception("the commands could not be sent to Discord")


async def _bring(tree: app_commands.CommandTree[Any]) -> None:
    client = tree.client
    stored = await client.http.get_global_commands(client.application_id or 0)
    if are_same([each.to_dict(tree) for each in tree.get_commands()], stored):
        log.info("Discord's commands are up to date")
        return
    try:
        await tree.sync()
    except app_commands.CommandSyncFailure:
        # They are wrong in themselves; all else works without them as well as with the old ones.
        log.exception("Discord refuses the commands")
    else:
        log.info("the commands were sent to Discord")


def are_same(ours: list[dict[str, Any]], stored: list[Any]) -> bool:
    """Whether commands as they are sent and as Discord has them are the same.

    Discord adds ids and versions and leaves out what is as it is by default.
    """
    return _by_name(ours) == _by_name(stored)


def _by_name(commands: list[dict[str, Any]]) -> dict[tuple[int, str], dict[str, Any]]:
    told = [_told(each, COMMAND) for each in commands]
    return {(each["type"], each["name"]): each for each in told}


def _told(given: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that matter, each in one form."""
    told = {
        name: default if (value := given.get(name)) is None else value
        for name, default in parts.items()
    }
    for name in UNORDERED:
        if told.get(name):
            told[name] = sorted(told[name])
    if told.get("default_member_permissions") is not None:
        told["default_member_permissions"] = int(told["default_member_permissions"])
    if "options" in told:
        told["options"] = [_told(each, OPTION) for each in told["options"]]
    if "choices" in told:
        told["choices"] = [_told(each, CHOICE) for each in told["choices"]]
    return told
