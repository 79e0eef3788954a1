"""The row about mirror rooms: the cost of copied boards for another match's turns."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle

from tests.helpers.matches.played import turns_of
from tests.helpers.matches.scripts import write_script
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.crowd import Crowd, PlayedRoom
from tools.bench.rows.live.unloaded import LONGEST_SECONDS, in_turns, p99_rows, turns_in
from tools.bench.rows.many.restart import resumed

ROUNDS = 30
ROOMS = 12
"""Number of mirrored rooms, and of others."""
TURNS_A_SECOND = 10.0
"""Rate of turns in the rooms that are played in just then."""


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn while other matches are played, with and without mirrors."""
    # Matches with a mirror, those without, the mirrors, and the room in which is measured.
    async with resumed(plan.folder, 3 * ROOMS + 1, 2 * ROOMS) as crowd:
        arena = crowd.arena
        mirrored, plain = crowd.rooms[:ROOMS], crowd.rooms[ROOMS:]
        mirrors = [str(other_room.id) for other_room in arena.rooms[2 * ROOMS : 3 * ROOMS]]
        for room, mirror in zip(mirrored, mirrors, strict=True):
            await arena.world.host.command(room.id, "/match mirror", channel=mirror)
        script = write_script("fire-and-ice", seed=0)
        measured = await crowd.come(arena.rooms[-1], script, (), turns_of(script))
        players = [partial(_beside, crowd, others, measured) for others in (mirrored, plain)]
        blocks = await in_turns(players, ROUNDS)
        repeated = sum(text.channel in mirrors and text.has_picture for text in arena.notes.heard)
    busy, quiet = "beside matches with mirror rooms", "beside matches without mirror rooms"
    for figure in p99_rows(busy, quiet, "mirror rooms", blocks, f"{repeated} boards repeated"):
        yield figure


async def _beside(
    crowd: Crowd, other_rooms: Sequence[PlayedRoom], measured: PlayedRoom
) -> list[float]:
    """Take turns in one room while turns are taken in others at a steady rate."""
    playing = asyncio.create_task(_play_on(crowd, other_rooms))
    times = await turns_in(crowd, measured)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    await crowd.arena.notes.until(
        lambda: all(room.is_idle for room in other_rooms), LONGEST_SECONDS
    )
    return times


async def _play_on(crowd: Crowd, rooms: Sequence[PlayedRoom]) -> None:
    for room in cycle(rooms):
        if room.is_idle:
            crowd.take_turn(room)
        await asyncio.sleep(1 / TURNS_A_SECOND)
