"""Snowflakes: growing ids that contain the millisecond of their making."""

import time
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400_000  # the first millisecond of 2015, where Discord's time begins
TIME_SHIFT = 22  # the bits below the time tell apart what is made in one millisecond


class Snowflakes:
    """A source of ids, each greater than all before it."""

    def __init__(self, last: int = 0) -> None:
        self._last = last

    def next(self) -> int:
        """Make an id for something that begins to exist now."""
        now = (time.time_ns() // 1_000_000 - DISCORD_EPOCH) << TIME_SHIFT
        self._last = max(now, self._last + 1)
        return self._last


def seconds_of(snowflake: int) -> float:
    """Return the instant at which a snowflake was made, in seconds since 1970."""
    return ((snowflake >> TIME_SHIFT) + DISCORD_EPOCH) / 1000


def timestamp_of(snowflake: int) -> str:
    """Return the instant at which a snowflake was made, as Discord writes it."""
    return iso(seconds_of(snowflake))


def now_iso() -> str:
    """Return the present moment, as Discord writes it."""
    return iso(time.time())


def iso(seconds: float) -> str:
    """Return seconds since 1970 in the form of Discord's timestamps."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
