"""The rows about the requests of a turn: of a plain one, and of a held move."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace

from tests.helpers.matches.played import turns_of
from tests.helpers.matches.scripts import Script, write_script
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import open_arena
from tools.bench.processes.crowd import Crowd

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
    turns = turns_of(script)
    script = replace(script, options={**script.options, "takeback": takeback})
    async with open_arena(plan.folder, ROOMS) as arena:
        await arena.bot.start()
        crowd = Crowd(arena)
        for room in arena.rooms:
            await crowd.come(room, script, (), turns)
        await _take_turns(crowd)
        first = len(arena.notes.requests)
        for _ in range(TURNS):
            await _take_turns(crowd)
        return Counter(route for _, route in arena.notes.requests[first:])


async def _take_turns(crowd: Crowd) -> None:
    """Take a turn in each room, or begin a match there, and wait for all boards."""
    for room in crowd.rooms:
        crowd.take_turn(room)
    is_over = await crowd.arena.notes.until(
        lambda: all(room.is_idle for room in crowd.rooms), LONGEST_SECONDS
    )
    assert is_over, "the boards do not come"
