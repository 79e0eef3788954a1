"""The row about animations: their cost for everybody else's turns."""

from collections.abc import AsyncIterator, Iterator
from functools import partial

from engine.seats import Seat
from tests.helpers.matches.laying import Room
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena
from tools.bench.rows.live.unloaded import LONGEST_SECONDS, Turns, dealer_in, in_turns, p99_rows
from tools.bench.rows.many.restart import resumed

ROUNDS = 30
AT_ONCE = 2
"""Number of matches that end before each few turns, so that drawing goes on during all of them."""
RESULT, ANIMATION = "🏁", "🎞️"


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn while the animations of other matches are made, and without any."""
    rooms = AT_ONCE * (ROUNDS + 1)
    async with resumed(plan.folder, rooms + 1, rooms) as crowd:
        arena = crowd.arena
        turns = await dealer_in(arena, room=rooms)
        ending = iter(arena.rooms[:rooms])
        players = [partial(_beside, arena, ending, turns), partial(_alone, arena, turns)]
        blocks = await in_turns(players, ROUNDS)
    busy, quiet = "while animations are made", "while no animation is made"
    for figure in p99_rows(busy, quiet, "animations", blocks):
        yield figure


async def _beside(arena: Arena, ending: Iterator[Room], turns: Turns) -> list[float]:
    """Take turns after matches have ended, while their animations are made."""
    results = heard_in_rooms(arena, RESULT) + AT_ONCE
    for _ in range(AT_ONCE):
        room = next(ending)
        await arena.person(room.player_ids[Seat.EC]).say(str(room.id), "concede")
    await arena.notes.until(lambda: heard_in_rooms(arena, RESULT) >= results, LONGEST_SECONDS)
    return await turns()


async def _alone(arena: Arena, turns: Turns) -> list[float]:
    """Take turns once every animation stands."""
    await arena.notes.until(
        lambda: heard_in_rooms(arena, ANIMATION) == heard_in_rooms(arena, RESULT), LONGEST_SECONDS
    )
    return await turns()


def heard_in_rooms(arena: Arena, words: str) -> int:
    """Return how many of the bot's posts in the rooms of laid matches have some words."""
    rooms = {str(laid_piece.room.id) for laid_piece in arena.laid}
    return sum(
        words in text.content and text.by_bot and text.channel in rooms
        for text in arena.notes.heard
    )
