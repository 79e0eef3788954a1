"""A sandbox in a process of its own, with which one talks in lines of JSON."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any, Self

from tests.helpers.clocks.waiting import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]
LONGEST_ANSWER = 1 << 26


async def start_module(module: str, *arguments: str, **options: Any) -> Process:
    """Start a module in a process of its own, whose output is read here."""
    command = (sys.executable, "-m", module, *arguments)
    return await asyncio.create_subprocess_exec(
        *command, **{"cwd": ROOT, "stdout": PIPE, **options}
    )


class SandboxProcess:
    """A module that runs a sandbox, from entering to leaving; it ends with its standard input.

    Attributes:
        address: Its page; everything else lies below it.
        api: Discord's API.
        gateway: The gateway.
    """

    def __init__(self, module: str) -> None:
        self.address = self.api = self.gateway = ""
        self._module = module
        self._process: asyncio.subprocess.Process

    async def __aenter__(self) -> Self:
        self._process = await start_module(self._module, stdin=PIPE, limit=LONGEST_ANSWER)
        about = await self._answer()
        self.address, self.api, self.gateway = about["address"], about["api"], about["gateway"]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._process.wait()

    async def ask(self, question: Any = None) -> Any:
        """Return the answer to a question; one question at a time."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        return await self._answer()

    async def _answer(self) -> Any:
        assert self._process.stdout
        async with asyncio.timeout(PATIENCE_SECONDS):
            return json.loads(await self._process.stdout.readline())
