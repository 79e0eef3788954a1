"""Tasks that run beside all else: none is forgotten while it runs, and what ends one is logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Tasks:
    """The tasks of one owner."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._running = set[asyncio.Task[None]]()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside all else."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    async def stop(self) -> None:
        """Cancel whatever runs."""
        tasks = [*self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the %s has ended", self._owner, exc_info=task.exception())
