"""Which servers belong to which shard, as Discord reckons it."""

from dataclasses import dataclass
from typing import Final, TypeVar

from sqlalchemy import ColumnElement

from bot.discord_clock import IDS_OF_A_MILLISECOND

Number = TypeVar("Number", int, ColumnElement[int])


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` shards, numbered from 0; direct messages come in the session of the first."""

    number: int
    count: int

    @property
    def is_first(self) -> bool:
        """Whether direct messages come in its session."""
        return self.number == 0

    def carries(self, guild_id: int) -> bool:
        """Whether the events of a server come in its session; 0 stands for direct messages."""
        return shard_number(guild_id, self.count) == self.number

    def __str__(self) -> str:
        return f"{self.number} of {self.count}"


ONLY: Final = Shard(0, 1)
"""The shard of a bot that has no others."""


def shard_number(guild_id: Number, count: int) -> Number:
    """The number of a server's shard (Discord's documentation, *Sharding*)."""
    return guild_id // IDS_OF_A_MILLISECOND % count
