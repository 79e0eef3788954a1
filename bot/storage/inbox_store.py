"""Reads what was kept for matches to judge, by whichever process."""

from sqlalchemy import ColumnElement, Connection, select

from bot.live.values.events import Submission
from bot.storage.access import Access
from bot.storage.tables.loading import read_submissions
from bot.storage.tables.schema import INBOX, MATCHES


class InboxStore:
    """What waits to be judged in the matches of a shard."""

    def __init__(self, access: Access, is_own: ColumnElement[bool]) -> None:
        """Make a store; `is_own` tells whether a match belongs to the shard."""
        self._access = access
        self._live = (MATCHES.c.reason.is_(None), is_own)
        self._over = (MATCHES.c.reason.is_not(None), is_own)

    async def of_match(self, match_id: int) -> tuple[Submission, ...]:
        """What waits in a match, in the order in which it was said."""
        return await self._access.read(lambda connection: read_submissions(connection, match_id))

    async def is_any_left_over(self) -> bool:
        """Whether something waits for a match that is over."""
        left = select(INBOX.c.match_id).join(MATCHES, MATCHES.c.id == INBOX.c.match_id)
        left = left.where(*self._over).limit(1)
        return await self._access.read(lambda connection: connection.scalar(left) is not None)

    async def matches(self) -> list[int]:
        """The live matches in which something waits."""
        waiting = select(INBOX.c.match_id).distinct()
        waiting = waiting.join(MATCHES, MATCHES.c.id == INBOX.c.match_id).where(*self._live)

        def read(connection: Connection) -> list[int]:
            return list(connection.scalars(waiting.order_by(INBOX.c.match_id)))

        return await self._access.read(read)
