"""Lets the Dealer think, for its own seats and about matches that are over, in processes."""

import asyncio
import secrets
from typing import Final

from bot.live.services.processes import Processes, all_cores
from bot.live.services.thought import Question, thought
from engine.game import AnyGame
from engine.opponents.thinking import Level, Thought

PREPARED_SECONDS: Final = 0.01
SPARE_CORES: Final = 1
"""How many cores are left to everything else the bot does."""


class Thinkers:
    """The processes, started when the first thought is asked for, and who waits for them."""

    def __init__(self) -> None:
        self._processes = Processes(max(1, all_cores() - SPARE_CORES))
        self._asked = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._one_assessed = asyncio.Lock()

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
            share = seconds * min(1.0, self._processes.most / self._asked)
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
        self._processes.close()

    async def _ask(self, question: Question, seed: int, seconds: float) -> Thought[str]:
        return await self._processes.ask(thought, question, seed, seconds)
