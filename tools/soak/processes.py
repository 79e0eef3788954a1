"""The sandbox and the bot, each in a process of its own, and their observations."""

import asyncio
from pathlib import Path
from typing import Self

from tests.helpers.processes.bot_process import BotProcess
from tests.helpers.processes.sandbox_process import SandboxProcess
from tools.soak.counted_sandbox import REFUSED
from tools.soak.process_usage import Sample

SAMPLE_SECONDS = 5.0


class Processes:
    """Both processes, from enter to exit.

    Attributes:
        address: Address of the sandbox.
        samples: Use of the machine, every few seconds.
        counts: Requests by method and route, as of the latest sample.
        errors: Error lines of the bot's log, up to the end.
        status: Exit status of the bot.
    """

    def __init__(self, folder: Path, sample_seconds: float = SAMPLE_SECONDS) -> None:
        self.address = ""
        self.bot: BotProcess
        self.database = folder / "dealer.sqlite"
        self.samples: list[Sample] = []
        self.counts: dict[str, int] = {}
        self.errors: list[str] = []
        self.status: int | None = None
        self._sample_seconds = sample_seconds
        self._sandbox = SandboxProcess("tools.soak.counted_sandbox")
        self._watching: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        await self._sandbox.__aenter__()
        try:
            self.address = self._sandbox.address
            self.bot = BotProcess(self._sandbox, self.database)
            await self.bot.start()
        except BaseException:
            if hasattr(self, "bot"):
                await self.bot.kill()
            await self._sandbox.__aexit__()
            raise
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watching.cancel()
        await asyncio.gather(self._watching, return_exceptions=True)
        # Work cut off by the stopping itself is taken up by the next start.
        self.errors = _errors(self.bot.log)
        try:
            self.status = await self.bot.stop()
        finally:
            await self._sandbox.__aexit__()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while True:
            self.counts = await self._sandbox.ask()
            requests = sum(self.counts.values()) - self.counts.get(REFUSED, 0)
            self.samples.append(Sample.take(self.bot.pid, loop.time() - begun, requests))
            await asyncio.sleep(self._sample_seconds)


def _errors(log: bytes) -> list[str]:
    lines = log.decode().splitlines()
    return [line for line in lines if " ERROR " in line or " CRITICAL " in line]
