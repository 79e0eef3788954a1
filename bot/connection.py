"""Gets the bot in to Discord: waits where that may help, and tells where it never can."""

import asyncio
import logging
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.posts.rate_limit import RateLimiter
from bot.posts.request_guard import ANSWER_SECONDS, RequestGuard
from bot.retries import PASSING, keep_trying

log = logging.getLogger(__name__)

SESSIONS_KEPT: Final = 20
"""How many of a day's sessions a start leaves for those that break while the bot runs."""
AUTHENTICATION_FAILED: Final = 4004
GATEWAY_PARAMETERS: Final = {"v": "10", "encoding": "json"}


async def stay_connected(client: discord.Client, limiter: RateLimiter, token: str) -> None:
    """Log in and stay connected until the client is closed.

    Raises:
        discord.LoginFailure: Discord does not know the token.
        discord.PrivilegedIntentsRequired: The application is not granted what people write.
        discord.ConnectionClosed: Discord has ended the connection for good.
    """
    await keep_trying("Discord does not let the bot in", partial(_log_in, client, limiter, token))
    _require_message_content(client)
    await keep_trying("the gateway cannot be reached", partial(_connect, client, limiter))


async def _log_in(client: discord.Client, limiter: RateLimiter, token: str) -> None:
    try:
        async with _watched(limiter):
            await client.login(token)
    except PASSING:
        # The library makes a new session for each login, but leaves it the old connections.
        await client.http.close()
        client.http.connector = discord.utils.MISSING
        raise


def _require_message_content(client: discord.Client) -> None:
    """Ask what is granted before a session is begun: one that is refused counts as one, too."""
    flags = client.application.flags if client.application else discord.ApplicationFlags()
    if not (flags.gateway_message_content or flags.gateway_message_content_limited):
        raise discord.PrivilegedIntentsRequired(None)


async def _connect(client: discord.Client, limiter: RateLimiter) -> None:
    await _wait_for_sessions(client, limiter)
    await _knock(client)
    try:
        await client.connect()
    except discord.ConnectionClosed as closed:
        if closed.code == AUTHENTICATION_FAILED:
            raise discord.LoginFailure("the token is no longer valid") from closed
        raise
    except AttributeError as error:
        # The library goes on from the connection before, of which the first one has none.
        ws: DiscordWebSocket | None = client.ws
        if ws:
            raise
        raise aiohttp.ClientConnectionError("the first connection was cut") from error


async def _wait_for_sessions(client: discord.Client, limiter: RateLimiter) -> None:
    """Wait until a session may be begun that is not among the day's last ones.

    Who begins more than are granted in a day has their token reset.
    """
    while True:
        async with _watched(limiter):
            about: Any = await client.http.request(Route("GET", "/gateway/bot"))
        granted = about["session_start_limit"]
        if granted["remaining"] > SESSIONS_KEPT:
            return
        seconds = max(1.0, granted["reset_after"] / 1000)
        log.warning(
            "only %d of %d sessions are left for today; waiting %.0f s until there are more",
            granted["remaining"],
            granted["total"],
            seconds,
        )
        await asyncio.sleep(seconds)


async def _knock(client: discord.Client) -> None:
    """Make sure that the gateway is there; as nothing is said to it, that is no session.

    Raises:
        aiohttp.ClientError: It is not.
        TimeoutError: It is silent.
    """
    url = DiscordWebSocket.DEFAULT_GATEWAY.with_query(GATEWAY_PARAMETERS)
    async with asyncio.timeout(ANSWER_SECONDS):
        socket = await client.http.ws_connect(str(url))
        greeting = await socket.receive()
        await socket.close(code=1000)
    if greeting.type is not aiohttp.WSMsgType.TEXT:
        raise aiohttp.ClientConnectionError("it sends no greeting")


def _watched(limiter: RateLimiter) -> Any:
    """Requests that must each be answered within a time."""
    return RequestGuard(limiter).watching()
