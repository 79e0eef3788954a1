"""The bot's processes, seen from outside: how each starts, and how it is made to end."""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from sandbox.server import BOT_TOKEN, Sandbox
from tests.chaos.acknowledgements import Acknowledgements
from tests.chaos.boundaries import Boundary
from tests.chaos.disk import Spell
from tests.chaos.faults import Fault
from tests.chaos.forked_bot import Start
from tests.chaos.synced_files import copy_synced, undo_unsynced
from tests.waiting import PATIENCE_SECONDS

ROOT: Final = Path(__file__).parents[2]
LONGEST_LIFE_SECONDS: Final = 1_800.0
"""Of a process that runs until its boundary; only one that never gets there lives so long."""


@dataclass(frozen=True)
class Ending:
    """How a process is to end.

    Attributes:
        after_seconds: When it is killed, counted from its start; None if only at its boundary.
        boundary: Where it kills itself, if it gets there earlier.
        passing: At which passing of the boundary.
        is_stop: Whether it is told to stop, and not killed.
        cuts_power: Whether the files of the database fall back to what was synced of them.
        delay_ms: How long after an acknowledgement it is killed, where that is its boundary.
        spell: A time in which nothing can be written, if there is one.
        at_start: What Discord answers the start with.
    """

    after_seconds: float | None
    boundary: Boundary | None = None
    passing: int = 1
    is_stop: bool = False
    cuts_power: bool = False
    delay_ms: float = 0.0
    spell: Spell | None = None
    at_start: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Lifetime:
    """A process that is over; times are seconds of the wall clock, as the process told them.

    Attributes:
        born: When it was forked.
        ready: When it had taken up its matches; None if it never had.
        ended: When it was over.
        status: Its exit status, or the negative signal.
        at_boundary: Whether it ended at its boundary.
        unwritable: From when to when nothing could be written, if there was such a time.
        lost_server: When it heard that nothing would be told of the server for a while.
        changed: When it heard of edits and deletions, in ms of its own clock, by message.
    """

    born: float
    ready: float | None
    ended: float
    status: int
    at_boundary: bool
    unwritable: tuple[float, float] | None
    lost_server: tuple[float, ...]
    changed: Mapping[int, int]


class BotProcesses:
    """Runs the bot, one process after another, on one database.

    Attributes:
        database: Where the matches are kept.
        synced: Where the copies of what was synced are.
        log: What all processes have logged.
        lifetimes: Those that are over.
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
        self.lifetimes: list[Lifetime] = []
        self.is_ready = asyncio.Event()
        self._acknowledgements = acknowledgements
        self._synchronous = synchronous
        self._environment = {
            "DISCORD_TOKEN": BOT_TOKEN,
            "DISCORD_API": sandbox.api,
            "DISCORD_GATEWAY": sandbox.gateway,
            "DATABASE_URL": f"sqlite:///{self.database}",
        }
        self._forker: asyncio.subprocess.Process | None = None
        self._running = 0

    async def __aenter__(self) -> Self:
        self._forker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.chaos.forked_bot",
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
        """One process, from its start to its end."""
        assert self._fork.stdin
        start = Start(
            environment=self._environment,
            synced=str(self.synced),
            log=str(self.log),
            boundary=ending.boundary or "",
            passing=ending.passing,
            synchronous=self._synchronous,
            spell=ending.spell,
        )
        self._fork.stdin.write(start.line())
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
        if ending.cuts_power:
            undo_unsynced(self.database, self.synced)
        return lifetime

    def stop_now(self) -> None:
        """Tell the bot to stop, if one is there."""
        if self._running:
            os.kill(self._running, signal.SIGTERM)

    def _killing_when_acknowledged(
        self, process: int, ending: Ending
    ) -> AbstractContextManager[None]:
        """What ends a process after an acknowledgement, if that is its boundary."""
        if ending.boundary is not Boundary.AFTER_ACKNOWLEDGEMENT:
            return nullcontext()
        return self._acknowledgements.killing(process, ending.passing, ending.delay_ms)

    async def _until_ended(
        self, born: float, ending: Ending, timer: asyncio.Task[None]
    ) -> Lifetime:
        told: dict[str, Any] = {}
        lost_server, changed = list[float](), dict[int, int]()
        async with asyncio.timeout(LONGEST_LIFE_SECONDS):
            while "ended" not in told:
                event = await self._next()
                told |= event
                if "ready" in event:
                    self.is_ready.set()
                if "lost_server" in event:
                    lost_server.append(event["lost_server"])
                if "changed" in event:
                    message_id, at_ms = event["changed"]
                    changed.setdefault(message_id, at_ms)
        status, ended = told["ended"]
        by_itself = status == -signal.SIGKILL and not timer.done()
        unwritable = told.get("unwritable")
        return Lifetime(
            born,
            told.get("ready"),
            ended,
            status,
            at_boundary=ending.boundary is not None and by_itself,
            unwritable=None if unwritable is None else (unwritable, told.get("writable", ended)),
            lost_server=tuple(lost_server),
            changed=changed,
        )

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

    def synced_copy(self, folder: Path) -> Path:
        """A copy of the database as a power cut would have left it just now."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        copy = folder / self.database.name
        copy_synced(self.synced, copy)
        return copy
