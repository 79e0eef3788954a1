"""Runs the bot from start to stop: logging, database, client, and what ends it."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client.client import DealerClient
from bot.cogs import extensions
from bot.log_redaction import DiscreetFormatter, redact_uncaught
from bot.settings import Settings
from bot.storage.backup import BackupFailed
from bot.storage.database import CANNOT_BE_READ, NewerDatabase, NoDatabase, why_not_read
from bot.storage.file_lock import DatabaseInUse
from bot.storage.store import Store

CANCEL_AGAIN_SECONDS: Final = 1.0
RESCUE_AGAIN_SECONDS: Final = 5.0
COLLECTIONS: Final = 5_000, 10, 10
"""Garbage collector thresholds, high enough that short-lived objects rarely grow old."""
SWITCH_SECONDS: Final = 0.000_5
"""How long a drawing thread may keep the others waiting: a tenth of Python's default."""

log = logging.getLogger(__name__)


class StartError(Exception):
    """The bot cannot start or go on; the message is one line that says what to do."""


def set_up_logging(level: str) -> None:
    """Log to standard error, without secrets.

    The library's own `setup_logging` would log to standard error too, but with the secrets.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])
    # At DEBUG it logs whole payloads, private texts included.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def run(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
    """Run the bot until SIGINT or SIGTERM.

    Raises:
        StartError: The database cannot be used or is lost, or Discord will never let the bot in.
    """
    _point_at(settings)
    redact_uncaught(asyncio.get_running_loop())
    store = await _open_store(settings)
    client = DealerClient(store, extensions())

    @client.listen("on_dealer_ready")
    async def announce() -> None:
        # What exists by now stays; searching it for garbage again and again would delay clocks.
        gc.freeze()
        gc.set_threshold(*COLLECTIONS)
        on_ready()

    sys.setswitchinterval(SWITCH_SECONDS)
    running = asyncio.create_task(client.stay_connected(settings.discord_token.get_secret_value()))
    stopping = asyncio.create_task(_told_to_stop())
    losing = asyncio.create_task(store.loss())
    try:
        await asyncio.wait({running, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
        if losing.done():
            # Nothing more may be acknowledged: the copy might not hold it.
            await client.close()
            raise StartError(await _rescued(store, losing.result(), stopping))
        if running.done():
            await running
    except discord.LoginFailure:
        raise StartError(
            "Discord refuses DISCORD_TOKEN: copy the bot's token again from the Developer Portal."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(
            "Discord withholds the text of messages: switch on 'Message Content Intent' in the "
            "Developer Portal, under Bot."
        ) from None
    except discord.ConnectionClosed as closed:
        raise StartError(
            f"Discord has ended the connection for good (close code {closed.code})."
        ) from None
    finally:
        await client.close()
        await _end(running, stopping, losing)
        await store.close()
    if client.failed:
        raise StartError(client.failed)


async def _rescued(store: Store, why: str, stopping: asyncio.Task[None]) -> str:
    """Save a lost database's data before it goes with the process; return what to report."""
    while not stopping.done():
        try:
            copy = await store.rescue()
        except BackupFailed as failed:
            log.error("%s, and the copy cannot be written (%s); trying again", why, failed)  # noqa: TRY400
            await asyncio.wait({stopping}, timeout=RESCUE_AGAIN_SECONDS)
        else:
            return f"{why}: all that it held is in {copy}. Put that in its place and start again."
    return f"{why}, and no copy could be written."


async def _told_to_stop() -> None:
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()


async def _end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they end: up to Python 3.11, `wait_for` may swallow a cancellation."""
    while waiting := {task for task in tasks if not task.done()}:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    # Errors during shutdown no longer matter.
    await asyncio.gather(*tasks, return_exceptions=True)


async def _open_store(settings: Settings) -> Store:
    url = settings.database_url
    try:
        return await Store.open(url)
    except DatabaseInUse:
        raise StartError(
            f"DATABASE_URL: {url} is in use by another Dealer: stop that one, or name another file."
        ) from None
    except NewerDatabase as newer:
        raise StartError(
            f"DATABASE_URL: {url} is from a newer Dealer ({newer}): start that one, or name "
            "another file. Nothing was changed."
        ) from None
    except (OSError, NoDatabase) as error:
        raise StartError(
            f"DATABASE_URL: {url} cannot be used ({error}): name another file."
        ) from None
    except CANNOT_BE_READ as error:
        raise StartError(
            f"DATABASE_URL: {url} cannot be used ({why_not_read(error)}): name another file."
        ) from None


def _point_at(settings: Settings) -> None:
    """Talk to a stand-in for Discord, if the settings name one."""
    if settings.discord_api and settings.discord_gateway:
        Route.BASE = str(settings.discord_api)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.discord_gateway))
