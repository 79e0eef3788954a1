"""A whole chaos run: matches of every game, kills and faults, and the result."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from sandbox.faults import Fault, read_fault
from sandbox.server import Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.kept_databases import Database, OnFile
from tests.helpers.databases.kept_matches import Durable, is_anything_waiting
from tests.helpers.people import World
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.checks.judging import Judge
from tools.chaos.checks.losses import Seen
from tools.chaos.people.patience import Bots
from tools.chaos.people.playing import Playing, Venue
from tools.chaos.people.watch import Watch
from tools.chaos.plan import WITH_POWER_CUT, Plan, Result
from tools.chaos.processes.bot_processes import BotProcesses, Ending, Lifetime
from tools.chaos.processes.faults import FaultInjector

PROGRESS_EVERY: Final = 100
LOOK_AGAIN_SECONDS: Final = 0.1
MAX_FAILED_STARTS: Final = 20
"""One after another; what Discord answers the start with may make a few fail."""


async def run(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Run and judge a plan."""
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        acknowledgements = Acknowledgements(sandbox)
        watch = Watch(sandbox, plan.patience_seconds)
        world = await World.visit(session, sandbox.address)
        database = OnFile(folder / "dealer.sqlite")
        bots = BotProcesses(sandbox, acknowledgements, database, folder / "bot.log")
        bots.synchronous = plan.synchronous
        injector = FaultInjector(world, Random(plan.seed + 1))
        venue = Venue(world, bots, injector)
        playing = Playing(plan, watch, (venue,), Result(), Random(plan.seed))
        async with bots:
            return await _Run(playing, acknowledgements, bots, folder, reference).go()


async def all_is_told(database: Database) -> None:
    """Wait for the outbox to be empty; a post that waits for too long is a violation."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await asyncio.to_thread(is_anything_waiting, database):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_AGAIN_SECONDS)


@asynccontextmanager
async def faults_in(venues: Sequence[Venue]) -> AsyncIterator[None]:
    """Inject faults on some servers inside the block."""
    injecting = [
        asyncio.create_task(other_venue.injector.inject_forever()) for other_venue in venues
    ]
    try:
        yield
    finally:
        for item in injecting:
            item.cancel()
        await asyncio.gather(*injecting, return_exceptions=True)
        await venues[0].world.clear_faults()
        for venue in venues:
            venue.injector.end_outages()


@dataclass
class _Run:
    playing: Playing
    acknowledgements: Acknowledgements
    processes: BotProcesses
    folder: Path
    reference: Result | None

    def __post_init__(self) -> None:
        self.plan, self.result = self.playing.plan, self.playing.result
        self.watch, self.injector = self.playing.watch, self.playing.venues[0].injector
        self.playing.is_enough = self.plan.kills == 0
        self._failed_in_a_row = 0

    async def go(self) -> Result:
        begun = time.monotonic()
        playing = asyncio.create_task(self.playing.play_all())
        if self.plan.kills:
            await self._be_killed(playing)
        await self._play_to_the_end(playing)
        self._count_met()
        database = self.processes.database
        judge = Judge(
            self.playing, database, self.acknowledgements, self._circumstances, self.reference
        )
        judge.judge()
        self.result.seconds = time.monotonic() - begun
        return self.result

    # Kills

    async def _be_killed(self, playing: asyncio.Task[None]) -> None:
        async with AsyncExitStack() as stack:
            if self.plan.with_faults:
                await stack.enter_async_context(faults_in(self.playing.venues))
            for ending in self.plan.endings(self.playing.generator):
                if playing.done() or self._was_enough():
                    break
                await self._kill(ending)
        self.playing.is_enough = True

    def _was_enough(self) -> bool:
        self._count_met()
        return self._killed >= self.plan.kills and self.plan.wanted <= self.result.met

    def _count_met(self) -> None:
        self.result.faults = self.injector.counts
        self.result.ways = sum((played.done for played in self.playing.matches), Counter())

    @property
    def _killed(self) -> int:
        return sum(count for kind, count in self.result.endings.items() if "stopped" not in kind)

    async def _kill(self, ending: Ending) -> None:
        faults = [read_fault({**settings}) for settings in ending.at_start]
        for fault in faults:
            self.watch.sandbox.services.faults.add(fault)
        lifetime = await self.processes.run_until(ending)
        self._note_hardships(
            ending, lifetime, [other_fault for other_fault in faults if other_fault.left == 0]
        )
        kind = "at a random instant"
        if lifetime.status >= 0:
            is_failed = lifetime.status > 0
            self.result.failed_starts += is_failed
            self._failed_in_a_row = self._failed_in_a_row + 1 if is_failed else 0
            if self._failed_in_a_row == MAX_FAILED_STARTS:
                raise AssertionError(f"the bot does not start; see {self.processes.log}")
            kind = "stopped, failed" if is_failed else "stopped"
        elif lifetime.at_boundary:
            kind = str(ending.boundary)
        self.result.endings[kind + (WITH_POWER_CUT if ending.cuts_power else "")] += 1
        self._check_power(f"kill {self._killed} ({kind})")
        if self.result.endings.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.endings.total()} processes")

    def _note_hardships(self, ending: Ending, lifetime: Lifetime, met: Sequence[Fault]) -> None:
        if lifetime.ready is not None:
            self.result.starts.update(f"{fault.name} at start" for fault in met)
        if lifetime.unwritable and ending.spell:
            self.result.spells[ending.spell.hindrance] += 1

    def _check_power(self, when: str) -> None:
        database = self.processes.database
        assert isinstance(database, OnFile)
        durable = Durable.read(database.synced_copy(self.folder / "copy"))
        seen = Seen.now(self.playing.matches, self.watch, self.acknowledgements)
        self.result.violations.extend(f"{when}: {text}" for text in seen.lost_from(durable))

    async def _play_to_the_end(self, playing: asyncio.Task[None]) -> None:
        """Play without kills and faults, until all matches are over and all is told."""
        running = asyncio.create_task(self.processes.run_until(Ending(None)))
        await asyncio.wait({playing, running}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await all_is_told(self.processes.database)
        else:
            playing.cancel()
            self.result.violations.append("the last process ended before the matches did")
        self.processes.stop_now()
        await running
        with suppress(asyncio.CancelledError):
            await playing

    def _circumstances(self, _: Bots) -> Circumstances:
        return Circumstances(
            lifetimes=self.processes.lifetimes,
            troubled=self.injector.troubled,
            outages=self.injector.outages,
            dms_closed="dm-closed" in self.injector.counts,
            guild_id=int(self.injector.world.about["guild"]["id"]),
        )
