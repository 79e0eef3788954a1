"""The rows about a restart with many live matches."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, median
from time import monotonic
from typing import Any

from tests.helpers.matches.laying import MOVES
from tools.bench.figures import Figure
from tools.bench.floors import LIBRARIES
from tools.bench.plan import Plan
from tools.bench.processes.arena import Heard, open_arena
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
FIRST_JUDGED = "process started -> first move judged"
MEANWHILE = f"move typed {MEANWHILE_SECONDS:.0f} s after the start -> its board"
ALL_TOLD = "process started -> all rooms told"


@dataclass(frozen=True)
class Restart:
    """The result of a restart.

    Attributes:
        seconds: Times, by the names of their rows.
        told_before: Number of rooms told before the board of a move typed during the start.
        needed: Number of requests that are really needed.
        requests: Time, method and route of each request since.
    """

    seconds: Mapping[str, float]
    told_before: int
    needed: int
    requests: list[tuple[float, str]]


def tells_gap(heard: Heard) -> bool:
    """Return whether the Dealer says that it was away."""
    return heard.by_bot and heard.content.startswith(AWAY)


def figures_of(restarts: Sequence[Restart], kind: str) -> Iterator[Figure]:
    """Yield the rows of restarts of one kind, by what had happened in the rooms."""
    last, name = restarts[-1], f"restart, {kind}"
    least = median(restart.needed for restart in restarts) / REQUESTS_A_SECOND
    routes = Counter(route for _, route in last.requests)
    needed = f"{last.needed:,} requests needed"
    more: dict[str, dict[str, Any]] = {
        FIRST_JUDGED: {"goal": FIRST_GOAL},
        MEANWHILE: {"note": f"{last.told_before} rooms with only news were told before it"},
        ALL_TOLD: {"goal": FIRST_GOAL + least, "floor": least, "note": needed},
    }
    for label in last.seconds:
        values = [restart.seconds[label] for restart in restarts]
        yield Figure.median_of(f"{name}: {label}", values, "s", **more.get(label, {}))
    kinds = ", ".join(f"{count} {route}" for route, count in routes.most_common(4))
    yield Figure(f"{name}: requests made", routes.total(), "", floor=last.needed, note=kinds)
    gets = sum(count for route, count in routes.items() if route.startswith("GET /channels"))
    yield Figure(f"{name}: GETs of channels made", gets, "")
    most = most_in_a_second([instant for instant, _ in last.requests])
    yield Figure(f"{name}: most requests in any second", most, "", goal=48)


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
    await _until_all_are_told(crowd, live, first_heard)
    heard = notes.heard[first_heard:]
    board = _board_in(heard, meanwhile)
    typed = (text.at for text in heard if text.channel == meanwhile.id and not text.by_bot)
    told = [text.at for text in heard if tells_gap(text)]
    return Restart(
        {
            "ready": ready,
            FIRST_JUDGED: _board_in(heard, missed) - begun,
            MEANWHILE: board - min(typed),
            ALL_TOLD: max(told) - begun,
            "CPU until all is told": cpu_seconds(bot.pid),
        },
        told_before=sum(instant < board for instant in told),
        needed=needed,
        requests=notes.requests[first_request:],
    )


@asynccontextmanager
async def resumed(folder: Path, rooms: int, laid: int, moves: int = MOVES) -> AsyncIterator[Crowd]:
    """Yield the people of an arena whose bot has taken up its matches; no rate is limited."""
    async with open_arena(folder, rooms, laid=laid, moves=moves) as arena:
        crowd = Crowd(arena)
        await crowd.gather()
        await restart(crowd, with_talk=False)
        await arena.lift_limits()
        yield crowd


async def _until_all_are_told(crowd: Crowd, live: Sequence[PlayedRoom], first_heard: int) -> None:
    notes = crowd.arena.notes

    def are_told() -> bool:
        told = sum(tells_gap(text) for text in notes.heard[first_heard:])
        return told >= len(live) and not crowd.backlog

    if not await notes.until(are_told, LONGEST_SECONDS):
        raise TimeoutError("not all rooms are told of the gap")
    await crowd.settle(LONGEST_SECONDS)
    for room in live:
        # The line about the gap is the newest message now.
        room.unheard = replace(room.unheard, is_turn_newest=False)


def _board_in(heard: list[Heard], room: PlayedRoom) -> float:
    boards = (text for text in heard if text.channel == room.id and text.has_picture)
    return min(board.at for board in boards if board.by_bot)


def _requests(room: PlayedRoom, *, has_news: bool) -> int:
    return max(int(has_news), room.unheard.requests)


async def memory(crowd: Crowd, plan: Plan) -> AsyncIterator[Figure]:
    """Measure the memory of the bot's process."""
    samples = []
    for _ in range(MEMORY_SAMPLES):
        samples.append(memory_mb(crowd.arena.bot.pid))
        await asyncio.sleep(1.0)
    resident, own = zip(*samples, strict=True)
    name, floor = f"memory, {len(crowd.rooms):,} live matches", plan.floors[LIBRARIES]
    moves = fmean(laid_piece.template.kept for laid_piece in crowd.arena.laid)
    note = f"{moves:.0f} moves each"
    about = f"{name}, resident"
    yield Figure.median_of(about, resident, "MB", goal=120.0, floor=floor, note=note)
    yield Figure.median_of(f"{name}, PSS", own, "MB", floor=floor)
