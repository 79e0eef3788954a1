"""The row about opponents that think: their cost for everybody else's turns."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from engine.seats import SEATS
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena, open_arena
from tools.bench.rows.live.unloaded import Turns, dealer_in, in_turns, p99_rows

THINKERS = 4
ROUNDS = 30
HOUR = 3_600


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn while four matches of two strong Dealers go on, and while they pause."""
    async with open_arena(plan.folder, THINKERS + 1) as arena:
        await arena.lift_limits()
        await arena.bot.start()
        rooms = [str(room.id) for room in arena.rooms[1:]]
        seated = dict.fromkeys(SEATS, arena.world.about["bot_id"])
        options: dict[str, Any] = {"level": "hard", "first": "ec", "turn": HOUR, **seated}
        for room in rooms:
            await arena.world.host.command(room, "/demeters-anguish start", **options)
        turns = await dealer_in(arena, room=0)
        players = [partial(_while, arena, rooms, ruling, turns) for ruling in ("resume", "pause")]
        blocks = await in_turns(players, ROUNDS)
    busy, quiet = "while four opponents think", "while nobody thinks"
    for figure in p99_rows(busy, quiet, "four thinkers", blocks):
        yield figure


async def _while(arena: Arena, rooms: list[str], ruling: str, turns: Turns) -> list[float]:
    for room in rooms:
        await arena.world.host.command(room, f"/match {ruling}")
    # Thoughts under way come to their end.
    await asyncio.sleep(1.0)
    return await turns()
