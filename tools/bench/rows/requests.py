"""The rows about the requests of a turn: of a plain one, and of a held move."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from tests.helpers.matches.scripts import Script, write_script
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena

ROOMS = 10
TURNS = 4
TAKEBACK_SECONDS = 5
LONGEST_SECONDS = 60.0


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Play Fire and Ice in some rooms at once, with and without held moves."""
    script = write_script("fire-and-ice", seed=0)
    for takeback in (0, TAKEBACK_SECONDS):
        made = await _requests(plan, script, takeback)
        turns, name = ROOMS * TURNS, "held move" if takeback else "turn"
        kinds = ", ".join(f"{count / turns:.2g} {route}" for route, count in made.most_common())
        yield Figure(f"requests for a {name}", sum(made.values()) / turns, "", note=kinds)
        gets = sum(count for route, count in made.items() if route.startswith("GET"))
        yield Figure(f"GETs for a {name}", gets / turns, "", goal=0)


async def _requests(plan: Plan, script: Script, takeback: float) -> Counter[str]:
    async with Arena(plan.folder, ROOMS, laid=0) as arena:
        await arena.bot.start()
        options = {**script.options, "takeback": takeback}
        await asyncio.gather(*(_begin(arena, number, options) for number in range(ROOMS)))
        await _boards(arena, 1)
        first = len(arena.notes.requests)
        for turn, line in enumerate(script.lines[:TURNS]):
            for room in arena.rooms:
                await arena.person(room.player_ids[line.seat]).say(str(room.id), line.text)
            await _boards(arena, turn + 2)
        return Counter(route for _, route in arena.notes.requests[first:])


async def _begin(arena: Arena, number: int, options: dict[str, Any]) -> None:
    room = arena.rooms[number]
    players: dict[str, Any] = {
        seat.value: str(user_id) for seat, user_id in room.player_ids.items()
    }
    await arena.world.host.command(str(room.id), "/fire-and-ice start", **players, **options)


async def _boards(arena: Arena, count: int) -> None:
    def are_there() -> bool:
        boards = Counter(
            text.channel for text in arena.notes.heard if text.by_bot and text.has_file
        )
        return all(boards[str(room.id)] >= count for room in arena.rooms)

    assert await arena.notes.until(are_there, LONGEST_SECONDS), "the boards do not come"
