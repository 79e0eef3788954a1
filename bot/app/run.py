"""The bot from start to stop: logging, database, client, and the reasons to end."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import discord
from sqlalchemy import make_url
from sqlalchemy.exc import DatabaseError

from bot.app.build import build_client
from bot.app.logs import DiscreetFormatter, SparingHandler, log_uncaught
from bot.app.settings import Settings, StartError
from bot.cogs.bot import DealerClient
from bot.posts.sending.discord_internals import point_at
from bot.storage.databases.atomic_file import BackupError
from bot.storage.databases.database import (
    DatabaseInUseError,
    DatabaseUnavailableError,
)
from bot.storage.databases.revisions import OtherDealerError
from bot.storage.store import Store
from bot.values.observer import Observer

RESCUE_AGAIN_SECONDS: Final = 5.0
CANCEL_AGAIN_SECONDS: Final = 1.0
# Each use of a socket waits so long for a thread that draws. With Python's own 5 ms, p99 of the
# lateness of reminders was 187 ms; with these, 74 (200 matches, the same three minutes).
SWITCH_SECONDS: Final = 0.000_5

T = TypeVar("T")
CurrentClient: TypeAlias = Callable[[], DealerClient | None]

log = logging.getLogger(__name__)


def set_up_logging(level: str) -> None:
    """Log to standard error, without secrets and without many errors of one kind.

    The library's own `setup_logging` would log to standard error too, but with the secrets.
    """
    handler = SparingHandler()
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])
    # At DEBUG these log whole payloads and rows, private texts included.
    for chatty in ("aiosqlite", "discord"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def run(settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
    """Run the bot until SIGINT or SIGTERM; wait in reserve while another process owns the database.

    Raises:
        StartError: The database or the port for the metrics cannot be used, the database's file is
            lost, or Discord will never let the bot in.
    """
    if settings.discord_api and settings.discord_gateway:
        point_at(str(settings.discord_api), str(settings.discord_gateway))
    asyncio.get_running_loop().set_exception_handler(log_uncaught)
    sys.setswitchinterval(SWITCH_SECONDS)
    if settings.shard_ids:
        log.warning("SHARD_IDS is of no use any more: one process serves all shards; remove it")
    observer, serving_metrics = _measuring(settings)
    dealing: list[DealerClient] = []
    stopping = asyncio.create_task(_told_to_stop())
    try:
        async with serving_metrics(lambda: dealing[0] if dealing else None):
            is_patient = False
            while not stopping.done():
                opening = _open_store(settings, observer, is_patient=is_patient)
                store, is_patient = await _unless_stopped(opening, stopping), True
                if store is None:
                    break
                client = _client(settings, store, observer, on_ready)
                dealing.append(client)
                try:
                    await _deal(client, store, settings, stopping)
                finally:
                    dealing.clear()
                    await store.close()
    finally:
        await _end(stopping)


def _client(
    settings: Settings, store: Store, observer: Observer | None, on_ready: Callable[[], None]
) -> DealerClient:
    holds = store.access.database.holds
    client = build_client(store, observer, holds, settings.shard_count)

    def when_open() -> None:
        # Searching a thousand live matches for garbage makes the slowest turns of a hundred wait
        # 0.5 to 2.9 s for their boards, not 0.1 to 0.2 s, and takes 5 % more of the processor.
        gc.freeze()
        on_ready()

    client.when_open = when_open
    return client


async def _deal(
    client: DealerClient, store: Store, settings: Settings, stopping: asyncio.Task[None]
) -> None:
    """Run the client until told to stop; raise StartError if Discord or the database ends it."""
    async with client:
        token = settings.discord_token.get_secret_value()
        connected = asyncio.create_task(client.stay_connected(token))
        losing = asyncio.create_task(store.loss())
        try:
            await asyncio.wait({connected, losing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not losing.done() and connected.done():
                await _explained(connected)
        finally:
            # Nothing more may be acknowledged: the lost file might not hold it.
            await client.close()
            await _end(connected, losing)
    if losing.done() and not losing.cancelled():
        await _rescue(store, losing.result(), stopping)
    elif client.failed:
        raise StartError(client.failed)


async def _explained(connected: asyncio.Task[None]) -> None:
    """Turn Discord's refusal of the connection into advice, or raise StartError."""
    try:
        return await connected
    except discord.LoginFailure:
        advice = (
            "Discord refuses DISCORD_TOKEN: copy the bot's token again from the Developer Portal."
        )
    except discord.PrivilegedIntentsRequired:
        advice = (
            "Discord withholds the text of messages: switch on 'Message Content Intent' in the "
            "Developer Portal, under Bot."
        )
    except discord.ConnectionClosed as closed:
        advice = f"Discord has ended the connection for good (close code {closed.code})."
    raise StartError(advice)


async def _rescue(store: Store, why: str, stopping: asyncio.Task[None]) -> None:
    """Save a lost database's data before it goes with the process, or raise StartError."""
    while not stopping.done():
        try:
            copy = await store.rescue()
        except BackupError as failed:
            log.error("%s, and the copy cannot be written (%s); trying again", why, failed)  # noqa: TRY400
            await asyncio.wait({stopping}, timeout=RESCUE_AGAIN_SECONDS)
        else:
            if copy is None:
                log.warning("%s; nothing that was acknowledged is lost", why)
                return
            raise StartError(
                f"{why}: all that it held is in {copy}. Put that in its place and start again."
            )
    raise StartError(f"{why}, and no copy could be written.")


async def _unless_stopped(
    operation: Coroutine[Any, Any, T], stopping: asyncio.Task[None]
) -> T | None:
    """Return the result of some work; None if the bot is told to stop first."""
    working = asyncio.create_task(operation)
    try:
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        await _end(working)


async def _end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they end: up to Python 3.11, `wait_for` may swallow a cancellation."""
    while waiting := {task for task in tasks if not task.done()}:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    # Errors during shutdown no longer matter.
    await asyncio.gather(*tasks, return_exceptions=True)


async def _told_to_stop() -> None:
    new_signal = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, new_signal.set)
    await new_signal.wait()


def _measuring(
    settings: Settings,
) -> tuple[Observer | None, Callable[[CurrentClient], AbstractAsyncContextManager[object]]]:
    if settings.metrics_port is None:
        return None, lambda _: nullcontext()
    # They take megabytes that most bots need not spend.
    from bot.app.metrics import Metrics, serve  # noqa: PLC0415

    metrics = Metrics()
    return metrics, partial(serve, metrics, str(settings.metrics_host), settings.metrics_port)


async def _open_store(
    settings: Settings, observer: Observer | None, *, is_patient: bool = False
) -> Store:
    try:
        return await Store.open(settings.database_url, observer, is_patient=is_patient)
    except DatabaseInUseError:
        fault = (
            "is in use by another Dealer, or being copied: stop that one, or name another database"
        )
    except OtherDealerError as other:
        fault = f"{other}, or name another database. Nothing was changed"
    except (OSError, DatabaseUnavailableError) as error:
        fault = f"cannot be used ({error}): name another database"
    except DatabaseError as error:
        fault = f"cannot be used ({error.orig}): name another database"
    name = make_url(settings.database_url).render_as_string(hide_password=True)
    raise StartError(f"DATABASE_URL: {name} {fault}.")
