"""The commands as Discord is told of them: where they belong, and whom they are for."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.client import DealerClient
from bot.cogs import extensions
from bot.storage.write_retries import Keeping
from engine.games import GAMES

GUILD, BOT_DM = 0, 1
GUILD_INSTALL = 0
MANAGE_GUILD = 1 << 5
ALSO_IN_DIRECT_MESSAGES = {"rules"}
FOR_HOSTS = {
    "dealer host-role",
    "match abort",
    "match pause",
    "match resume",
    *(f"{game} start" for game in GAMES),
}
FOR_ALL = {"rules", *(f"match {name}" for name in ("board", "clock", "list", "record", "status"))}


@pytest.fixture
async def payloads() -> dict[str, dict[str, Any]]:
    """Every command by its name, as it is sent to Discord."""
    client = DealerClient(SimpleNamespace(keeping=Keeping()), extensions())  # type: ignore[arg-type]
    await client.setup_hook()
    return {each.name: each.to_dict(client.tree) for each in client.tree.get_commands()}


async def test_every_command_says_that_it_belongs_on_a_server_and_whether_in_direct_messages(
    payloads: dict[str, dict[str, Any]],
):
    for name, payload in payloads.items():
        dms = [BOT_DM] if name in ALSO_IN_DIRECT_MESSAGES else []
        assert payload["contexts"] == [GUILD, *dms], name
        assert payload["integration_types"] == [GUILD_INSTALL], name


async def test_only_dealer_is_kept_from_all_who_do_not_manage_the_server(
    payloads: dict[str, dict[str, Any]],
):
    needed = {name: payload["default_member_permissions"] for name, payload in payloads.items()}
    assert {name for name, permissions in needed.items() if permissions is not None} == {"dealer"}
    assert needed["dealer"] == MANAGE_GUILD


async def test_exactly_the_descriptions_of_hosts_commands_end_in_hosts(
    payloads: dict[str, dict[str, Any]],
):
    described = {
        name: description
        for payload in payloads.values()
        for name, description in descriptions(payload).items()
    }
    assert described.keys() == FOR_HOSTS | FOR_ALL
    for name, description in described.items():
        assert description.endswith(" (hosts)") == (name in FOR_HOSTS), (name, description)


def descriptions(payload: dict[str, Any]) -> dict[str, str]:
    """What each command of a group says of itself, or a command that is no group."""
    subcommands = [each for each in payload["options"] if each["type"] == 1]
    if not subcommands:
        return {payload["name"]: payload["description"]}
    return {f"{payload['name']} {each['name']}": each["description"] for each in subcommands}
