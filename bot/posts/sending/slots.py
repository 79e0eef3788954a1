"""When requests may leave that several processes make together: a log of instants, as pure values.

Whoever wants to make a request takes a slot: the instant, in milliseconds of a clock that all
share, at which it may leave. The log of the newest slots is all that has to be shared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FURTHEST_MS: Final = 1_000
"""No claim reaches further ahead; slots that do are from before the clock was set back."""


@dataclass(frozen=True, slots=True)
class Pace:
    """No window of so many milliseconds, wherever it begins, holds more than `most` slots."""

    most: int
    window_ms: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What one request asks for.

    Whoever may take slots further ahead goes first: as long as slots are taken up to there, nobody
    else finds one nearer.

    Attributes:
        apart_ms: How long after the slot before it the slot is at least.
        ahead_ms: How far ahead of now it may be; at most `FURTHEST_MS`.
    """

    apart_ms: int
    ahead_ms: int


@dataclass(frozen=True, slots=True)
class Reserved:
    """The outcome of some claims.

    Attributes:
        granted: The slots of the first claims, in order; the claims after them have none.
        again_ms: When the first claim without a slot could have one, if nobody else takes it; None
            if all have theirs.
        log: The slots to be kept, in order.
    """

    granted: tuple[int, ...]
    again_ms: int | None
    log: tuple[int, ...]


def reserve(log: Sequence[int], now_ms: int, claims: Sequence[Claim], pace: Pace) -> Reserved:
    """Reserve slots for claims, the most urgent first, after all that are in the log."""
    kept = [min(each, now_ms + FURTHEST_MS) for each in log]
    granted: list[int] = []
    again_ms = None
    for claim in claims:
        at_ms = _next(kept, now_ms, claim, pace)
        if at_ms > now_ms + claim.ahead_ms:
            again_ms = at_ms - claim.ahead_ms
            break
        kept.append(at_ms)
        granted.append(at_ms)
    return Reserved(tuple(granted), again_ms, tuple(kept[-pace.most :]))


def _next(log: Sequence[int], now_ms: int, claim: Claim, pace: Pace) -> int:
    """The earliest slot for a claim."""
    spaced = log[-1] + claim.apart_ms if log else now_ms
    allowed = log[-pace.most] + pace.window_ms if len(log) >= pace.most else now_ms
    return max(now_ms, spaced, allowed)
