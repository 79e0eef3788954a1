"""The stored facts about people: how they are reached, practice, tutorials."""

from sqlalchemy import Connection, RowMapping, select

from bot.storage.databases.dialects import put
from bot.storage.tables.records import TutorialProgress
from bot.storage.tables.schema import (
    REACHED,
    TUTORIALS,
    fits,
    read_row,
)
from bot.storage.writer import COMMAND_SECONDS, Access


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


def _tutorial(connection: Connection, user_id: int, game: str) -> TutorialProgress:
    query = select(TUTORIALS).where(TUTORIALS.c.user_id == user_id, TUTORIALS.c.game == game)
    row = connection.execute(query).mappings().first()
    return read_row(TUTORIALS, row, _progress) or TutorialProgress()


def _progress(row: RowMapping) -> TutorialProgress:
    return TutorialProgress(row["number"], was_finished=bool(row["was_finished"]))
