"""Shards: each gets the events of its own guilds, and the first one also those of no guild."""

from dataclasses import dataclass

from sandbox.state.snowflakes import TIME_SHIFT


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
