"""A whole chaos run: matches of every game, kills and faults, and what came of it all."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import aiohttp

from sandbox.faults import Fault, read_fault
from sandbox.server import Sandbox
from tests.chaos.acknowledgements import Acknowledgements
from tests.chaos.checks import Shown, lost, problems_of, public_boards
from tests.chaos.circumstances import Circumstances
from tests.chaos.endings import endings
from tests.chaos.faults import FaultInjector
from tests.chaos.kept import Durable, is_anything_waiting, kept_match
from tests.chaos.match_people import MatchPeople, Violation
from tests.chaos.players import PlayedMatch
from tests.chaos.processes import BotProcesses, Ending, Lifetime
from tests.chaos.scripts import Script
from tests.chaos.watch import Watch
from tests.people import Person, World
from tests.waiting import PATIENCE_SECONDS

People: TypeAlias = tuple[Person, Person, Person]
"""Host, EC and DMO."""

WITH_POWER_CUT: Final = " with a power cut"
PROGRESS_EVERY: Final = 100
LOOK_AGAIN_SECONDS: Final = 0.1
MOST_FAILED_STARTS: Final = 20
"""One after another; what Discord answers the start with may make a few fail."""


@dataclass(frozen=True)
class Plan:
    """What a run is to be.

    Attributes:
        seed: What all chance comes from.
        kills: How many lifetimes are to end by force, at least.
        at_once: How many matches are played at the same time.
        scripts: What is played, over and over where there are more kills to come.
        with_faults: Whether things go wrong between the bot and Discord meanwhile.
        is_endless: Whether matches begin anew until there were enough kills.
        wanted: What has to be met before there is enough; see `Result.met`.
        endings: How the lifetimes are to end.
        synchronous: How hard the database syncs, where another way than the bot's own is tried.
        patience_seconds: How long a player waits for what must come.
        progress: Is told a line now and then.
    """

    seed: int
    kills: int
    at_once: int
    scripts: Sequence[Script]
    with_faults: bool = True
    is_endless: bool = False
    wanted: frozenset[str] = frozenset()
    endings: Callable[[Random], Iterator[Ending]] = endings
    synchronous: str = ""
    patience_seconds: float = 240.0
    progress: Callable[[str], None] = lambda _: None


@dataclass
class Result:
    """What came of a run."""

    endings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    starts: Counter[str] = field(default_factory=Counter)
    spells: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    boards: dict[str, list[Shown]] = field(default_factory=dict)
    matches: Counter[str] = field(default_factory=Counter)
    posts: int = 0
    submissions: int = 0
    repeated: int = 0
    void: int = 0
    failed_starts: int = 0
    seconds: float = 0.0

    @property
    def met(self) -> set[str]:
        """What has happened: where processes ended, which faults there were, what players did."""
        ends = {kind.removesuffix(WITH_POWER_CUT) for kind in self.endings}
        return ends.union(self.faults, self.starts, self.spells, self.ways)

    @property
    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{self.endings.total()} processes ({_listed(self.endings)}) in {self.seconds:.0f} s; "
            f"{self.matches.total()} matches, {self.posts} posts, {self.submissions} submissions, "
            f"{self.repeated} forms and commands sent anew, {self.void} matches void, "
            f"{self.failed_starts} starts that failed; starts through: {_listed(self.starts)}; "
            f"not writable: {_listed(self.spells)}; faults: {_listed(self.faults)}; "
            f"said: {_listed(self.ways)}; "
            f"{len(self.violations)} violations"
        )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "none"


async def run(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Do it all, and judge it."""
    async with (
        Sandbox(rate_limits=False) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        acknowledgements = Acknowledgements(sandbox)
        watch = Watch(sandbox, plan.patience_seconds)
        world = await World.visit(session, sandbox.address)
        bots = BotProcesses(sandbox, acknowledgements, folder, plan.synchronous)
        async with bots:
            return await _Run(plan, folder, watch, acknowledgements, bots, world, reference).go()


@dataclass
class _Run:
    plan: Plan
    folder: Path
    watch: Watch
    acknowledgements: Acknowledgements
    processes: BotProcesses
    world: World
    reference: Result | None
    result: Result = field(default_factory=Result)
    played_matches: list[PlayedMatch] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.generator = Random(self.plan.seed)
        self.injector = FaultInjector(self.world, Random(self.plan.seed + 1))
        self.is_enough = self.plan.kills == 0
        self._failed_in_a_row = 0

    async def go(self) -> Result:
        begun = time.monotonic()
        playing = asyncio.create_task(self._play_all())
        if self.plan.kills:
            await self._be_killed(playing)
        await self._play_to_the_end(playing)
        self._judge()
        self.result.seconds = time.monotonic() - begun
        return self.result

    # Being killed

    async def _be_killed(self, playing: asyncio.Task[None]) -> None:
        async with self._with_faults():
            for ending in self.plan.endings(self.generator):
                if playing.done() or self._was_enough():
                    break
                await self._kill(ending)
        self.is_enough = True

    def _was_enough(self) -> bool:
        self._count_met()
        return self._killed >= self.plan.kills and self.plan.wanted <= self.result.met

    def _count_met(self) -> None:
        """Count what has happened so far."""
        self.result.faults = self.injector.counts
        self.result.ways = sum((played.done for played in self.played_matches), Counter())

    @property
    def _killed(self) -> int:
        return sum(count for kind, count in self.result.endings.items() if "stopped" not in kind)

    async def _kill(self, ending: Ending) -> None:
        faults = [read_fault({**each}) for each in ending.at_start]
        for fault in faults:
            self.watch.sandbox.services.faults.add(fault)
        lifetime = await self.processes.run_until(ending)
        self._note_hardships(ending, lifetime, [each for each in faults if each.left == 0])
        kind = "at a random instant"
        if lifetime.status >= 0:
            is_failed = lifetime.status > 0
            self.result.failed_starts += is_failed
            self._failed_in_a_row = self._failed_in_a_row + 1 if is_failed else 0
            if self._failed_in_a_row == MOST_FAILED_STARTS:
                raise AssertionError(f"the bot does not start; see {self.processes.log}")
            kind = "stopped, failed" if is_failed else "stopped"
        elif lifetime.at_boundary:
            kind = str(ending.boundary)
        self.result.endings[kind + (WITH_POWER_CUT if ending.cuts_power else "")] += 1
        self._check_power(f"kill {self._killed} ({kind})")
        if self.result.endings.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.endings.total()} processes")

    def _note_hardships(self, ending: Ending, lifetime: Lifetime, met: Sequence[Fault]) -> None:
        """Count what a process has come through."""
        if lifetime.ready is not None:
            self.result.starts.update(f"{each.name} at start" for each in met)
        if lifetime.unwritable and ending.spell:
            self.result.spells[ending.spell.hindrance] += 1

    def _check_power(self, when: str) -> None:
        durable = Durable.read(self.processes.synced_copy(self.folder / "copy"))
        missing = lost(durable, self.played_matches, self.watch, self.acknowledgements)
        self.result.violations.extend(f"{when}: {each}" for each in missing)

    @asynccontextmanager
    async def _with_faults(self) -> AsyncIterator[None]:
        if not self.plan.with_faults:
            yield
            return
        injecting = asyncio.create_task(self.injector.inject_forever())
        try:
            yield
        finally:
            injecting.cancel()
            await asyncio.gather(injecting, return_exceptions=True)
            await self.world.clear_faults()

    async def _play_to_the_end(self, playing: asyncio.Task[None]) -> None:
        """Without kills and faults, until all matches are over and all is told."""
        running = asyncio.create_task(self.processes.run_until(Ending(None)))
        await asyncio.wait({playing, running}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await self._all_is_told()
        else:
            playing.cancel()
            self.result.violations.append("the last process ended before the matches did")
        self.processes.stop_now()
        await running
        with suppress(asyncio.CancelledError):
            await playing

    async def _all_is_told(self) -> None:
        """Wait for the outbox to be empty; what still waits after all patience is a violation."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while is_anything_waiting(self.processes.database):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(LOOK_AGAIN_SECONDS)

    # Playing

    async def _play_all(self) -> None:
        waiting = list(self.plan.scripts)
        self.generator.shuffle(waiting)
        seated = [await self._new_people() for _ in range(self.plan.at_once)]
        # Some sit at two matches, and have to say for which one they tell something in private.
        for number in range(1, self.plan.at_once // 2, 2):
            seated[number] = (seated[number][0], *seated[number - 1][1:])
        shared = {people[1].id for number, people in enumerate(seated) if number % 2}
        await asyncio.gather(
            *(self._play_some(waiting, people, people[1].id in shared) for people in seated)
        )

    async def _play_some(self, waiting: list[Script], people: People, is_shared: bool) -> None:
        """Play one script after the other, always with the same people."""
        while waiting:
            script = waiting.pop(0)
            if self.plan.is_endless and not self.is_enough:
                waiting.append(script)
            room = await self.world.new_room()
            name = self.watch.sandbox.services.world.channel(int(room)).name
            seated = MatchPeople(room, *people, prefix=f"#{name} " if is_shared else "")
            played = PlayedMatch(script, seated, self.watch, self.processes)
            self.played_matches.append(played)
            try:
                await played.play()
            except Violation as violation:
                self.result.violations.append(str(violation))
                people, is_shared = await self._new_people(), False

    async def _new_people(self) -> People:
        host, ec, dmo = [await self.world.newcomer(role) for role in ("host", "ec", "dmo")]
        self.injector.private += [await each.direct() for each in (ec, dmo)]
        return host, ec, dmo

    # Judging

    def _judge(self) -> None:
        self._count_met()
        circumstances = Circumstances(
            lifetimes=self.processes.lifetimes,
            troubled=self.injector.troubled,
            outages=self.injector.outages,
            dms_closed="dm-closed" in self.injector.counts,
        )
        for played in self.played_matches:
            self.result.repeated += played.repeated
            self.result.submissions += played.submitted
            if played.is_void:
                self.result.void += 1
            elif len(played.boards) >= played.script.boards:
                self._judge_match(played, circumstances)
        self.result.posts = sum(len(posts) for posts in self.watch.posts.values())

    def _judge_match(self, played: PlayedMatch, circumstances: Circumstances) -> None:
        self.result.matches[played.script.name] += 1
        kept = kept_match(self.processes.database, played.match_id)
        known = self.reference.boards.get(played.script.name) if self.reference else None
        self.result.violations.extend(
            problems_of(played, kept, circumstances, self.acknowledgements, known)
        )
        self.result.boards[played.script.name] = public_boards(played)
