"""The times in which processes owned the database that several of them share."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from tools.chaos.processes.bot_processes import Lifetime


def tenures(lifetimes: Sequence[Lifetime]) -> list[Lifetime]:
    """Return the times in which processes owned the database, in order.

    A tenure ends as its process is over, or as another one takes the database; if it was frozen
    then, it ends as it froze. Messages to a process that wakes as the owner count at its time.
    """
    takings = sorted(
        ((instant, lifetime) for lifetime in lifetimes for instant in lifetime.owned),
        key=itemgetter(0),
    )
    nexts = [*(instant for instant, _ in takings[1:]), None]
    return [
        _tenure(instant, lifetime, until)
        for (instant, lifetime), until in zip(takings, nexts, strict=False)
    ]


def _tenure(taken_at: float, lifetime: Lifetime, until: float | None) -> Lifetime:
    ended = lifetime.ended if until is None else min(lifetime.ended, until)
    frozen = (begun for begun, over in lifetime.frozen if taken_at <= begun < ended <= over)
    ended = next(frozen, ended)
    unwritable = (
        (max(begun, taken_at), min(over, ended))
        for begun, over in lifetime.unwritable
        # A process that is frozen does not learn that anything waits.
        if not any(begun < thawed and froze < over for froze, thawed in lifetime.frozen)
    )
    return replace(
        lifetime,
        born=taken_at,
        ended=ended,
        served=tuple(instant for instant in lifetime.served if taken_at <= instant < ended),
        unwritable=tuple((begun, over) for begun, over in unwritable if begun < over),
    )
