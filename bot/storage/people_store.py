"""The stored facts about people: how they are reached, practice, tutorials."""

from dataclasses import asdict

from sqlalchemy import Connection, RowMapping, delete, select

from bot.storage.databases.dialects import put
from bot.storage.tables.records import PracticeRequest, TutorialProgress
from bot.storage.tables.schema import (
    PRACTICE_REQUESTS,
    REACHED,
    TUTORIALS,
    fits,
    read_row,
    read_rows,
)
from bot.storage.writer import COMMAND_SECONDS, Access
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.seats import Seat


class PeopleStore:
    """The stored facts about people; writing methods raise NotStored if the database cannot."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_reached(self, user_id: int, message_id: int) -> None:
        """Note a message that reached somebody; `user_id` may be their private channel."""
        key, values = {"user_id": user_id}, {"message_id": message_id}
        await self._access.promptly(lambda connection: put(connection, REACHED, key, values))

    async def reached(self, user_id: int) -> int | None:
        """Return the latest message by which somebody was reached."""
        query = select(REACHED.c.message_id).where(REACHED.c.user_id == user_id)
        kept = await self._access.read(lambda connection: connection.scalar(query))
        return kept if fits(REACHED.c.message_id, kept) else None

    async def put_practice_request(self, request: PracticeRequest) -> None:
        """Queue a person for practice, replacing their earlier request."""
        wanted = asdict(request)
        key = {"user_id": wanted.pop("user_id")}
        await self._access.promptly(lambda each: put(each, PRACTICE_REQUESTS, key, wanted))

    async def drop_practice_request(self, user_id: int) -> None:
        """Remove a person's request for practice, sooner or later."""
        await self._access.write(lambda connection: drop_request(connection, user_id))

    async def practice_requests(self) -> list[PracticeRequest]:
        """Return the readable requests for practice, the oldest first."""
        query = select(PRACTICE_REQUESTS).order_by(PRACTICE_REQUESTS.c.interaction_id)
        rows = await self._access.rows(query)
        return read_rows(PRACTICE_REQUESTS, rows, _request)

    async def put_tutorial(
        self, user_id: int, game: str, progress: TutorialProgress, patience: float = COMMAND_SECONDS
    ) -> None:
        """Store a person's progress in a tutorial within `patience` seconds; finished stays so."""
        key = {"user_id": user_id, "game": game}

        def put_tutorial(connection: Connection) -> None:
            before = _tutorial(connection, user_id, game)
            was_finished = int(progress.was_finished or before.was_finished)
            values = {"number": progress.number, "was_finished": was_finished}
            put(connection, TUTORIALS, key, values)

        await self._access.promptly(put_tutorial, patience)

    async def tutorial(self, user_id: int, game: str) -> TutorialProgress:
        """Return a person's progress in a tutorial; the beginning if it cannot be read."""
        return await self._access.read(lambda connection: _tutorial(connection, user_id, game))


def drop_request(connection: Connection, user_id: int) -> None:
    """Remove a person's request for practice."""
    connection.execute(delete(PRACTICE_REQUESTS).where(PRACTICE_REQUESTS.c.user_id == user_id))


def _request(row: RowMapping) -> PracticeRequest:
    if not has_opponent(GAMES[row["game"]]):
        raise ValueError
    return PracticeRequest(**{**row, "seat": Seat(row["seat"]), "level": Level(row["level"])})


def _tutorial(connection: Connection, user_id: int, game: str) -> TutorialProgress:
    query = select(TUTORIALS).where(TUTORIALS.c.user_id == user_id, TUTORIALS.c.game == game)
    row = connection.execute(query).mappings().first()
    return read_row(TUTORIALS, row, _progress) or TutorialProgress()


def _progress(row: RowMapping) -> TutorialProgress:
    return TutorialProgress(row["number"], was_finished=bool(row["was_finished"]))
