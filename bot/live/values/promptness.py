"""How soon Discord tells what happens: whether all that was done by an instant has been heard."""

from dataclasses import dataclass, replace
from typing import Final

SPAN_MS: Final = 10_000
"""Events are recent in the span of time in which they came, and in the next."""
MOST_LAG_MS: Final = 1_000
"""Where an event came later than this after it happened, no silence proves anything."""


@dataclass(frozen=True, slots=True)
class RecentLag:
    """By how much the slowest of the recent events came after it had happened.

    Attributes:
        span: The number of the span of time in which the latest event came.
        worst_ms: The worst lag in that span.
        worst_before_ms: The worst lag in the span before it; None where nothing came then.
    """

    span: int = 0
    worst_ms: int | None = None
    worst_before_ms: int | None = None

    def with_event(self, now_ms: int, happened_ms: int) -> "RecentLag":
        """With an event that has come now; both instants are by Discord's clock."""
        lag_ms, so_far = max(0, now_ms - happened_ms), self._at(now_ms)
        return replace(so_far, worst_ms=max(lag_ms, so_far.worst_ms or 0))

    def at(self, now_ms: int) -> int | None:
        """The worst of the recent lags; None if nothing has come lately."""
        so_far = self._at(now_ms)
        lags = (so_far.worst_ms, so_far.worst_before_ms)
        return max((each for each in lags if each is not None), default=None)

    def _at(self, now_ms: int) -> "RecentLag":
        span = now_ms // SPAN_MS
        if span == self.span:
            return self
        return RecentLag(span, None, self.worst_ms if span == self.span + 1 else None)


@dataclass(frozen=True, slots=True)
class Promptness:
    """How soon Discord tells what happens on a server.

    Attributes:
        since_ms: Since when it has told everything, in a session without a break.
        lag_ms: By how much the slowest of the recent events came after it had happened; None if
            there were none.
    """

    since_ms: int
    lag_ms: int | None

    def lag_since(self, at_ms: int) -> int | None:
        """How late all that was done since an instant is heard at most; None if that is not known.

        Discord tells in order: what is done now comes no sooner than what was done before. So once
        this time has passed after an instant, what was done by then has been heard. That holds as
        long as Discord is no slower than lately, so where it was slow, or nothing has shown
        lately how slow it is, the room must be read instead.
        """
        if self.since_ms > at_ms or self.lag_ms is None or self.lag_ms >= MOST_LAG_MS:
            return None
        return self.lag_ms


UNKNOWN: Final = Promptness(since_ms=0, lag_ms=None)
"""Nothing is known of it."""
