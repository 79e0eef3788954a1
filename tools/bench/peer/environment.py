"""The peer's process, in an environment of its own."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.bot_process import Addresses, settings_at

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE.parents[2] / ".bench-peer"


@asynccontextmanager
async def running(sandbox: Addresses) -> AsyncIterator[None]:
    """Run the peer against a sandbox inside the block."""
    python = await asyncio.to_thread(_python)
    process = await asyncio.create_subprocess_exec(
        python, HERE / "bot.py", env=os.environ | settings_at(sandbox)
    )
    try:
        yield
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await process.wait()


def _python() -> Path:
    """Return the Python of the environment, made anew if the requirements have changed."""
    python, stamp = FOLDER / "bin" / "python", FOLDER / "requirements.txt"
    expected = (HERE / "requirements.txt").read_text()
    if not stamp.is_file() or stamp.read_text() != expected:
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        pip = (python, "-m", "pip", "install", "-qq", "--disable-pip-version-check")
        subprocess.run([*pip, "--requirement", HERE / "requirements.txt"], check=True)
        stamp.write_text(expected)
    return python
