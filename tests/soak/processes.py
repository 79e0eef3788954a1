"""The sandbox and the bot, each in a process of its own, and what is to be known of both."""

import asyncio
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

from tests.bot_process import BotProcess
from tests.soak.counted_sandbox import REFUSED
from tests.soak.process_usage import Sample
from tests.waiting import PATIENCE_SECONDS

SAMPLE_SECONDS = 5.0


class Processes:
    """Both processes, from entering to leaving.

    Attributes:
        address: The sandbox.
        bot: The bot.
        database: Its file.
        samples: What it used, every few seconds.
        counts: Its requests by method and route, as of the latest sample.
        errors: The lines of the bot's log that tell of one, up to the end.
        status: The bot's exit status.
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
        self._sandbox: asyncio.subprocess.Process
        self._watching: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._sandbox = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.soak.counted_sandbox",
            cwd=Path(__file__).parents[2],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            about = await self._answer()
            self.address = about["address"]
            self.bot = BotProcess(SimpleNamespace(**about), self.database)
            await self.bot.start()
        except BaseException:
            if hasattr(self, "bot"):
                await self.bot.kill()
            await self._close_sandbox()
            raise
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watching.cancel()
        await asyncio.gather(self._watching, return_exceptions=True)
        # What is cut off by the stopping itself is taken up by the next start.
        self.errors = _errors(self.bot.log)
        try:
            self.status = await self.bot.stop()
        finally:
            await self._close_sandbox()

    async def _close_sandbox(self) -> None:
        assert self._sandbox.stdin
        self._sandbox.stdin.close()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._sandbox.wait()

    async def _answer(self) -> Any:
        assert self._sandbox.stdout
        async with asyncio.timeout(PATIENCE_SECONDS):
            return json.loads(await self._sandbox.stdout.readline())

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while True:
            assert self._sandbox.stdin
            self._sandbox.stdin.write(b"\n")
            self.counts = await self._answer()
            requests = sum(self.counts.values()) - self.counts.get(REFUSED, 0)
            self.samples.append(Sample.take(self.bot.pid, loop.time() - begun, requests))
            await asyncio.sleep(self._sample_seconds)


def _errors(log: bytes) -> list[str]:
    lines = log.decode().splitlines()
    return [line for line in lines if " ERROR " in line or " CRITICAL " in line]
