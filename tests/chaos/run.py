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

from sandbox.server import Sandbox
from tests.chaos.boundaries import Boundary
from tests.chaos.lives import Death, Nursery
from tests.chaos.players import Cast, Performance, Violation
from tests.chaos.scripts import Script
from tests.chaos.verdict import (
    Circumstances,
    faults_of,
    kept_match,
    lost_submissions,
    public_boards,
)
from tests.chaos.watch import Watch
from tests.chaos.weather import Weather
from tests.people import Person, World

People: TypeAlias = tuple[Person, Person, Person]
"""Host, EC and DMO."""

LAST_LIFE_SECONDS: Final = 600.0
PROGRESS_EVERY: Final = 100
SETTLE_SECONDS: Final = 1.0
"""How long the last life goes on after the last match, so that all is told."""


def deaths(generator: Random) -> Iterator[Death]:
    """Ends without end: at every boundary in turn and at random instants, some with a power cut."""
    while True:
        for boundary in generator.sample(list(Boundary), len(Boundary)):
            cuts_power = generator.random() < 0.3
            most = 12 if boundary in {Boundary.IN_CATCH_UP, Boundary.IN_COMMIT} else 6
            yield Death(3.0, boundary, generator.randint(1, most), cuts_power=cuts_power)
            yield Death(_some_seconds(generator), cuts_power=generator.random() < 0.3)
        yield Death(generator.uniform(0.3, 2.0), is_stop=True)


def _some_seconds(generator: Random) -> float:
    """Mostly short; some lives must be long enough for time to do something."""
    luck = generator.random()
    if luck < 0.6:
        return generator.uniform(0.05, 1.2)
    return generator.uniform(1.2, 3.0) if luck < 0.85 else generator.uniform(4.5, 6.5)


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
    deaths: Callable[[Random], Iterator[Death]] = deaths
    synchronous: str = ""
    patience_seconds: float = 240.0
    progress: Callable[[str], None] = lambda _: None


@dataclass
class Result:
    """What came of a run."""

    deaths: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    boards: dict[str, list[str]] = field(default_factory=dict)
    matches: Counter[str] = field(default_factory=Counter)
    posts: int = 0
    submissions: int = 0
    repeated: int = 0
    void: int = 0
    failed_starts: int = 0
    seconds: float = 0.0

    @property
    def line(self) -> str:
        """The figures in a line."""
        deaths = ", ".join(f"{kind} {count}" for kind, count in sorted(self.deaths.items()))
        faults = ", ".join(f"{kind} {count}" for kind, count in sorted(self.faults.items()))
        return (
            f"{sum(self.deaths.values())} deaths ({deaths}) in {self.seconds:.0f} s; "
            f"{self.matches.total()} matches, {self.posts} posts, {self.submissions} submissions, "
            f"{self.repeated} forms and commands sent anew, {self.void} matches void, "
            f"{self.failed_starts} starts that failed; faults: {faults or 'none'}; "
            f"{len(self.violations)} violations"
        )


async def run(plan: Plan, folder: Path, reference: Result | None = None) -> Result:
    """Do it all, and judge it."""
    async with (
        Sandbox(rate_limits=False) as sandbox,
        aiohttp.ClientSession() as session,
        Nursery(sandbox, folder, plan.synchronous) as nursery,
    ):
        world = await World.visit(session, sandbox.address)
        return await _Run(
            plan, folder, Watch(sandbox, plan.patience_seconds), nursery, world, reference
        ).go()


@dataclass
class _Run:
    plan: Plan
    folder: Path
    watch: Watch
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
        return self._killed >= self.plan.kills

    @property
    def _killed(self) -> int:
        return sum(count for kind, count in self.result.deaths.items() if "stopped" not in kind)

    async def _die(self, death: Death) -> None:
        lived = await self.nursery.live(death)
        kind = "at a random instant"
        if lived.status >= 0:
            is_failed = lived.status > 0
            self.result.failed_starts += is_failed
            kind = "stopped, failed" if is_failed else "stopped"
        elif lived.at_boundary:
            kind = str(death.boundary)
        self.result.deaths[kind + (" with a power cut" if death.cuts_power else "")] += 1
        self._check_power(f"death {self._killed} ({kind})")
        if self.result.deaths.total() % PROGRESS_EVERY == 0:
            self.plan.progress(f"... {self.result.deaths.total()} deaths")

    def _check_power(self, when: str) -> None:
        copy = self.nursery.synced_copy(self.folder / "copy")
        lost = lost_submissions(copy, self.performances, self.watch)
        self.result.violations.extend(f"{when}: {each}" for each in lost)

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
            self.result.faults = self.weather.counts

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
            name = self.watch.sandbox.hub.world.channel(int(room)).name
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
        return people[0], people[1], people[2]

    # Judging

    def _judge(self) -> None:
        circumstances = Circumstances(
            lives=self.nursery.lives,
            troubled=self.weather.troubled,
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
        self.result.violations.extend(faults_of(played, kept, circumstances, known))
        self.result.boards[played.script.name] = public_boards(played)
