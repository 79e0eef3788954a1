"""Keeps the shards of this process its own, and takes over those of processes that have died.

A lease is renewed each second. Whoever has not renewed one in time, because it was frozen or cut
off from the database, posts nothing until it has; if another process has taken the shard over by
then, the fence of its store lets nothing more through.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from math import inf
from typing import Final

from sqlalchemy.exc import DatabaseError

from bot.shard import Shard
from bot.storage.fence import Fence
from bot.storage.shard_store import LEASE_MS, ShardStore

log = logging.getLogger(__name__)

RENEW_EVERY_SECONDS: Final = 1.0
LOOK_EVERY_SECONDS: Final = 0.2
"""How often a process in reserve looks for a shard that has become free."""
SLOW_SECONDS: Final = 1.0
RESPITE_SECONDS: Final = 2.0
"""How long it takes nothing once the database answers again: owners could not renew either."""


class Lease:
    """A shard that is this process's for now.

    Attributes:
        shard: The shard.
        fence: What its owner writes behind.
        lost: Set once another process has it.
    """

    def __init__(self, shard: Shard, fence: Fence, good_until: float) -> None:
        self.shard = shard
        self.fence = fence
        self.lost = asyncio.Event()
        self._changed = asyncio.Event()
        self._good_until = good_until

    def renew(self, good_until: float) -> None:
        """Note until when it is surely this process's, by the event loop's time."""
        self._good_until = good_until
        self._changed.set()

    def lose(self) -> None:
        """Note that another process has it."""
        self.lost.set()
        self._changed.set()

    async def holds(self) -> bool:
        """Wait until it surely is this process's; return whether it has been all the time.

        Raises:
            asyncio.CancelledError: It never will be again, so nothing more is to be done for it.
        """
        is_held = True
        while asyncio.get_running_loop().time() >= self._good_until or self.lost.is_set():
            if self.lost.is_set():
                raise asyncio.CancelledError
            is_held = False
            self._changed.clear()
            await self._changed.wait()
        return is_held


class Leases:
    """The leases of one process, on shards that other processes serve, too."""

    def __init__(self, store: ShardStore, owner: str, count: int, wanted: Collection[int]) -> None:
        """Make what keeps leases.

        Args:
            store: Where they are kept.
            owner: Who this process is, for whoever looks into the database.
            count: In how many shards the bot is served.
            wanted: The numbers of those that this process may serve.
        """
        self._store = store
        self._owner = owner
        self._count = count
        self._wanted = frozenset(wanted)
        self._held: dict[int, Lease] = {}
        self._is_in_reserve = False

    async def run(self, taken: Callable[[Lease], object]) -> None:
        """Renew what is held, and take what is free, until this is cancelled.

        Raises:
            OtherCount: Other processes serve another number of shards.
        """
        async with asyncio.TaskGroup() as both:
            # Neither waits for the other.
            both.create_task(self._keep_renewing())
            await self._keep_taking(taken)

    async def _keep_renewing(self) -> None:
        while True:
            try:
                await self._renew()
            except DatabaseError as error:
                log.warning("leases are not renewed just now: %s", error.orig)
                await asyncio.sleep(LOOK_EVERY_SECONDS)
            else:
                await asyncio.sleep(RENEW_EVERY_SECONDS)

    async def _keep_taking(self, taken: Callable[[Lease], object]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            asked_at = loop.time()
            try:
                is_any_free = await self._is_any_free()
                was_away = loop.time() - asked_at >= SLOW_SECONDS
                if is_any_free and not was_away:
                    await self._take(taken)
            except DatabaseError as error:
                if not self._store.is_shared:
                    raise
                log.warning("no shards are taken just now: %s", error.orig)
                was_away = True
            await asyncio.sleep(RESPITE_SECONDS if was_away else LOOK_EVERY_SECONDS)

    async def give_back(self, lease: Lease) -> None:
        """Let others have a shard at once, unless they have it already."""
        if self._held.get(lease.shard.number) is lease:
            del self._held[lease.shard.number]
            try:
                await self._store.give_back(lease.fence)
            except DatabaseError as error:
                log.warning("shard %s is not given back, but expires: %s", lease.shard, error.orig)

    def _good_until(self) -> float:
        """Until when a lease is good that is renewed from now on; for ever with a file."""
        now = asyncio.get_running_loop().time()
        return now + LEASE_MS / 1000 if self._store.is_shared else inf

    async def _renew(self) -> None:
        leases = [*self._held.values()]
        if not leases or not self._store.is_shared:
            return
        good_until = self._good_until()
        still = await self._store.renew([each.fence for each in leases])
        for each in leases:
            if each.fence in still:
                each.renew(good_until)
            else:
                log.warning("shard %s has been taken over by another process", each.shard)
                self._held.pop(each.shard.number, None)
                each.lose()

    async def _is_any_free(self) -> bool:
        """Whether there may be anything to take; tell once if there is not, and nothing is held."""
        wanted = self._wanted - self._held.keys()
        is_any = bool(wanted) and await self._store.is_any_free(self._count, wanted)
        if not (is_any or self._held or self._is_in_reserve):
            log.info("waiting in reserve: other processes serve the shards")
        self._is_in_reserve = not (is_any or self._held)
        return is_any

    async def _take(self, taken: Callable[[Lease], object]) -> None:
        wanted = self._wanted - self._held.keys()
        good_until = self._good_until()
        fences = await self._store.take(self._owner, self._count, wanted)
        for fence in fences:
            lease = Lease(Shard(fence.number, self._count), fence, good_until)
            self._held[fence.number] = lease
            taken(lease)
