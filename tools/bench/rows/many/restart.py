"""The rows about a restart with many live matches."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from time import monotonic
from typing import Any

from tools.bench.figures import Figure
from tools.bench.floors import Floors
from tools.bench.processes.arena import Heard
from tools.bench.processes.crowd import Crowd, PlayedRoom
from tools.bench.processes.usage import cpu_seconds, memory_mb
from tools.bench.rows.many.load import REQUESTS_A_SECOND, most_in_a_second

AWAY = "🔌"
LONGEST_SECONDS = 300.0
MEANWHILE_SECONDS = 1.0
"""Time from the start of the process to the typing of a move."""
MEMORY_SAMPLES = 5
FIRST_GOAL = 3.0
"""Within how many seconds the first move is to be judged."""


@dataclass(frozen=True)
class Restart:
    """The result of a restart.

    Attributes:
        begun: Start of the process; all instants are of the machine's monotonic clock.
        ready: Seconds until it was ready.
        cpu: Processor time until all rooms were told.
        missed: Room where a move was typed before.
        meanwhile: Room where one was typed while it started.
        needed: Number of requests that are really needed.
        heard: Messages since.
        requests: Time, method and route of each request since.
    """

    begun: float
    ready: float
    cpu: float
    missed: PlayedRoom
    meanwhile: PlayedRoom
    needed: int
    heard: list[Heard]
    requests: list[tuple[float, str]]

    @property
    def first_judged(self) -> float:
        """The seconds until the board of the move typed before."""
        return self._board_in(self.missed) - self.begun

    @property
    def answered_meanwhile(self) -> float:
        """The seconds from the other move to its board."""
        typed = [text for text in self.heard if text.channel == self.meanwhile.id]
        return self._board_in(self.meanwhile) - min(part.at for part in typed if not part.by_bot)

    @property
    def all_told(self) -> float:
        """The seconds until the last line about the gap."""
        return max(text.at for text in self.heard if tells_gap(text)) - self.begun

    @property
    def told_before(self) -> int:
        """The number of rooms told before the board of the other move."""
        board = self._board_in(self.meanwhile)
        return sum(tells_gap(text) and text.at < board for text in self.heard)

    @property
    def least_seconds(self) -> float:
        """The shortest time for the requests that are really needed."""
        return self.needed / REQUESTS_A_SECOND

    @property
    def most_in_a_second(self) -> int:
        """The largest number of requests in any second."""
        return most_in_a_second([instant for instant, _ in self.requests])

    @property
    def gets(self) -> int:
        """The number of channels looked into."""
        return sum(route.startswith("GET /channels") for _, route in self.requests)

    @property
    def kinds(self) -> str:
        """The kinds of requests, with their numbers."""
        made = Counter(route for _, route in self.requests)
        return ", ".join(f"{count} {route}" for route, count in made.most_common(4))

    def _board_in(self, room: PlayedRoom) -> float:
        boards = (text for text in self.heard if text.channel == room.id and text.has_file)
        return min(board.at for board in boards if board.by_bot)


def tells_gap(heard: Heard) -> bool:
    """Return whether the Dealer says that it was away."""
    return heard.by_bot and heard.content.startswith(AWAY)


def figures_of(restarts: Sequence[Restart], kind: str) -> Iterator[Figure]:
    """Yield the rows of restarts of one kind, by what had happened in the rooms."""
    last, name = restarts[-1], f"restart, {kind}"

    def seconds(label: str, each_took: Iterable[float], **more: Any) -> Figure:
        return Figure.median_of(f"{name}: {label}", each_took, "s", **more)

    yield seconds("ready", [other_restart.ready for other_restart in restarts])
    first = [other_restart.first_judged for other_restart in restarts]
    yield seconds("process started -> first move judged", first, goal=FIRST_GOAL)
    yield seconds(
        f"move typed {MEANWHILE_SECONDS:.0f} s after the start -> its board",
        [other_restart.answered_meanwhile for other_restart in restarts],
        note=f"{last.told_before} rooms with only news were told before it",
    )
    least = median(other_restart.least_seconds for other_restart in restarts)
    yield seconds(
        "process started -> all rooms told",
        [other_restart.all_told for other_restart in restarts],
        goal=FIRST_GOAL + least,
        floor=least,
        note=f"{last.needed:,} requests needed",
    )
    yield seconds("CPU until all is told", [other_restart.cpu for other_restart in restarts])
    made = len(last.requests)
    yield Figure(f"{name}: requests made", made, "", floor=last.needed, note=last.kinds)
    yield Figure(f"{name}: GETs of channels made", last.gets, "")
    yield Figure(f"{name}: most requests in any second", last.most_in_a_second, "", goal=48)


async def restart(crowd: Crowd, *, with_talk: bool) -> Restart:
    """Start the bot, which is down, and let it catch up with all rooms.

    One move was typed while it was down, another one while it starts, both in rooms far down the
    list. With talk, there is a new message in every room.
    """
    notes, bot = crowd.arena.notes, crowd.arena.bot
    if with_talk:
        await crowd.talk()
    await notes.take()
    first_heard, first_request = len(notes.heard), len(notes.requests)
    live = [room for room in crowd.rooms if room.rest]
    missed, meanwhile = (crowd.pick(len(crowd.rooms) * part // 4) for part in (2, 3))
    needed = len((missed, meanwhile)) + sum(
        1 + _requests(room, has_news=with_talk or room in (missed, meanwhile)) for room in live
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

    def all_told() -> bool:
        message_id = sum(tells_gap(text) for text in notes.heard[first_heard:])
        return message_id >= len(live) and not crowd.backlog

    if not await notes.until(all_told, LONGEST_SECONDS):
        raise TimeoutError("not all rooms are told of the gap")
    await crowd.settle(LONGEST_SECONDS)
    for room in live:
        # The line about the gap is the newest message now.
        room.unheard = replace(room.unheard, is_turn_newest=False)
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
    return max(int(has_news), room.unheard.requests)


async def memory(crowd: Crowd, floors: Floors) -> Iterable[Figure]:
    """Measure the memory of the bot's process."""
    samples = []
    for _ in range(MEMORY_SAMPLES):
        samples.append(memory_mb(crowd.arena.bot.pid))
        await asyncio.sleep(1.0)
    resident, own = zip(*samples, strict=True)
    name, floor = f"memory, {len(crowd.rooms):,} live matches", floors.libraries_mb
    moves = fmean(laid_piece.template.kept for laid_piece in crowd.arena.laid)
    note = f"{moves:.0f} moves each"
    return (
        Figure.median_of(f"{name}, resident", resident, "MB", goal=120.0, floor=floor, note=note),
        Figure.median_of(f"{name}, PSS", own, "MB", floor=floor),
    )
