"""The rows about both databases, the cost of turns, and the take-over by a reserve."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import cycle
from time import monotonic
from typing import Final

from tests.helpers.databases.postgres_server import Databases, Server
from tests.helpers.games.offered import PLAYED
from tests.helpers.matches.played import turns_of
from tests.helpers.matches.scripts import write_script
from tests.helpers.processes.bot_process import READY
from tools.bench.figures import Figure, percentile
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena, open_arena
from tools.bench.processes.crowd import Crowd
from tools.bench.rows.many.load import SETTLING_SECONDS, measured

SHARDS: Final = 4
ROOMS: Final = 10
"""Of each shard's server."""
DATABASES: Final = ("SQLite", "PostgreSQL")
AT_ONCE: Final = 1_000.0
"""So many turns a second that each is taken as soon as it may be."""
TAKE_OVERS: Final = 30
TAKE_OVER_GOALS: Final = {50: 1_500.0, 100: 3_000.0}
"""For the median and the longest, in ms."""
WAITING: Final = b"in reserve"
"""The log line of a process that does not own the database."""


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Play the same matches in one database after the other."""
    with Server.running() as server:
        for name in DATABASES:
            url = await Databases(server.port).create("template1") if name != "SQLite" else ""
            async with open_arena(plan.folder, ROOMS, shards=SHARDS, url=url) as arena:
                await arena.lift_limits()
                await arena.bot.start()
                for figure in await _played(arena, name, plan.seconds / len(DATABASES)):
                    yield figure


async def _played(arena: Arena, name: str, seconds: float) -> list[Figure]:
    crowd = Crowd(arena)
    for room, game in zip(arena.rooms, cycle(PLAYED), strict=False):
        script = write_script(game, seed=0)
        await crowd.come(room, script, (), turns_of(script))
    parts = await measured(crowd, seconds, turns=AT_ONCE)
    rates = [part.turns / part.seconds for part in parts]
    costs = [part.cpu / part.turns * 1000 for part in parts if part.turns]
    return [
        Figure.median_of(f"turns a second, {name}", rates, "/s", more_is_better=True),
        Figure.median_of(f"CPU for each turn, {name}", costs, "ms"),
    ]


async def _take_over(crowd: Crowd, kill: Callable[[], Awaitable[None]]) -> float:
    """Kill the owner, make a move, and return the ms until its board."""
    (room,) = crowd.rooms
    while not room.rest or not room.rest[0].shows_board:
        await crowd.turn_in(room, SETTLING_SECONDS)
    killed_at = monotonic()
    await kill()
    await crowd.turn_in(room, SETTLING_SECONDS)
    last = room.answered[-1]
    return (last.typed_at + last.seconds - killed_at) * 1000


async def take_overs(plan: Plan, times: int = TAKE_OVERS) -> AsyncIterator[Figure]:
    """Measure the time from an owner's death to the board of a move made just then."""
    for shards in (1, SHARDS):
        took = await _take_overs(plan, shards, times)
        for percent, goal in TAKE_OVER_GOALS.items():
            yield Figure(
                f"owner of {shards} shards killed -> the next move's board stands, p{percent}",
                percentile(took, percent),
                "ms",
                tuple(took),
                goal,
                note=f"{len(took)} take-overs",
            )


async def _take_overs(plan: Plan, shards: int, times: int) -> list[float]:
    """Kill one owner after the other; return the ms of each take-over in the last shard's room."""
    with Server.running() as server:
        url = await Databases(server.port).create("template1")
        async with open_arena(plan.folder, 1, shards=shards, url=url, processes=2) as arena:
            await arena.lift_limits()
            owner, reserve = arena.bots
            hearing = b"the session of shard %d has begun" % (shards - 1)
            await owner.start(hearing if shards > 1 else READY)
            await reserve.start(WAITING)
            script = write_script("fire-and-ice", seed=0)
            crowd = Crowd(arena)
            await crowd.come(arena.rooms[-1], script, (), turns_of(script))
            took = []
            for _ in range(times):
                before = reserve.log.count(hearing)
                took.append(await _take_over(crowd, owner.kill))
                # Commands in the room reach nobody before that.
                await arena.notes.until(
                    lambda bot=reserve, before=before: bot.log.count(hearing) > before,  # type: ignore[misc]
                    SETTLING_SECONDS,
                )
                await owner.start(WAITING)
                owner, reserve = reserve, owner
            return took
