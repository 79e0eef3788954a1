"""The rows about many live matches, with one sandbox and, but for restarts, one bot."""

from collections.abc import AsyncIterator

from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import open_arena
from tools.bench.processes.crowd import Crowd
from tools.bench.rows.many.load import at_steady_requests, at_steady_turns
from tools.bench.rows.many.restart import Restart, figures_of, memory, restart

TIMES = 2
LONGEST_SECONDS = 60.0
ROWS = ("restart", "memory", "latency", "load", "talk")


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Restart with silent rooms, play on in all, and restart with talk in all."""
    async with open_arena(plan.folder, plan.matches, laid=plan.matches) as arena:
        crowd = Crowd(arena)
        await crowd.gather()
        restarts = [await restart(crowd, with_talk=False)]
        stages = {
            "memory": memory(crowd, plan),
            "latency": at_steady_turns(crowd, plan),
            "load": at_steady_requests(crowd, plan),
        }
        for name, figures in stages.items():
            if name in plan.wanted:
                async for figure in figures:
                    yield figure
        if "restart" in plan.wanted:
            if "load" in plan.wanted:
                # Turns have been taken in all rooms: their posts are the newest messages again.
                restarts.append(await _again(crowd, with_talk=False))
            for figure in figures_of(restarts, "nothing said"):
                yield figure
        if "talk" in plan.wanted:
            restarts = [await _again(crowd, with_talk=True) for _ in range(TIMES)]
            for figure in figures_of(restarts, "talk in all rooms"):
                yield figure
        yield Figure("errors in the bot's log", len(arena.bot.errors), "", goal=0)


async def _again(crowd: Crowd, *, with_talk: bool) -> Restart:
    await crowd.renew()
    await crowd.settle(LONGEST_SECONDS)
    await crowd.arena.bot.kill()
    return await restart(crowd, with_talk=with_talk)
