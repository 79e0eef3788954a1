"""A chaos run over several processes, whose database server ends now and then too."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from bot.storage.store import Store
from sandbox.server import Sandbox
from tests.helpers.databases.kept_databases import OnServer
from tests.helpers.databases.kept_matches import Durable
from tests.helpers.databases.postgres_server import CHEAPLY, Databases, Server, connected
from tests.helpers.people import World
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.checks.judging import Judge
from tools.chaos.checks.losses import Seen
from tools.chaos.people.patience import Bots
from tools.chaos.people.playing import Playing, Venue
from tools.chaos.people.watch import Watch
from tools.chaos.plan import Plan, Result
from tools.chaos.processes.bot_processes import Ending, Lifetime
from tools.chaos.processes.faults import TROUBLE_SECONDS, FaultInjector
from tools.chaos.run import MAX_FAILED_STARTS, PROGRESS_EVERY, all_is_told, faults_in
from tools.chaos.several.fleet import COUNT, NAMES, Fleet, Member, OnShard, Owners, tenures
from tools.chaos.several.ledger import Ledger

BETWEEN_ENDS_SECONDS: Final = (8.0, 30.0)
DOWN_SECONDS: Final = (0.0, 7.0)
"""Span of the server's times of being down."""
AGAIN_SECONDS: Final = 1.0
"""After how long somebody starts a process anew that has failed to start."""
KILLED: Final = "killed"
FROZEN: Final = "frozen"
STOPPED: Final = "stopped"


async def run_several(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Run and judge a plan."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(rate_limits=False))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        server, ledger = await stack.enter_async_context(_database())
        acknowledgements = Acknowledgements(sandbox)
        # No shard's login waits for another one's.
        sandbox.services.limiter.settings.max_concurrency = COUNT
        owners = Owners(ledger.database)
        members = [
            Member(
                owners,
                *(sandbox, acknowledgements, ledger.database, folder / f"{name}.log"),
                SHARD_COUNT=str(COUNT),
            )
            for name in NAMES
        ]
        fleet = Fleet(server, members, owners)
        for member in fleet.members:
            member.is_fenced = plan.is_fenced
            await stack.enter_async_context(member)
        world = await World.visit(session, sandbox.address)
        venues = [await _venue(world, owners, plan.seed, number) for number in range(COUNT)]
        watch = Watch(sandbox, plan.patience_seconds)
        playing = Playing(plan, watch, venues, Result(), Random(plan.seed))
        return await _Run(playing, acknowledgements, fleet, ledger, reference).go()


@asynccontextmanager
async def _database() -> AsyncIterator[tuple[Server, Ledger]]:
    server = Server(*CHEAPLY)
    try:
        server.start()
        (await connected(server.port)).terminate()
        url = await Databases(server.port).create("template1")
        await (await Store.open(url)).close()
        ledger = Ledger(OnServer(url))
        await ledger.open()
        yield server, ledger
    finally:
        server.remove()


async def _venue(world: World, owners: Owners, seed: int, shard: int) -> Venue:
    guild = await world.new_guild((shard, COUNT))
    return Venue(guild, OnShard(owners, shard), FaultInjector(guild, Random(seed + 1 + shard)))


@dataclass
class _Run:
    playing: Playing
    acknowledgements: Acknowledgements
    fleet: Fleet
    ledger: Ledger
    reference: Result | None

    def __post_init__(self) -> None:
        self.plan, self.result = self.playing.plan, self.playing.result
        self.playing.is_enough = self.plan.kills == 0
        self._is_playing = True

    async def go(self) -> Result:
        begun = time.monotonic()
        playing = asyncio.create_task(self.playing.play_all())
        playing.add_done_callback(self._played)
        if self.plan.kills:
            await self._be_ended()
        self.playing.is_enough = True
        await self._play_to_the_end(playing)
        await asyncio.to_thread(self._judge)
        self.result.seconds = time.monotonic() - begun
        return self.result

    def _played(self, _: asyncio.Task[None]) -> None:
        self._is_playing = False

    # Ends

    async def _be_ended(self) -> None:
        """Run and end processes in all places, and the server, until it is enough."""
        async with AsyncExitStack() as stack:
            if self.plan.with_faults:
                await stack.enter_async_context(faults_in(self.playing.venues))
            async with asyncio.TaskGroup() as ends:
                for member in self.fleet.members:
                    ends.create_task(self._be_ended_in(member))
                if self.plan.server_ends:
                    ends.create_task(self._end_server())

    async def _be_ended_in(self, member: Member) -> None:
        failed_in_a_row = 0
        generator = Random(f"{self.plan.seed} {member.log.name}")
        for ending in self.plan.endings(generator):
            if not self._is_playing or self._was_enough():
                return
            lifetime = await member.run_until(ending)
            self._count_end(member, ending, lifetime)
            await self._check_losses(f"{member.log.stem}, {self._ended} ended")
            self.result.trespasses = len(await asyncio.to_thread(self.ledger.trespasses))
            failed_in_a_row = failed_in_a_row + 1 if lifetime.status > 0 else 0
            if failed_in_a_row == MAX_FAILED_STARTS:
                raise AssertionError(f"the bot does not start; see {member.log}")
            if lifetime.status > 0:
                await asyncio.sleep(AGAIN_SECONDS)

    def _count_end(self, member: Member, ending: Ending, lifetime: Lifetime) -> None:
        where = "as owner" if member.was_owner else "in reserve"
        place = (
            f" {ending.boundary}" if lifetime.at_boundary or member.froze_itself.is_set() else ""
        )
        if lifetime.status > 0:
            self.result.failed_starts += 1
            end, where = STOPPED, "with an error"
        elif lifetime.frozen:
            end = FROZEN
            self.result.endings["killed after that"] += 1
        else:
            end = STOPPED if lifetime.status == 0 else KILLED
        self.result.endings[f"{end}{place} {where}"] += 1
        if member.was_owner:
            self.result.owners[end] += 1
        if self.result.endings.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.endings.total()} processes")

    async def _end_server(self) -> None:
        generator = Random(f"{self.plan.seed} server")
        while self._is_playing and not self._was_enough():
            await asyncio.sleep(generator.uniform(*BETWEEN_ENDS_SECONDS))
            await self.fleet.crash_server(generator.uniform(*DOWN_SECONDS))
            self.result.server_ends += 1
            await self._check_losses(f"end {self.result.server_ends} of the server")

    def _was_enough(self) -> bool:
        self._count_met()
        is_ended = self._ended >= self.plan.kills
        is_server_ended = self.result.server_ends >= self.plan.server_ends
        return is_ended and is_server_ended and self.plan.wanted <= self.result.met

    @property
    def _ended(self) -> int:
        return sum(count for kind, count in self.result.endings.items() if STOPPED not in kind)

    def _count_met(self) -> None:
        injectors = (venue.injector for venue in self.playing.venues)
        self.result.faults = sum((injector.counts for injector in injectors), Counter())
        self.result.ways = sum((played.done for played in self.playing.matches), Counter())

    async def _check_losses(self, when: str) -> None:
        """Check that all data shown as stored is stored."""
        seen = Seen.now(self.playing.matches, self.playing.watch, self.acknowledgements)
        durable = await asyncio.to_thread(Durable.read, self.ledger.database)
        self.result.violations.extend(f"{when}: {text}" for text in seen.lost_from(durable))

    # The end

    async def _play_to_the_end(self, playing: asyncio.Task[None]) -> None:
        """Play without ends and faults, until all matches are over and all is told."""
        running = [
            asyncio.create_task(other_member.run_until(Ending(None)))
            for other_member in self.fleet.members
        ]
        await asyncio.wait({playing, *running}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await all_is_told(self.ledger.database)
        else:
            playing.cancel()
            self.result.violations.append("a last process ended before the matches did")
        for member in self.fleet.members:
            member.stop_now()
        await asyncio.gather(*running)
        with suppress(asyncio.CancelledError):
            await playing

    def _judge(self) -> None:
        self._count_met()
        owners = tenures(self.fleet.lifetimes)
        self.result.takings, self.result.commits = len(owners), self.ledger.commits()
        trespasses = self.ledger.trespasses()
        self.result.trespasses = len(trespasses)
        self.result.violations.extend(trespasses)

        def circumstances(bots: Bots) -> Circumstances:
            assert isinstance(bots, OnShard)
            return self._circumstances(bots.number, owners)

        database = self.ledger.database
        Judge(self.playing, database, self.acknowledgements, circumstances, self.reference).judge()

    def _circumstances(self, shard: int, owners: list[Lifetime]) -> Circumstances:
        injectors = [venue.injector for venue in self.playing.venues]
        down = self.fleet.down
        frozen = (span for owner in owners for span in owner.frozen)
        return Circumstances(
            lifetimes=owners,
            troubled=[
                *(pair for injector in injectors for pair in injector.troubled),
                *((begun, over + TROUBLE_SECONDS) for begun, over in (*down, *frozen)),
            ],
            outages=injectors[shard].outages,
            dms_closed=any("dm-closed" in injector.counts for injector in injectors),
            guild_id=int(injectors[shard].world.about["guild"]["id"]),
            down=down,
        )
