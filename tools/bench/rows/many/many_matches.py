"""The rows about many live matches, with one sandbox and, but for restarts, one bot."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial

from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena
from tools.bench.processes.crowd import Crowd
from tools.bench.rows.many.load import at_steady_requests, at_steady_turns
from tools.bench.rows.many.restart import Restart, figures_of, memory, restart

TIMES = 2
LONGEST_SECONDS = 60.0
ROWS = ("restart", "memory", "latency", "load", "talk")


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Restart with silent rooms, play on in all, and restart with talk in all."""
    async with Arena(plan.folder, plan.matches, laid=plan.matches) as arena:
        crowd = Crowd(arena)
        await crowd.gather()
        restarts = [await restart(crowd, with_talk=False)]
        stages: dict[str, Callable[[], Awaitable[Iterable[Figure]]]] = {
            "memory": partial(memory, crowd, plan.floors),
            "latency": partial(at_steady_turns, crowd, plan.seconds / 2, plan.floors),
            "load": partial(at_steady_requests, crowd, plan.seconds),
        }
        for name, stage in stages.items():
            for figure in await stage() if name in plan.wanted else ():
                yield figure
        if "restart" in plan.wanted:
            if "load" in plan.wanted:
                # Turns have been taken in all rooms: their posts are the newest messages again.
                restarts.append(await _again(crowd, with_talk=False))
            for other_figure in figures_of(restarts, "nothing said"):
                yield other_figure
        if "talk" in plan.wanted:
            restarts = [await _again(crowd, with_talk=True) for _ in range(TIMES)]
            for candidate in figures_of(restarts, "talk in all rooms"):
                yield candidate
        yield Figure("errors in the bot's log", _errors(arena.bot.log), "", goal=0)


async def _again(crowd: Crowd, *, with_talk: bool) -> Restart:
    await crowd.renew()
    await crowd.settle(LONGEST_SECONDS)
    await crowd.arena.bot.kill()
    return await restart(crowd, with_talk=with_talk)


def _errors(log: bytes) -> int:
    return log.count(b" ERROR ") + log.count(b" CRITICAL ")
