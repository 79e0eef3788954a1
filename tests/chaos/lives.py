"""The lives of the bot, seen from outside: how each begins, and how it is made to end."""

import asyncio
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from sandbox.server import BOT_TOKEN, Sandbox
from tests.chaos.acknowledgements import Acknowledgements
from tests.chaos.bot import Life
from tests.chaos.boundaries import Boundary
from tests.chaos.disk import Spell
from tests.chaos.power import copy_synced, cut_power
from tests.chaos.weather import Fault

PATIENCE_SECONDS: Final = 30.0
ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Death:
    """How a life is to end.

    Attributes:
        after_seconds: When it is killed, counted from its birth, if it has not ended before.
        boundary: Where it kills itself, if it gets there earlier.
        passing: At which passing of the boundary.
        is_stop: Whether it is told to stop, and not killed.
        cuts_power: Whether the files of the database fall back to what was synced of them.
        delay_ms: How long after an acknowledgement it is killed, where that is its boundary.
        spell: A time in which nothing can be written, if there is one.
        at_start: What Discord answers the start with.
    """

    after_seconds: float
    boundary: Boundary | None = None
    passing: int = 1
    is_stop: bool = False
    cuts_power: bool = False
    delay_ms: float = 0.0
    spell: Spell | None = None
    at_start: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Lived:
    """A life that is over, in seconds of the wall clock.

    Attributes:
        born: When its process began.
        ready: When it had taken up its matches; None if it never had.
        ended: When it was over.
        status: Its exit status, or the negative signal.
        at_boundary: Whether it ended at its boundary.
        unwritable: From when to when nothing could be written, if there was such a time.
    """

    born: float
    ready: float | None
    ended: float
    status: int
    at_boundary: bool
    unwritable: tuple[float, float] | None = None


class Nursery:
    """Lets the bot live, one process after the other, with one database.

    Attributes:
        database: Where the matches are kept.
        synced: Where the copies of what was synced are.
        log: What all lives have logged.
        lives: Those that are over.
        is_ready: Set while a bot is there that has taken up its matches.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        acknowledgements: Acknowledgements,
        folder: Path,
        synchronous: str = "",
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.database = folder / "dealer.sqlite"
        self.synced = folder / "synced"
        self.log = folder / "bot.log"
        self.lives: list[Lived] = []
        self.is_ready = asyncio.Event()
        self._acknowledgements = acknowledgements
        self._synchronous = synchronous
        self._environment = {
            "DISCORD_TOKEN": BOT_TOKEN,
            "DISCORD_API": sandbox.api,
            "DISCORD_GATEWAY": sandbox.gateway,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
        }
        self._process: asyncio.subprocess.Process | None = None
        self._living = 0

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.chaos.bot",
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        process = self._running
        assert process.stdin
        # With its input the nursery ends, and with it a life that is still there.
        process.stdin.close()
        await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)

    @property
    def _running(self) -> asyncio.subprocess.Process:
        assert self._process
        return self._process

    async def live(self, death: Death) -> Lived:
        """One life, from its birth to its end."""
        assert self._running.stdin
        life = Life(
            environment=self._environment,
            synced=str(self.synced),
            log=str(self.log),
            boundary=death.boundary or "",
            passing=death.passing,
            synchronous=self._synchronous,
            spell=death.spell,
        )
        self._running.stdin.write(life.line())
        self._living = process = await self._told("born")
        born = time.time()
        ending = asyncio.create_task(self._end(process, death))
        try:
            with self._acknowledged(process, death):
                lived = await self._until_ended(born, death)
        finally:
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)
            self._living = 0
            self.is_ready.clear()
        self.lives.append(lived)
        if death.cuts_power:
            cut_power(self.database, self.synced)
        return lived

    def stop_now(self) -> None:
        """Tell the bot to stop, if one is there."""
        if self._living:
            os.kill(self._living, signal.SIGTERM)

    def _acknowledged(self, process: int, death: Death) -> AbstractContextManager[None]:
        """What ends a process after an acknowledgement, if that is its boundary."""
        if death.boundary is not Boundary.AFTER_ACKNOWLEDGEMENT:
            return nullcontext()
        return self._acknowledgements.killing(process, death.passing, death.delay_ms)

    async def _until_ended(self, born: float, death: Death) -> Lived:
        ready, begun, over = None, None, None
        longest = death.after_seconds + PATIENCE_SECONDS
        async with asyncio.timeout(longest):
            while True:
                event = await self._next()
                if "ready" in event:
                    ready = time.time()
                    self.is_ready.set()
                begun, over = event.get("unwritable", begun), event.get("writable", over)
                if "ended" in event:
                    break
        ended = time.time()
        was_early = ended < born + death.after_seconds and event["ended"] == -signal.SIGKILL
        at_boundary = death.boundary is not None and was_early
        unwritable = None if begun is None else (begun, over or ended)
        return Lived(born, ready, ended, event["ended"], at_boundary, unwritable)

    async def _end(self, process: int, death: Death) -> None:
        await asyncio.sleep(death.after_seconds)
        os.kill(process, signal.SIGTERM if death.is_stop else signal.SIGKILL)

    async def _told(self, event: str) -> Any:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return (await self._next())[event]

    async def _next(self) -> Mapping[str, Any]:
        assert self._running.stdout
        line = await self._running.stdout.readline()
        if not line:
            raise AssertionError(f"the nursery has ended; see {self.log}")
        event: Mapping[str, Any] = json.loads(line)
        return event

    def synced_copy(self, folder: Path) -> Path:
        """A copy of the database as a power cut would have left it just now."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        copy = folder / self.database.name
        copy_synced(self.synced, copy)
        return copy
