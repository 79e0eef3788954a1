"""The rows about many live matches; they share one sandbox and, but for the restarts, one bot."""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.plan import Plan
from tests.bench.processes.arena import Arena
from tests.bench.processes.crowd import Crowd
from tests.bench.rows.load import at_steady_requests, at_steady_turns
from tests.bench.rows.restart import memory, restart
from tests.bot_process import DEALER, Begin, Process

ROWS = ("restart", "memory", "latency", "load", "talk")


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Restart with rooms in which nobody spoke, play on in all, and restart with talk in all."""
    async with Arena(plan.folder, plan.matches, laid=plan.matches, moves=plan.moves) as arena:
        if plan.profile:
            arena.bot.begin = _profiled(plan.profile)
        crowd = Crowd(arena)
        await crowd.gather()
        caught_up = await restart(crowd, with_talk=False)
        if plan.pid_file:
            plan.pid_file.write_text(str(arena.bot.pid))
        if "restart" in plan.wanted:
            for each in caught_up.figures("nothing said"):
                yield each
        if "memory" in plan.wanted:
            async for each in memory(crowd, plan.floors):
                yield each
        if "latency" in plan.wanted:
            for each in await at_steady_turns(crowd, plan.seconds / 2, plan.floors):
                yield each
        if "load" in plan.wanted:
            for each in await at_steady_requests(crowd, plan.seconds):
                yield each
        if "talk" in plan.wanted:
            await arena.bot.kill()
            for each in (await restart(crowd, with_talk=True)).figures("talk in all rooms"):
                yield each
        yield Figure("errors in the bot's log", _errors(arena.bot.log), "", goal=0)


def _errors(log: bytes) -> int:
    return log.count(b" ERROR ") + log.count(b" CRITICAL ")


def _profiled(file: Path) -> Begin:
    """Starts the bot under the profiler."""

    profiler = (sys.executable, "-m", "cProfile", "-o", file.absolute(), DEALER, "run")

    async def begin(folder: Path, environment: Mapping[str, str]) -> Process:
        return await asyncio.create_subprocess_exec(
            *profiler,
            env=environment,
            cwd=folder,
            stderr=asyncio.subprocess.PIPE,
        )

    return begin
