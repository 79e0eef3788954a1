"""How the rooms for practice, and who waits to practise, are stored and read."""

from dataclasses import asdict
from operator import itemgetter

from sqlalchemy import Connection, RowMapping, delete, select

from bot.storage.databases.dialects import put, put_if_new
from bot.storage.tables.records import PracticeRequest
from bot.storage.tables.schema import PRACTICE_REQUESTS, PRACTICE_ROOMS, read_rows
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.seats import Seat


def open_practice_room(connection: Connection, guild_id: int, room_id: int) -> None:
    """Open a room for practice, if it is not open yet."""
    put_if_new(connection, PRACTICE_ROOMS, {"guild_id": guild_id, "room_id": room_id})


def close_practice_room(connection: Connection, room_id: int) -> None:
    """Open a room for practice no longer; nobody waits for it any more."""
    connection.execute(delete(PRACTICE_ROOMS).where(PRACTICE_ROOMS.c.room_id == room_id))
    connection.execute(delete(PRACTICE_REQUESTS).where(PRACTICE_REQUESTS.c.room_id == room_id))


def read_practice_rooms(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """The rooms of a server that are open for practice; one that cannot be read is left out."""
    query = select(PRACTICE_ROOMS).where(PRACTICE_ROOMS.c.guild_id == guild_id)
    rows = connection.execute(query.order_by(PRACTICE_ROOMS.c.room_id)).mappings()
    return tuple(read_rows(PRACTICE_ROOMS, rows, itemgetter("room_id")))


def put_request(connection: Connection, request: PracticeRequest) -> None:
    """Let somebody wait to practise; what they asked for before counts no longer."""
    wanted = asdict(request)
    key = {"user_id": wanted.pop("user_id")}
    put(connection, PRACTICE_REQUESTS, key, wanted)


def drop_request(connection: Connection, user_id: int) -> None:
    """Let somebody wait no longer."""
    connection.execute(delete(PRACTICE_REQUESTS).where(PRACTICE_REQUESTS.c.user_id == user_id))


def read_requests(connection: Connection) -> list[PracticeRequest]:
    """Who waits to practise, the oldest first; a request that cannot be read is left out."""
    query = select(PRACTICE_REQUESTS).order_by(PRACTICE_REQUESTS.c.interaction_id)
    return read_rows(PRACTICE_REQUESTS, connection.execute(query).mappings(), _request)


def _request(row: RowMapping) -> PracticeRequest:
    if not has_opponent(GAMES[row["game"]]):
        raise ValueError
    return PracticeRequest(**{**row, "seat": Seat(row["seat"]), "level": Level(row["level"])})
