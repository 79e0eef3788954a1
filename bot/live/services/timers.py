"""One heap of deadlines, and one task that wakes each match when it is due."""

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.values.discord_time import DiscordClock
from bot.values.observer import Observer

LONGEST_SLEEP_SECONDS: Final = 1.0


class Timers:
    """Wakes each match at one instant; a new one replaces the one before."""

    def __init__(
        self,
        clock: DiscordClock,
        wake: Callable[[int], None],
        observer: Observer | None = None,
    ) -> None:
        self._clock = clock
        self._wake = wake
        self._observer = observer
        self._heap: list[tuple[int, int]] = []
        self._due: dict[int, int] = {}
        self._changed = asyncio.Event()

    def set(self, match_id: int, due_ms: int | None) -> None:
        """Wake a match at an instant by Discord's clock; None for not at all."""
        if due_ms is None:
            self._due.pop(match_id, None)
        elif self._due.get(match_id) != due_ms:
            self._due[match_id] = due_ms
            heapq.heappush(self._heap, (due_ms, match_id))
            if self._heap[0] == (due_ms, match_id):
                self._changed.set()

    async def run(self) -> None:
        """Wake matches as they become due, for as long as the task lives."""
        while True:
            self._changed.clear()
            now_ms, seconds = self._clock.now_ms(), None
            while self._heap and self._heap[0][0] <= now_ms:
                due_ms, match_id = heapq.heappop(self._heap)
                # A deadline that was replaced stays in the heap and is passed over here.
                if self._due.get(match_id) == due_ms:
                    del self._due[match_id]
                    if self._observer:
                        self._observer.timer_woke((now_ms - due_ms) / 1000)
                    self._wake(match_id)
            if self._heap:
                # In the meantime Discord's clock may turn out to be another.
                seconds = min((self._heap[0][0] - now_ms) / 1000, LONGEST_SLEEP_SECONDS)
            # Not `wait_for`: up to Python 3.11 it may swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
