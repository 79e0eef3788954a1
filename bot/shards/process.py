"""Serves the shards that are this process's: a client for each, for as long as its lease lasts."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Collection
from typing import Any, Final

from bot.client.client import DealerClient, why_not_resumed
from bot.cogs import extensions
from bot.matches.registry import MatchRegistry
from bot.matches.sharing.shared import Shared
from bot.observer import Observer
from bot.shards.leases import Lease, Leases
from bot.storage.databases.database import CANNOT_BE_READ
from bot.storage.store import Store

CANCEL_AGAIN_SECONDS: Final = 1.0

log = logging.getLogger(__name__)


class CannotGoOn(Exception):  # noqa: N818 - a fact about a shard
    """The matches of a shard cannot be resumed; the message is one line that says why."""


class Process:
    """The clients of this process, each for one shard."""

    def __init__(
        self, store: Store, observer: Observer, token: str, on_ready: Callable[[], None]
    ) -> None:
        """Make a process that serves nothing yet.

        Args:
            store: The database.
            observer: Told what happens.
            token: The bot's token.
            on_ready: Called whenever the matches of a shard have been resumed.
        """
        self._store = store
        self._observer = observer
        self._token = token
        self._on_ready = on_ready
        self._clients: dict[int, DealerClient] = {}

    @property
    def registries(self) -> list[MatchRegistry]:
        """The live matches of each shard that it serves."""
        return [each.registry for each in self._clients.values()]

    async def serve(self, count: int, wanted: Collection[int]) -> None:
        """Serve what shards it can have of those wanted, until this is cancelled.

        Raises:
            CannotGoOn: The matches of a shard cannot be resumed.
            OtherCount: Other processes serve another number of shards.
            discord.LoginFailure: Discord does not know the token.
            discord.PrivilegedIntentsRequired: The application may not read what people write.
            discord.ConnectionClosed: Discord has ended a connection for good.
        """
        leases = Leases(self._store.shards, _name(), count, wanted)
        shared = Shared.of_process(self._store, count, self._observer)
        try:
            async with asyncio.TaskGroup() as serving:
                await leases.run(
                    lambda lease: serving.create_task(self._serve(lease, leases, shared))
                )
        except ExceptionGroup as failed:
            error = _first(failed)
            if isinstance(error, CANNOT_BE_READ):
                raise CannotGoOn(why_not_resumed(error)) from None
            raise error from None
        finally:
            shared.close()

    async def _serve(self, lease: Lease, leases: Leases, shared: Shared) -> None:
        """Serve one shard until another process has it, or this is cancelled."""
        fence = lease.fence if self._store.access.database.is_shared else None
        store = self._store.of_shard(lease.shard, fence)
        client = DealerClient(store, extensions(), shared, lease.holds)
        client.listen("on_dealer_ready")(self._ready)
        self._clients[lease.shard.number] = client
        connecting = asyncio.create_task(client.stay_connected(self._token))
        losing = asyncio.create_task(lease.lost.wait())
        try:
            await asyncio.wait({connecting, losing}, return_when=asyncio.FIRST_COMPLETED)
            if connecting.done():
                await connecting
        finally:
            if self._clients.get(lease.shard.number) is client:
                del self._clients[lease.shard.number]
            try:
                await client.close()
            finally:
                await end(connecting, losing)
                await leases.give_back(lease)
        self._check(client)

    def _check(self, client: DealerClient) -> None:
        """See why a client has closed itself, if it has.

        Raises:
            CannotGoOn: The matches of its shard cannot be resumed, now or later.
        """
        if client.failed and client.may_pass and self._store.shards.is_shared:
            # The other shards go on, and this one is tried again by whoever takes it.
            log.error("%s", client.failed)
        elif client.failed:
            raise CannotGoOn(client.failed)

    async def _ready(self) -> None:
        self._on_ready()


def _first(error: Exception) -> Exception:
    """What went wrong first, out of all groups of errors."""
    return _first(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def _name() -> str:
    """What an operator who looks at the leases knows a process by."""
    return f"{socket.gethostname()}:{os.getpid()}"


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they end: up to Python 3.11, `wait_for` may swallow a cancellation."""
    while waiting := {task for task in tasks if not task.done()}:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    # Errors during shutdown no longer matter.
    await asyncio.gather(*tasks, return_exceptions=True)
