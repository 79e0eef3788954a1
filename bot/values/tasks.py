"""Background tasks, which log their errors, and the work that only a reader waits for."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

# One thread: several would take the interpreter in turns with the loop and the painter.
READER: Final = ThreadPoolExecutor(1, "reader")


async def for_reader(operation: Callable[..., T], *value: Any, **named: Any) -> T:
    """Do one piece of work for a reader after the other, so that no board waits for more."""
    call = partial(copy_context().run, operation, *value, **named)
    return await asyncio.get_running_loop().run_in_executor(READER, call)


class Tasks:
    """The tasks of one owner."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._running = set[asyncio.Task[None]]()

    def spawn(self, operation: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task = asyncio.create_task(operation)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    async def stop(self) -> None:
        """Cancel all running tasks."""
        tasks = [*self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the %s has ended", self._owner, exc_info=task.exception())
