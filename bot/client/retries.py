"""Tries again, with growing pauses, what may succeed once Discord can be reached.

The library's `ExponentialBackoff` only counts pauses, up to 17 minutes, and cannot be told how long
Discord asks to wait.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

log = logging.getLogger(__name__)

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
    """Return how long Discord asks to wait, in seconds."""
    headers = error.response.headers if isinstance(error, discord.HTTPException) else {}
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:
        return 0.0


def _in_short(error: Exception) -> str:
    """Return an error's first line, as a proxy may answer with a page; or its kind."""
    said = str(error).strip().partition("\n")[0]
    return said[:LONGEST_REASON] or type(error).__name__
