"""Running the bot: its address, its database, and how it starts and stops."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any, Final

import discord
import yarl
from alembic.util import CommandError
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import DealerClient
from bot.cogs import extensions
from bot.log_redaction import DiscreetFormatter, watch
from bot.settings import Settings
from bot.storage.backup import BackupFailed
from bot.storage.database import CANNOT_BE_READ, NewerDatabase, why_not_read
from bot.storage.file_lock import DatabaseInUse
from bot.storage.store import Store

CANCEL_AGAIN_SECONDS: Final = 1.0
RESCUE_AGAIN_SECONDS: Final = 5.0
COLLECTIONS: Final = 5_000, 10, 10
"""How much new there is before garbage is looked for: so that what is soon gone is seldom old."""
SWITCH_SECONDS: Final = 0.000_5
"""How long a thread that draws may keep the others waiting: a tenth of Python's own figure."""


log = logging.getLogger(__name__)


class StartError(Exception):
    """The bot cannot start, or not go on; the message is one line that says what to do."""


def set_up_logging(level: str) -> None:
    """Log to standard error, one line an event."""
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])
    # These log whole payloads and rows at DEBUG, private texts among them.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def run(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
    """Run the bot until it is told to stop, by SIGINT or SIGTERM.

    Raises:
        StartError: The database cannot be used, or is lost, or Discord will never let the bot in.
    """
    _point_at(settings)
    watch(asyncio.get_running_loop())
    store = await _open_store(settings)
    client = DealerClient(store, extensions())

    @client.listen("on_dealer_ready")
    async def announce() -> None:
        # What is there by now stays: to look through it again and again would hold up the clocks.
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
            # From here on nothing is acknowledged that the copy might not hold.
            await client.close()
            raise StartError(await _rescued(store, losing.result(), stopping))
        if running.done():
            await running
    except discord.LoginFailure:
        raise StartError(
            "Discord refuses DISCORD_TOKEN: copy the bot's token anew from the Developer Portal."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(
            "Discord withholds messages' texts: switch on 'Message Content Intent' in the "
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
    """Save what a lost file held, and say what came of it; with the process it would be gone."""
    while not stopping.done():
        try:
            copy = await store.rescue()
        except BackupFailed as failed:
            log.error("%s, and no copy can be written (%s); trying again", why, failed)  # noqa: TRY400
            await asyncio.wait({stopping}, timeout=RESCUE_AGAIN_SECONDS)
        else:
            return f"{why}: all that it held is in {copy}. Put that in its place and start again."
    return f"{why}, and no copy could be written."


async def _told_to_stop() -> None:
    """Wait for SIGINT or SIGTERM."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()


async def _end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended; up to Python 3.11 `wait_for` may swallow the word."""
    while waiting := {task for task in tasks if not task.done()}:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    # What went wrong while everything was being closed is of no account.
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
            f"DATABASE_URL: {url} is of a newer Dealer ({newer}): start that one, or name another "
            "file. Nothing was changed."
        ) from None
    except (OSError, CommandError) as error:
        raise StartError(
            f"DATABASE_URL: {url} cannot be used ({error}): name another file."
        ) from None
    except CANNOT_BE_READ as error:
        raise StartError(
            f"DATABASE_URL: {url} cannot be used ({why_not_read(error)}): name another file."
        ) from None


def _point_at(settings: Settings) -> None:
    """Talk to another server than Discord's, if the settings name one."""
    if settings.discord_api and settings.discord_gateway:
        Route.BASE = str(settings.discord_api)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.discord_gateway))
