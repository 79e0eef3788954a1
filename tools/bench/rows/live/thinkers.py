"""The row about opponents that think: their cost for everybody else's turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from tools.bench.figures import Figure, percentile
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena
from tools.bench.rows.live.unloaded import Turns, dealer_in, in_turns

THINKERS = 4
ROUNDS = 30
HOUR = 3_600
GOAL = 1.2


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn while four matches of two strong Dealers go on, and while they pause."""
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(Arena(plan.folder, THINKERS + 1, laid=0))
        await arena.lift_limits()
        await arena.bot.start()
        rooms = [str(room.id) for room in arena.rooms[1:]]
        for room in rooms:
            await _begin(arena, room)
        turns = await dealer_in(arena, room=0)
        beside, alone = await in_turns(
            [_while(arena, rooms, "resume", turns), _while(arena, rooms, "pause", turns)], ROUNDS
        )
    thinking, quiet = (
        percentile([number for block in blocks for number in block], 99)
        for blocks in (beside, alone)
    )
    yield Figure("turn while nobody thinks, p99", quiet, "ms")
    yield Figure("turn while four opponents think, p99", thinking, "ms")
    yield Figure("p99 beside four thinkers against without", thinking / quiet, "", goal=GOAL)


async def _begin(arena: Arena, room: str) -> None:
    dealer = arena.world.about["bot_id"]
    options: dict[str, Any] = {"level": "hard", "first": "ec", "turn": HOUR}
    start, host = "/demeters-anguish start", arena.world.host
    await host.command(room, start, ec=dealer, dmo=dealer, **options)


def _while(arena: Arena, rooms: list[str], ruling: str, turns: Turns) -> Turns:
    async def play() -> list[float]:
        for room in rooms:
            await arena.world.host.command(room, f"/match {ruling}")
        # Thoughts under way come to their end.
        await asyncio.sleep(1.0)
        return await turns()

    return play
