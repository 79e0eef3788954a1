"""The rows about many live matches played at once: rate, latency, processor time."""

import asyncio
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from time import monotonic

from tools.bench.figures import Figure, percentile
from tools.bench.floors import TURN, TURN_CPU
from tools.bench.plan import Plan
from tools.bench.processes.crowd import Answered, Crowd
from tools.bench.processes.usage import cpu_seconds

PARTS = 8
"""Into how many parts a time is divided, each of which is a sample."""
TURNS_A_SECOND = 40.0
REQUESTS_A_SECOND = 45.0
HELD_A_SECOND = 44.5
"""All that are needed are made: 45, but for what falls beyond the edges of the time."""
FIRST_SECONDS = 5.0
SETTLING_SECONDS = 90.0
"""Longest wait for answers that are still due."""


@dataclass(frozen=True)
class Part:
    """The events of a span of time."""

    seconds: float
    cpu: float
    turns: int
    requests: int
    answered: Sequence[Answered]
    backlog: int


async def measured(crowd: Crowd, seconds: float, **rate: float) -> list[Part]:
    """Play for a time at a rate; return what happened part by part.

    The first seconds, in which everything is drawn for the first time, are not counted.
    """
    await crowd.play(FIRST_SECONDS, **rate)
    await crowd.settle(SETTLING_SECONDS)
    playing = asyncio.create_task(crowd.play(seconds, **rate))
    notes, pid = crowd.arena.notes, crowd.arena.bot.pid
    marks = [(monotonic(), cpu_seconds(pid), 0)]
    ends = [marks[0][0] + (number + 1) * seconds / PARTS for number in range(PARTS)]
    for end in ends:
        await notes.until(lambda end=end: monotonic() >= end, seconds)  # type: ignore[misc]
        marks.append((monotonic(), cpu_seconds(pid), crowd.backlog))
    await playing
    await crowd.settle(SETTLING_SECONDS)
    return [_part(crowd, *between) for between in pairwise(marks)]


def _part(crowd: Crowd, first: tuple[float, float, int], last: tuple[float, float, int]) -> Part:
    since, until = first[0], last[0]
    requests = [instant for instant, _ in crowd.arena.notes.requests]
    answered = [answer for room in crowd.rooms for answer in room.answered]
    return Part(
        until - since,
        last[1] - first[1],
        _count(sorted(crowd.turns), since, until),
        _count(requests, since, until),
        [answer for answer in answered if since <= answer.typed_at < until],
        last[2],
    )


def _count(instants: Sequence[float], since: float, until: float) -> int:
    return bisect_left(instants, until) - bisect_left(instants, since)


def most_in_a_second(instants: Sequence[float]) -> int:
    """Return the largest number in any second, wherever it begins."""
    return max(
        (bisect_left(instants, instant + 1.0) - number for number, instant in enumerate(instants)),
        default=0,
    )


async def at_steady_turns(crowd: Crowd, plan: Plan) -> AsyncIterator[Figure]:
    """Measure latency and processor time at a rate of turns."""
    parts = await measured(crowd, plan.seconds / 2, turns=TURNS_A_SECOND)
    name = f"at {TURNS_A_SECOND:.0f} turns a second"
    ms = [[answer.seconds * 1000 for answer in part.answered] for part in parts]
    every = [piece for part in ms for piece in part]
    for percent, goal in ((50, 12.0), (99, 40.0)):
        samples = tuple(percentile(part, percent) for part in ms if part)
        yield Figure(
            f"message in -> board stands, {name}, p{percent}",
            percentile(every, percent),
            "ms",
            samples,
            goal,
            plan.floors[TURN] if percent == 50 else None,
            note=_queue(parts),
        )
    cpu = [part.cpu / max(1, part.turns) * 1000 for part in parts]
    turns = sum(part.turns for part in parts)
    yield Figure(
        f"CPU for each turn, {name}",
        sum(part.cpu for part in parts) / max(1, turns) * 1000,
        "ms",
        tuple(cpu),
        6.0,
        plan.floors[TURN_CPU],
        note=f"{turns} turns; {sum(part.requests for part in parts) / turns:.2f} requests each",
    )


async def at_steady_requests(crowd: Crowd, plan: Plan) -> AsyncIterator[Figure]:
    """Measure how many requests a second are held, and whether a queue grows."""
    notes = crowd.arena.notes
    first, refused_before = len(notes.requests), notes.refused
    parts = await measured(crowd, plan.seconds, requests=REQUESTS_A_SECOND)
    instants = [instant for instant, _ in notes.requests[first:]]
    whole = sum(part.seconds for part in parts)
    rates = tuple(part.requests / part.seconds for part in parts)
    yield Figure(
        "requests a second held",
        sum(part.requests for part in parts) / whole,
        "/s",
        rates,
        HELD_A_SECOND,
        more_is_better=True,
        note=f"{sum(part.turns for part in parts) / whole:.1f} turns a second; {_queue(parts)}",
    )
    yield Figure(
        "requests a second held: most in any second", most_in_a_second(instants), "", goal=48
    )
    refused = notes.refused - refused_before
    yield Figure("requests a second held: refused (429)", refused, "", goal=0)


def _queue(parts: list[Part]) -> str:
    quarter = len(parts) // 4
    first, last = (
        [answer.seconds * 1000 for part in some for answer in part.answered]
        for some in (parts[:quarter], parts[-quarter:])
    )
    waiting = (parts[quarter - 1].backlog, parts[-1].backlog)
    return (
        f"p50 {median(first or [0]):.0f} -> {median(last or [0]):.0f} ms, "
        f"waiting {waiting[0]} -> {waiting[1]} rooms, first -> last quarter"
    )
