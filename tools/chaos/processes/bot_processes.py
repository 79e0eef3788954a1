"""The bot's processes, seen from outside: starts and ends."""

import asyncio
import json
import os
import pickle
import signal
import sys
from collections import defaultdict
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Self

from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.kept_databases import Database, OnFile
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.endings import Ending, Start

ROOT: Final = Path(__file__).parents[3]
LONGEST_LIFE_SECONDS: Final = 1_800.0
"""Of a process that runs until its boundary; only one that never gets there lives so long."""


@dataclass(frozen=True)
class Lifetime:
    """A process that is over; times are seconds of the wall clock, as the process reported them.

    Attributes:
        born: Time of the fork.
        ready: Time at which it had taken up its matches; None if it never had.
        status: Exit status, or the negative signal.
        at_boundary: True if it ended at its boundary.
        unwritable: Spans in which nothing could be written.
        lost_server: Servers that it heard were lost, with the times.
        changed: Times of hearing of edits and deletions, in ms of its own clock, by message.
        owned: Times at which it took the database.
        served: Times at which it had taken up the matches.
        frozen: Spans in which it was frozen.
    """

    born: float
    ready: float | None
    ended: float
    status: int
    at_boundary: bool
    unwritable: tuple[tuple[float, float], ...] = ()
    lost_server: tuple[tuple[int, float], ...] = ()
    changed: Mapping[int, int] = field(default_factory=dict)
    pid: int = 0
    owned: tuple[float, ...] = ()
    served: tuple[float, ...] = ()
    frozen: tuple[tuple[float, float], ...] = ()


class BotProcesses:
    """Runs the bot, one process after another, on one database.

    Attributes:
        log: Log of all processes.
        lifetimes: Processes that are over.
        is_ready: Set while a bot is there that has taken up its matches.
        synchronous: SQLite's sync mode, if another than the bot's own is tried.
        is_fenced: True if a process is kept out of a database that another one has taken.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        acknowledgements: Acknowledgements,
        database: Database,
        log: Path,
        **settings: str,
    ) -> None:
        """Prepare them; `settings` are more of the environment."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self.database = database
        self.log = log
        self.lifetimes: list[Lifetime] = []
        self.is_ready = asyncio.Event()
        self.synchronous = ""
        self.is_fenced = True
        self._acknowledgements = acknowledgements
        self._environment = {
            "DISCORD_TOKEN": BOT_TOKEN,
            "DISCORD_API": sandbox.api,
            "DISCORD_GATEWAY": sandbox.gateway,
            "DATABASE_URL": database.url,
            **settings,
        }
        self._forker: asyncio.subprocess.Process | None = None
        self._running = 0

    @property
    def ends(self) -> int:
        """The number of processes that are over."""
        return len(self.lifetimes)

    async def __aenter__(self) -> Self:
        self._forker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tools.chaos.processes.forked_bot",
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        forker = self._fork
        assert forker.stdin
        # With its input the forking process ends, and with it a bot that is still there.
        forker.stdin.close()
        await asyncio.wait_for(forker.wait(), PATIENCE_SECONDS)

    @property
    def _fork(self) -> asyncio.subprocess.Process:
        assert self._forker
        return self._forker

    async def run_until(self, ending: Ending) -> Lifetime:
        """Run one process from its start to its end."""
        assert self._fork.stdin
        database = self.database if isinstance(self.database, OnFile) else None
        log, environment = str(self.log), self._environment
        start = Start(environment, log, ending, database, self.synchronous, self.is_fenced)
        self._fork.stdin.write(pickle.dumps(start))
        async with asyncio.timeout(PATIENCE_SECONDS):
            process, born = (await self._next())["born"]
        self._running = process
        timer = asyncio.create_task(self._end(process, ending))
        try:
            with self._killing_when_acknowledged(process, ending):
                lifetime = await self._until_ended(born, ending, timer)
        finally:
            timer.cancel()
            await asyncio.gather(timer, return_exceptions=True)
            self._running = 0
            self.is_ready.clear()
        self.lifetimes.append(lifetime)
        if ending.cuts_power and isinstance(self.database, OnFile):
            self.database.cut_power()
        return lifetime

    def stop_now(self) -> None:
        """Tell the bot to stop, if one is there."""
        if self._running:
            os.kill(self._running, signal.SIGTERM)

    def _killing_when_acknowledged(
        self, process: int, ending: Ending
    ) -> AbstractContextManager[None]:
        """Return the killer of a process after an acknowledgement, if that is its boundary."""
        if ending.boundary is not Boundary.AFTER_ACKNOWLEDGEMENT:
            return nullcontext()
        return self._acknowledgements.killing(process, ending.passing, ending.delay_ms)

    async def _until_ended(
        self, born: float, ending: Ending, timer: asyncio.Task[None]
    ) -> Lifetime:
        payload: dict[str, list[Any]] = defaultdict(list)
        async with asyncio.timeout(LONGEST_LIFE_SECONDS):
            while "ended" not in payload:
                ((event, about),) = (await self._next()).items()
                payload[event].append(about)
                self._hear(event, about)
        ((status, ended),) = payload["ended"]
        by_itself = status == -signal.SIGKILL and not timer.done()
        unwritable = zip_longest(payload["unwritable"], payload["writable"], fillvalue=ended)
        return Lifetime(
            born,
            next(iter(payload["ready"]), None),
            ended,
            status,
            at_boundary=ending.boundary is not None and by_itself,
            unwritable=tuple(unwritable),
            lost_server=tuple((guild, index) for guild, index in payload["lost_server"]),
            changed=dict(reversed(payload["changed"])),
            pid=self._running,
            owned=tuple(payload["owned"]),
            served=tuple(payload["served"]),
            frozen=tuple(map(ending.while_frozen, payload["frozen"])),
        )

    def _hear(self, event: str, _about: Any) -> None:
        if event == "ready":
            self.is_ready.set()

    async def _end(self, process: int, ending: Ending) -> None:
        if ending.after_seconds is None:
            await asyncio.Event().wait()
        else:
            await asyncio.sleep(ending.after_seconds)
            os.kill(process, signal.SIGTERM if ending.is_stop else signal.SIGKILL)

    async def _next(self) -> Mapping[str, Any]:
        assert self._fork.stdout
        line = await self._fork.stdout.readline()
        if not line:
            raise AssertionError(f"the forking process has ended; see {self.log}")
        event: Mapping[str, Any] = json.loads(line)
        return event
