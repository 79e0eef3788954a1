"""Sends Discord the slash commands where its own list differs from the bot's.

The library's `sync` sends them at every start, changed or not.
"""

import logging
from functools import partial
from typing import Any

from discord import app_commands

from bot.client.retries import keep_trying
from bot.discord_internals import fetch_commands, own_commands, with_defaults

log = logging.getLogger(__name__)


async def bring_up_to_date(tree: app_commands.CommandTree[Any]) -> None:
    """Send Discord the commands if its own differ, however long it takes to get through."""
    try:
        await keep_trying("the commands cannot be sent to Discord", partial(_bring, tree))
    except Exception:
        # Whatever is wrong with the commands, the matches go on: moves are typed.
        log.exception("the commands could not be sent to Discord")


async def _bring(tree: app_commands.CommandTree[Any]) -> None:
    if are_same(await own_commands(tree), await fetch_commands(tree.client)):
        log.info("Discord's commands are up to date")
        return
    try:
        await tree.sync()
    except app_commands.CommandSyncFailure:
        # Trying again will not help, and everything else works with the old ones.
        log.exception("Discord refuses the commands")
    else:
        log.info("the commands were sent to Discord")


def are_same(ours: list[dict[str, Any]], stored: list[Any]) -> bool:
    """Whether our payloads and Discord's mean the same commands.

    Discord adds ids and versions, leaves out defaults, and keeps an order of its own.
    """
    return _by_name(ours) == _by_name(stored)


def _by_name(payloads: list[Any]) -> dict[tuple[int, str], Any]:
    commands = [_normalised(each) for each in payloads]
    return {(each["type"], each["name"]): each for each in commands}


def _normalised(payload: dict[str, Any]) -> dict[str, Any]:
    """Return a payload as the library reads it: with defaults, and without ids.

    Four fields are read here, as the library's model loses them on the way.
    """
    permissions = payload.get("default_member_permissions")
    return {
        **with_defaults(payload),
        "default_member_permissions": None if permissions is None else int(permissions),
        "nsfw": payload.get("nsfw", False),
        "contexts": sorted(payload.get("contexts") or ()),
        "integration_types": sorted(payload.get("integration_types") or ()),
    }
