"""A sandbox in a process of its own, with which one talks in lines of JSON."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Self

from tests.helpers.clocks.waiting import PATIENCE_SECONDS

LONGEST_ANSWER = 1 << 26


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
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            cwd=Path(__file__).parents[3],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
        )
        about = await self._answer()
        self.address, self.api, self.gateway = (
            about[item] for item in ("address", "api", "gateway")
        )
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
