"""The login and the connection: wait if waiting may help, and otherwise give up.

The library reconnects a session that it had, but gives up if the first login or connection fails,
and begins a session without asking how many the day has left.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

import aiohttp
import discord

from bot.posts.sending.discord_internals import drop_connections, fetch_session_limits, gateway_url
from bot.posts.sending.requests import ANSWER_SECONDS, RateLimiter, RequestGuard, asked_seconds

T = TypeVar("T")


FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 60.0
LONGEST_REASON: Final = 200
UNAUTHORIZED: Final = 401
PASSING: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors between here and Discord that may pass."""


async def keep_trying(what_fails: str, attempt: Callable[[], Awaitable[T]]) -> T:
    """Try until it succeeds, however long that takes, and log a line for each failure.

    Raises:
        discord.LoginFailure: Discord does not know the token; no waiting will change that.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await attempt()
        except PASSING as error:
            if isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED:
                raise discord.LoginFailure("Discord does not know the token") from error
            seconds = max(pause, _asked_for(error))
            log.warning("%s (%s); trying again in %g s", what_fails, _in_short(error), seconds)
        await asyncio.sleep(seconds)
        pause = min(LONGEST_PAUSE_SECONDS, pause * 2)


def _asked_for(error: Exception) -> float:
    return asked_seconds(error.response.headers) if isinstance(error, discord.HTTPException) else 0


def _in_short(error: Exception) -> str:
    """Return an error's first line, as a proxy may answer with a page; or its kind."""
    text = str(error).strip().partition("\n")[0]
    return text[:LONGEST_REASON] or type(error).__name__


log = logging.getLogger(__name__)

SESSIONS_KEPT: Final = 20
"""Number of a day's sessions that a start leaves for reconnecting while the bot runs."""
GATEWAY_PARAMETERS: Final = {"v": "10", "encoding": "json"}


async def log_in(client: discord.AutoShardedClient, limiter: RateLimiter, token: str) -> int:
    """Log in, and wait until sessions may begin; return how many shards may begin them at once.

    The client is told Discord's recommended shard count if it is to have it.

    Raises:
        discord.LoginFailure: Discord does not know the token.
        discord.PrivilegedIntentsRequired: The application may not read what people write.
    """
    await keep_trying("Discord does not let the bot in", partial(_log_in, client, limiter, token))
    _require_message_content(client)
    return await keep_trying(
        "the gateway cannot be reached", partial(_reach_gateway, client, limiter)
    )


async def _log_in(client: discord.Client, limiter: RateLimiter, token: str) -> None:
    try:
        async with RequestGuard(limiter).watching():
            await client.login(token)
    except PASSING:
        await drop_connections(client)
        raise


def _require_message_content(client: discord.Client) -> None:
    """Check the intent before a session begins: a refused one counts towards the day's."""
    flags = client.application.flags if client.application else discord.ApplicationFlags()
    if not (flags.gateway_message_content or flags.gateway_message_content_limited):
        raise discord.PrivilegedIntentsRequired(None)


async def _reach_gateway(client: discord.AutoShardedClient, limiter: RateLimiter) -> int:
    """Wait until the day has sessions to spare; return how many may begin at once.

    A bot that begins too many has its token reset.
    """
    while True:
        async with RequestGuard(limiter).watching():
            granted = await fetch_session_limits(client)
        if granted["remaining"] > SESSIONS_KEPT:
            await _knock()
            return int(granted["max_concurrency"])
        seconds = max(1.0, granted["reset_after"] / 1000)
        log.warning(
            "only %d of %d sessions are left for today; waiting %.0f s until there are more",
            granted["remaining"],
            granted["total"],
            seconds,
        )
        await asyncio.sleep(seconds)


async def _knock() -> None:
    """Check that the gateway answers, without identifying, which would count as a session.

    It raises aiohttp.ClientError or TimeoutError if the gateway does not.
    """
    async with (
        asyncio.timeout(ANSWER_SECONDS),
        aiohttp.ClientSession() as session,
        session.ws_connect(gateway_url().with_query(GATEWAY_PARAMETERS)) as socket,
    ):
        greeting = await socket.receive()
    if greeting.type is not aiohttp.WSMsgType.TEXT:
        raise aiohttp.ClientConnectionError("it sends no greeting")
