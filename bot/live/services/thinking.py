"""The Dealer's thinking in processes, for its own seats and about finished matches."""

import asyncio
import secrets
from typing import Final

from bot.live.services.processes import Processes, all_cores
from bot.live.services.thought import Question, thought
from engine.game import AnyGame
from engine.opponents.thinking import Level, SearchResult

PREPARED_SECONDS: Final = 0.01
SPARE_CORES: Final = 1
"""Number of cores left to everything else that the bot does."""


class Thinkers:
    """The processes, started when the first thought is asked for, and the queue for them."""

    def __init__(self) -> None:
        self._processes = Processes(max(1, all_cores() - SPARE_CORES))
        self._asked = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._one_assessed = asyncio.Lock()

    async def prepare(self, game: AnyGame) -> None:
        """Start a process that knows a game, so that no turn has to wait for it."""
        state = game.begin()
        for seat in game.to_act(state)[:1]:
            question = Question(game, game.view(state, seat), seat, Level.EASY)
            await self._ask(question, 0, PREPARED_SECONDS)

    async def choose(self, question: Question, seconds: float) -> str:
        """Choose an action; return the text that a player would type.

        It takes `seconds` at most, and less if many others wait, so that nobody's turn is spent in
        the queue.
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

    async def assess(self, question: Question, seconds: float) -> SearchResult[str]:
        """Choose an action and return its chance of winning, once nobody's turn waits.

        Only one such question is worked on at a time, so that a turn waits for it no longer than
        its few seconds.
        """
        async with self._one_assessed:
            await self._is_idle.wait()
            return await self._ask(question, 0, seconds)

    def close(self) -> None:
        """Cancel all thinking."""
        self._processes.close()

    async def _ask(self, question: Question, seed: int, seconds: float) -> SearchResult[str]:
        return await self._processes.ask(thought, question, seed, seconds)
