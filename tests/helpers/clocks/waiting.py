"""Waiting for what must come: patiently, so that no busy machine makes a test fail."""

import asyncio
from collections.abc import Callable, Iterator

PATIENCE_SECONDS = 120.0
"""Only a test that fails waits this long."""
FIRST_PAUSE_SECONDS = 0.001
LONGEST_PAUSE_SECONDS = 0.1


async def eventually(is_so: Callable[[], object]) -> None:
    """Let everything else go on until something is so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for pause in pauses():
            if is_so():
                return
            await asyncio.sleep(pause)


async def settled() -> None:
    """Let everything else go on as far as it can without waiting for anything."""
    for _ in range(20):
        await asyncio.sleep(0)


def pauses() -> Iterator[float]:
    """Yield pauses in seconds, ever longer, as looking costs time."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        yield pause
        pause = min(LONGEST_PAUSE_SECONDS, 1.2 * pause)
