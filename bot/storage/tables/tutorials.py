"""How far people are in tutorials, as it is stored and read."""

from sqlalchemy import Connection, RowMapping, select

from bot.storage.databases.dialects import put
from bot.storage.tables.records import TutorialProgress
from bot.storage.tables.schema import TUTORIALS, read_row


def put_tutorial(
    connection: Connection, user_id: int, game: str, progress: TutorialProgress
) -> None:
    """Set how far somebody is; once finished, a tutorial stays so."""
    was_finished = progress.was_finished or read_tutorial(connection, user_id, game).was_finished
    values = {"number": progress.number, "was_finished": int(was_finished)}
    put(connection, TUTORIALS, {"user_id": user_id, "game": game}, values)


def read_tutorial(connection: Connection, user_id: int, game: str) -> TutorialProgress:
    """How far somebody is; at the beginning where nothing is kept, or it cannot be read."""
    query = select(TUTORIALS).where(TUTORIALS.c.user_id == user_id, TUTORIALS.c.game == game)
    row = connection.execute(query).mappings().first()
    return read_row(TUTORIALS, row, _progress) or TutorialProgress()


def _progress(row: RowMapping) -> TutorialProgress:
    return TutorialProgress(row["number"], was_finished=bool(row["was_finished"]))
