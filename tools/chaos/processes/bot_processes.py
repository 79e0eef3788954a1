"""The bot's processes, seen from outside: starts and ends."""

import asyncio
import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.kept_databases import Database, OnFile
from tests.helpers.processes.bot_forker import ForkedDealer, Forker
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.endings import Ending
from tools.chaos.processes.forked_bot import MARK, prepare

LAST_WORDS_SECONDS: Final = 1.0
AWAKE_SECONDS: Final = 4.0
"""Life of a process after a freeze, before it is killed."""
LONGEST_LIFE_SECONDS: Final = 1_800.0
"""Of a process that runs until its boundary; only one that never gets there lives so long."""


@dataclass(frozen=True)
class Lifetime:
    """A process that is over; times are seconds of the wall clock, as the process reported them.

    Attributes:
        born: Time of the fork.
        status: Exit status, or the negative signal.
        at_boundary: True if it ended at its boundary.
        unwritable: Spans in which nothing could be written.
        lost_server: Servers that it heard were lost, with the times.
        changed: Times of hearing of edits and deletions, in ms of its own clock, by message.
        owned: Times at which it took the database.
        served: Times at which it had taken up its matches.
        frozen: Spans in which it was frozen.
    """

    born: float
    ended: float
    status: int
    at_boundary: bool
    unwritable: tuple[tuple[float, float], ...] = ()
    lost_server: tuple[tuple[int, float], ...] = ()
    changed: Mapping[int, int] = field(default_factory=dict)
    owned: tuple[float, ...] = ()
    served: tuple[float, ...] = ()
    frozen: tuple[tuple[float, float], ...] = ()


@dataclass
class Owners:
    """The successive processes that deal, as players see them.

    Attributes:
        is_ready: Set while a process is there that has taken up the matches.
        ends: Number of such processes that are gone.
        owner: The last one that had taken them up.
    """

    database: Database
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    ends: int = 0
    owner: "BotProcesses | None" = None

    def taken_up(self, place: "BotProcesses") -> None:
        """Note that a process has taken up the matches."""
        self.owner = place
        self.is_ready.set()

    def lost(self, place: "BotProcesses") -> None:
        """Note that a process is gone, which may have been in reserve."""
        if self.owner is place:
            self.owner = None
            self.ends += 1
            self.is_ready.clear()


class BotProcesses:
    """Runs the bot, one process after another, on one database.

    Attributes:
        log: Log of all processes.
        lifetimes: Processes that are over.
        was_owner: True if the last process dealt when it was killed, stopped or frozen.
        froze_itself: True if the last process was frozen at its boundary.
    """

    def __init__(
        self,
        owners: Owners,
        forker: Forker,
        acknowledgements: Acknowledgements,
        log: Path,
        settings: Mapping[str, str],
    ) -> None:
        """Prepare them; the environment has `settings` beside the database."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        self.lifetimes: list[Lifetime] = []
        self.was_owner = False
        self.froze_itself = asyncio.Event()
        self._owners = owners
        self._acknowledgements = acknowledgements
        self._environment = {**os.environ, **settings, "DATABASE_URL": owners.database.url}
        self._forker = forker
        self._running = 0

    async def run_until(self, ending: Ending) -> Lifetime:
        """Run one process from its start to its end."""
        database = self._owners.database
        file = database if isinstance(database, OnFile) else None
        self.was_owner = False
        self.froze_itself.clear()
        async with asyncio.timeout(PATIENCE_SECONDS):
            bot = await self._forker.begin(
                self.log.parent, self._environment, partial(prepare, ending, file)
            )
        self._running, told = bot.pid, defaultdict[str, list[Any]](list)
        timer = asyncio.create_task(self._end(bot.pid, ending, told))
        listening = asyncio.create_task(self._listen(bot.stderr, told))
        try:
            with self._killing_when_acknowledged(bot.pid, ending):
                async with asyncio.timeout(LONGEST_LIFE_SECONDS):
                    status = await bot.wait()
            at_boundary = status == -signal.SIGKILL and not timer.done()
            # The log may be open in a process that thought for it, which has nothing to tell.
            await asyncio.wait({listening}, timeout=LAST_WORDS_SECONDS)
        finally:
            if bot.returncode is None:
                bot.send_signal(signal.SIGKILL)
            timer.cancel()
            listening.cancel()
            await asyncio.gather(timer, listening, return_exceptions=True)
            self._running = 0
            self._gone()
        lifetime = _lifetime(bot, ending, told, at_boundary=at_boundary)
        self.lifetimes.append(lifetime)
        if ending.cuts_power and file:
            file.cut_power()
        return lifetime

    async def _listen(self, log: asyncio.StreamReader, told: dict[str, list[Any]]) -> None:
        """Write a process's log, and take in the events that it tells there."""
        with self.log.open("ab", buffering=0) as file:
            async for line in log:
                if not line.startswith(MARK):
                    file.write(line)
                    continue
                ((event, about),) = json.loads(line.removeprefix(MARK)).items()
                told[event].append(about)
                self._hear(event)

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

    def _hear(self, event: str) -> None:
        if event == "served":
            self._owners.taken_up(self)
        elif event == "frozen":
            self._gone()
            self.froze_itself.set()

    def _gone(self) -> None:
        self.was_owner = self.was_owner or self._owners.owner is self
        self._owners.lost(self)

    async def _end(self, process: int, ending: Ending, told: dict[str, list[Any]]) -> None:
        if ending.frozen_seconds is not None:
            await self._freeze(process, ending, told)
        elif ending.after_seconds is None:
            await asyncio.Event().wait()
        else:
            await asyncio.sleep(ending.after_seconds)
        os.kill(process, signal.SIGTERM if ending.is_stop else signal.SIGKILL)

    async def _freeze(self, process: int, ending: Ending, told: dict[str, list[Any]]) -> None:
        """Freeze a process, if its boundary does not, and let it go on for a while."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.froze_itself.wait(), ending.after_seconds)
        if not self.froze_itself.is_set():
            os.kill(process, signal.SIGSTOP)
            told["frozen"].append(time.time())
            self._gone()
        try:
            await asyncio.sleep(ending.frozen_seconds or 0.0)
        finally:
            os.kill(process, signal.SIGCONT)
        await asyncio.sleep(AWAKE_SECONDS)


def _lifetime(
    bot: ForkedDealer, ending: Ending, told: dict[str, list[Any]], *, at_boundary: bool
) -> Lifetime:
    """Return the lifetime of a process by the events that it has told."""
    assert bot.returncode is not None
    unwritable = zip_longest(told["unwritable"], told["writable"], fillvalue=bot.ended)
    frozen_seconds = ending.frozen_seconds or 0.0
    return Lifetime(
        bot.born,
        bot.ended,
        bot.returncode,
        at_boundary=ending.boundary is not None and at_boundary,
        unwritable=tuple(unwritable),
        lost_server=tuple(map(tuple, told["lost_server"])),
        changed=dict(reversed(told["changed"])),
        owned=tuple(told["owned"]),
        served=tuple(told["served"]),
        frozen=tuple((begun, begun + frozen_seconds) for begun in told["frozen"]),
    )
