"""A chaos run over several processes, whose database server ends now and then too."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from bot.storage.store import Store
from sandbox.server import Sandbox
from tests.helpers.databases.kept_databases import OnServer
from tests.helpers.databases.postgres_server import CHEAPLY, Databases, Server, connected
from tests.helpers.people import World
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.people.playing import Playing
from tools.chaos.people.watch import Watch
from tools.chaos.plan import Plan, Result
from tools.chaos.processes.bot_processes import BotProcesses, Lifetime, Owners
from tools.chaos.processes.endings import Ending
from tools.chaos.processes.faults import FaultInjector
from tools.chaos.run import STOPPED, Run
from tools.chaos.several.ledger import Ledger

COUNT: Final = 2
"""Number of shards, each with a server."""
NAMES: Final = ("A", "B", "C")
"""The places of processes, of which one deals and the others wait in reserve."""
BETWEEN_ENDS_SECONDS: Final = (8.0, 30.0)
DOWN_SECONDS: Final = (0.0, 7.0)
"""Span of the server's times of being down."""
AGAIN_SECONDS: Final = 1.0
"""After how long somebody starts a process anew that has failed to start."""
KILLED: Final = "killed"
FROZEN: Final = "frozen"


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
        places = [
            BotProcesses(
                *(owners, sandbox, acknowledgements, folder / f"{name}.log"),
                SHARD_COUNT=str(COUNT),
            )
            for name in NAMES
        ]
        for place in places:
            await stack.enter_async_context(place)
        world = await World.visit(session, sandbox.address)
        injectors = [
            FaultInjector(await world.new_guild((shard, COUNT)), Random(plan.seed + 1 + shard))
            for shard in range(COUNT)
        ]
        watch = Watch(sandbox, plan.patience_seconds)
        playing = Playing(plan, watch, owners, injectors, Result(), Random(plan.seed))
        run = _Run(playing, acknowledgements, places, reference)
        run.server, run.ledger = server, ledger
        return await run.go()


@asynccontextmanager
async def _database() -> AsyncIterator[tuple[Server, Ledger]]:
    with Server.running(*CHEAPLY) as server:
        url = await Databases(server.port).create("template1")
        await (await Store.open(url)).close()
        ledger = Ledger(OnServer(url))
        await ledger.open()
        yield server, ledger


class _Run(Run):
    """A run over processes in several places."""

    server: Server
    ledger: Ledger

    async def be_ended(self) -> None:
        """Run and end processes in all places, and the server, until it is enough."""
        async with asyncio.TaskGroup() as ends:
            for place in self.places:
                ends.create_task(self._be_ended_in(place))
            if self.plan.server_ends:
                ends.create_task(self._end_server())

    async def _be_ended_in(self, place: BotProcesses) -> None:
        for ending in self.plan.endings(Random(f"{self.plan.seed} {place.log.name}")):
            if not self.goes_on():
                return
            lifetime = await self.run_until(place, ending)
            if lifetime.status > 0:
                await asyncio.sleep(AGAIN_SECONDS)

    def kind_of(self, place: BotProcesses, ending: Ending, lifetime: Lifetime) -> str:
        where = "as owner" if place.was_owner else "in reserve"
        at_boundary = lifetime.at_boundary or place.froze_itself.is_set()
        boundary = f" {ending.boundary}" if at_boundary else ""
        if lifetime.status > 0:
            end, where = STOPPED, "with an error"
        elif lifetime.frozen:
            end = FROZEN
            self.result.endings["killed after that"] += 1
        else:
            end = STOPPED if lifetime.status == 0 else KILLED
        if place.was_owner:
            self.result.owners[end] += 1
        return f"{end}{boundary} {where}"

    async def _end_server(self) -> None:
        generator = Random(f"{self.plan.seed} server")
        while self.goes_on():
            await asyncio.sleep(generator.uniform(*BETWEEN_ENDS_SECONDS))
            begun = time.time()
            await asyncio.to_thread(self.server.stop, signal.SIGQUIT)
            await asyncio.sleep(generator.uniform(*DOWN_SECONDS))
            self.server.start()
            (await connected(self.server.port)).terminate()
            self.down.append((begun, time.time()))
            self.result.server_ends += 1
            await self.check_losses(f"end {self.result.server_ends} of the server")

    def judge(self) -> None:
        lifetimes = [lifetime for place in self.places for lifetime in place.lifetimes]
        self._owners = tenures(lifetimes)
        self.result.takings, self.result.commits = len(self._owners), self.ledger.commits()
        self.result.violations.extend(self.ledger.trespasses())
        super().judge()

    def lifetimes(self) -> Sequence[Lifetime]:
        return self._owners


def tenures(lifetimes: Sequence[Lifetime]) -> list[Lifetime]:
    """Return the times in which processes owned the database, in order.

    A tenure ends as its process is over, or as another one takes the database; if it was frozen
    then, it ends as it froze. Messages to a process that wakes as the owner count at its time.
    """
    takings = sorted(
        ((instant, lifetime) for lifetime in lifetimes for instant in lifetime.owned),
        key=itemgetter(0),
    )
    nexts = [*(instant for instant, _ in takings[1:]), None]
    return [
        _tenure(instant, lifetime, until)
        for (instant, lifetime), until in zip(takings, nexts, strict=False)
    ]


def _tenure(taken_at: float, lifetime: Lifetime, until: float | None) -> Lifetime:
    ended = lifetime.ended if until is None else min(lifetime.ended, until)
    frozen = (begun for begun, over in lifetime.frozen if taken_at <= begun < ended <= over)
    ended = next(frozen, ended)
    ready = next((instant for instant in lifetime.served if taken_at <= instant < ended), None)
    unwritable = (
        (max(begun, taken_at), min(over, ended))
        for begun, over in lifetime.unwritable
        # A process that is frozen does not learn that anything waits.
        if not any(begun < thawed and froze < over for froze, thawed in lifetime.frozen)
    )
    return replace(
        lifetime,
        born=taken_at,
        ready=ready,
        ended=ended,
        unwritable=tuple((begun, over) for begun, over in unwritable if begun < over),
    )
