"""Stores who serves which shard: a row for each, with an epoch that rises with each new owner."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, text, update

from bot.shard import Shard
from bot.storage.access import Access
from bot.storage.databases.dialects import keep_from_changing, now_ms
from bot.storage.fence import Fence
from bot.storage.tables.schema import LIFE, SHARDS

LEASE_MS: Final = 4_000
"""How long a shard is its owner's without being renewed."""
_END_FROZEN: Final = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND usename = current_user"
    " AND application_name = 'dealer' AND state = 'active' AND wait_event = 'ClientRead'"
    " AND query_start < clock_timestamp() - interval '3 s'"
)
"""The end of sessions whose process is frozen between two messages of one statement.

The driver prepares a statement and runs it in two messages. Between them no time limit of the
server's holds, so its transaction would keep the rows locked for as long as the process is frozen.
"""


class OtherCount(Exception):  # noqa: N818 - a fact about other processes
    """Other processes serve the bot in another number of shards.

    Attributes:
        count: In how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"other processes serve {count} shards")


def life_of(shard: Shard) -> int:
    """Under which id a shard's proof of life is kept."""
    return shard.number + 1


class ShardStore:
    """Who serves which shard, in a database of one or of several processes."""

    def __init__(self, access: Access) -> None:
        self._access = access

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve shards, too."""
        return self._access.database.is_shared

    async def take(self, owner: str, count: int, wanted: Collection[int]) -> list[Fence]:
        """Take shards that nobody serves; return behind which fences their new owner writes.

        Args:
            owner: Who takes them, for whoever looks into the database.
            count: In how many shards the bot is served.
            wanted: The numbers of the shards that may be taken.

        Raises:
            OtherCount: Other processes serve another number of shards.
            DatabaseError: The database does not take it just now.
        """
        if not self.is_shared:
            return await self._take_in_file(count, wanted)

        def take(connection: Connection) -> list[Fence]:
            _lay_out(connection, count)
            connection.execute(_END_FROZEN)
            return [_taken(connection, each, owner) for each in _free(connection, wanted)]

        return await self._access.write(take)

    async def _take_in_file(self, count: int, wanted: Collection[int]) -> list[Fence]:
        """All that are wanted: whoever had the file before has ended.

        Nothing is stored unless it has to be, which may not be possible just now.
        """
        if not _are_laid_out(await self._access.read(_known), count):
            await self._access.write(partial(_lay_out, count=count))
        return [Fence(number, 0) for number in sorted(wanted)]

    async def is_any_free(self, count: int, wanted: Collection[int]) -> bool:
        """Whether it is worth locking any row, for which every commit would have to wait.

        Raises:
            DatabaseError: The database does not answer.
        """

        def look(connection: Connection) -> bool:
            known = _known(connection)
            if not _are_laid_out(known, count):
                return True
            now = now_ms(connection)
            return any(_is_free(each, now) for each in known if each["number"] in wanted)

        return await self._access.read(look)

    async def renew(self, fences: Iterable[Fence]) -> set[Fence]:
        """Renew the leases of shards; return those that are still this process's.

        Raises:
            DatabaseError: The database does not take it just now.
        """

        def renew(connection: Connection) -> set[Fence]:
            expires_ms = now_ms(connection) + LEASE_MS
            return {each for each in fences if _change(connection, each, expires_ms=expires_ms)}

        return await self._access.write(renew)

    async def give_back(self, fence: Fence) -> None:
        """Let others have a shard at once.

        Raises:
            DatabaseError: The database does not take it just now; the lease expires all the same.
        """
        await self._access.write(
            lambda connection: _change(connection, fence, owner=None, expires_ms=0)
        )


def _free(connection: Connection, wanted: Collection[int]) -> list[Fence]:
    """The shards that nobody serves, as they were last served; their rows are locked."""
    now = now_ms(connection)
    free = select(SHARDS).where(or_(SHARDS.c.owner.is_(None), SHARDS.c.expires_ms <= now))
    free = free.order_by(SHARDS.c.number).with_for_update(skip_locked=True)
    found = [each for each in connection.execute(free).all() if each.number in wanted]
    return [Fence(each.number, each.epoch) for each in found]


def _is_free(row: RowMapping, now: int) -> bool:
    return row["owner"] is None or row["expires_ms"] <= now


def _change(connection: Connection, fence: Fence, **values: object) -> bool:
    """Change the row of a shard; return whether it is still served in the same epoch."""
    own = (SHARDS.c.number == fence.number, SHARDS.c.epoch == fence.epoch)
    return connection.execute(update(SHARDS).where(*own).values(values)).rowcount > 0


def _taken(connection: Connection, before: Fence, owner: str) -> Fence:
    taken = Fence(before.number, before.epoch + 1)
    values = {"owner": owner, "epoch": taken.epoch, "expires_ms": now_ms(connection) + LEASE_MS}
    _change(connection, before, **values)
    return taken


def _lay_out(connection: Connection, count: int) -> None:
    """Have a row for each shard.

    Raises:
        OtherCount: Somebody serves another number of shards.
    """
    if _are_laid_out(_known(connection), count):
        return
    keep_from_changing(connection, SHARDS)
    # Another process may have been faster.
    known, now = _known(connection), now_ms(connection)
    if _are_laid_out(known, count):
        return
    served = [each["count"] for each in known if not _is_free(each, now)]
    if served:
        raise OtherCount(served[0])
    _count_anew(connection, count, epoch=max((each["epoch"] for each in known), default=0))


def _known(connection: Connection) -> Sequence[RowMapping]:
    return connection.execute(select(SHARDS)).mappings().all()


def _are_laid_out(known: Sequence[RowMapping], count: int) -> bool:
    return [each["count"] for each in known] == [count] * count


def _count_anew(connection: Connection, count: int, epoch: int) -> None:
    """Begin with other shards than before, or with the first ones.

    In each the gap begins where the earliest of the old ones was silent. Epochs go on from the
    highest, so that nobody from before can change anything.
    """
    alive_ms = connection.scalar(select(func.min(LIFE.c.alive_ms)))
    connection.execute(delete(SHARDS))
    connection.execute(delete(LIFE))
    free = {"count": count, "owner": None, "epoch": epoch, "expires_ms": 0}
    connection.execute(insert(SHARDS), [free | {"number": number} for number in range(count)])
    if alive_ms is not None:
        lives = [{"id": number + 1, "alive_ms": alive_ms} for number in range(count)]
        connection.execute(insert(LIFE), lives)
