"""The bot in a process of its own, started and ended as an operator would, or by SIGKILL."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.bot_forker import ForkedDealer
from tests.helpers.processes.sandbox_process import SandboxProcess

DEALER = Path(sys.executable).parent / "dealer"
READY = b"ready as"

Process = asyncio.subprocess.Process | ForkedDealer
Addresses = Sandbox | SandboxProcess
"""A sandbox, in this process or another one."""
Begin = Callable[[Path, Mapping[str, str]], Awaitable[Process]]
"""Starts `dealer run` in a folder, with an environment."""


async def by_command(folder: Path, environment: Mapping[str, str]) -> Process:
    """Start the bot by its command, as an operator does."""
    return await asyncio.create_subprocess_exec(
        DEALER, "run", env=environment, cwd=folder, stderr=asyncio.subprocess.PIPE
    )


def settings_at(sandbox: Addresses) -> dict[str, str]:
    """Return the settings with which a bot logs in to a sandbox."""
    return {
        "DISCORD_TOKEN": BOT_TOKEN,
        "DISCORD_API": sandbox.api,
        "DISCORD_GATEWAY": sandbox.gateway,
    }


def with_settings(begin: Begin, **settings: str) -> Begin:
    """Return a start of a bot like `begin`, with some settings more."""

    async def begin_so(folder: Path, environment: Mapping[str, str]) -> Process:
        return await begin(folder, {**environment, **settings})

    return begin_so


class BotProcess:
    """`dealer run` against a sandbox, with a database that outlives it.

    Attributes:
        begin: Starter, now or the next time.
        database: Its file, if its database is one.
        log: Log since its first start.
    """

    def __init__(
        self, sandbox: Addresses, database: Path, begin: Begin = by_command, url: str = ""
    ) -> None:
        self.begin = begin
        self.database = database
        self.log = b""
        database_url = url or f"sqlite:///{database}"
        self._environment = os.environ | settings_at(sandbox) | {"DATABASE_URL": database_url}
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._awaited = READY

    async def start(self, until: bytes = READY) -> None:
        """Start it, and wait until it has logged something."""
        self._awaited = until
        self._ready.clear()
        self._process = await self.begin(self.database.parent, self._environment)
        self._reader = asyncio.create_task(self._read_log(self._process))
        try:
            await asyncio.wait_for(self._ready.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            raise AssertionError(f"the bot is not ready:\n{self.log.decode()}") from None

    async def _read_log(self, process: Process) -> None:
        assert process.stderr
        async for line in process.stderr:
            self.log += line
            if self._awaited in line:
                self._ready.set()

    @property
    def errors(self) -> list[str]:
        """Return the lines of its log that tell of errors."""
        lines = self.log.decode().splitlines()
        return [line for line in lines if " ERROR " in line or " CRITICAL " in line]

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def kill(self) -> None:
        """End it with no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def restart(self) -> None:
        await self.kill()
        await self.start()

    async def stop(self) -> int:
        """End it as an operator would; its exit status."""
        return await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it ends by itself; its exit status."""
        assert self._process
        assert self._reader
        status = await asyncio.wait_for(self._process.wait(), PATIENCE_SECONDS)
        await self._reader
        return status

    async def _end(self, number: signal.Signals) -> int:
        assert self._process
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self.ended()
