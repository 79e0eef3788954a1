"""Discord's clock as seen from here: snowflakes, and its offset from the local clock.

The library tells when an id was made, but not what time it is at Discord now.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import mktime_tz, parsedate_tz
from math import ceil, floor, inf, isfinite
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_SNOWFLAKE_TIME_SHIFT: Final = 22
IDS_OF_A_MILLISECOND: Final = 1 << _SNOWFLAKE_TIME_SHIFT
"""The number of ids that Discord can make in a millisecond."""
DRIFT: Final = 1 / 10_000
"""Largest share of a time by which the local clock may run too fast or too slow in it."""
MOST_UNCERTAIN_MS: Final = 15_000
TOLERABLE_ERROR_MS: Final = 1_000
"""Largest error of the host's clock that nobody is told of."""
_1970: Final = datetime.fromtimestamp(0, UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def snowflake_ms(snowflake: int) -> int:
    """Return an id's time of creation, in milliseconds since 1970.

    >>> snowflake_ms(175928847299117063)
    1462015105796
    """
    return (snowflake >> _SNOWFLAKE_TIME_SHIFT) + DISCORD_EPOCH_MS


def timestamp_ms(timestamp: datetime) -> int:
    """Return a timestamp in milliseconds since 1970, cut off like those of snowflakes.

    So an edit made before a message never seems later than that message.

    >>> timestamp_ms(datetime.fromisoformat("2016-04-30T11:18:25.796999+00:00"))
    1462015105796
    """
    return (timestamp - _1970) // _MILLISECOND


def snowflake_before(discord_ms: int) -> int:
    """Return an id that sorts just before all ids made by Discord from an instant on.

    >>> snowflake_ms(snowflake_before(1462015105796))
    1462015105795
    """
    return (discord_ms - DISCORD_EPOCH_MS << _SNOWFLAKE_TIME_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class TimeBounds:
    """The earliest and the latest that it may have been at Discord, at a time of the host's."""

    host_ms: int
    earliest_ms: int
    latest_ms: int


class DiscordClock:
    """Discord's time, as an interval that holds it for certain.

    Whatever Discord answers names an instant between a request's departure and its arrival, by an
    id or its `Date`; an event names one before it came. What all of them leave is kept. It grows
    with time, as the local clock drifts; where news contradict it, the whole machine has stood
    still, and they alone count.

    Attributes:
        heard_ms: Latest instant that Discord has named itself, so that is surely past.
    """

    def __init__(self) -> None:
        self.heard_ms = 0
        self._known, self._known_at_ms = (-inf, inf), 0.0

    def now_ms(self) -> int:
        """Return the earliest that it may be at Discord; the host's time before any news."""
        earliest, _ = self._interval(local_ms())
        return floor(earliest) if isfinite(earliest) else round(time.time() * 1000)

    @property
    def uncertainty_ms(self) -> int:
        """By how much it may be later than that; no answer takes longer than the most."""
        earliest, latest = self._interval(local_ms())
        return ceil(min(latest - earliest, MOST_UNCERTAIN_MS))

    def seconds_to_proof(self, due_ms: int) -> float:
        """Return how long to wait until an answer's `Date`, in whole seconds, is past an instant.

        Not at all if Discord has named a later one.
        """
        now_ms = self.now_ms()
        is_proved = self.heard_ms > due_ms
        return 0.0 if is_proved else max(due_ms, now_ms) // 1000 + 1 - now_ms / 1000

    def observe(self, named_ms: int, sent_ms: float, *, span_ms: int = 1) -> None:
        """Learn from an answer that has just come to what was sent at a time of `local_ms`.

        `span_ms` is the time that it names from `named_ms` on: ids are cut off to the millisecond.
        """
        self.heard_ms = max(self.heard_ms, named_ms)
        now_ms = local_ms()
        took_ms = (now_ms - sent_ms) * (1 + DRIFT)
        self._learn(now_ms, named_ms, named_ms + span_ms + took_ms)

    def observe_date(self, date: str, sent_ms: float) -> None:
        """Learn likewise from an answer's `Date`, which is cut off to the second.

        One before what Discord has named is older than the request: a proxy had kept the answer.
        """
        parsed = parsedate_tz(date)
        if parsed and (named_ms := mktime_tz(parsed) * 1000) + 1000 > self.heard_ms:
            self.observe(named_ms, sent_ms, span_ms=1000)

    def hear(self, happened_ms: int) -> None:
        """Learn from an event that has just come."""
        self.heard_ms = max(self.heard_ms, happened_ms)
        self._learn(local_ms(), happened_ms, inf)

    def _learn(self, at_ms: float, earliest: float, latest: float) -> None:
        known_earliest, known_latest = self._interval(at_ms)
        both = max(earliest, known_earliest), min(latest, known_latest)
        self._known = both if both[0] <= both[1] else (earliest, latest)
        self._known_at_ms = at_ms

    def _interval(self, at_ms: float) -> tuple[float, float]:
        passed_ms = at_ms - self._known_at_ms
        drift_ms = abs(passed_ms) * DRIFT
        return self._known[0] + passed_ms - drift_ms, self._known[1] + passed_ms + drift_ms

    # The host's own clock

    def bounds(self) -> TimeBounds | None:
        """Return what is known now, for the next process; None if that is too little."""
        (earliest, latest), host_ms = self._interval(local_ms()), round(time.time() * 1000)
        is_known = isfinite(latest - earliest)
        return TimeBounds(host_ms, floor(earliest), ceil(latest)) if is_known else None

    def recall(self, bounds: TimeBounds) -> None:
        """Take up what an earlier process knew, unless Discord's answers to this one contradict.

        Then the host's clock was set meanwhile, or it is another host.
        """
        now_ms = local_ms()
        earliest, latest = self._interval(now_ms)
        self._known = bounds.earliest_ms, bounds.latest_ms
        self._known_at_ms = now_ms - (time.time() * 1000 - bounds.host_ms)
        self._learn(now_ms, earliest, latest)

    def host_error_ms(self) -> int:
        """Return by how much the host's clock surely is ahead of Discord's; negative if behind."""
        (earliest, latest), host_ms = self._interval(local_ms()), time.time() * 1000
        return round(max(0.0, host_ms - latest) + min(0.0, host_ms - earliest))


_CLOCK: Final[int] = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""It goes on while the machine sleeps; on Linux, `CLOCK_MONOTONIC` does not."""


def local_ms() -> float:
    """Return the local time, for `DiscordClock`.

    Neither setting the host's clock nor its sleep changes how it goes.
    """
    return time.clock_gettime(_CLOCK) * 1000


SPAN_MS: Final = 10_000
"""Events are recent in the span of time in which they came, and in the next."""
MAX_LAG_MS: Final = 1_000
"""Longest lag of an event with which silence still proves anything."""


@dataclass(frozen=True, slots=True)
class RecentLag:
    """The worst delay between recent events and their arrival.

    Attributes:
        worst_ms: Worst lag in each recent span of time, by the span's number.
    """

    worst_ms: Mapping[int, int] = field(default_factory=dict)

    def with_event(self, now_ms: int, happened_ms: int) -> "RecentLag":
        """Add an event that has just come; both instants are by Discord's clock."""
        span, lag_ms = now_ms // SPAN_MS, max(0, now_ms - happened_ms)
        before = {span - 1: self.worst_ms[span - 1]} if span - 1 in self.worst_ms else {}
        return RecentLag({**before, span: max(lag_ms, self.worst_ms.get(span, 0))})

    def at(self, now_ms: int) -> int | None:
        """Return the worst of the recent lags; None if nothing has come lately."""
        recent = (now_ms // SPAN_MS, now_ms // SPAN_MS - 1)
        return max((self.worst_ms[span] for span in recent if span in self.worst_ms), default=None)


@dataclass(frozen=True, slots=True)
class GatewayLag:
    """The lag of Discord's reports of a server's events.

    Attributes:
        since_ms: Start of the session in which it has reported everything without a break.
        lag_ms: Delay of the slowest recent event; None if there were none.
    """

    since_ms: int
    lag_ms: int | None

    def lag_since(self, at_ms: int) -> int | None:
        """Return the longest delay for news since an instant; None if it is unknown.

        Discord tells in order: what is done now comes no sooner than what was done before. So once
        this time has passed after an instant, what was done by then has been heard. That holds as
        long as Discord is no slower than lately, so where it was slow, or nothing has shown
        lately how slow it is, the room must be read instead.
        """
        if self.since_ms > at_ms or self.lag_ms is None or self.lag_ms >= MAX_LAG_MS:
            return None
        return self.lag_ms


UNKNOWN: Final = GatewayLag(since_ms=0, lag_ms=None)
"""Nothing is known of it."""
