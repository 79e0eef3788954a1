"""Keeps out whoever writes for a shard that another process has taken over since."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from bot.storage.tables.schema import SHARDS


@dataclass(frozen=True, slots=True)
class Fence:
    """What one owner of a shard writes behind.

    Attributes:
        number: The shard's number.
        epoch: Its epoch when this owner took it; the next owner's is higher.
    """

    number: int
    epoch: int

    def stands(self, connection: Connection) -> bool:
        """Whether the shard is still this owner's, until the end of the open transaction.

        Whoever takes the shard over waits for that end: the row is locked against them, but not
        against renewing the lease.
        """
        own = select(SHARDS.c.number).where(
            SHARDS.c.number == self.number, SHARDS.c.epoch == self.epoch
        )
        return connection.scalar(own.with_for_update(read=True, key_share=True)) is not None
