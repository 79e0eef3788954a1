"""The rows about one turn at a time: against the peer, and with few or many live matches."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from itertools import chain
from statistics import median

from tests.helpers.matches.played import turns_of
from tests.helpers.matches.scripts import write_script
from tools.bench.figures import Figure, percentile
from tools.bench.peer.environment import running
from tools.bench.plan import Plan
from tools.bench.processes.arena import Arena, open_arena
from tools.bench.processes.crowd import Crowd, PlayedRoom
from tools.bench.rows.many.restart import resumed

ROUNDS = 12
PAUSE_SECONDS = 0.05
"""Nobody types so fast that a bot would have to keep its pace."""
WORD = "vivid"
GUESSES = ("crane", "slate", "audio", "mount", "fight")
STOP = "stop"
FEW, MANY = 10, 3_000
FEW_MOVES = 8
PEER_GOAL = 0.4
GROWTH_GOAL = 1.1
BESIDE_GOAL = 1.2
LONGEST_SECONDS = 60.0

Turns = Callable[[], Awaitable[list[float]]]
"""Takes a few turns; how long each took, in ms."""


async def against_peer(plan: Plan) -> AsyncIterator[Figure]:
    """Measure a turn of Fire and Ice against a guess of Wordle, in turns, at one sandbox."""
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(open_arena(plan.folder, 2))
        await arena.lift_limits()
        await arena.bot.start()
        await stack.enter_async_context(running(arena.sandbox))
        turns, guesses = await in_turns(
            [await dealer_in(arena, room=0), partial(_guess, arena, str(arena.rooms[1].id))]
        )
    yield _figure("turn, unloaded", turns)
    yield _figure("guess, unloaded, discord-games", guesses)
    yield _ratio("turn against the peer's guess", turns, guesses, PEER_GOAL)


async def growth(plan: Plan) -> AsyncIterator[Figure]:
    """Measure the same turn with few and with many live matches, in turns."""
    async with AsyncExitStack() as stack:
        players = []
        for matches in (FEW, MANY):
            crowd = resumed(plan.folder, matches + 1, matches, FEW_MOVES)
            arena = (await stack.enter_async_context(crowd)).arena
            players.append(await dealer_in(arena, room=matches))
        few, many = await in_turns(players)
    for matches, blocks in ((FEW, few), (MANY, many)):
        yield _figure(f"turn, {matches:,} live matches", blocks)
    yield _ratio(f"turn with {MANY:,} live matches against {FEW}", many, few, GROWTH_GOAL)


async def in_turns(players: Sequence[Turns], rounds: int = ROUNDS) -> list[list[list[float]]]:
    """Let all play a few turns, one after the other, again and again, after an unmeasured round."""
    for play in players:
        await play()
    blocks: list[list[list[float]]] = [[] for _ in players]
    for _ in range(rounds):
        for play, times in zip(players, blocks, strict=True):
            times.append(await play())
    return blocks


def _figure(name: str, blocks: list[list[float]]) -> Figure:
    every = [number for block in blocks for number in block]
    samples = tuple(median(block) for block in blocks)
    note = f"p99 {percentile(every, 99):.0f} ms, {len(every)} of them"
    return Figure(f"{name}, p50", _middle(blocks), "ms", samples, note=note)


def _ratio(name: str, first: list[list[float]], second: list[list[float]], goal: float) -> Figure:
    samples = [median(item) / median(other) for item, other in zip(first, second, strict=True)]
    return Figure(name, _middle(first) / _middle(second), "", tuple(samples), goal)


def p99_rows(  # noqa: PLR0913 - the words of three rows
    busy: str,
    quiet: str,
    ratio: str,
    blocks: list[list[list[float]]],
    note: str = "",
    *,
    goal: float = BESIDE_GOAL,
) -> Iterator[Figure]:
    """Yield the rows of turns while something is done and without it, and their ratio."""
    doing, without = (percentile([*chain.from_iterable(side)], 99) for side in blocks)
    yield Figure(f"turn {quiet}, p99", without, "ms")
    yield Figure(f"turn {busy}, p99", doing, "ms", note=note)
    yield Figure(f"p99 beside {ratio} against without", doing / without, "", goal=goal)


def _middle(blocks: list[list[float]]) -> float:
    return median(number for block in blocks for number in block)


async def dealer_in(arena: Arena, room: int) -> Turns:
    """Return matches of Fire and Ice in a room, one after the other."""
    script = write_script("fire-and-ice", seed=0)
    crowd = Crowd(arena)
    played = await crowd.come(arena.rooms[room], script, (), turns_of(script))

    return partial(turns_in, crowd, played)


async def turns_in(crowd: Crowd, room: PlayedRoom) -> list[float]:
    """Take a few turns in a room, one after the other; return how long each took, in ms."""
    before = len(room.answered)
    while len(room.answered) < before + len(GUESSES):
        await crowd.turn_in(room, LONGEST_SECONDS)
        await asyncio.sleep(PAUSE_SECONDS)
    return [answer.seconds * 1000 for answer in room.answered[before:]]


async def _guess(arena: Arena, channel: str) -> list[float]:
    """Play a round with the peer; return how long each guess took, in ms."""
    await _answered(arena, channel, f"!wordle {WORD}")
    times = [await _answered(arena, channel, guess) for guess in GUESSES]
    await _answered(arena, channel, STOP)
    return times


async def _answered(arena: Arena, channel: str, text: str) -> float:
    notes, first = arena.notes, len(arena.notes.heard)
    await arena.world.ec.say(channel, text)

    def times(*, by_bot: bool) -> list[float]:
        heard = (message for message in notes.heard[first:] if message.channel == channel)
        return [message.at for message in heard if message.by_bot == by_bot]

    await notes.until(lambda: times(by_bot=True), LONGEST_SECONDS)
    await asyncio.sleep(PAUSE_SECONDS)
    return (times(by_bot=True)[0] - times(by_bot=False)[0]) * 1000
