"""Lets the bot's requests out one by one below Discord's limit, the most urgent first."""

import asyncio
from collections import deque
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from bot.posts.post import Urgency

REQUESTS_A_SECOND: Final = 45
BURST: Final = 3
"""How many requests may go at once after a rest; with the rate, the most in any window."""
KEPT_BACK: Final = 2
"""How many of a burst are for what is urgent alone, however much else waits."""
WINDOW_SECONDS: Final = 1.04
"""The second in which Discord counts, and by how much one way to it may be longer than another."""


class Turn:
    """A place in the queue for one request; a more urgent one may be taken up later."""

    def __init__(self, arrival: int) -> None:
        self.arrival = arrival
        self.come: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Pace:
    """Spaces requests out to a rate, after a burst. Who waits is served by urgency, then arrival.

    A part of the burst is kept back from the usual ones, so that what is urgent goes at once even
    while many others wait. What counts is when a request is let out, not when it was to be: a loop
    that was held up does not make up for it by a flood.

    Between its turn and its leaving a request may need a connection, which takes some longer than
    others. So that those do not leave together with the ones after them, there is a second door:
    `leave`, where the requests of the last window are counted as they pass.
    """

    def __init__(
        self, rate: float = REQUESTS_A_SECOND, burst: int = BURST, kept_back: int = KEPT_BACK
    ) -> None:
        self._interval = 1 / rate
        self._burst = burst
        self._kept_back = kept_back
        self._arrivals = count()
        self._waiting: list[tuple[Urgency, int, Turn]] = []
        self._free_at = -inf
        self._serving: asyncio.TimerHandle | None = None
        self._left: deque[float] = deque(maxlen=round(rate) + burst)

    def ask(self, urgency: Urgency) -> Turn:
        """Queue up; the turn has come when its future is done."""
        turn = Turn(next(self._arrivals))
        self.hasten(turn, urgency)
        return turn

    def hasten(self, turn: Turn, urgency: Urgency) -> None:
        """Queue up once more, further ahead, with a turn that is waited for already."""
        heappush(self._waiting, (urgency, turn.arrival, turn))
        if self._serving:
            # It may go before the one for which the time was set.
            self._serving.cancel()
        self._serve()

    async def wait(self, urgency: Urgency) -> None:
        """Queue up and wait for the turn."""
        await self.ask(urgency).come

    async def leave(self) -> None:
        """Wait until the window has room for one more request, which has to go out at once."""
        loop, left = asyncio.get_running_loop(), self._left
        is_full = len(left) == left.maxlen
        while is_full and (seconds := left[0] + WINDOW_SECONDS - loop.time()) > 0:  # noqa: ASYNC110 - others may be quicker
            await asyncio.sleep(seconds)
        left.append(loop.time())

    def _serve(self) -> None:
        """Let out whom the rate allows, and come back for the next."""
        loop = asyncio.get_running_loop()
        self._serving = None
        while self._waiting:
            urgency, _, turn = self._waiting[0]
            if not turn.come.done():
                now, free_at = loop.time(), self._free_at
                if urgency is Urgency.USUAL:
                    free_at += self._kept_back * self._interval
                if now < free_at:
                    self._serving = loop.call_at(free_at, self._serve)
                    return
                turn.come.set_result(None)
                rested_until = now - (self._burst - 1) * self._interval
                self._free_at = max(self._free_at, rested_until) + self._interval
            heappop(self._waiting)
