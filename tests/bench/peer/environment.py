"""The peer's environment, set up once, and its process."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sandbox.server import BOT_TOKEN
from tests.bot_process import Addresses
from tests.waiting import PATIENCE_SECONDS

HERE: Final = Path(__file__).parent
REQUIREMENTS: Final = HERE / "requirements.txt"
FOLDER: Final = Path(__file__).parents[3] / ".bench-peer"


def set_up() -> Path:
    """The environment's Python; it is made anew if what is required has changed."""
    python, stamp = FOLDER / "bin" / "python", FOLDER / "requirements.txt"
    wanted = REQUIREMENTS.read_text()
    if not stamp.is_file() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        pip = (python, "-m", "pip", "install", "-qq", "--disable-pip-version-check")
        subprocess.run([*pip, "--requirement", REQUIREMENTS], check=True)
        stamp.write_text(wanted)
    return python


@asynccontextmanager
async def running(sandbox: Addresses) -> AsyncIterator[None]:
    """Meanwhile the peer runs against a sandbox."""
    python = await asyncio.to_thread(set_up)
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
