"""All uses of discord.py beyond its documentation.

Each function says what no documented interface does.
`tests/bot/posts/sending/test_discord_internals.py` tells which of them a new version of the library
has moved.
"""

import time
from typing import Any

import discord
import yarl
from discord import app_commands, gateway
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route


def do_without_voice() -> None:
    """Silence new clients' warning that voice needs more packages; no setting stops it."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class _TimedHeartbeats(KeepAliveHandler):
    def get_payload(self) -> dict[str, Any]:
        self._last_send = time.perf_counter()
        return super().get_payload()


def time_heartbeats() -> None:
    """Measure the latency of new connections from when a heartbeat is about to be sent.

    The library's thread notes that instant once it is sent. If the acknowledgement is faster, the
    latency seems to be the time since the heartbeat before, and the log says "Can't keep up".
    """
    library: Any = gateway
    library.KeepAliveHandler = _TimedHeartbeats


def point_at(api: str, gateway: str) -> None:
    """Talk to a stand-in for Discord; the library has no setting for its addresses."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def api_path() -> str:
    """Return the path of Discord's interface; `http_trace` is shown attachments' addresses too."""
    return yarl.URL(Route.BASE).path


def gateway_url() -> yarl.URL:
    """Return the gateway's address; the library tells nobody, and each try to begin one counts."""
    return DiscordWebSocket.DEFAULT_GATEWAY


async def drop_connections(client: discord.Client) -> None:
    """Drop a client's connections, so that it can log in again after a failed login.

    The library makes a new HTTP session for each login, but hands it the old connections, which its
    `close` has closed and its `clear` does not forget.
    """
    await client.http.close()
    client.http.connector = discord.utils.MISSING


async def fetch_session_limits(client: discord.AutoShardedClient) -> Any:
    """Return how many sessions are left; give a client the shards that Discord recommends.

    By itself it would ask for these again, give up if that fails, and keep the limits to itself.
    """
    about = await client.http.request(Route("GET", "/gateway/bot"))
    client.shard_count = client.shard_count or int(about["shards"])
    return about["session_start_limit"]


async def fetch_commands(client: discord.Client) -> Any:
    """Return Discord's commands with their translations, which the tree's method leaves out."""
    route = Route("GET", "/applications/{id}/commands", id=client.application_id or 0)
    return await client.http.request(route, params={"with_localizations": "true"})


async def own_commands(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return the commands as `sync` would send them, whether or not Discord has them already."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator)
        if translator
        else command.to_dict(tree)
        for command in tree.get_commands()
    ]


def with_defaults(command: dict[str, Any]) -> dict[str, Any]:
    """Return a command, ours or Discord's, as the library reads and writes it, without ids."""
    anonymous: Any = {**command, "id": 0, "application_id": 0}
    unconnected: Any = None
    return {**app_commands.AppCommand(data=anonymous, state=unconnected).to_dict()}


async def fetch_messages(client: discord.Client, channel_id: int, after_id: int, limit: int) -> Any:
    """Return the next messages of a channel as Discord sends them.

    `history` reads every field of every message. If it does not know one, it fails, and shows none
    of those that follow.
    """
    return await client.http.logs_from(channel_id, limit, after=after_id)
