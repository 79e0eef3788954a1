"""The Dealer's thinking in processes, for its own seats and about finished matches."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.live.decide.dealer_seat import dealer_action_request, level_of, pace_of
from bot.live.decide.live_match import LiveMatch
from bot.live.services.processes import Processes, all_cores
from bot.live.services.thought import Question, thought
from bot.values.discord_time import DiscordClock
from bot.values.events import DealerActed, DealerActionRequest
from bot.values.tasks import Tasks
from engine.game import AnyGame
from engine.opponents.thinking import Level, SearchResult
from engine.refusals import Refused
from engine.seats import Seat

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
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
        # By the match's seed a process could work out lots that its seat may not know.
        question = replace(question, game=replace(question.game, seed=0))
        return await self._processes.ask(thought, question, seed, seconds)


@dataclass(eq=False)
class Thinking:
    """The thinking about one match, for the Dealer's seats.

    Attributes:
        enqueue: Queues an action for its judgement.
        asked: The question and the task of each seat that thinks.
    """

    thinkers: Thinkers
    clock: DiscordClock
    tasks: Tasks
    enqueue: Callable[[DealerActed], None]
    asked: dict[Seat, tuple[DealerActionRequest, asyncio.Task[None]]] = field(default_factory=dict)

    def go_on(self, live: LiveMatch, done: DealerActed | None, refusal: Refused | None) -> None:
        """Think of the present actions, and no longer of others; `done` has just been judged."""
        if done and self.asked.get(done.request.seat, (None,))[0] == done.request:
            del self.asked[done.request.seat]
        if done and refusal:
            code = refusal.code
            log.error("match %s: the Dealer's own action was refused: %s", live.card.id, code)
        requests = {request.seat: request for request in dealer_action_request(live)}
        for seat, (about, task) in [*self.asked.items()]:
            if requests.get(seat) != about:
                task.cancel()
                del self.asked[seat]
        for seat, about in requests.items():
            if seat not in self.asked:
                self.asked[seat] = about, self.tasks.spawn(self._think(live, about))

    async def _think(self, live: LiveMatch, about: DealerActionRequest) -> None:
        """Think of an action, and take it after a moment in which the audience can follow."""
        seat, (longest, shortest) = about.seat, pace_of(live, about.seat)
        moment = asyncio.create_task(asyncio.sleep(shortest))
        question = Question(live.match.game, about.view, seat, level_of(live.card, seat))
        text = ""
        while not text:
            try:
                text = await self.thinkers.choose(question, longest)
            except Exception:
                log.exception("match %s: nothing came of thinking", live.card.id)
                await asyncio.sleep(RETRY_SECONDS)
        await moment
        self.enqueue(DealerActed(about, text, self.clock.now_ms()))
