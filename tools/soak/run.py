"""One soak: rooms, time and faults, and the result."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import time

from engine.seats import Seat
from tests.helpers.databases.kept_databases import OnFile
from tools.bench.figures import percentile
from tools.bench.processes.arena import Arena, open_arena
from tools.bench.processes.usage import Sample
from tools.soak.faults import FaultInjector
from tools.soak.lateness import Ledger, figures
from tools.soak.room import GameRoom, RoomMessages, prepare

MAX_LATE_MS = 50
MAX_GROWTH = 0.025
MAX_GROWTH_KB = 5 * 1024
MAX_MORE_FILES = 5
SAMPLE_SECONDS = 5.0
GROWING = ("memory_kb", "files")
MIN_SAMPLES = 8
REFUSED = "refused for the rate"
LOOK_AGAIN_SECONDS = 0.5
FAST = 10
"""One room in so many is played fast, to the end of each match."""


@dataclass(frozen=True)
class Plan:
    """The plan of a soak.

    Attributes:
        matches: Number of live matches.
        seed: Seed of texts and kinds of faults, not of times.
        turn: A turn's time, in seconds.
        lives: Length of a slow match, in turns' times, about.
        room_seconds: Time between faults in one room.
        wide_seconds: Time between faults in all rooms.
        is_enough: Returns whether it may end, once the time is up; otherwise it goes on.
    """

    matches: int
    seconds: float
    seed: int
    turn: float = 60.0
    lives: float = 4.0
    room_seconds: float = 6.0
    wide_seconds: float = 45.0
    is_enough: Callable[["Outcome"], bool] = lambda _: True


@dataclass
class Outcome:
    """The result of a soak.

    Attributes:
        errors: Those in the bot's log, until it was stopped: the next start would go on from there.
        status: The bot's, as it ended.
    """

    injector: FaultInjector
    rooms: list[GameRoom] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    status: int | None = None

    @property
    def ledger(self) -> Ledger:
        """The reminders and the faults."""
        return self.injector.ledger

    @property
    def counts(self) -> Counter[str]:
        """The numbers of turns, matches and failures in all rooms."""
        return sum((room.counts for room in self.rooms), Counter())

    def problems(self) -> Iterator[str]:
        """Yield faults that no machine excuses."""
        yield from (f"{name} ({count})" for name, count in self.counts.items() if "lost" in name)
        yield from (f"not due: {surprise}" for surprise in self.ledger.wrong())
        yield from (f"in the log: {line}" for line in self.errors)
        if self.status != 0:
            yield f"the bot ended with status {self.status}"

    def figures_out_of_bounds(self) -> Iterator[str]:
        """Yield misses of targets for a quiet machine."""
        late = [reminder.late_ms for reminder in self.ledger.untroubled()]
        if late and percentile(late, 99) >= MAX_LATE_MS:
            yield f"p99 of the lateness of reminders is not below {MAX_LATE_MS} ms"
        # The first half includes everything drawn for the first time.
        before_kb, kb = self._quarters("memory_kb")[2:]
        before_files, files = self._quarters("files")[2:]
        is_grown = kb - before_kb >= min(MAX_GROWTH_KB, MAX_GROWTH * before_kb)
        if is_grown or abs(files - before_files) > MAX_MORE_FILES:
            yield "memory or open files grow"

    def report(self) -> str:
        """All figures."""
        return "\n".join(
            [
                f"{self.injector.count} faults; {dict(sorted(self.counts.items()))}",
                "reminders that no fault met, lateness in ms:",
                *figures(self.ledger.untroubled()),
                "all reminders:",
                *figures(self.ledger.reminders),
                *self._used(),
            ]
        )

    def _used(self) -> Iterator[str]:
        rates, cpu = self._rate("requests"), self._rate("cpu")
        memory, files = ([getattr(sample, name) for sample in self.samples] for name in GROWING)
        yield f"memory: {memory[0]:,} kB at first, at most {max(memory):,} kB"
        quarters = ", ".join(f"{number:,.0f}" for number in self._quarters("memory_kb"))
        yield f"  medians of the quarters: {quarters} kB"
        quarters = ", ".join(f"{number:.0f}" for number in self._quarters("files"))
        yield f"open files: at most {max(files)}; the same medians: {quarters}"
        yield f"processor: {fmean(cpu):.0%} of a core, at most {max(cpu):.0%}"
        a_turn = self.samples[-1].requests / max(1, self.counts["turns"])
        a_second = f"{fmean(rates):.1f} a second, at most {max(rates):.1f}"
        yield f"requests: {a_turn:.2f} a turn, {a_second}"
        yield from (f"  {count:6} {name}" for name, count in sorted(self.requests.items()))

    def _quarters(self, name: str) -> list[float]:
        """Return the medians of a figure in the quarters of the time."""
        values = [getattr(sample, name) for sample in self.samples]
        quarter = max(1, len(values) // 4)
        return [median(values[number * quarter :][:quarter] or values) for number in range(4)]

    def _rate(self, name: str) -> list[float]:
        """Return the growth of a figure in each second between two samples."""
        return [
            (getattr(later, name) - getattr(earlier, name)) / (later.seconds - earlier.seconds)
            for earlier, later in pairwise(self.samples)
        ] or [0.0]


async def soak(plan: Plan) -> Outcome:
    """Run a soak."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_arena(Path(folder), plan.matches) as arena:
            await arena.bot.start()
            channels = [str(room.id) for room in arena.rooms]
            dice = Random(f"{plan.seed} faults")
            outcome = Outcome(FaultInjector(arena.world, channels, Ledger(), dice))
            watching = asyncio.create_task(_watch(plan, arena, outcome))
            async with _playing(plan, arena, outcome):
                await asyncio.sleep(plan.seconds)
                while not plan.is_enough(outcome):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(LOOK_AGAIN_SECONDS)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            outcome.errors = arena.bot.errors
            outcome.status = await arena.bot.stop()
            return outcome


async def _watch(plan: Plan, arena: Arena, outcome: Outcome) -> None:
    """Measure the bot and count its requests, every few seconds."""
    loop = asyncio.get_running_loop()
    begun, requests = loop.time(), outcome.requests
    while True:
        await arena.notes.take()
        requests.update(route for _, route in arena.notes.requests)
        arena.notes.requests.clear()
        arena.notes.heard.clear()
        made = requests.total() - requests[REFUSED]
        requests[REFUSED] = arena.notes.refused
        outcome.samples.append(Sample.take(arena.bot.pid, loop.time() - begun, made))
        await asyncio.sleep(min(SAMPLE_SECONDS, plan.seconds / MIN_SAMPLES))


@asynccontextmanager
async def _playing(plan: Plan, arena: Arena, outcome: Outcome) -> AsyncIterator[None]:
    prepare(plan.turn)
    injector, rooms = outcome.injector, outcome.rooms
    async with RoomMessages(arena.world.host) as listener:
        rooms.extend(_rooms(plan, arena, listener, injector))
        tasks = [
            asyncio.create_task(_begin(room, plan.turn * number / len(rooms)))
            for number, room in enumerate(rooms)
        ]
        tasks += [
            asyncio.create_task(injector.in_rooms(plan.room_seconds)),
            # Not before all matches are begun, which takes a turn's time.
            asyncio.create_task(injector.everywhere(plan.wide_seconds, plan.turn)),
        ]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _rooms(
    plan: Plan, arena: Arena, listener: RoomMessages, injector: FaultInjector
) -> Iterator[GameRoom]:
    """Yield the rooms; everybody sits at two matches, between two neighbours."""
    people = [arena.person(room.player_ids[Seat.EC]) for room in arena.rooms]
    for number, channel in enumerate(arena.world.about["channels"][-plan.matches :]):
        said = listener.said[channel["id"]] = asyncio.Queue()
        yield GameRoom(
            channel["id"],
            channel["name"],
            {Seat.EC: people[number], Seat.DMO: people[number - 1]},
            arena.world.host,
            said,
            turn=plan.turn,
            life=plan.lives * plan.turn,
            is_fast=number % FAST == FAST - 1,
            ledger=injector.ledger,
            calm=injector.calm,
            database=OnFile(arena.bot.database),
            generator=Random(f"{plan.seed} {number}"),
        )


async def _begin(room: GameRoom, seconds: float) -> None:
    """Play on, after a while; note unforeseen errors."""
    await asyncio.sleep(seconds)
    try:
        await room.play_on()
    except Exception as error:  # noqa: BLE001 - whatever it is, the other rooms play on
        room.counts[f"room lost at {time():.0f}: {error!r}"] += 1
