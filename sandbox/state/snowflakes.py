"""The sandbox's clock; snowflakes: growing ids that contain the millisecond of their making."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400_000  # the first millisecond of 2015, where Discord's time begins
TIME_SHIFT = 22  # the bits below the time tell apart what is made in one millisecond


class Snowflakes:
    """A source of ids, each greater than all before it, and the clock that they tell.

    Attributes:
        shift: Seconds by which the sandbox's clock is ahead of this machine's.
    """

    def __init__(self, last: int = 0, shift: float = 0.0) -> None:
        self._last = last
        self.shift = shift

    def now(self) -> float:
        """Return the present moment, in seconds since 1970."""
        return time.time() + self.shift

    def age(self, snowflake: int) -> float:
        """Return how long ago a snowflake was made, in seconds."""
        return self.now() - seconds_of(snowflake)

    def now_iso(self) -> str:
        """Return the present moment, as Discord writes it."""
        return iso(self.now())

    def next(self) -> int:
        """Make an id for something that begins to exist now."""
        now = (int(self.now() * 1000) - DISCORD_EPOCH) << TIME_SHIFT
        self._last = max(now, self._last + 1)
        return self._last


def seconds_of(snowflake: int) -> float:
    """Return the instant at which a snowflake was made, in seconds since 1970."""
    return ((snowflake >> TIME_SHIFT) + DISCORD_EPOCH) / 1000


def timestamp_of(snowflake: int) -> str:
    """Return the instant at which a snowflake was made, as Discord writes it."""
    return iso(seconds_of(snowflake))


def iso(seconds: float) -> str:
    """Return seconds since 1970 in the form of Discord's timestamps."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


@dataclass(frozen=True)
class Shard:
    """One of so many shards; the first has the id 0."""

    id: int
    count: int

    def carries(self, guild_id: int | None) -> bool:
        """Return whether a guild's events, or those of no guild (None), come on this shard."""
        return ((guild_id or 0) >> TIME_SHIFT) % self.count == self.id


WHOLE = Shard(0, 1)


def read_shard(value: object) -> Shard | None:
    """Read a shard as `[id, count]`, None as the only shard; return None for anything else."""
    match value:
        case None:
            return WHOLE
        case [int() as shard_id, int() as count] if 0 <= shard_id < count:
            return Shard(shard_id, count)
    return None
