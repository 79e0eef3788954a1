"""The stored progress of people in tutorials."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.storage.databases.dialects import put
from bot.storage.tables.schema import METADATA, read_row
from bot.storage.writer import COMMAND_SECONDS, Access

TUTORIALS: Final = sa.Table(
    "tutorials",
    METADATA,
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("was_finished", sa.Integer, nullable=False),
)
"""People's progress in tutorials: the position that comes next, from 1.

`was_finished` is 1 once they have ever been at the end.
"""


@dataclass(frozen=True, slots=True)
class TutorialProgress:
    """A person's progress in a game's tutorial.

    Attributes:
        number: Next guided position, from 1; one more than there are at the end.
        was_finished: True if they have ever been at the end.
    """

    number: int = 1
    was_finished: bool = False


class TutorialStore:
    """The progress of all people."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put(
        self, user_id: int, game: str, progress: TutorialProgress, patience: float = COMMAND_SECONDS
    ) -> None:
        """Store a person's progress in a tutorial; finished stays so."""

        def put_tutorial(connection: sa.Connection) -> None:
            before = _tutorial(connection, user_id, game)
            was_finished = int(progress.was_finished or before.was_finished)
            values = {"number": progress.number, "was_finished": was_finished}
            put(connection, TUTORIALS, {"user_id": user_id, "game": game}, values)

        await self._access.write_once(put_tutorial, patience)

    async def get(self, user_id: int, game: str) -> TutorialProgress:
        """Return a person's progress in a tutorial; the beginning if it cannot be read."""
        return await self._access.read(lambda connection: _tutorial(connection, user_id, game))


def _tutorial(connection: sa.Connection, user_id: int, game: str) -> TutorialProgress:
    query = sa.select(TUTORIALS).where(TUTORIALS.c.user_id == user_id, TUTORIALS.c.game == game)
    row = connection.execute(query).mappings().first()
    return read_row(TUTORIALS, row, _progress) or TutorialProgress()


def _progress(row: sa.RowMapping) -> TutorialProgress:
    return TutorialProgress(row["number"], was_finished=bool(row["was_finished"]))
