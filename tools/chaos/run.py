"""A whole chaos run: matches of every game, kills and faults, and the result."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from sandbox.faults import read_fault
from sandbox.server import Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.kept_databases import Database, OnFile
from tests.helpers.databases.kept_matches import is_anything_waiting, kept_match
from tests.helpers.people import World
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.checks.losses import shown, stored_in
from tools.chaos.checks.problems import problems_of, problems_of_practice, public_boards
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.playing import Playing
from tools.chaos.people.practising import PracticeMatch
from tools.chaos.people.watch import Watch
from tools.chaos.plan import WITH_POWER_CUT, Plan, Result
from tools.chaos.processes.bot_processes import BotProcesses, Lifetime, Owners
from tools.chaos.processes.endings import Ending
from tools.chaos.processes.faults import CLOSED, TROUBLE_SECONDS, FaultInjector

PROGRESS_EVERY: Final = 100
LOOK_AGAIN_SECONDS: Final = 0.1
MAX_FAILED_STARTS: Final = 20
"""One after another; what Discord answers the start with may make a few fail."""
STOPPED: Final = "stopped"


async def run(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Run and judge a plan."""
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        acknowledgements = Acknowledgements(sandbox)
        watch = Watch(sandbox, plan.patience_seconds)
        world = await World.visit(session, sandbox.address)
        owners = Owners(OnFile(folder / "dealer.sqlite"))
        bots = BotProcesses(owners, sandbox, acknowledgements, folder / "bot.log")
        injectors = [FaultInjector(world, Random(plan.seed + 1))]
        playing = Playing(plan, watch, owners, injectors, Result(), Random(plan.seed))
        async with bots:
            return await _OneRun(playing, acknowledgements, [bots], reference).go()


async def all_is_told(database: Database) -> None:
    """Wait for the outbox to be empty; a post that waits for too long is a violation."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await asyncio.to_thread(is_anything_waiting, database):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_AGAIN_SECONDS)


@asynccontextmanager
async def faults_in(injectors: Sequence[FaultInjector]) -> AsyncIterator[None]:
    """Inject faults on some servers inside the block."""
    injecting = [asyncio.create_task(injector.inject_forever()) for injector in injectors]
    try:
        yield
    finally:
        for task in injecting:
            task.cancel()
        await asyncio.gather(*injecting, return_exceptions=True)
        await injectors[0].world.clear_faults()
        for injector in injectors:
            injector.end_outages()


@dataclass
class Run:
    """A run over processes in one place or several, each of which runs one after another.

    Attributes:
        down: Spans in which the database's server was down, in seconds of the wall clock.
    """

    playing: Playing
    acknowledgements: Acknowledgements
    places: Sequence[BotProcesses]
    reference: Result | None

    def __post_init__(self) -> None:
        self.plan, self.result = self.playing.plan, self.playing.result
        self.injectors, self.database = self.playing.injectors, self.playing.owners.database
        self.playing.is_enough = self.plan.kills == 0
        self.down: list[tuple[float, float]] = []
        self._failed_in_a_row = Counter[Path]()

    async def go(self) -> Result:
        """Run and judge it."""
        begun = time.monotonic()
        self._matches = asyncio.create_task(self.playing.play_all())
        if self.plan.kills:
            async with AsyncExitStack() as stack:
                if self.plan.with_faults:
                    await stack.enter_async_context(faults_in(self.injectors))
                await self.be_ended()
        self.playing.is_enough = True
        await self._play_to_the_end()
        self._count_met()
        self.judge()
        self.result.seconds = time.monotonic() - begun
        return self.result

    # Ends

    async def be_ended(self) -> None:
        """Run and end processes until it is enough."""
        for ending in self.plan.endings(self.playing.generator):
            if not self.goes_on():
                return
            await self.run_until(self.places[0], ending)

    def goes_on(self) -> bool:
        """Return whether matches are played, and something wanted has yet to happen."""
        self._count_met()
        is_ended = self.ended >= self.plan.kills
        is_server_ended = self.result.server_ends >= self.plan.server_ends
        is_enough = is_ended and is_server_ended and self.plan.wanted <= self.result.met
        return not self._matches.done() and not is_enough

    def _count_met(self) -> None:
        self.result.faults = sum((injector.counts for injector in self.injectors), Counter())
        self.result.ways = sum((played.done for played in self.playing.matches), Counter())

    @property
    def ended(self) -> int:
        """The number of processes that were ended by force."""
        return sum(count for kind, count in self.result.endings.items() if STOPPED not in kind)

    async def run_until(self, place: BotProcesses, ending: Ending) -> Lifetime:
        """Run one process to its end, count it, and check that nothing is lost."""
        lifetime = await place.run_until(ending)
        is_failed = lifetime.status > 0
        self.result.failed_starts += is_failed
        failed = self._failed_in_a_row[place.log] + 1 if is_failed else 0
        self._failed_in_a_row[place.log] = failed
        if failed == MAX_FAILED_STARTS:
            raise AssertionError(f"the bot does not start; see {place.log}")
        kind = self.kind_of(place, ending, lifetime)
        self.result.endings[kind] += 1
        await self.check_losses(f"{place.log.stem}, {self.ended} ended ({kind})")
        if self.result.endings.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.endings.total()} processes")
        return lifetime

    def kind_of(self, place: BotProcesses, ending: Ending, lifetime: Lifetime) -> str:
        """Return the kind of a process's end, and count what it met."""
        raise NotImplementedError

    async def check_losses(self, when: str) -> None:
        """Check that all data shown as stored is stored."""
        seen = shown(self.playing.matches, self.playing.watch, self.acknowledgements)
        stored = await asyncio.to_thread(stored_in, self.stored())
        self.result.violations.extend(f"{when}: {text}" for text in seen.lost_from(stored))

    def stored(self) -> Database:
        """Return the database as it would be after a power cut."""
        return self.database

    # The end

    async def _play_to_the_end(self) -> None:
        """Play without ends and faults, until all matches are over and all is told."""
        running = [asyncio.create_task(place.run_until(Ending(None))) for place in self.places]
        await asyncio.wait({self._matches, *running}, return_when=asyncio.FIRST_COMPLETED)
        if self._matches.done():
            await all_is_told(self.database)
        else:
            self._matches.cancel()
            self.result.violations.append("a last process ended before the matches did")
        for place in self.places:
            place.stop_now()
        await asyncio.gather(*running)
        with suppress(asyncio.CancelledError):
            await self._matches

    def judge(self) -> None:
        """Add the faults of what was played to the result, and the amount."""
        result, practising = self.result, self.playing.practising
        for played in self.playing.matches:
            result.repeated += played.patience.repeated
            result.submissions += played.submitted
            if played.is_void:
                result.void += 1
            elif len(played.boards) >= played.script.boards:
                self._judge_match(played)
        for practice in practising.played if practising else ():
            self._judge_practice(practice)
        result.posts = sum(len(posts) for posts in self.playing.watch.posts.values())

    def _judge_match(self, played: PlayedMatch) -> None:
        name, stored = played.script.name, kept_match(self.database, played.match_id)
        known = self.reference.boards.get(name) if self.reference else None
        circumstances = self.circumstances(played.people.host.world)
        self.result.matches[name] += 1
        self.result.violations.extend(
            problems_of(played, stored, circumstances, self.acknowledgements, known)
        )
        self.result.boards[name] = public_boards(played)

    def _judge_practice(self, practice: PracticeMatch) -> None:
        self.result.practised += 1
        stored = kept_match(self.database, practice.match_id)
        # Direct messages are heard while nothing is told of the server.
        circumstances = replace(self.circumstances(self.injectors[0].world), outages=())
        self.result.violations.extend(problems_of_practice(practice, stored, circumstances))

    def circumstances(self, world: World) -> Circumstances:
        """Return the circumstances of the matches on a server."""
        (own,) = (injector for injector in self.injectors if injector.world is world)
        lifetimes = self.lifetimes()
        frozen = (span for lifetime in lifetimes for span in lifetime.frozen)
        return Circumstances(
            lifetimes=lifetimes,
            troubled=[
                *(span for injector in self.injectors for span in injector.troubled),
                *((begun, over + TROUBLE_SECONDS) for begun, over in (*self.down, *frozen)),
            ],
            outages=own.outages,
            dms_closed=any(CLOSED in injector.counts for injector in self.injectors),
            guild_id=int(world.guild_id),
            down=self.down,
        )

    def lifetimes(self) -> Sequence[Lifetime]:
        """Return the lifetimes of those that dealt, in order."""
        return self.places[0].lifetimes


class _OneRun(Run):
    """A run over processes in one place, of which some lose power."""

    async def run_until(self, place: BotProcesses, ending: Ending) -> Lifetime:
        faults = [read_fault({**settings}) for settings in ending.at_start]
        for fault in faults:
            self.playing.watch.sandbox.services.faults.add(fault)
        lifetime = await super().run_until(place, ending)
        if lifetime.ready is not None:
            self.result.starts.update(
                f"{fault.name} at start" for fault in faults if fault.left == 0
            )
        return lifetime

    def kind_of(self, _: BotProcesses, ending: Ending, lifetime: Lifetime) -> str:
        if lifetime.unwritable and ending.spell:
            self.result.spells[ending.spell.hindrance] += 1
        kind = str(ending.boundary) if lifetime.at_boundary else "at a random instant"
        if lifetime.status >= 0:
            kind = f"{STOPPED}, failed" if lifetime.status else STOPPED
        return kind + (WITH_POWER_CUT if ending.cuts_power else "")

    def stored(self) -> Database:
        assert isinstance(self.database, OnFile)
        return self.database.synced_copy(self.database.path.with_name("copy"))
