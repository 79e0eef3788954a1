"""The log of a match, read from the Dealer's own file while it is being written."""

import asyncio
from pathlib import Path
from typing import Final

from sqlalchemy import select

from bot.storage.databases.opening import read_from
from bot.storage.tables.loading import read_matches
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.schema import MATCHES
from tests.waiting import PATIENCE_SECONDS

AGAIN_SECONDS: Final = 0.25


async def log_with(database: Path, room: str, source: str) -> StoredMatch:
    """The newest match of a room, as soon as something has come into its log.

    Raises:
        TimeoutError: It does not come.
    """
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            stored = await asyncio.to_thread(_stored, database, int(room))
            if any(sourced.source == source for sourced in stored.entries):
                return stored
            await asyncio.sleep(AGAIN_SECONDS)


def _stored(database: Path, room_id: int) -> StoredMatch:
    of_room = select(MATCHES.c.id).where(MATCHES.c.room_id == room_id)
    newest = of_room.order_by(MATCHES.c.id.desc()).limit(1)
    (stored,) = read_from(database, lambda connection: list(read_matches(connection, newest)))
    assert isinstance(stored, StoredMatch)
    return stored
