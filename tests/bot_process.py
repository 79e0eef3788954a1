"""The bot in a process of its own, started and ended as an operator would, or by SIGKILL."""

import asyncio
import os
import signal
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from sandbox.server import BOT_TOKEN, Sandbox
from tests.forked_dealer import CONTEXT, fork_dealer
from tests.waiting import PATIENCE_SECONDS

READY = b"ready as"


class BotProcess:
    """`dealer run` against a sandbox, with a database that outlives it."""

    def __init__(self, sandbox: Sandbox, database: Path) -> None:
        self.database = database
        self.log = b""
        self._environment = os.environ | {
            "DISCORD_TOKEN": BOT_TOKEN,
            "DISCORD_API": sandbox.api,
            "DISCORD_GATEWAY": sandbox.gateway,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
        }
        self._process: ForkServerProcess | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self) -> None:
        self._ready.clear()
        log, errors = CONTEXT.Pipe(duplex=False)
        self._process = await asyncio.to_thread(
            fork_dealer,
            "run",
            folder=self.database.parent,
            environment=self._environment,
            errors=errors,
        )
        errors.close()
        self._reader = asyncio.create_task(self._read_log(log.fileno()))
        self._reader.add_done_callback(lambda _: log.close())
        try:
            await asyncio.wait_for(self._ready.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            raise AssertionError(f"the bot is not ready:\n{self.log.decode()}") from None

    async def _read_log(self, log: int) -> None:
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(log), "rb")
        )
        async for line in reader:
            self.log += line
            if READY in line:
                self._ready.set()

    @property
    def pid(self) -> int:
        assert self._process
        assert self._process.pid
        return self._process.pid

    async def kill(self) -> None:
        """End it with no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """End it as an operator would; its exit status."""
        return await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it ends by itself; its exit status."""
        assert self._process
        assert self._reader
        await asyncio.to_thread(self._process.join, PATIENCE_SECONDS)
        status = self._process.exitcode
        assert status is not None, "it goes on"
        await self._reader
        return status

    async def _end(self, number: signal.Signals) -> int:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)
        return await self.ended()
