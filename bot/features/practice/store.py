"""The stored requests for practice, and the rooms for it."""

from dataclasses import asdict, dataclass
from operator import itemgetter
from typing import Final

import sqlalchemy as sa

from bot.storage.tables.schema import METADATA, read_rows
from bot.storage.writer import Access
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.seats import Seat

PRACTICE_ROOMS: Final = sa.Table(
    "practice_rooms",
    METADATA,
    sa.Column("room_id", sa.BigInteger, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
)
"""The rooms that hosts have opened for practice."""

PRACTICE_REQUESTS: Final = sa.Table(
    "practice_requests",
    METADATA,
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("user_name", sa.Text, nullable=False),
    sa.Column("interaction_id", sa.BigInteger, nullable=False),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("room_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seat", sa.String(3), nullable=False),
    sa.Column("level", sa.String(10), nullable=False),
)
"""Requests for practice, one for each person; the oldest interaction comes first."""


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """A person's request for practice against the Dealer.

    Attributes:
        interaction_id: Command of the request; the oldest comes first.
        guild_id: The server, or `NO_SERVER` for a match in direct messages.
        seat: Seat of the person.
        level: Strength of the Dealer.
    """

    user_id: int
    user_name: str
    interaction_id: int
    guild_id: int
    room_id: int
    game: str
    seat: Seat
    level: Level


class PracticeStore:
    """The requests for practice, and the rooms that hosts have opened for it."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_request(self, request: PracticeRequest) -> None:
        """Queue a person for practice, replacing their earlier request."""
        requested = asdict(request)
        key = {"user_id": requested.pop("user_id")}
        await self._access.put(PRACTICE_REQUESTS, key, requested)

    async def requests(self) -> list[PracticeRequest]:
        """Return the readable requests for practice, the oldest first."""
        query = sa.select(PRACTICE_REQUESTS).order_by(PRACTICE_REQUESTS.c.interaction_id)
        rows = await self._access.rows(query)
        return read_rows(PRACTICE_REQUESTS, rows, _request)

    async def open_room(self, guild_id: int, room_id: int) -> None:
        """Open a room for practice."""
        await self._access.put(PRACTICE_ROOMS, {"room_id": room_id}, {"guild_id": guild_id})

    async def close_room(self, room_id: int) -> None:
        """Close a room for practice, and drop the requests for it."""

        def close_room(connection: sa.Connection) -> None:
            for table in (PRACTICE_ROOMS, PRACTICE_REQUESTS):
                connection.execute(sa.delete(table).where(table.c.room_id == room_id))

        await self._access.write_once(close_room)

    async def rooms(self, guild_id: int) -> tuple[int, ...]:
        """Return a server's rooms for practice."""
        of_guild = sa.select(PRACTICE_ROOMS).where(PRACTICE_ROOMS.c.guild_id == guild_id)
        query = of_guild.order_by(PRACTICE_ROOMS.c.room_id)
        rows = await self._access.rows(query)
        return tuple(read_rows(PRACTICE_ROOMS, rows, itemgetter("room_id")))


def drop_request(connection: sa.Connection, user_id: int) -> None:
    """Remove a person's request for practice."""
    connection.execute(sa.delete(PRACTICE_REQUESTS).where(PRACTICE_REQUESTS.c.user_id == user_id))


def _request(row: sa.RowMapping) -> PracticeRequest:
    if not has_opponent(GAMES[row["game"]]):
        raise ValueError
    return PracticeRequest(**{**row, "seat": Seat(row["seat"]), "level": Level(row["level"])})
