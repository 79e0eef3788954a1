"""The rows about chat: the amount that one process takes before boards come later."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import median

from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena
from tools.bench.processes.usage import cpu_seconds
from tools.bench.rows.live.unloaded import Turns, dealer_in
from tools.bench.rows.many.restart import resumed

MATCHES = QUIET_ROOMS = 100
RATES = (0, 500, 1_000, 1_500, 2_000, 3_000)
"""Messages a second."""
ROUNDS = 6
NOISE = 1.15
"""By what factor the median of the same turns differs from one time to another."""
GOAL = 1_500


@dataclass
class Talked:
    """Turns and chat at one rate: times of turns in ms, and the bot's processor time."""

    turns: list[float]
    messages: int = 0
    cpu: float = 0.0

    @property
    def middle(self) -> float:
        """The median turn, in ms."""
        return median(self.turns)


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure turns in a room while the audience talks in others, with or without matches."""
    async with resumed(plan.folder, MATCHES + QUIET_ROOMS + 1, MATCHES) as crowd:
        arena = crowd.arena
        play = await dealer_in(arena, room=MATCHES)
        for name, rooms in (
            ("without a match", arena.rooms[MATCHES + 1 :]),
            ("with a match", arena.rooms[:MATCHES]),
        ):
            talked = await _at_every_rate(arena, play, [room.id for room in rooms])
            for figure in chat_figures(name, talked):
                yield figure


async def _at_every_rate(arena: Arena, play: Turns, rooms: Sequence[int]) -> dict[int, Talked]:
    """Play a few turns at each rate, again and again, after an unmeasured round."""
    await play()
    talked = {rate: Talked([]) for rate in RATES}
    for _ in range(ROUNDS):
        for rate, at_rate in talked.items():
            before = cpu_seconds(arena.bot.pid)
            await arena.sandbox.ask(["talk", rooms, int(arena.world.spectator.id), rate])
            at_rate.turns += await play()
            at_rate.messages += await arena.sandbox.ask("silence")
            at_rate.cpu += cpu_seconds(arena.bot.pid) - before
    return talked


def chat_figures(where: str, talked: dict[int, Talked]) -> list[Figure]:
    """Return the highest rate that does not slow turns, and a message's processor time."""
    silent, limit = talked[0], talked[max(talked)]
    slowest = NOISE * silent.middle
    held = list(takewhile(lambda rate: talked[rate].middle <= slowest, sorted(talked)))
    middles = ", ".join(f"{rate:,}: {at_rate.middle:.1f}" for rate, at_rate in talked.items())
    cpu = (limit.cpu - silent.cpu) / max(1, limit.messages) * 1000
    return [
        Figure(
            f"chat in rooms {where}, held before boards come later",
            held[-1],
            "/s",
            goal=GOAL,
            more_is_better=True,
            note=f"a turn's ms at {middles}",
        ),
        Figure(f"CPU for each message of chat in rooms {where}", cpu, "ms"),
    ]
