"""Tests that discord.py's undocumented parts in use are still there, and still needed."""

import ast
import asyncio
import inspect
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands, gateway
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import HTTPClient, Route

from bot.posts.sending import discord_internals
from sandbox.server import BOT_TOKEN
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.servers import Server

ROOT = Path(__file__).parents[4]
INTERNALS = ROOT / "bot" / "posts" / "sending" / "discord_internals.py"
DOCUMENTED_MODULES = {"discord", "discord.app_commands", "discord.ext", "discord.ui"}
DOCUMENTED_NAMESPACES = {"abc", "app_commands", "ui"}
UNDOCUMENTED = {"connector", "dispatch", "get_translated_payload", "http", "warn_nacl", "ws"}
OWN = {"self", "cls", "super()"}
MOVED = "discord.py has moved {}: see bot/posts/sending/discord_internals.py"

HOOKS = [
    (discord.VoiceClient, "warn_nacl", ()),
    (discord.VoiceClient, "warn_dave", ()),
    (Route, "BASE", ()),
    (Route, "__init__", ("method", "path", "parameters")),
    (DiscordWebSocket, "DEFAULT_GATEWAY", ()),
    (KeepAliveHandler, "get_payload", ()),
    (HTTPClient, "close", ()),
    (HTTPClient, "request", ("route", "kwargs")),
    (HTTPClient, "logs_from", ("channel_id", "limit", "after")),
    (app_commands.Command, "get_translated_payload", ("tree", "translator")),
    (app_commands.Command, "to_dict", ("tree",)),
    (app_commands.Group, "get_translated_payload", ("tree", "translator")),
    (app_commands.Group, "to_dict", ("tree",)),
    (app_commands.AppCommand, "__init__", ("data", "state")),
    (app_commands.AppCommand, "to_dict", ()),
]


@pytest.mark.parametrize(("owner", "name", "parameters"), HOOKS)
def test_the_library_has_not_moved_what_it_does_not_promise(
    owner: type[Any], name: str, parameters: tuple[str, ...]
):
    moved = MOVED.format(f"{owner.__name__}.{name}")
    assert hasattr(owner, name), moved
    if parameters:
        assert {*parameters} <= {*inspect.signature(getattr(owner, name)).parameters}, moved


@pytest.mark.parametrize("name", ["http.connector", "shard_count"])
def test_a_client_still_has_what_the_library_does_not_promise(name: str):
    client: Any = discord.AutoShardedClient(intents=discord.Intents.none())
    for piece in name.split("."):
        assert hasattr(client, piece), MOVED.format(f"AutoShardedClient.{name}")
        client = getattr(client, piece)


# Nobody else


def undocumented_in(source: str) -> Iterator[str]:
    """Yield the lines of a module that use more than the library documents."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("discord"):
                is_documented = module.startswith("discord.ext.") or module in DOCUMENTED_MODULES
            case ast.Import(names=names):
                is_documented = not any(alias.name.startswith("discord.") for alias in names)
            case ast.Attribute(value=ast.Name("discord"), attr=name):
                is_documented = not name.islower() or name in DOCUMENTED_NAMESPACES
            case ast.Attribute(value=owner, attr=name):
                is_private = name.startswith("_") and not name.endswith("__")
                is_own = ast.unparse(owner) in OWN
                is_documented = name not in UNDOCUMENTED and (is_own or not is_private)
            case _:
                continue
        if not is_documented:
            yield f"{node.lineno}: {ast.unparse(node)}"


def test_nothing_else_uses_what_the_library_does_not_document():
    for path in ROOT.glob("bot/**/*.py"):
        source = path.read_text()
        if "discord" in source and path != INTERNALS:
            assert not [*undocumented_in(source)], path
    assert [*undocumented_in(INTERNALS.read_text())]


# Reasons and effects


def test_new_clients_warn_that_voice_is_missing_unless_told_not_to(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    discord.Client(intents=discord.Intents(guilds=True))
    assert len(caplog.messages) == 2
    caplog.clear()
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    discord_internals.do_without_voice()
    discord.Client(intents=discord.Intents(guilds=True))
    assert not caplog.messages


@pytest.mark.parametrize(
    ("is_timed", "answered_after", "warnings"), [(False, 0.1, 1), (True, 0.1, 0), (True, 12, 1)]
)
def test_an_acknowledgement_that_overtakes_the_librarys_note_is_not_late(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_timed: bool,
    answered_after: float,
    warnings: int,
):
    now = 1_000.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    monkeypatch.setattr(gateway, "KeepAliveHandler", KeepAliveHandler)
    if is_timed:
        discord_internals.time_heartbeats()
    socket = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0, HEARTBEAT=1, sequence=None)
    heartbeats = gateway.KeepAliveHandler(ws=socket, interval=41.25, shard_id=0)
    now += heartbeats.interval
    heartbeats.get_payload()
    now += answered_after
    heartbeats.ack()
    assert caplog.text.count("Can't keep up") == warnings


async def test_sessions_begin_where_they_are_pointed_at_and_as_many_as_were_recommended(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://127.0.0.1:1"))
    discord_internals.point_at(server.sandbox.api, server.sandbox.gateway)
    assert discord_internals.api_path() == yarl.URL(server.sandbox.api).path
    assert discord_internals.gateway_url() == yarl.URL(server.sandbox.gateway)
    granted = await discord_internals.fetch_session_limits(server.client)
    assert granted["remaining"] == granted["total"]
    assert server.client.shard_count == 1
    # Were it asked again, this would end the connection.
    asked_again = {"match": {"route": "/gateway/bot"}, "count": None}
    await server.world.fault(fault="5xx-before", status=503, **asked_again)
    connecting = asyncio.create_task(server.client.connect())
    await eventually(lambda: server.client.is_ready() or connecting.done())
    assert not connecting.done()
    await server.client.close()
    await connecting


@pytest.mark.usefixtures("server")
async def test_a_client_logs_in_again_only_over_new_connections():
    client = discord.Client(intents=discord.Intents.none())
    await client.login(BOT_TOKEN)
    await client.close()
    client.clear()
    with pytest.raises(RuntimeError, match="closed"):
        await client.login(BOT_TOKEN)
    await discord_internals.drop_connections(client)
    await client.login(BOT_TOKEN)
    await client.close()


class German(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        is_wanted = locale is discord.Locale.german and string.message == "in English"
        return "auf Deutsch" if is_wanted else None


@app_commands.command(description="in English")
async def rules(_: discord.Interaction[Any], number: int = 1) -> None:
    """A command with an option."""


async def test_commands_are_compared_with_their_translations(server: Server):
    tree = app_commands.CommandTree(server.client)
    tree.add_command(rules)
    await tree.set_translator(German())
    await tree.sync()
    (command,) = await tree.fetch_commands()
    assert not command.description_localizations
    (stored,) = await discord_internals.fetch_commands(server.client)
    (own,) = await discord_internals.own_commands(tree)
    assert own["description_localizations"] == {"de": "auf Deutsch"}
    defaults = discord_internals.with_defaults
    assert defaults(own) == defaults(stored) == defaults(own | {"nsfw": False})
    assert defaults(own) != defaults(stored | {"description_localizations": None})


async def test_messages_are_read_past_one_that_the_library_does_not_know(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    odd = await server.world.ec.say(server.room, "odd")
    await server.world.ec.say(server.room, "E6 E7")
    pages = server.client.http.logs_from

    async def logs_from(*about: Any, **more: Any) -> Any:
        return [
            {**other_page, "type": {}, "embeds": None} for other_page in await pages(*about, **more)
        ]

    monkeypatch.setattr(server.client.http, "logs_from", logs_from)
    room_id, result = int(server.room), int(odd["id"]) - 1
    room = server.client.get_partial_messageable(room_id)
    with pytest.raises(TypeError):
        [message async for message in room.history(after=discord.Object(result))]
    page = await discord_internals.fetch_messages(server.client, room_id, result, 2)
    assert [message["content"] for message in page] == ["E6 E7", "odd"]
