"""Discord's clock as seen from here: snowflakes, and its offset from the local clock.

The library tells when an id was made, but not what time it is at Discord now.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_SNOWFLAKE_TIME_SHIFT: Final = 22
IDS_OF_A_MILLISECOND: Final = 1 << _SNOWFLAKE_TIME_SHIFT
"""The number of ids that Discord can make in a millisecond."""
LONGEST_ROUND_TRIP_MS: Final = 1000
_1970: Final = datetime.fromtimestamp(0, UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def _monotonic_began_ms() -> float:
    """Return the wall clock at the start of the monotonic clock.

    A process held up between the two readings gets too early a time; so the latest of a few counts.
    """
    return max(time.time() - time.monotonic() for _ in range(3)) * 1000


# Local time counts on from there: setting the wall clock changes no match.
_STARTED_MS: Final = _monotonic_began_ms()


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


class DiscordClock:
    """Discord's time, from the local clock and the offset that the bot's own posts reveal.

    A post's timestamp lies between its sending and its answer; of all posts, the one with the
    shortest round trip bounds the offset best. Where the local clock may be right by that post, it
    is taken to be: the middle of a slow round trip would be a worse guess.

    Attributes:
        is_set: True once a post has shown how far the local clock is off.
    """

    def __init__(self) -> None:
        self.is_set = False
        self._offset_ms = 0.0
        self._best_round_trip_ms = inf

    def now_ms(self) -> int:
        """Return the present instant in milliseconds by Discord's clock."""
        return round(local_ms() + self._offset_ms)

    def observe(self, snowflake: int, sent_ms: float, answered_ms: float) -> None:
        """Learn from one post: its id, and the local times around it (`local_ms`)."""
        round_trip = answered_ms - sent_ms
        if round_trip > LONGEST_ROUND_TRIP_MS:
            # The library waited or tried again in between: such a post tells nothing.
            return
        if round_trip > self._best_round_trip_ms:
            # Local clocks drift: an old bound is trusted a little less with every post.
            self._best_round_trip_ms *= 1.02
            return
        self._best_round_trip_ms, self.is_set = round_trip, True
        made_ms = snowflake_ms(snowflake)
        # A snowflake is cut off to the millisecond.
        may_be_right = sent_ms - 1 <= made_ms <= answered_ms
        self._offset_ms = 0.0 if may_be_right else made_ms - (sent_ms + answered_ms) / 2


def local_ms() -> float:
    """Return the local clock's time, for `DiscordClock.observe`."""
    return _STARTED_MS + time.monotonic() * 1000


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
    """The promptness of Discord's reports of a server's events.

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
