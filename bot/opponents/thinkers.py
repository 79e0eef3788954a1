"""Lets the Dealer think, for its own seats and about matches that are over, in processes."""

import asyncio
import logging
import multiprocessing
import os
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from bot.opponents.worker import Question, begin, thought
from engine.opponents.thinking import Thought

log = logging.getLogger(__name__)

SPARE_CORES: Final = 1
"""How many cores are left to everything else the bot does."""


class Thinkers:
    """A pool of processes, started when the first thought is asked for.

    Threads would not do: while one of them computes, no other runs.
    """

    def __init__(self) -> None:
        self._processes = max(1, (os.cpu_count() or 1) - SPARE_CORES)
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._one_assessed = asyncio.Lock()
        # A new process, not a copy: this one has threads and an open database.
        self._context = multiprocessing.get_context("spawn")
        self._is_over = self._context.Event()

    async def choose(self, question: Question, seconds: float) -> str:
        """Choose an action; return what a player would type.

        It is thought about for so many seconds at most, and for less where many others wait, so
        that nobody's turn is spent in the queue.
        """
        self._asked += 1
        self._is_idle.clear()
        try:
            share = seconds * min(1.0, self._processes / self._asked)
            # Nobody who knows the match's seed may know what the Dealer will do.
            return (await self._thought(question, secrets.randbits(64), share)).action
        finally:
            self._asked -= 1
            if not self._asked:
                self._is_idle.set()

    async def assess(self, question: Question, seconds: float) -> Thought[str]:
        """Choose an action and say what chance of winning it leaves, once nobody's turn waits.

        Only one such question is thought about at a time, so that a turn waits for it no longer
        than its few seconds.
        """
        async with self._one_assessed:
            await self._is_idle.wait()
            return await self._thought(question, 0, seconds)

    def close(self) -> None:
        """End all thinking."""
        self._is_over.set()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _thought(self, *given: Any) -> Thought[str]:
        try:
            return await self._submit(*given)
        except BrokenProcessPool:
            log.warning("a process that thinks was ended; it is started again")
            self._pool = None
            return await self._submit(*given)

    async def _submit(self, *given: Any) -> Thought[str]:
        self._pool = self._pool or ProcessPoolExecutor(
            self._processes, self._context, begin, (self._is_over,)
        )
        return await asyncio.get_running_loop().run_in_executor(self._pool, thought, *given)
