"""Lets the Dealer think, for its own seats and about matches that are over, in processes."""

import asyncio
import logging
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from typing import Any, Final

from bot.opponents.cores import all_cores
from bot.opponents.worker import Question, begin, thought
from engine.game import AnyGame
from engine.opponents.thinking import Level, Thought

log = logging.getLogger(__name__)

PREPARED_SECONDS: Final = 0.01
SPARE_CORES: Final = 1
"""How many cores are left to everything else the bot does."""


class Thinkers:
    """A pool of processes, started when the first thought is asked for.

    Threads would not do: while one of them computes, no other runs.
    """

    def __init__(self) -> None:
        self._processes = max(1, all_cores() - SPARE_CORES)
        self._asked = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._one_assessed = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._is_over: Event | None = None

    async def prepare(self, game: AnyGame) -> None:
        """Have a process that knows a game, so that no turn has to wait until one does."""
        state = game.begin()
        for seat in game.to_act(state)[:1]:
            question = Question(game, game.view(state, seat), seat, Level.EASY)
            await self._ask(question, 0, PREPARED_SECONDS)

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
            return (await self._ask(question, secrets.randbits(64), share)).action
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
            return await self._ask(question, 0, seconds)

    def close(self) -> None:
        """End all thinking."""
        if self._is_over:
            self._is_over.set()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, *given: Any) -> Thought[str]:
        """Ask a process; if somebody has ended one, start all again and ask once more."""
        pool, loop = self._started(), asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, thought, *given)
        except BrokenProcessPool:
            if self._pool is pool:
                log.warning("a process that thinks was ended; it is started again")
                self._pool = None
            return await loop.run_in_executor(self._started(), thought, *given)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # New processes, no copies: this one has threads and an open database.
            context = multiprocessing.get_context("spawn")
            self._is_over = context.Event()
            self._pool = ProcessPoolExecutor(self._processes, context, begin, (self._is_over,))
        return self._pool
