"""The rows about a restart with many live matches."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from statistics import fmean
from time import monotonic

from tests.bench.figures import Figure
from tests.bench.plan import Floors
from tests.bench.processes.arena import Heard
from tests.bench.processes.crowd import Crowd, PlayedRoom
from tests.bench.processes.usage import cpu_seconds, memory_mb
from tests.bench.rows.load import REQUESTS_A_SECOND, most_in_a_second

AWAY = "I was away"
LONGEST_SECONDS = 300.0
MEANWHILE_SECONDS = 1.0
"""How long after the start of the process a move is typed."""
MEMORY_SAMPLES = 5


@dataclass(frozen=True)
class Restart:
    """What came of one.

    Attributes:
        begun: When the process was started; all instants are of the machine's monotonic clock.
        ready: After how many seconds it said that it was ready.
        cpu: How much processor time it used until all was told.
        missed: The room where a move was typed before.
        meanwhile: The room where one was typed while it started.
        needed: How many requests are really needed.
        heard: All messages since.
        requests: All requests since.
    """

    begun: float
    ready: float
    cpu: float
    missed: PlayedRoom
    meanwhile: PlayedRoom
    needed: int
    heard: list[Heard]
    requests: list[tuple[float, str]]

    def figures(self, kind: str) -> Iterator[Figure]:
        """The rows of it; `kind` says what has happened in the rooms."""
        told = self.last_told - self.begun
        yield Figure(f"restart, {kind}: ready", self.ready, "s")
        first = self._board_in(self.missed) - self.begun
        yield Figure(f"restart, {kind}: process started -> first move judged", first, "s", goal=3.0)
        typed_at = max(
            each.at for each in self.heard if each.channel == self.meanwhile.id and not each.by_bot
        )
        meanwhile = self._board_in(self.meanwhile)
        yield Figure(
            f"restart, {kind}: move typed {MEANWHILE_SECONDS:.0f} s after -> its board",
            meanwhile - typed_at,
            "s",
            note=f"{self._lines_before(meanwhile)} rooms with only news were told before it",
        )
        least = self.needed / REQUESTS_A_SECOND
        yield Figure(
            f"restart, {kind}: process started -> all rooms told",
            told,
            "s",
            goal=least + 3.0,
            floor=least,
            note=f"{self.needed} requests needed",
        )
        made = Counter(route for _, route in self.requests)
        gets = sum(count for route, count in made.items() if route.startswith("GET /channels"))
        others = ", ".join(f"{count} {route}" for route, count in made.most_common(5))
        yield Figure(
            f"restart, {kind}: requests made",
            len(self.requests),
            "",
            floor=self.needed,
            note=others,
        )
        yield Figure(f"restart, {kind}: GETs made", gets, "")
        instants = [at for at, _ in self.requests]
        yield Figure(
            f"restart, {kind}: most in any second", most_in_a_second(instants), "", goal=48
        )
        yield Figure(f"restart, {kind}: CPU until all is told", self.cpu, "s")

    @property
    def last_told(self) -> float:
        """When the last line about the gap stood."""
        return max(self._lines())

    def _lines(self) -> list[float]:
        return [each.at for each in self.heard if each.by_bot and AWAY in each.content]

    def _lines_before(self, at: float) -> int:
        return sum(each < at for each in self._lines())

    def _board_in(self, room: PlayedRoom) -> float:
        return min(
            each.at
            for each in self.heard
            if each.channel == room.id and each.by_bot and each.has_file
        )


async def restart(crowd: Crowd, *, with_talk: bool) -> Restart:
    """Start the bot, which is down, and let it catch up with all rooms.

    One move was typed while it was down, another one while it starts, both in rooms far down the
    list. With talk, somebody has said something in every room.
    """
    notes, bot = crowd.arena.notes, crowd.arena.bot
    if with_talk:
        await crowd.talk()
    await notes.take()
    first_heard, first_request = len(notes.heard), len(notes.requests)
    missed, meanwhile = (crowd.pick(len(crowd.rooms) * part // 4) for part in (2, 3))
    needed = len((missed, meanwhile)) + sum(
        1 + _requests(room, has_news=with_talk or room in (missed, meanwhile))
        for room in crowd.rooms
    )
    crowd.take_turn(missed)
    await notes.until(lambda: missed.typed_at, LONGEST_SECONDS)
    begun = monotonic()
    starting = asyncio.create_task(bot.start())
    await asyncio.sleep(MEANWHILE_SECONDS)
    crowd.take_turn(meanwhile)
    await notes.until(starting.done, LONGEST_SECONDS)
    await starting
    ready = monotonic() - begun
    told, seen = set[str](), first_heard

    def all_told() -> bool:
        nonlocal seen
        new, seen = notes.heard[seen:], len(notes.heard)
        told.update(each.channel for each in new if each.by_bot and AWAY in each.content)
        return len(told) >= len(crowd.rooms) and not crowd.backlog

    await notes.until(all_told, LONGEST_SECONDS)
    return Restart(
        begun,
        ready,
        cpu_seconds(bot.pid),
        missed,
        meanwhile,
        needed,
        notes.heard[first_heard:],
        notes.requests[first_request:],
    )


def _requests(room: PlayedRoom, *, has_news: bool) -> int:
    """How many a room needs before it can be told."""
    return max(int(has_news), room.unheard.requests)


async def memory(crowd: Crowd, floors: Floors) -> AsyncIterator[Figure]:
    """What the bot's process holds."""
    samples = []
    for _ in range(MEMORY_SAMPLES):
        samples.append(memory_mb(crowd.arena.bot.pid))
        await asyncio.sleep(1.0)
    resident, own = zip(*samples, strict=True)
    name, floor = f"memory, {len(crowd.rooms):,} live matches", floors.libraries_mb
    moves = fmean(each.template.kept for each in crowd.arena.laid)
    yield Figure.median_of(
        f"{name}, resident", resident, "MB", goal=120.0, floor=floor, note=f"{moves:.0f} moves each"
    )
    yield Figure.median_of(f"{name}, PSS", own, "MB", floor=floor)
