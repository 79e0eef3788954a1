"""The peer's process, in an environment of its own."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sandbox.server import BOT_TOKEN
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.bot_process import Addresses
from tools.bench.peer.environments import set_up

HERE: Final = Path(__file__).parent
REQUIREMENTS: Final = HERE / "requirements.txt"


@asynccontextmanager
async def running(sandbox: Addresses) -> AsyncIterator[None]:
    """Run the peer against a sandbox inside the block."""
    python = await asyncio.to_thread(set_up, "peer", REQUIREMENTS)
    environment = os.environ | {
        "DISCORD_TOKEN": BOT_TOKEN,
        "DISCORD_API": sandbox.api,
        "DISCORD_GATEWAY": sandbox.gateway,
    }
    process = await asyncio.create_subprocess_exec(python, HERE / "bot.py", env=environment)
    try:
        yield
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await process.wait()
