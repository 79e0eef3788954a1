"""A pool of processes that can think at once."""

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.synchronize import Event
from typing import Any, Final, TypeVar

from bot.live.services.worker import begin
from bot.texts.language import Language, speaking, spoken


def all_cores() -> int:
    """Return the number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


T = TypeVar("T")

log = logging.getLogger(__name__)


class Processes:
    """The processes, each started when there is work that no other is free for.

    Threads would not do: while one of them computes, no other runs.
    """

    def __init__(self, limit: int) -> None:
        self.most = limit
        self._pool: ProcessPoolExecutor | None = None
        self._is_over: Event | None = None

    async def ask(self, operation: Callable[..., T], *value: object) -> T:
        """Do some work in a process; if one was killed, restart all and ask once more.

        Raises:
            Exception: The work has failed.
        """
        pool, loop = self._started(), asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, operation, *value)
        except BrokenProcessPool:
            if self._pool is pool:
                log.warning("a process that works for the bot was ended; it is started again")
                self._pool = None
            return await loop.run_in_executor(self._started(), operation, *value)

    def close(self) -> None:
        """Cancel all work."""
        if self._is_over:
            self._is_over.set()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # New processes, no copies: this one has threads and an open database.
            context = multiprocessing.get_context("spawn")
            self._is_over = context.Event()
            self._pool = ProcessPoolExecutor(self.most, context, begin, (self._is_over,))
        return self._pool


# However much is read at once, one process goes on beside the boards, with a lower priority.
READER: Final = Processes(1)
REST_SECONDS: Final = 0.05
"""Time before each piece of work in which boards are drawn and sent undisturbed."""


async def for_reader(operation: Callable[..., T], *value: Any, **named: Any) -> T:
    """Do one piece of work for a reader after the other, in the language spoken."""
    return await READER.ask(_in_language, spoken(), partial(operation, *value, **named))


def _in_language(language: Language, operation: Callable[[], T]) -> T:
    time.sleep(REST_SECONDS)
    with speaking(language):
        return operation()
