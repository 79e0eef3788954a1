"""A whole chaos run: matches of every game, kills and faults, and the result."""

import asyncio
import signal
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
from tests.helpers.databases.postgres_server import Server, connected
from tests.helpers.people import World
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import settings_at
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.checks.losses import shown, stored_in
from tools.chaos.checks.problems import (
    order_faults_of_matches,
    problems_of,
    problems_of_practice,
    public_boards,
)
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.playing import Playing
from tools.chaos.people.practising import PracticeMatch
from tools.chaos.people.watch import Watch
from tools.chaos.plan import Plan, Result
from tools.chaos.processes.bot_processes import BotProcesses, Lifetime, Owners
from tools.chaos.processes.endings import FAST_SECONDS, Ending
from tools.chaos.processes.faults import CLOSED, TROUBLE_SECONDS, FaultInjector
from tools.chaos.several.ledger import Ledger
from tools.chaos.several.tenures import tenures

PROGRESS_EVERY: Final = 100
LOOK_AGAIN_SECONDS: Final = 0.1
MAX_FAILED_STARTS: Final = 20
"""One after another; what Discord answers the start with may make a few fail."""
AGAIN_SECONDS: Final = 1.0
"""After how long somebody starts a process anew that has failed to start."""
SHARDS: Final = 2
"""Number of shards of several processes, each with a server."""
NAMES: Final = ("A", "B", "C")
"""The places of processes; of several, one deals and the others wait in reserve."""
BETWEEN_ENDS_SECONDS: Final = (8.0, 30.0)
DOWN_SECONDS: Final = (0.0, 7.0)
"""Span of the database server's times of being down."""
STOPPED: Final = "stopped"
KILLED: Final = "killed"
FROZEN: Final = "frozen"


async def run(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Run and judge a plan, with a file as the database of one process."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(rate_limits=False))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        world = await World.visit(session, sandbox.address)
        acknowledgements, settings = Acknowledgements(sandbox), settings_at(sandbox)
        database: Database = OnFile(folder / "dealer.sqlite")
        server, ledger, worlds = None, None, [world]
        if plan.processes > 1:
            server, ledger = await stack.enter_async_context(Ledger.on_new_server())
            database, settings["SHARD_COUNT"] = ledger.database, str(SHARDS)
            worlds = [await world.new_guild((shard, SHARDS)) for shard in range(SHARDS)]
            # No shard's login waits for another one's.
            sandbox.services.limiter.settings.max_concurrency = SHARDS
        owners, forker = Owners(database), stack.enter_context(Forker())
        places = [
            BotProcesses(owners, forker, acknowledgements, folder / f"{name}.log", settings)
            for name in NAMES[: plan.processes]
        ]
        injectors = [
            FaultInjector(world, Random(plan.seed + number))
            for number, world in enumerate(worlds, 1)
        ]
        watch = Watch(sandbox, plan.patience_seconds)
        playing = Playing(plan, watch, owners, injectors, Result(), Random(plan.seed))
        return await Run(playing, acknowledgements, places, reference, server, ledger).go()


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
        for injector in injectors:
            await injector.world.clear_faults()
            injector.end_outages()


@dataclass
class Run:
    """A run over processes in one place or several, each of which runs one after another.

    Attributes:
        server: The server of a database that several processes share.
        ledger: The notes of such a database.
    """

    playing: Playing
    acknowledgements: Acknowledgements
    places: Sequence[BotProcesses]
    reference: Result | None
    server: Server | None
    ledger: Ledger | None

    def __post_init__(self) -> None:
        self.plan, self.result = self.playing.plan, self.playing.result
        self.injectors, self.database = self.playing.injectors, self.playing.owners.database
        self.playing.is_enough = self.plan.kills == 0
        self._failed_in_a_row = Counter[Path]()

    async def go(self) -> Result:
        """Run and judge it."""
        begun = time.monotonic()
        self._matches = asyncio.create_task(self.playing.play_all())
        if self.plan.kills:
            async with faults_in(self.injectors if self.plan.with_faults else ()):
                await self.be_ended()
        self.playing.is_enough = True
        await self._play_to_the_end()
        self._count_met()
        self.judge()
        self.result.seconds = time.monotonic() - begun
        return self.result

    # Ends

    async def be_ended(self) -> None:
        """Run and end processes in all places, and the server, until it is enough."""
        async with asyncio.TaskGroup() as ends:
            for place in self.places:
                ends.create_task(self._be_ended_in(place))
            if self.server and self.plan.server_ends:
                ends.create_task(self._end_server(self.server))

    async def _be_ended_in(self, place: BotProcesses) -> None:
        hosts = Random(f"{self.plan.seed} {place.log.name} hosts")
        for ending in self.plan.endings(Random(f"{self.plan.seed} {place.log.name}")):
            if not self.goes_on():
                return
            fast_seconds = hosts.choice(FAST_SECONDS) if self.plan.with_faults else 0.0
            lifetime = await self.run_until(place, replace(ending, fast_seconds=fast_seconds))
            if lifetime.status > 0:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _end_server(self, server: Server) -> None:
        generator = Random(f"{self.plan.seed} server")
        while self.goes_on():
            await asyncio.sleep(generator.uniform(*BETWEEN_ENDS_SECONDS))
            begun = time.time()
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            await asyncio.sleep(generator.uniform(*DOWN_SECONDS))
            server.start()
            (await connected(server.port)).terminate()
            self.result.down.append((begun, time.time()))
            await self.check_losses(f"end {len(self.result.down)} of the server")

    def goes_on(self) -> bool:
        """Return whether matches are played, and something wanted has yet to happen."""
        self._count_met()
        is_ended = self.ended >= self.plan.kills
        is_server_ended = len(self.result.down) >= self.plan.server_ends
        is_enough = is_ended and is_server_ended and self.plan.wanted <= self.result.met
        return not self._matches.done() and not is_enough

    def _count_met(self) -> None:
        events, played = self.result.events, self.playing.matches
        events["faults"] = sum((injector.counts for injector in self.injectors), Counter())
        events["said"] = sum((match.done for match in played), Counter())

    @property
    def ended(self) -> int:
        """The number of processes that were ended by force."""
        return sum(count for kind, count in self.result.endings.items() if STOPPED not in kind)

    async def run_until(self, place: BotProcesses, ending: Ending) -> Lifetime:
        """Run one process to its end, count it, and check that nothing is lost."""
        faults = [read_fault({**settings}) for settings in ending.at_start]
        for fault in faults:
            self.playing.watch.sandbox.services.faults.add(fault)
        lifetime = await place.run_until(ending)
        if lifetime.served:
            met = (f"{fault.name} at start" for fault in faults if fault.left == 0)
            self.result.events["starts through"].update(met)
            self.result.events["clocks"][f"fast by {ending.fast_seconds:.0f} s"] += 1
        if lifetime.unwritable and ending.spell:
            self.result.events["not writable"][ending.spell.hindrance] += 1
        self._count_failed_starts(place, lifetime)
        kind = self._kind_of(place, ending, lifetime)
        self.result.endings[kind] += 1
        await self.check_losses(f"{place.log.stem}, {self.ended} ended ({kind})")
        if self.result.endings.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.endings.total()} processes")
        return lifetime

    def _count_failed_starts(self, place: BotProcesses, lifetime: Lifetime) -> None:
        is_failed = lifetime.status > 0
        self.result.counts["starts that failed"] += is_failed
        failed = self._failed_in_a_row[place.log] + 1 if is_failed else 0
        self._failed_in_a_row[place.log] = failed
        if failed == MAX_FAILED_STARTS:
            raise AssertionError(f"the bot does not start; see {place.log}")

    def _kind_of(self, place: BotProcesses, ending: Ending, lifetime: Lifetime) -> str:
        """Return the kind of a process's end, and note what it met."""
        end = KILLED if lifetime.status < 0 else STOPPED
        if lifetime.frozen and lifetime.status <= 0:
            end = FROZEN
            self.result.endings["killed after that"] += 1
        words = [end]
        if ending.boundary and (lifetime.at_boundary or place.froze_itself.is_set()):
            self.result.reached.add(ending.boundary)
            words.append(ending.boundary)
        if place.was_owner:
            self.result.reached.add(f"{end} as owner")
            words.append("as owner")
        if lifetime.status > 0:
            words.append("with an error")
        if ending.cuts_power:
            words.append("with a power cut")
        return " ".join(words)

    async def check_losses(self, when: str) -> None:
        """Check that all data shown as stored is stored."""
        seen = shown(self.playing.matches, self.playing.watch, self.acknowledgements)
        database = self.database
        if isinstance(database, OnFile):
            # As it would be after a power cut.
            database = database.synced_copy(database.path.with_name("copy"))
        stored = await asyncio.to_thread(stored_in, database)
        self.result.violations.extend(f"{when}: {text}" for text in seen.lost_from(stored))

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
        counts, matches = self.result.counts, self.playing.matches
        self._lifetimes = [lifetime for place in self.places for lifetime in place.lifetimes]
        if self.ledger:
            self._lifetimes = tenures(self._lifetimes)
            counts["ends of the server"] = len(self.result.down)
            counts["times the database was taken"] = len(self._lifetimes)
            counts["changes compared with their owner"] = self.ledger.commits()
            self.result.violations.extend(self.ledger.trespasses())
        practices = self.playing.practising.played if self.playing.practising else []
        counts["matches of practice"] = len(practices)
        counts["posts"] = sum(len(posts) for posts in self.playing.watch.posts.values())
        counts["submissions"] = sum(played.submitted for played in matches)
        counts["forms and commands sent anew"] = sum(match.patience.repeated for match in matches)
        counts["matches void"] = sum(played.is_void for played in matches)
        for played in matches:
            if not played.is_void and len(played.boards) >= played.script.boards:
                self._judge_match(played)
        for practice in practices:
            self._judge_practice(practice)
        for channel_id, posts in self.playing.watch.posts.items():
            self.result.violations.extend(order_faults_of_matches(channel_id, posts))

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
        stored = kept_match(self.database, practice.match_id)
        # Direct messages are heard while nothing is told of the server.
        circumstances = replace(self.circumstances(self.injectors[0].world), outages=())
        self.result.violations.extend(problems_of_practice(practice, stored, circumstances))

    def circumstances(self, world: World) -> Circumstances:
        """Return the circumstances of the matches on a server."""
        (own,) = (injector for injector in self.injectors if injector.world is world)
        frozen = (span for lifetime in self._lifetimes for span in lifetime.frozen)
        return Circumstances(
            lifetimes=self._lifetimes,
            troubled=[
                *(span for injector in self.injectors for span in injector.troubled),
                *((begun, over + TROUBLE_SECONDS) for begun, over in (*self.result.down, *frozen)),
            ],
            outages=own.outages,
            dms_closed=any(CLOSED in injector.counts for injector in self.injectors),
            guild_id=int(world.guild_id),
        )
