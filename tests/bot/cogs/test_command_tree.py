"""The commands as Discord is sent them: where they belong, and whom they are for."""

from typing import Any

import pytest

from engine.games import GAMES
from tests.bot.features import of_features
from tests.helpers.rooms.dealers import unconnected

GUILD, BOT_DM = 0, 1
GUILD_INSTALL = 0
MANAGE_GUILD = 1 << 5
ALSO_IN_DIRECT_MESSAGES = {"help", "match", "me", "practice", "rules", "tutorial"}
FOR_HOSTS = {
    "dealer defaults",
    "dealer language",
    "dealer host-role",
    "dealer practice",
    "dealer private-channel",
    *(f"match {name}" for name in ("abort", "award", "check", "mirror", "pause")),
    *(
        f"match {name}"
        for name in ("rematch", "remind", "replace", "resume", "say", "time", "undo")
    ),
    *(f"preset {name}" for name in ("delete", "list", "save", "use")),
    *(name for feature in of_features() for name in getattr(feature, "FOR_HOSTS", ())),
    *(f"{game} start" for game in GAMES),
}
FOR_ALL = {
    *("help", "me", "practice", "rules", "tutorial"),
    *(name for feature in of_features() for name in getattr(feature, "FOR_ALL", ())),
    *(f"match {name}" for name in ("analyse", "board", "clock", "follow", "list", "log")),
    *(f"match {name}" for name in ("record", "replay", "status")),
}


@pytest.fixture
async def payloads() -> dict[str, dict[str, Any]]:
    """Return every command by its name, as it is sent to Discord."""
    client = unconnected()
    await client.setup_hook()
    return {command.name: command.to_dict(client.tree) for command in client.tree.get_commands()}


async def test_every_command_belongs_on_servers_and_some_in_direct_messages_too(
    payloads: dict[str, dict[str, Any]],
):
    for name, payload in payloads.items():
        dms = [BOT_DM] if name in ALSO_IN_DIRECT_MESSAGES else []
        assert payload["contexts"] == [GUILD, *dms], name
        assert payload["integration_types"] == [GUILD_INSTALL], name


async def test_discord_hides_only_dealer_from_whoever_does_not_manage_the_server(
    payloads: dict[str, dict[str, Any]],
):
    needed = {name: payload["default_member_permissions"] for name, payload in payloads.items()}
    assert {name for name, permissions in needed.items() if permissions is not None} == {"dealer"}
    assert needed["dealer"] == MANAGE_GUILD


async def test_the_descriptions_of_hosts_commands_and_no_others_end_in_hosts(
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


async def test_a_ruling_about_a_seat_takes_a_seat_and_nothing_else(
    payloads: dict[str, dict[str, Any]],
):
    rulings = {option["name"]: option["options"] for option in payloads["match"]["options"]}
    for ruling in ("award", "time", "say", "replace"):
        (player,) = [option for option in rulings[ruling] if option["name"] == "player"]
        assert player["required"]
        # What is typed may overtake its completion: Discord itself refuses all but its choices.
        assert not player.get("autocomplete")
        choices = [(choice["name"], choice["value"]) for choice in player["choices"]]
        assert choices == [("EC", "ec"), ("DMO", "dmo")]


def descriptions(payload: dict[str, Any]) -> dict[str, str]:
    """Return the descriptions of a group's commands, or of a command that is no group."""
    subcommands = [option for option in payload["options"] if option["type"] == 1]
    if not subcommands:
        return {payload["name"]: payload["description"]}
    return {
        f"{payload['name']} {subcommand['name']}": subcommand["description"]
        for subcommand in subcommands
    }
