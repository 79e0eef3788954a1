"""The row about bursts of what only readers wait for: their cost for everybody else's turns."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from engine.seats import Seat
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena
from tools.bench.rows.live.animations import ANIMATION, heard_in_rooms
from tools.bench.rows.live.unloaded import LONGEST_SECONDS, Turns, dealer_in, in_turns, p99_rows
from tools.bench.rows.many.restart import resumed

ROUNDS = 30
AT_ONCE = 8
"""Number of readers, each of whom gives all commands at once."""
GAME = {"game": "fire-and-ice"}
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/match replay", {}),
    ("/match log", {}),
    ("/rules", GAME),
    ("/tutorial", GAME),
)
GOAL = 1.5
ANSWER = " "
"""In every answer, and in no acknowledgement, which has no words."""


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn while others read on, and while nobody does."""
    async with resumed(plan.folder, AT_ONCE + 1, AT_ONCE) as crowd:
        arena = crowd.arena
        turns = await dealer_in(arena, room=AT_ONCE)
        for room in arena.rooms[:AT_ONCE]:
            await arena.person(room.player_ids[Seat.EC]).say(str(room.id), "concede")
        await arena.notes.until(
            lambda: heard_in_rooms(arena, ANIMATION) >= AT_ONCE, LONGEST_SECONDS
        )
        blocks = await in_turns([partial(_beside, arena, turns), turns], ROUNDS)
    busy, quiet = "beside a burst of readers", "beside no reader"
    note = f"{AT_ONCE * len(COMMANDS)} commands each time"
    for figure in p99_rows(busy, quiet, "readers", blocks, note, goal=GOAL):
        yield figure


async def _beside(arena: Arena, turns: Turns) -> list[float]:
    """Take turns while readers of finished matches give commands, until all are answered."""
    answers = heard_in_rooms(arena, ANSWER) + AT_ONCE * len(COMMANDS)
    burst = asyncio.gather(
        *(
            arena.person(room.player_ids[Seat.DMO]).command(str(room.id), name, **options)
            for room in arena.rooms[:AT_ONCE]
            for name, options in COMMANDS
        )
    )
    times = await turns()
    while heard_in_rooms(arena, ANSWER) < answers:
        times += await turns()
    await burst
    return times
