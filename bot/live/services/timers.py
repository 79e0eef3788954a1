"""One heap of deadlines, and one task that wakes each match when it is due."""

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.values.discord_time import DiscordClock
from bot.values.observer import Observer

LONGEST_SLEEP_SECONDS: Final = 1.0


@dataclass(eq=False)
class Timers:
    """Wakes each match at one instant; a new one replaces the one before."""

    clock: DiscordClock
    wake: Callable[[int], None]
    observer: Observer | None = None
    _heap: list[tuple[int, int]] = field(default_factory=list)
    _due: dict[int, int] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

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
            now_ms, seconds = self.clock.now_ms(), None
            while self._heap and self._heap[0][0] <= now_ms:
                due_ms, match_id = heapq.heappop(self._heap)
                # A deadline that was replaced stays in the heap and is passed over here.
                if self._due.get(match_id) == due_ms:
                    del self._due[match_id]
                    if self.observer:
                        self.observer.timer_woke((now_ms - due_ms) / 1000)
                    self.wake(match_id)
            if self._heap:
                # In the meantime Discord's clock may turn out to be another.
                seconds = min((self._heap[0][0] - now_ms) / 1000, LONGEST_SLEEP_SECONDS)
            # Not `wait_for`: up to Python 3.11 it may swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
