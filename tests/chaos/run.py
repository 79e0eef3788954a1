"""A whole chaos run: matches of every game, deaths and faults, and what came of it all."""

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
from tests.chaos.cast import Cast, Violation
from tests.chaos.circumstances import Circumstances
from tests.chaos.deaths import deaths
from tests.chaos.kept import Durable, kept_match
from tests.chaos.lives import Death, Lived, Nursery
from tests.chaos.players import Performance
from tests.chaos.scripts import Script
from tests.chaos.verdict import Shown, faults_of, lost, public_boards
from tests.chaos.watch import Watch
from tests.chaos.weather import Weather
from tests.people import Person, World

People: TypeAlias = tuple[Person, Person, Person]
"""Host, EC and DMO."""

WITH_POWER_CUT: Final = " with a power cut"
LAST_LIFE_SECONDS: Final = 600.0
PROGRESS_EVERY: Final = 100
SETTLE_SECONDS: Final = 1.0
"""How long the last life goes on after the last match, so that all is told."""


@dataclass(frozen=True)
class Plan:
    """What a run is to be.

    Attributes:
        seed: What all chance comes from.
        kills: How many lives are to end by force, at least.
        at_once: How many matches are played at the same time.
        scripts: What is played, over and over where there are more kills to come.
        with_faults: Whether things go wrong between the bot and Discord meanwhile.
        is_endless: Whether matches begin anew until there were enough kills.
        wanted: What has to be met before there is enough; see `Result.met`.
        deaths: How the lives are to end.
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
    deaths: Callable[[Random], Iterator[Death]] = deaths
    synchronous: str = ""
    patience_seconds: float = 240.0
    progress: Callable[[str], None] = lambda _: None


@dataclass
class Result:
    """What came of a run."""

    deaths: Counter[str] = field(default_factory=Counter)
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
        """What has happened: where lives have ended, which faults there were, what players did."""
        ends = {kind.removesuffix(WITH_POWER_CUT) for kind in self.deaths}
        return ends.union(self.faults, self.starts, self.spells, self.ways)

    @property
    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{sum(self.deaths.values())} deaths ({_listed(self.deaths)}) in {self.seconds:.0f} s; "
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
        async with Nursery(sandbox, acknowledgements, folder, plan.synchronous) as nursery:
            return await _Run(plan, folder, watch, acknowledgements, nursery, world, reference).go()


@dataclass
class _Run:
    plan: Plan
    folder: Path
    watch: Watch
    acknowledgements: Acknowledgements
    nursery: Nursery
    world: World
    reference: Result | None
    result: Result = field(default_factory=Result)
    performances: list[Performance] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.generator = Random(self.plan.seed)
        self.weather = Weather(self.world, Random(self.plan.seed + 1))
        self.is_enough = self.plan.kills == 0

    async def go(self) -> Result:
        begun = time.monotonic()
        playing = asyncio.create_task(self._play_all())
        if self.plan.kills:
            await self._be_killed(playing)
        await self._last_life(playing)
        self._judge()
        self.result.seconds = time.monotonic() - begun
        return self.result

    # Being killed

    async def _be_killed(self, playing: asyncio.Task[None]) -> None:
        async with self._weather():
            for death in self.plan.deaths(self.generator):
                if playing.done() or self._was_enough():
                    break
                await self._die(death)
        self.is_enough = True

    def _was_enough(self) -> bool:
        self._count_met()
        return self._killed >= self.plan.kills and self.plan.wanted <= self.result.met

    def _count_met(self) -> None:
        """Count what has happened so far."""
        self.result.faults = self.weather.counts
        self.result.ways = sum((played.done for played in self.performances), Counter())

    @property
    def _killed(self) -> int:
        return sum(count for kind, count in self.result.deaths.items() if "stopped" not in kind)

    async def _die(self, death: Death) -> None:
        faults = [read_fault({**each}) for each in death.at_start]
        for fault in faults:
            self.watch.sandbox.services.faults.add(fault)
        lived = await self.nursery.live(death)
        self._note_hardships(death, lived, [each for each in faults if each.left == 0])
        kind = "at a random instant"
        if lived.status >= 0:
            is_failed = lived.status > 0
            self.result.failed_starts += is_failed
            kind = "stopped, failed" if is_failed else "stopped"
        elif lived.at_boundary:
            kind = str(death.boundary)
        self.result.deaths[kind + (WITH_POWER_CUT if death.cuts_power else "")] += 1
        self._check_power(f"death {self._killed} ({kind})")
        if self.result.deaths.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.deaths.total()} deaths")

    def _note_hardships(self, death: Death, lived: Lived, met: Sequence[Fault]) -> None:
        """Count what a life has come through."""
        if lived.ready is not None:
            self.result.starts.update(f"{each.name} at start" for each in met)
        if lived.unwritable and death.spell:
            self.result.spells[death.spell.hindrance] += 1

    def _check_power(self, when: str) -> None:
        durable = Durable.read(self.nursery.synced_copy(self.folder / "copy"))
        missing = lost(durable, self.performances, self.watch, self.acknowledgements)
        self.result.violations.extend(f"{when}: {each}" for each in missing)

    @asynccontextmanager
    async def _weather(self) -> AsyncIterator[None]:
        if not self.plan.with_faults:
            yield
            return
        raging = asyncio.create_task(self.weather.rage())
        try:
            yield
        finally:
            raging.cancel()
            await asyncio.gather(raging, return_exceptions=True)
            await self.world.clear_faults()

    async def _last_life(self, playing: asyncio.Task[None]) -> None:
        """Without faults and to the end of all matches."""
        living = asyncio.create_task(self.nursery.live(Death(LAST_LIFE_SECONDS, is_stop=True)))
        await asyncio.wait({playing, living}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(SETTLE_SECONDS)
        if not playing.done():
            playing.cancel()
            self.result.violations.append("the last life ended before the matches did")
        self.nursery.stop_now()
        await living
        with suppress(asyncio.CancelledError):
            await playing

    # Playing

    async def _play_all(self) -> None:
        waiting = list(self.plan.scripts)
        self.generator.shuffle(waiting)
        seated = [await self._people() for _ in range(self.plan.at_once)]
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
            cast = Cast(room, *people, prefix=f"#{name} " if is_shared else "")
            played = Performance(script, cast, self.watch, self.nursery.is_ready)
            self.performances.append(played)
            try:
                await played.play()
            except Violation as violation:
                self.result.violations.append(str(violation))
                people, is_shared = await self._people(), False

    async def _people(self) -> People:
        people = []
        for role in ("host", "ec", "dmo"):
            more = {"channels": 0, "users": 1, "role": role}
            url = f"{self.world.address}/sandbox/world"
            async with self.world.session.post(url, json=more) as response:
                user = (await response.json())["users"][-1]
            people.append(Person(self.world, user["id"], user["name"], user["token"]))
        self.weather.private += [await each.direct() for each in people[1:]]
        return people[0], people[1], people[2]

    # Judging

    def _judge(self) -> None:
        self._count_met()
        circumstances = Circumstances(
            lives=self.nursery.lives,
            troubled=self.weather.troubled,
            outages=self.weather.outages,
            dms_closed="dm-closed" in self.weather.counts,
        )
        for played in self.performances:
            self.result.repeated += played.repeated
            self.result.submissions += played.submitted
            if played.is_void:
                self.result.void += 1
            elif len(played.boards) >= played.script.boards:
                self._judge_match(played, circumstances)
        self.result.posts = sum(len(posts) for posts in self.watch.posts.values())

    def _judge_match(self, played: Performance, circumstances: Circumstances) -> None:
        self.result.matches[played.script.name] += 1
        kept = kept_match(self.nursery.database, played.match_id)
        known = self.reference.boards.get(played.script.name) if self.reference else None
        self.result.violations.extend(
            faults_of(played, kept, circumstances, self.acknowledgements, known)
        )
        self.result.boards[played.script.name] = public_boards(played)
