"""Runs the bot from start to stop: logging, database, client, and what ends it."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final, TypeAlias

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import make_url

from bot.client.login import recommended_shards
from bot.log_redaction import DiscreetFormatter, redact_uncaught
from bot.matches.registry import MatchRegistry
from bot.observer import UNOBSERVED, Observer
from bot.settings import Settings
from bot.shards.process import CannotGoOn, Process, end
from bot.storage.databases.database import (
    CANNOT_BE_READ,
    DatabaseInUse,
    NoDatabase,
    why_not_read,
)
from bot.storage.databases.new_file import BackupFailed
from bot.storage.databases.revisions import UPGRADE_FIRST, NewerDatabase, OlderDatabase
from bot.storage.shard_store import OtherCount
from bot.storage.store import Store

RESCUE_AGAIN_SECONDS: Final = 5.0

Registries: TypeAlias = Callable[[], Collection[MatchRegistry]]

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
    # At DEBUG these log whole payloads and rows, private texts included.
    for chatty in ("aiosqlite", "discord"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def run(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
    """Run the bot until SIGINT or SIGTERM.

    Raises:
        StartError: The database or the port for the metrics cannot be used, the database is lost,
            or Discord will never let the bot in.
    """
    _point_at(settings)
    redact_uncaught(asyncio.get_running_loop())
    observer, serving_metrics = _measuring(settings)
    store = await _open_store(settings, observer)

    def announce() -> None:
        # Searching a thousand live matches for garbage makes the slowest turns of a hundred wait
        # 0.5 to 2.9 s for their boards, not 0.1 to 0.2 s, and takes 5 % more of the processor.
        gc.freeze()
        on_ready()

    process = Process(store, observer, settings.discord_token.get_secret_value(), announce)
    try:
        async with serving_metrics(lambda: process.registries):
            await _stay_up(_serve(process, settings), store)
    finally:
        await store.close()


async def _serve(process: Process, settings: Settings) -> None:
    """Serve the shards that the settings name; by default all that Discord recommends."""
    token = settings.discord_token.get_secret_value()
    count = settings.shard_count or await recommended_shards(token)
    await process.serve(count, settings.shard_ids or range(count))


async def _stay_up(serving: Coroutine[Any, Any, None], store: Store) -> None:
    """Go on until SIGINT or SIGTERM, or until that cannot be."""
    running = asyncio.create_task(serving)
    stopping = asyncio.create_task(_told_to_stop())
    losing = asyncio.create_task(store.loss())
    try:
        await asyncio.wait({running, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
        if losing.done():
            # Nothing more may be acknowledged: the copy might not hold it.
            await end(running)
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
    except OtherCount as other:
        raise StartError(
            f"SHARD_COUNT: other processes serve the bot in {other.count} shards: set the same "
            "here, or stop them all first."
        ) from None
    except CannotGoOn as failed:
        raise StartError(str(failed)) from None
    finally:
        await end(running, stopping, losing)


async def _rescued(store: Store, why: str, stopping: asyncio.Task[None]) -> str:
    """Save a lost database's data before it goes with the process; return what to report."""
    while not stopping.done():
        try:
            copy = await store.rescue()
        except BackupFailed as failed:
            log.error("%s, and the copy cannot be written (%s); trying again", why, failed)  # noqa: TRY400
            await asyncio.wait({stopping}, timeout=RESCUE_AGAIN_SECONDS)
        else:
            if copy is None:
                return f"{why}. Nothing is lost."
            return f"{why}: all that it held is in {copy}. Put that in its place and start again."
    return f"{why}, and no copy could be written."


async def _told_to_stop() -> None:
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()


def _measuring(
    settings: Settings,
) -> tuple[Observer, Callable[[Registries], AbstractAsyncContextManager[None]]]:
    """Who takes note of what the bot does, and what serves that meanwhile."""
    port, host = settings.metrics_port, str(settings.metrics_host)
    if port is None:
        return UNOBSERVED, lambda _: nullcontext()
    # They take megabytes that most bots need not spend.
    from bot.metrics.metrics import Metrics  # noqa: PLC0415
    from bot.metrics.page import serve  # noqa: PLC0415

    metrics = Metrics()

    @asynccontextmanager
    async def serving(registries: Registries) -> AsyncIterator[None]:
        try:
            page = await serve(metrics, registries, host, port)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise StartError(
                f"METRICS_PORT: port {port} of {host} cannot be used ({why}): name another, or "
                "another METRICS_HOST."
            ) from None
        try:
            yield
        finally:
            await page.cleanup()

    return metrics, serving


async def _open_store(settings: Settings, observer: Observer) -> Store:
    name = make_url(settings.database_url).render_as_string(hide_password=True)
    try:
        return await Store.open(settings.database_url, observer)
    except DatabaseInUse:
        raise StartError(
            f"DATABASE_URL: {name} is in use by another Dealer, or being copied: "
            "stop that one, or name another database."
        ) from None
    except NewerDatabase as newer:
        raise StartError(
            f"DATABASE_URL: {name} is from a newer Dealer ({newer}): start that one, or name "
            "another database. Nothing was changed."
        ) from None
    except OlderDatabase as older:
        raise StartError(
            f"DATABASE_URL: {name} is from an old Dealer ({older}): {UPGRADE_FIRST}, or name "
            "another database. Nothing was changed."
        ) from None
    except (OSError, NoDatabase) as error:
        raise StartError(
            f"DATABASE_URL: {name} cannot be used ({error}): name another database."
        ) from None
    except CANNOT_BE_READ as error:
        raise StartError(
            f"DATABASE_URL: {name} cannot be used ({why_not_read(error)}): name another database."
        ) from None


def _point_at(settings: Settings) -> None:
    """Talk to a stand-in for Discord, if the settings name one."""
    if settings.discord_api and settings.discord_gateway:
        Route.BASE = str(settings.discord_api)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.discord_gateway))
