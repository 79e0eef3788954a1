"""`dealer play` in a process of its own, and pictures of what people see in its page."""

import asyncio
import os
import signal
from pathlib import Path

from tests.helpers.browser import Chat
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.sandbox_process import ROOT, start_module

SCREENSHOTS = os.environ.get("DEALER_SCREENSHOTS")


class Playing:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, port: int = 0) -> None:
        self._process = await start_module(
            *("tests.helpers.processes.patient_dealer", "play", "--port", str(port)),
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        try:
            self.address = await self._address(self._process)
        except BaseException:
            self._process.kill()
            await self._process.wait()
            raise

    async def _address(self, process: asyncio.subprocess.Process) -> str:
        assert process.stdout
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_SECONDS)
        ready, _, address = line.decode().strip().partition(" ")
        assert ready == "Ready:", line
        return address.rstrip("/")

    async def end(self, number: signal.Signals) -> int:
        assert self._process
        self._process.send_signal(number)
        return await asyncio.wait_for(self._process.wait(), PATIENCE_SECONDS)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


async def picture_of(chat: Chat, name: str) -> None:
    """Keep what the person sees, if asked to by DEALER_SCREENSHOTS."""
    if SCREENSHOTS:
        await chat.page.wait_for_timeout(300)
        await chat.page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png")
