"""Waiting for what must come: patiently, so that no busy machine makes a test fail."""

import asyncio
from collections.abc import Callable

PATIENCE_SECONDS = 120.0
"""Only a test that fails waits this long."""


async def eventually(is_so: Callable[[], object]) -> None:
    """Let everything else go on until something is so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_so():  # noqa: ASYNC110 - what is awaited tells nobody
            await asyncio.sleep(0.001)
